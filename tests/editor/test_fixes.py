import pytest

from tests.editor.rooms import GAME, session_of
from verifier.editor.diagnose import Checker, Job
from verifier.editor.fixes import applied, fixes


def found(session, path):
    with session.reading():
        job = Job(session.texts, {path: session.family(path)})
    # Not every test uses all that is in the game.
    return [each for each in Checker().found(job)[path] if each.code != "C515"]


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("choose number", "chose number", "P111"),
        ("is at most limit\n    rule rising", "is at most limt\n    rule rising", "N221"),
        ("c.value is more than", "c.value is greater than", "P142"),
        ("when deck is not empty", "when the deck is not empty", "P141"),
        ("    move c to my row", "   move c to my row", "P116"),
        ("refused by rising", "refused by risign", "N249"),
        ("one of lay-card", "one of lay-crad", "N242"),
        ("c.suit is not empty", "c.siut is not empty", "N223"),
    ],
)
def test_the_first_fix_of_a_slip_makes_it_right(game, right, wrong, code):
    session, path = session_of(game)
    assert right in GAME
    session.opened(path, GAME.replace(right, wrong))
    first = next(each for each in found(session, path) if each.code == code)
    with session.reading():
        fix = fixes(first)[0]
    assert applied(session.texts[path], fix.edits) == GAME


def test_tabs_are_replaced_all_at_once(game):
    session, path = session_of(game)
    session.opened(path, GAME.replace("    ", "\t"))
    (first,) = found(session, path)
    assert applied(session.texts[path], fixes(first)[0].edits) == GAME


def test_a_missing_number_can_be_added(game):
    session, path = session_of(game)
    session.opened(path, GAME.replace("0..20", "0..purse"))
    first = next(each for each in found(session, path) if each.code == "N202")
    session.opened(path, applied(session.texts[path], fixes(first)[0].edits))
    assert found(session, path) == []


def test_a_mistake_that_an_overlay_makes_is_shown_in_the_overlay(game):
    session, path = session_of(game)
    house = (game / "house" / "low-cards.rules").resolve()
    session.opened(house, house.read_text(encoding="utf-8").replace("set limit", "set limits"))
    with session.reading():
        job = Job(session.texts, {each: session.family(each) for each in session.texts})
    every = Checker().found(job)
    assert [each.code for each in every[house]] == ["O311"]
    assert [each.code for each in every[path]] == ["C515"]


def test_a_catalogue_that_cannot_be_read_is_told(game):
    session, _ = session_of(game)
    words = (game / "locale" / "en.po").resolve()
    session.opened(words, words.read_text(encoding="utf-8").replace('msgid "number limit"', "msgid number"))
    assert [each.code for each in found(session, words)] == ["L701"]
