from pathlib import Path

import pytest

from tests.editor.rooms import GAME, place, session_of
from verifier.diagnostics import Report
from verifier.editor.fixes import applied
from verifier.editor.names import DEFINES
from verifier.editor.rename import Refusal, renamed
from verifier.program import check_ruleset
from verifier.words.catalogue import catalogue
from verifier.words.check import _coverage as coverage
from verifier.words.check import owned_by


def after(session, edits):
    """The texts of all files after a rename."""
    by_file = {}
    for edit in edits:
        by_file.setdefault(edit.span.source, []).append(edit)
    return {
        Path(source.path).resolve(): applied(source.text, tuple(many)) for source, many in by_file.items()
    }


def test_a_new_name_follows_every_use(game):
    session, path = session_of(game)
    with session.reading():
        texts = after(session, renamed(session, path, place(GAME, "not-too-high"), "low-enough"))
    assert sorted(each.name for each in texts) == ["en.po", "game.rules", "low-cards.rules"]
    assert all("not-too-high" not in text for text in texts.values())
    words = next(text for each, text in texts.items() if each.suffix == ".po")
    assert 'msgctxt "rule:low-enough"' in words
    assert '"rule low-enough\\n"' in words


def test_a_number_is_renamed_in_the_slots_of_sentences(game):
    session, path = session_of(game)
    with session.reading():
        texts = after(session, renamed(session, path, place(GAME, "number limit") + 8, "ceiling"))
    words = next(text for each, text in texts.items() if each.suffix == ".po")
    assert "[at most](at-most) {ceiling}." in words
    assert "is at most ceiling" in words


def test_a_local_name_is_followed_into_what_replaces_its_rule(game):
    session, path = session_of(game)
    with session.reading():
        texts = after(session, renamed(session, path, place(GAME, "number c in") + 7, "laid"))
    house = next(text for each, text in texts.items() if each.name == "low-cards.rules")
    assert "laid.value is less than limit" in house


@pytest.mark.parametrize(
    ("word", "new", "why"),
    [
        ("not-too-high", "rising", "already a name"),
        ("not-too-high", "choose", "word of the language"),
        ("not-too-high", "7up", "not a name"),
        ("game tiny", "other", "name of its folder"),
        ("choose number", "x", "there is no name"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_a_reason(game, word, new, why):
    session, path = session_of(game)
    with session.reading():
        found = renamed(session, path, place(GAME, word) + (5 if word == "game tiny" else 0), new)
    assert isinstance(found, Refusal)
    assert why in found.reason


@pytest.mark.slow
def test_nothing_that_is_renamed_leaves_a_mistake_behind(game):
    """Every name of the game in turn: the rules still check, and no sentence is out of date."""
    session, path = session_of(game)
    before = session.texts
    with session.reading():
        every = [each for each in session.names(path).found if each.strength == DEFINES]
    for each in every:
        session.texts = before
        with session.reading():
            edits = renamed(session, path, each.span.start, "brand-new")
            if isinstance(edits, Refusal):
                # The folder of the game has its name, and a component is called like a keyword.
                assert each.text in ("tiny", "number"), edits
                continue
            session.texts = {**before, **after(session, edits)}
        with session.reading():
            report = Report()
            for ruleset in ("./tiny", "./tiny+low-cards"):
                check_ruleset(ruleset, report)
            owned = owned_by("./tiny", "en", report)
            report.extend(
                found for found in coverage(catalogue(game, "en", report), owned) if found.code == "L713"
            )
        # The heap of this game is of no use under any name.
        mistakes = [found.title for found in report.diagnostics if found.code != "C515"]
        assert mistakes == [], each.text
