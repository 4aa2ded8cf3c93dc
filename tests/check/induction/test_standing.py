"""Claims that need no step to be followed: shown if they hold in every arrangement, and left out if not."""

from tests.check.induction.test_prove import GAME
from tests.rules import made
from verifier.check.induction.prove import prove_static

CLAIMS = """\
invariant coins-never-negative
    every player p: p.coins is at least 0
invariant rows-have-one-suit
    every row r, number n in r: n.suit is r.suit
invariant never-rich
    every player p: p.coins is at most 19
invariant heaps-are-small
    count number in heap is at most 2
"""


def shown(folder, budget: int = 1_000, most_terms: int | None = None) -> set[str]:
    machine = made(folder, GAME, CLAIMS)
    wanted = [claim.name for claim in machine.claims]
    return {found.property for found in prove_static(machine, wanted, budget, most_terms)}


def test_what_holds_in_every_arrangement_is_shown_and_nothing_else(tmp_path):
    assert shown(tmp_path) == {"coins-never-negative", "rows-have-one-suit"}


def test_without_work_nothing_is_shown(tmp_path):
    assert shown(tmp_path, most_terms=20) == set()
