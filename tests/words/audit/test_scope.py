"""Passages in their scope: chapters on variants, numbers of players, other games, other editions."""

from functools import lru_cache
from pathlib import Path

import pytest

from verifier.diagnostics import Rejected
from verifier.source import Source
from verifier.words.audit import audit
from verifier.words.book import worded_program

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
TEXTS = HERE.parents[2] / "benchmarks" / "rulebooks" / "written"


@lru_cache
def program(ruleset):
    return worded_program(ruleset)


def audited(ruleset, text, lang="en"):
    return audit(program(ruleset), Source("text", text), lang)


def lines(found, *statuses):
    return sorted({mention.line for each in found.of(*statuses) for mention in each.mentions})


PLAYED_OUT = """# Rules

Shuffle the cards and deal eight cards to each player. The deck lies face down.

The oldest player starts. A card must be higher than the cards already in its route.

An expedition that was begun costs 20 points.

## Three in a row

You may play three games. Add up the scores of the three games.
"""


def test_a_chapter_on_a_variant_is_judged_by_the_variant():
    found = audited("lost-cities-duel", PLAYED_OUT)
    assert lines(found, "contradicted", "doubtful") == []
    told = [each for each in found.of("confirmed") if each.chapter is not None]
    assert {each.chapter.ruleset for each in told} == {"lost-cities-duel+three-in-a-row"}


def test_a_slip_in_a_chapter_is_a_slip():
    found = audited("lost-cities-duel", PLAYED_OUT.replace("play three games", "play four games"))
    assert lines(found, "contradicted", "doubtful") == [11]


def test_the_same_words_outside_the_chapter_are_about_the_game():
    """The game is played once: three games are the variant's, and the finding says so."""
    found = audited("lost-cities-duel", PLAYED_OUT.replace("## Three in a row\n", ""))
    fits = {ruleset for each in found.of("contradicted", "doubtful") for ruleset in each.fits}
    assert fits <= {"lost-cities-duel+three-in-a-row"}
    assert not any(each.chapter for each in found.findings)


def test_what_a_text_says_of_a_variant_is_asked_only_if_it_speaks_of_it():
    silent = audited("lost-cities-duel", PLAYED_OUT.partition("## Three")[0])
    assert not any(each.chapter for each in silent.findings)


def test_below_a_title_that_names_as_many_players_as_play_stand_rules():
    text = PLAYED_OUT.partition("## Three")[0]
    told = [
        {each.claim.id for each in audited("lost-cities", text.replace("# Rules", title)).of("confirmed")}
        for title in ("# Rules", "# Rules for two players")
    ]
    assert told[0]
    assert told[1] - {"players/count"} == told[0]


def test_another_edition_is_named():
    text = (HERE / "en.md").read_text(encoding="utf-8").replace("nine cards", "eight cards")
    found = audited("lost-cities", text + "\nThere are 72 cards: 54 expedition cards and 18 wagers.\n")
    against = found.of("contradicted", "doubtful")
    assert {each.fits for each in against} == {("lost-cities+six-colours",)}
    assert found.edition == "lost-cities+six-colours"


@pytest.mark.parametrize(
    ("ruleset", "name", "lang"),
    [
        ("lost-cities", "en/08-lost-cities-rivals-letter.md", "en"),
        ("lost-cities-rivals", "fr/01-lost-cities-puces.md", "fr"),
        ("lost-cities-duel", "de/09-lost-cities-board-blog.md", "de"),
    ],
)
def test_a_rulebook_of_another_game_is_not_judged(ruleset, name, lang):
    with pytest.raises(Rejected) as told:
        audited(ruleset, (TEXTS / name).read_text(encoding="utf-8"), lang)
    assert [each.code for each in told.value.report.diagnostics] == ["L798"]


def test_what_stands_below_a_number_of_players_is_judged_by_the_rules_for_so_many():
    start = "Shuffle the cards face down. The highest bid wins the auction.\n\n"
    text = "## With 3 players\n\nEach player receives 12 gold coins.\n"
    found = audited("lost-cities-rivals", start + text)
    said = found.of("confirmed", "implied")
    told = {each.claim.id: each.chapter.players for each in said if each.chapter is not None}
    assert told["gold/share-of-each"] == 3
