"""Plays told in another language: who, what, with what, and what comes where."""

import pytest

from verifier.pages.told_words import Stories
from verifier.program import program_of
from verifier.trace.trace import Evidence, WrittenTrace

PLAY = WrittenTrace("lost-cities", 2)


def play():
    engine, _, _ = Stories("fr").table("lost-cities", 2)
    cards = tuple(thing.name for thing in engine.machine.things)
    moves = (
        {"player": 0, "action": "drop", "with": {"card": cards[0]}},
        {"player": 0, "action": "draw-deck", "with": {}},
    )
    return WrittenTrace("lost-cities", 2, given={"oldest": 0}, shuffles=(cards,), moves=moves)


def test_a_move_is_who_what_and_with_what():
    first, second = Stories("fr").story(play())
    assert first == "Anna\N{NO-BREAK SPACE}: Défausser une carte, jaune 2"
    assert second.startswith("Anna\N{NO-BREAK SPACE}: Prendre dans la pioche – ")
    assert second.endswith("→ main (Anna)")


def test_a_german_story_has_german_names():
    assert Stories("de").story(play())[0] == "Anna: Karte ablegen, Gelb 2"


def test_english_stays_as_it_was_told():
    shown = Evidence(play().as_json(), ("Anna drops the yellow wager",), "something")
    assert Stories("en").evidence(shown) is shown
    assert Stories("fr").evidence(shown).told[0].endswith("jaune 2")


def test_places_that_differ_are_named_in_the_language():
    stories = Stories("fr")
    assert stories._phrase("Anna's blue route", PLAY) == "route bleu (Anna)"
    assert stories._phrase("the deck", PLAY) == "pioche"
    assert stories._names("2: red 2, blue wager and 3 more", PLAY) == "2: rouge 2, bleu pari et 3 de plus"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "es", "fr"])
@pytest.mark.parametrize(
    "game", ["lost-cities", "lost-cities-board", "catan-duel+progress", "schotten-totten"]
)
def test_every_reason_why_rules_accept_something_is_told_in_the_language(game, lang):
    acknowledged = program_of(game, 2).game.acknowledged
    stories = Stories(lang)
    assert acknowledged
    for each in acknowledged:
        told = stories.reasons(f"{each.reason}; {each.reason}", game, 2)
        assert each.reason not in told
        assert "; " in told
