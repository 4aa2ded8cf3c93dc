"""The method `unroll`: what it was asked and gave up is told, with the reason."""

import pytest

from tests.check.explore.games import HEAP
from verifier.check.induction.terms import TooManyTermsError
from verifier.check.unroll import method
from verifier.check.unroll.method import by_unrolling
from verifier.program import program_of
from verifier.verdict.budget import Budget
from verifier.verdict.method import KnownFindings, Request

ALL_GONE = "witness all-gone\n    heap is 0\ninvariant few\n    every player p: p.taken is at most 6\n"


@pytest.mark.parametrize(("error", "why"), [(TooManyTermsError, "terms"), (RecursionError, "too many cases")])
def test_what_is_too_long_to_write_out_is_said_to_be_unknown(tmp_path, monkeypatch, error, why):
    path = tmp_path / "game.rules"
    path.write_text(HEAP + ALL_GONE, encoding="utf-8")
    program = program_of(str(path))

    def gives_up(*args, **options):
        raise error

    monkeypatch.setattr(method, "bounded_search", gives_up)
    # Of what a play has shown, only a shorter play was sought: nothing is missing.
    known = KnownFindings(shown={"all-gone": 9})
    found = by_unrolling(program, Request(Budget(1), known=known))
    assert [(each.property, each.verdict) for each in found] == [("few", "unknown")]
    assert why in found[0].detail
