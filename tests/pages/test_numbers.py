"""A number of the rules changes: every sentence and picture that depends on it follows, and nothing else does."""

import re
import shutil
from pathlib import Path

import pytest

from verifier.pages.game_pages import GamePages
from verifier.pages.rulebook import body

GAME = Path(__file__).parent.parent.parent / "spec" / "lost-cities"


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """The rules with an expedition's cost of 20, and with one of 25."""
    found = []
    for cost in (20, 25):
        folder = tmp_path_factory.mktemp(f"cost-{cost}") / GAME.name
        shutil.copytree(GAME / "locale", folder / "locale")
        text = (GAME / "game.rules").read_text(encoding="utf-8")
        assert "number expedition-cost: 20" in text
        changed = text.replace("number expedition-cost: 20", f"number expedition-cost: {cost}")
        # The example of the score sheet has no number in it: what it is worth is worked out.
        scenario = (GAME / "scenarios" / "scoring.rules").read_text(encoding="utf-8").split("\n\n")[1]
        given = scenario.split("    when")[0] + "    then count card in my route of blue is 1\n"
        (folder / "game.rules").write_text(f"{changed}\n{given}", encoding="utf-8")
        found.append(GamePages(str(folder / "game.rules")))
    return found


def lines(shelf, lang):
    """The lines of the rulebook; a link to a play holds the path of the rules, which differs."""
    page = re.sub(r'(class="play-it" href=")[^"]*', r"\1", body(shelf.pen(lang), {}))
    return page.replace(shelf.name, "game").splitlines()


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_document_follows_a_number_and_nothing_else_changes(games, lang):
    before, after = (lines(shelf, lang) for shelf in games)
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    sentence, example, number = changed
    assert sentence == tuple(shelf.pen(lang).say("rule:cost-of-travel") for shelf in games)
    assert sentence[0].replace("20", "25") == sentence[1]
    assert [line.split(" | ")[1] for line in number] == ["**20**", "**25**"]
    # Four routes of 2, 1, 2 and 3 times the cost, which was subtracted before wagers multiply.
    assert "<b>18</b>" in example[0]
    assert f"<b>{18 - 5 * (1 + 2 + 2 + 3)}</b>".replace("-", "−") in example[1]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_another_number_that_is_twenty_too_stays(games, lang):
    bonus = [shelf.pen(lang).say("rule:bonus-for-eight") for shelf in games]
    assert bonus[0] == bonus[1]
    assert "20" in bonus[0]
