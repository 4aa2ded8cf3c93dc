"""A long set-up is proved in parts: it plays as before, and faults in it or after it are still noticed."""

import random
from dataclasses import replace

import pytest

from tests.check.induction.test_prove import spoiled
from verifier.check.induction import proof, zone_axioms
from verifier.check.induction.cutpoints import PART, split_at_shuffles
from verifier.check.induction.prove import prove
from verifier.engine import Engine
from verifier.kernel.machine import Branch, Each, Machine, Put, Step, Take, Times
from verifier.program import program_of
from verifier.runtime import Seeded

EXPEDITIONS = """\
game parcels
players 2

kind suit: red, blue
card parcel: each suit, value 1..4
tile flag: copies 3
figure guide: each player

zone deck: pile, hidden
zone hand: set per player, seen by owner
zone row: row per player per suit, seen
zone bag: pile, hidden
zone mast: space per suit, seen
zone camp: set per player, seen

amount coins per player: 0..20, kept

setup once
    move every parcel to deck
    shuffle deck
    move 2 from deck to box

setup
    move every flag to bag
    shuffle bag
    each suit s
        move top flag in bag to mast of s
    move every parcel e where e is not in box to deck
    shuffle deck
    each player p
        move 2 from deck to p.hand
    each player p
        move every guide g where g.player is p to p.camp

turn
    play: one of lay

action lay
    choose parcel in my hand
    rule rising
        require parcel.value is at least highest value of parcel in my row of parcel.suit else 0
    move parcel to my row of parcel.suit

end
    rule one-hand-is-empty
        when any player p where p.hand is empty

rounds 2

winner highest coins, then shared

invariant rows-rise
    every row r, parcel a in r, parcel b in r where b.position is more than a.position: b.value is at least a.value
invariant two-are-out
    count parcel in box is 2
invariant every-mast-has-a-flag
    every mast m: count flag in m is 1
invariant one-flag-is-left
    count flag in bag is 1
invariant small-hands
    every player p: count parcel in p.hand is at most 2
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Machine:
    path = tmp_path_factory.mktemp("pieces") / "parcels.rules"
    path.write_text(EXPEDITIONS, encoding="utf-8")
    return program_of(str(path), 2).machine


def verdicts(machine: Machine) -> dict[str, str]:
    return {found.property: found.verdict for found in prove(machine)}


def without(steps: tuple[Step, ...], kind: type, place: int) -> tuple[Step, ...]:
    """The steps without the first of a kind inside the step at a place."""
    return (*steps[:place], _robbed(steps[place], kind), *steps[place + 1 :])


def _robbed(step: Step, kind: type) -> Step:
    if isinstance(step, Each | Times):
        return replace(step, steps=_rest(step.steps, kind))
    assert isinstance(step, Branch)
    return replace(step, then=_rest(step.then, kind))


def _rest(steps: tuple[Step, ...], kind: type) -> tuple[Step, ...]:
    if any(isinstance(step, kind) for step in steps):
        return tuple(step for step in steps if not isinstance(step, kind))
    return tuple(_robbed(step, kind) if isinstance(step, Each | Times | Branch) else step for step in steps)


def test_a_play_in_parts_is_the_same_play(game):
    cut = split_at_shuffles(game)
    assert any(PART in label for label in cut.blocks)
    whole, parts = Engine(game), Engine(cut)
    for seed in range(5):
        chance = random.Random(seed)
        oracles = Seeded(seed), Seeded(seed)
        one, other = whole.new(oracles[0], {}), parts.new(oracles[1], {})
        while whole.legal(one):
            assert (one.zones, one.at) == (other.zones, other.at)
            moves = whole.legal(one)
            assert moves == parts.legal(other)
            move = chance.choice(moves)
            whole.step(one, move, oracles[0])
            parts.step(other, move, oracles[1])
        assert one.zones == other.zones


def test_all_that_holds_of_a_game_with_a_long_set_up_is_proved(game):
    found = verdicts(game)
    # Two low cards after a high one of each suit: that is a dead end indeed.
    assert found.pop("no-dead-end") == "unknown"
    assert set(found.values()) == {"proved"}


@pytest.mark.parametrize("kind", [Take, Put])
def test_a_move_that_copies_or_loses_is_noticed(game, kind):
    assert verdicts(spoiled(game, "lay", kind))["conservation"] == "unknown"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Take, Put])
def test_every_step_of_the_set_up_that_copies_or_loses_is_noticed(game, kind):
    block = game.blocks["set-up"]
    places = [place for place, step in enumerate(block.steps) if isinstance(step, Each)]
    assert len(places) == 5
    for place in places:
        faulty = replace(block, steps=without(block.steps, kind, place))
        assert faulty != block
        found = verdicts(replace(game, blocks={**game.blocks, "set-up": faulty}))
        assert found["conservation"] == "unknown", f"step {place} of the set-up without its {kind.__name__}"


def test_a_set_up_that_deals_one_card_too_many_is_noticed(tmp_path):
    path = tmp_path / "parcels.rules"
    path.write_text(EXPEDITIONS.replace("move 2 from deck to p.hand", "move 3 from deck to p.hand"), "utf-8")
    assert verdicts(program_of(str(path), 2).machine)["small-hands"] == "unknown"


MANY_MASTS = (
    EXPEDITIONS.replace("tile flag: copies 3", "kind pole: 1..3\ntile flag: copies 6")
    .replace("zone mast: space per suit, seen", "zone mast: space per suit per pole, seen")
    .replace(
        "each suit s\n        move top flag in bag to mast of s",
        "each suit s, pole n\n        move top flag in bag to mast of s n",
    )
    .replace(
        "invariant one-flag-is-left\n    count flag in bag is 1",
        "invariant flags-fly\n    every flag f: f is in mast",
    )
)


@pytest.mark.slow
@pytest.mark.parametrize(("flags", "verdict"), [(6, "proved"), (7, "unknown")])
def test_what_is_laid_out_over_many_spaces_lies_on_one_of_them(tmp_path, monkeypatch, flags, verdict):
    monkeypatch.setattr(zone_axioms, "FEW_ZONES", 4)
    monkeypatch.setattr(proof, "WIDE", 4)
    path = tmp_path / "parcels.rules"
    path.write_text(MANY_MASTS.replace("copies 6", f"copies {flags}"), "utf-8")
    found = verdicts(program_of(str(path), 2).machine)
    assert found["flags-fly"] == verdict
    assert found["conservation"] == found["every-mast-has-a-flag"] == "proved"


def test_no_part_begins_where_a_name_is_still_needed(tmp_path):
    deal = "    each suit s\n        move top flag in bag to mast of s\n"
    named = f"    let spare be (count flag in bag) - 2\n{deal}    move spare from bag to box\n"
    assert deal in EXPEDITIONS
    path = tmp_path / "parcels.rules"
    path.write_text(EXPEDITIONS.replace(deal, named), encoding="utf-8")
    whole = program_of(str(path), 2).machine
    cut = split_at_shuffles(whole)
    assert any(PART in label for label in cut.blocks)
    for seed in range(3):
        assert Engine(cut).new(Seeded(seed), {}).zones == Engine(whole).new(Seeded(seed), {}).zones
