"""Helpers as text: what the rules then say is what was guessed, it is proved when pinned, and can be broken."""

import random
from pathlib import Path

import pytest

from tests.rules import made
from verifier.check.explore import explore
from verifier.check.induction.candidates.generate import CandidateGenerator
from verifier.check.induction.cutpoints import pauses_of
from verifier.check.induction.encode import Encoding
from verifier.check.induction.goals import claim_truths
from verifier.check.induction.prove import prove
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import Assignment, played_samples, random_assignment
from verifier.check.induction.terms import Term
from verifier.kernel.machine import Machine
from verifier.program import program_of

CHANCES = 30
GAME = """\
turn
    play: one of lay
    refill: one of draw

action lay
    choose number in my hand
    move number to my row of number.suit

action draw
    move top number in deck to my hand

invariant two-at-most
    every player p: count number in p.hand is at most 2
"""


# --- what is said is what was guessed


def guesses(machine: Machine) -> CandidateGenerator:
    encoding = Encoding(machine)
    samples = played_samples(encoding, 5, 1, most_steps=200, most=60)
    return CandidateGenerator(encoding, samples, pauses_of(machine))


def said(found: CandidateGenerator) -> dict[str, set[Term]]:
    """Every text, also about all places of a name at once, with all that was guessed in these words."""
    texts: dict[str, set[Term]] = {}
    places: dict[str, set[tuple[int, ...]]] = {}
    for guess in found.all():
        claim, general, place = guess.said.claim(), guess.said.claim(everywhere=True), guess.said.place
        if claim is None:
            continue
        texts.setdefault(claim[1], set()).add(guess.term)
        if place is not None and place.kinds:
            texts.setdefault(general[1], set()).add(guess.term)
            places.setdefault(general[1], set()).add(place.index)
            if places[general[1]] != set(place.all):
                continue
            places.pop(general[1])
    return {text: held for text, held in texts.items() if text not in places}


def pinned(folder: Path, ruleset: str, players: int, texts: list[str]) -> Machine:
    path = folder / "pins.rules"
    claims = "".join(f"invariant pin-{number}\n    {text}\n" for number, text in enumerate(texts))
    path.write_text(f"house-rule pins of {ruleset}\n{claims}", encoding="utf-8")
    return program_of(f"{ruleset}+{path}", players).machine


def holds(parts: set[Term] | tuple[Term, ...], state: Assignment) -> bool:
    return all(term_value(part, state, {}) for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), [("lost-cities", 2), ("lost-cities-rivals", 4), ("lost-cities-board", 2)]
)
def test_a_text_says_what_was_guessed(tmp_path, ruleset, players):
    texts = sorted(said(guesses(program_of(ruleset, players).machine)))
    machine = pinned(tmp_path, ruleset, players, texts)
    found = guesses(machine)
    guessed = said(found)
    chance = random.Random(7)
    states = [random_assignment(found.encoding, chance) for _ in range(CHANCES)]
    states += chance.sample(found.everywhere, CHANCES)
    claims = {claim.name: claim_truths(found.encoding, claim).parts for claim in machine.claims}
    wrong = [
        text
        for number, text in enumerate(texts)
        if any(holds(claims[f"pin-{number}"], state) != holds(guessed[text], state) for state in states)
    ]
    assert wrong == []
    assert any(text.startswith("every") for text in texts)


# --- pinned


@pytest.fixture(scope="module")
def helpers(tmp_path_factory) -> list[str]:
    found = prove(made(tmp_path_factory.mktemp("helpers"), GAME))
    assert {each.verdict for each in found} == {"proved"}
    return sorted({helper for each in found for helper in each.helpers})


def test_a_helper_is_an_invariant_of_the_rules(helpers):
    assert (
        """\
invariant play-every-hand-holds-2
    at play
    every player p: count card in p.hand is 2"""
        in helpers
    )
    assert (
        """\
invariant each-hand-of-others-than-active-holds-2
    every player p where p is not active: count card in p.hand is 2"""
        in helpers
    )


def test_what_is_pinned_is_proved_and_no_helper_any_more(tmp_path, helpers):
    found = prove(made(tmp_path, GAME, *helpers))
    assert {each.verdict for each in found} == {"proved"}
    assert {helper for each in found for helper in each.helpers}.isdisjoint(helpers)
    assert "refill-each-hand-of-active-holds-1" in {each.property for each in found}


def test_a_pin_that_is_wrong_is_broken_by_a_play(tmp_path, helpers):
    wrong = [helper.replace("p.hand is 1", "p.hand is 2") for helper in helpers]
    game = made(tmp_path, GAME, *wrong)
    verdicts = {each.property: each.verdict for each in prove(game)}
    assert verdicts.pop("refill-each-hand-of-active-holds-1") == "unknown"
    assert set(verdicts.values()) == {"proved"}
    assert len(explore(game).violations["refill-each-hand-of-active-holds-1"]) == 1


def test_what_the_rules_have_no_word_for_is_told_and_not_said():
    """Whom a loop has come to, only the machine knows."""
    found = [guess.said for guess in guesses(program_of("lost-cities-rivals", 2).machine).all()]
    asked = [said for said in found if "auction asked" in said.told()]
    assert asked
    assert all(said.claim() is None for said in asked)
