"""Plays told in another language: who, what, with what, and what comes where."""

import random
import re

import pytest

from verifier.engine import Engine
from verifier.kernel.domain import Names
from verifier.pages.table_words import BOX, TableWords
from verifier.pages.told_words import Stories, table_wording
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.surface.files import game_names
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import by_choice, random_given
from verifier.trace.record import Recorder
from verifier.trace.tell import trace_in_words
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


def told(game, lang, moves):
    """A play at random in the words of `replay --tell`."""
    program = program_of(game, scenarios=False)
    engine, oracle = Engine(program.machine, piecemeal=True), Seeded(3)
    recorder = Recorder(MoveNotation(engine), game, oracle, random_given(engine, oracle.random)).begin()
    choose = by_choice(random.Random(3))
    for _ in range(moves):
        if legal := engine.legal(recorder.state):
            recorder.step(choose(recorder.state, legal))
    wording = table_wording(engine, TableWords(program, lang))
    return "\n".join(trace_in_words(engine, recorder.written(), wording=wording, brief=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "lang", "moves", "said", "unsaid"),
    [
        ("lost-cities-board", "en", 30, "Anna's adventurer", r"first adventurer"),
        ("lost-cities-board", "fr", 30, r"aventurier \(Anna\)", r"first|second"),
        ("hearts", "en", 80, r"plays the \w+ \w+", r"card the"),
        ("schotten-totten", "en", 10, r"lays the \w+ \d+, stone \d", r" \d+, \d$"),
        ("schotten-totten", "de", 10, r", Stein \d", r" \d+, \d$"),
        ("catan-duel", "en", 60, r": none stored", r": 0 stored"),
        ("catan-duel", "de", 60, r"Vorrat [^,]* leer", r"Vorrat [^,]* 0\b|stored"),
        ("catan-duel", "fr", 60, r"réserve [^,]* vide", r"réserve [^,]* 0\b|stored|à payer \w+ 0"),
    ],
)
def test_no_names_of_the_machine_and_no_amounts_of_nothing_are_told(game, lang, moves, said, unsaid):
    found = told(game, lang, moves)
    assert re.search(said, found)
    assert not re.search(unsaid, found, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "es", "fr"])
@pytest.mark.parametrize("game", game_names())
def test_every_zone_and_every_amount_has_a_word_in_the_language(game, lang):
    program = program_of(game, scenarios=False)
    words, machine = TableWords(program, lang), program.machine
    unspoken = {machine.active, machine.shown_things, machine.shown_zones, "next-player", "playing"}
    cells = [cell for cell in machine.cells.values() if cell.life != "spilled" and cell.name not in unspoken]
    domains = [domain for cell in cells for domain in (cell.domain, *cell.index)]
    members = [name for domain in domains if isinstance(domain, Names) for name in domain.members]
    names = {*machine.families, *(cell.name for cell in cells), *members} - {BOX}
    assert [name for name in sorted(names) if words.known(name) is None] == []
    assert words.name(BOX) != BOX
