"""Proofs by induction: what holds is proved, and what a fault breaks is not."""

from dataclasses import replace

import pytest

from tests.rules import made
from verifier.check.induction import proof
from verifier.check.induction.prove import prove
from verifier.kernel.machine import Decide, Guard, Machine, Put, Take

GAME = """\
turn
    play: one of lay, skip

action lay
    choose number in my hand
    rule rising
        require number.value is more than highest value of number in my row of number.suit else 0
    move number to my row of number.suit
    move top number in deck to my hand

action skip
    choose number in my hand
    move number to heap
    move top number in deck to my hand
    add 1 to my coins

invariant rows-rise
    every row r, number a in r, number b in r where b.position is more than a.position: b.value is more than a.value
invariant two-in-hand
    every player p: count number in p.hand is 2
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Machine:
    return made(tmp_path_factory.mktemp("proof"), GAME)


def verdicts(machine: Machine) -> dict[str, str]:
    return {found.property: found.verdict for found in prove(machine)}


def spoiled(machine: Machine, label: str, kind: type) -> Machine:
    block = machine.blocks[label]
    first = next(step for step in block.steps if isinstance(step, kind))
    steps = tuple(step for step in block.steps if step is not first)
    return replace(machine, blocks={**machine.blocks, label: replace(block, steps=steps)})


def without_guards(machine: Machine) -> Machine:
    blocks = {}
    for label, block in machine.blocks.items():
        if isinstance(block.out, Decide):
            taken = tuple(
                replace(a, prelude=tuple(part for part in a.prelude if not isinstance(part, Guard)))
                for a in block.out.alternatives
            )
            block = replace(block, out=replace(block.out, alternatives=taken))
        blocks[label] = block
    return replace(machine, blocks=blocks)


@pytest.mark.parametrize("name", ["conservation", "no-dead-end", "rows-rise"])
def test_what_holds_is_proved(game, name):
    assert verdicts(game)[name] == "proved"


@pytest.mark.parametrize("kind", [Take, Put])
def test_a_move_that_copies_or_loses_is_not_proved_to_conserve(game, kind):
    assert verdicts(spoiled(game, "lay", kind))["conservation"] == "unknown"


def test_rows_are_not_proved_to_rise_without_the_rule_that_makes_them(game):
    found = verdicts(without_guards(game))
    assert found["rows-rise"] == "unknown"
    assert found["conservation"] == "proved"


def test_a_pause_at_which_nothing_may_be_legal_is_not_proved_to_have_a_way_on(tmp_path):
    stuck = made(tmp_path, GAME.replace("play: one of lay, skip", "play: one of lay"))
    assert verdicts(stuck)["no-dead-end"] == "unknown"


def test_an_amount_that_may_leave_its_range_is_not_proved_to_keep_to_it(tmp_path):
    poor = made(tmp_path, GAME.replace("add 1 to my coins", "take 1 from my coins"))
    assert verdicts(poor)["bounds"] == "unknown"
    calm = made(tmp_path, GAME.replace("add 1 to my coins", "set my coins to 20"))
    assert verdicts(calm)["bounds"] == "proved"


@pytest.mark.slow
def test_two_runs_give_the_same_verdicts_and_goals(game):
    one, other = (
        [(found.property, found.verdict, found.detail, found.helpers) for found in prove(game)]
        for _ in range(2)
    )
    assert one == other


def test_a_budget_used_up_leaves_everything_unknown(game):
    assert {found.verdict for found in prove(game, budget=1)} == {"unknown"}


def test_steps_that_need_too_many_terms_leave_everything_unknown(game):
    found = prove(game, most_terms=50)
    assert {each.verdict for each in found} == {"unknown"}
    assert "more than 50 terms" in found[0].detail
    assert verdicts(game)["conservation"] == "proved"


def test_a_claim_too_long_to_write_out_is_unknown_and_stops_no_other(game, monkeypatch):
    monkeypatch.setattr(proof, "MOST_MEMBERS", 10)
    found = {verdict.property: verdict for verdict in prove(game)}
    assert (found["rows-rise"].verdict, found["rows-rise"].detail) == (
        "unknown",
        "the encoding of the claim is too long",
    )
    assert found["two-in-hand"].verdict == found["conservation"].verdict == "proved"


def test_nothing_is_no_truth(tmp_path):
    """Where a note is compared with nothing, the proof reads what the play does."""
    game = made(
        tmp_path,
        GAME
        + """
note latest: number, until turn ends
after lay
    set latest to number
invariant fresh-start
    at start of turn
    latest is nothing
invariant never-fresh
    at start of turn
    latest is not nothing
""",
    )
    found = verdicts(game)
    assert found["fresh-start"] == "proved"
    assert found["never-fresh"] == "unknown"


def test_what_comes_with_a_play_may_be_taken_away(tmp_path):
    game = made(
        tmp_path,
        GAME
        + """
note eldest: player, given
note elder: player, given
after skip
    clear eldest
invariant somebody-is-the-eldest
    eldest is not nothing
invariant somebody-is-the-elder
    elder is not nothing
""",
    )
    found = verdicts(game)
    assert found["somebody-is-the-eldest"] == "unknown"
    assert found["somebody-is-the-elder"] == "proved"


# Hardly any play at random opens it, so that plays do not refute what only a proof would notice.
LOCK = """
amount right: 0..6
action try
    choose code from 1 to 8
    rule wrong
        when code is not 3
        set right to 0
    otherwise rule better
        when right is less than 6
        add 1 to right
"""
LOOPING = """
turn
    play: one of work, try
action work
    rule unlocked
        require right is 6
    choose n from 1 to 3
    rule fresh
        require my coins is 0
    repeat n times
        add 1 to my coins
invariant few
    every player p: p.coins is at most {most}
"""


@pytest.mark.parametrize(("most", "verdict"), [(2, "unknown"), (3, "proved")])
def test_a_loop_is_read_to_its_last_turn(tmp_path, most, verdict):
    assert verdicts(made(tmp_path, LOCK, LOOPING.format(most=most)))["few"] == verdict


CHAIN = """
note first: suit
note second: suit
note third: suit
turn
    play: one of {actions}, try
action hand-on
    set first to second
    set second to third
action spoil
    rule unlocked
        require right is 6
    choose number in my hand
    {spoil}
invariant first-is-empty
    first is nothing
invariant second-is-empty
    second is nothing
invariant third-is-empty
    third is nothing
"""


@pytest.mark.slow
@pytest.mark.parametrize("actions", ["hand-on, spoil", "spoil, hand-on"])
def test_what_rests_on_a_claim_that_falls_falls_with_it(tmp_path, actions):
    claims = ("first-is-empty", "second-is-empty", "third-is-empty")
    idle = verdicts(made(tmp_path, LOCK, CHAIN.format(actions=actions, spoil="move number to heap")))
    assert [idle[name] for name in claims] == ["proved"] * 3
    spoiling = verdicts(made(tmp_path, LOCK, CHAIN.format(actions=actions, spoil="set third to number.suit")))
    assert [spoiling[name] for name in claims] == ["unknown"] * 3


def test_what_cannot_be_kept_is_given_up_at_once_and_what_can_is_still_proved(tmp_path):
    machine = made(tmp_path, GAME, "invariant few-coins\n    every player p: p.coins is at most 2\n")
    refused: dict[str, list] = {"alone": [], "all": []}
    (alone,) = prove(machine, ["few-coins"], questions=refused["alone"])
    among_all = next(
        each for each in prove(machine, questions=refused["all"]) if each.property == "few-coins"
    )
    assert (alone.verdict, alone.method) == ("unknown", among_all.method)
    assert alone.detail.startswith("not preserved")
    assert len(refused["alone"]) < len(refused["all"])
    both = prove(machine, ["rows-rise", "few-coins"])
    assert [each.verdict for each in both] == ["proved", "unknown"]


def test_a_few_claims_are_kept_with_guesses_about_what_is_near_to_them(game, monkeypatch):
    begun = []
    plain = proof.Proof._begin

    def counted(self, guesses, seen):
        begun.append(len(guesses := list(guesses)))
        return plain(self, guesses, seen)

    monkeypatch.setattr(proof.Proof, "_begin", counted)
    every = verdicts(game)
    (all_guesses,) = begun
    (found,) = prove(game, ["two-in-hand"])
    assert found.verdict == every["two-in-hand"] == "proved"
    assert begun[-1] < all_guesses


def test_what_does_not_hold_is_not_kept_near_either(game):
    (found,) = prove(without_guards(game), ["rows-rise"])
    assert found.verdict == "unknown"
