"""Faults put into a copy of real rules: each is noticed, and each play that shows it is short."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.check.explore import SearchLimits, explore
from verifier.check.schedule import VerifyJob, verified
from verifier.kernel.machine import Block, Machine, Put, Take
from verifier.program import Subject, program_of
from verifier.verdict.budget import Budget
from verifier.verdict.finding import moves_of

ROUTE_WITH_THE_BONUS_FIRST = """\
set bonus to 100
replace define points for route r
    rule sum-of-values
        add sum value of expedition in r
    rule cost-of-travel
        when r is not empty
        subtract expedition-cost
    rule bonus-for-eight
        when count card in r is at least bonus-length
        add bonus
    rule wagers-multiply
        multiply by 1 + count wager in r
"""

A_DRAW_FROM_EVERY_PILE = """\
replace action draw-discard
    choose colour
    rule pile-has-a-card
        require discard of colour is not empty
    each colour c
        let card be top card in discard of c
        move card to my hand
"""

ONE_CARD_LATE = """\
replace rule last-card-drawn
    when deck is empty
    when any player p where count card in p.hand is less than hand-size
"""

# The mistake, the claim of the rules that it breaks, and in how many moves at least.
FAULTS = {
    "a wager after a number": ("remove rule wagers-first\n", "wagers-lead", 5),
    "a row that falls": ("remove rule ascending\n", "routes-rise", 5),
    "a forgotten cost": ("remove rule cost-of-travel\n", "more-wagers-sink-deeper", 1),
    "a bonus before the wagers multiply": (ROUTE_WITH_THE_BONUS_FIRST, "route-score-range", 9),
    "a hand refilled twice": (
        "after draw-deck\n    move top card in deck to my hand\n",
        "hands-never-grow",
        2,
    ),
    "a draw from every pile": (A_DRAW_FROM_EVERY_PILE, "hands-never-grow", 4),
    "an end one card late": (ONE_CARD_LATE, "nobody-plays-on-without-a-deck", 8),
    "a card put aside": (
        "replace action drop\n    choose card in my hand\n    move card to box\n",
        "nothing-left-in-the-box",
        1,
    ),
}

# As small as the faults allow, so that every state up to the shortest play is visited.
SMALL = """
instance small of lost-cities
set colour to yellow, blue
set value to 2..3
set wagers-a-colour to 1
set hand-size to 1
set expedition-cost to 2
set bonus-length to 3
set games-in-a-match to 1
"""


def shortest(tmp_path: Path, overlay: str, claim: str, symmetry: bool = True) -> int:
    """How many moves the shortest play has that breaks the claim: states are visited breadth first."""
    path = tmp_path / "fault.rules"
    path.write_text(f"house-rule fault of lost-cities\n{overlay}{SMALL}", encoding="utf-8")
    found = explore(
        program_of(f"lost-cities+{path}").machine,
        limits=SearchLimits(states=20_000),
        symmetry=symmetry,
        peeking=False,
    )
    assert claim in found.violations
    return len(found.violations[claim].moves)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_text_breaks_its_claim_in_as_few_moves_as_can_be(tmp_path, fault):
    overlay, claim, moves = FAULTS[fault]
    assert shortest(tmp_path, overlay, claim) == moves


@pytest.mark.slow
def test_what_is_counted_as_one_makes_no_play_shorter_or_longer(tmp_path):
    overlay, claim, moves = FAULTS["a draw from every pile"]
    assert shortest(tmp_path, overlay, claim, symmetry=False) == moves


@pytest.mark.slow
def test_without_a_fault_the_claims_hold(tmp_path):
    path = tmp_path / "right.rules"
    path.write_text(SMALL, encoding="utf-8")
    right = program_of(f"lost-cities+{path}").machine
    broken = explore(right, limits=SearchLimits(states=20_000), peeking=False).violations
    assert not set(broken) & {claim for _, claim, _ in FAULTS.values()}


def without(made: Machine, label: str, kind: type) -> Machine:
    block: Block = made.blocks[label]
    steps = tuple(step for step in block.steps if not isinstance(step, kind))
    return replace(made, blocks={**made.blocks, label: replace(block, steps=steps)})


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Take, Put])
def test_a_move_that_copies_or_loses_a_card_breaks_conservation_at_once(kind):
    found = explore(
        without(program_of("lost-cities+tiny").machine, "lay", kind), limits=SearchLimits(states=20_000)
    )
    shown = [fault for fault in found.faults if fault.property == "conservation"]
    assert shown
    assert min(len(fault.play.moves) for fault in shown) == 1


# In the full game eight cards of a colour are laid in no less than 29 moves, and the deck is drawn in no less than 88.
AT_FULL_SIZE = {fault: moves for fault, (_, _, moves) in FAULTS.items()} | {
    "a bonus before the wagers multiply": 29,
    "an end one card late": 88,
}
# To find that play is worth more than the least budget.
PRICE = {"a bonus before the wagers multiply": 10}
# Of a play of fewer moves nobody asks whether it is the shortest.
MEASURED = 5


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_full_game_is_refuted_at_a_small_price_by_the_shortest_play(tmp_path, fault):
    overlay, claim, _ = FAULTS[fault]
    path = tmp_path / "fault.rules"
    path.write_text(f"house-rule fault of lost-cities\n{overlay}", encoding="utf-8")
    subject, budget = Subject(f"lost-cities+{path}", 2), Budget(PRICE.get(fault, 1))
    (found,) = verified(VerifyJob([subject], budget, frozenset({claim}), 1)).findings
    assert found.verdict == "refuted"
    assert moves_of(found) == AT_FULL_SIZE[fault]
    is_measured = moves_of(found) >= MEASURED
    assert found.detail.endswith("no play with fewer moves shows it") is is_measured
