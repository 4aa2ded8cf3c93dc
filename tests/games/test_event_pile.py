"""The event pile of CATAN Duel is shuffled: each design is the first one drawn with its fair share."""

from collections import Counter
from math import sqrt

import pytest

from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded

RULE_SETS = ("", "+english-2010", "+gold", "+war", "+progress", "+duel-of-the-princes")
BELOW_YULE = 3
# A share that is off by so many standard deviations comes up once in tens of thousands of runs; seeds are fixed.
FAR = 4.5


def first_drawn(ruleset: str, set_ups: int) -> tuple[Counter[str], Counter[str]]:
    """How often each design lies on top of the event pile, and how many cards of it can lie there, on average."""
    machine = program_of(ruleset, 2).machine
    engine = Engine(machine)
    events = machine.families["events"].base
    drawn: Counter[str] = Counter()
    share: Counter[str] = Counter()
    for seed in range(set_ups):
        state = engine.new(Seeded(seed))
        pile = [machine.things[thing].design for thing in state.zones[events]]
        assert pile.index("yule") == BELOW_YULE
        drawn[pile[-1]] += 1
        share.update(design for design in pile if design != "yule")
    return drawn, share


def assert_fair(ruleset: str, set_ups: int) -> None:
    drawn, share = first_drawn(ruleset, set_ups)
    others = share.total() / set_ups
    for design, lying in share.items():
        chance = lying / set_ups / others
        expected, spread = set_ups * chance, sqrt(set_ups * chance * (1 - chance))
        assert abs(drawn[design] - expected) <= FAR * spread, f"{design}: {drawn[design]} of {set_ups}"


@pytest.mark.parametrize("variant", RULE_SETS)
def test_each_event_is_the_first_one_drawn_with_its_fair_share(variant):
    assert_fair(f"catan-duel{variant}", 2000)
