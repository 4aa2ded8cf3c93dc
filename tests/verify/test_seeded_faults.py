"""Faults put into a copy of real rules: each is noticed, and each play that shows it is short."""

from dataclasses import replace

import pytest

from verifier.backends.search import Limits, explore
from verifier.kernel.machine import Block, Machine, Put, Take
from verifier.pipeline import machine

FAULTS = {
    "a wager after a number": ("remove rule wagers-first\n", "wagers-lead"),
    "a row that falls": ("remove rule ascending\n", "routes-rise"),
    "a forgotten cost": ("remove rule cost-of-travel\n", "more-wagers-sink-deeper"),
    "a hand refilled twice": ("after draw-deck\n    move top card in deck to my hand\n", "hands-never-grow"),
    "a card put aside": (
        "replace action drop\n    choose card in my hand\n    move card to box\n",
        "nothing-left-in-the-box",
    ),
}


def small(overlay: str) -> Machine:
    return machine(f"lost-cities+{overlay}+tiny")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_text_breaks_its_claim_in_few_moves(tmp_path, fault):
    text, claim = FAULTS[fault]
    path = tmp_path / "fault.rules"
    path.write_text(f"house-rule fault of lost-cities\n{text}", encoding="utf-8")
    found = explore(small(str(path)), limits=Limits(states=20_000))
    assert claim in found.violations
    assert len(found.violations[claim].moves) <= 8


def without(made: Machine, label: str, kind: type) -> Machine:
    block: Block = made.blocks[label]
    steps = tuple(step for step in block.steps if not isinstance(step, kind))
    return replace(made, blocks={**made.blocks, label: replace(block, steps=steps)})


@pytest.mark.parametrize("kind", [Take, Put])
def test_a_move_that_copies_or_loses_a_card_breaks_conservation_at_once(kind):
    found = explore(without(machine("lost-cities+tiny"), "lay", kind), limits=Limits(states=20_000))
    shown = [fault for fault in found.faults if fault.property == "conservation"]
    assert shown
    assert min(len(fault.play.moves) for fault in shown) == 1
