"""What a method is told before it begins: the best that was found of each property."""

from verifier.trace.trace import Evidence
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding, Verdict
from verifier.verdict.method import KnownFindings, Request, known_from


def found(name: str, verdict: Verdict, moves: int | None = None) -> Finding:
    trace = None if moves is None else Evidence({"moves": [{}] * moves}, (), name)
    return Finding(name, "invariant", verdict, "made up", "", trace=trace)


def test_nothing_found_is_nothing_known():
    assert known_from([]) == KnownFindings()
    assert known_from([found("rise", "unknown")]) == KnownFindings()


def test_only_a_proof_holds():
    known = known_from([found("rise", "proved"), found("fall", "tested"), found("stay", "exhausted")])
    assert known.holds == {"rise"}


def test_a_refutation_beats_a_proof():
    known = known_from([found("rise", "proved"), found("rise", "refuted", 3)])
    assert (known.holds, known.refuted, known.shown) == (frozenset(), {"rise"}, {"rise": 3})


def test_of_two_plays_the_shorter_one_is_known():
    assert known_from([found("rise", "refuted", 5), found("rise", "refuted", 2)]).shown == {"rise": 2}


def test_a_play_that_shows_a_witness_proves_it_without_a_claim_that_holds():
    known = known_from([found("two-in-a-row", "proved", 4)])
    assert (known.holds, known.shown) == (frozenset(), {"two-in-a-row": 4})


def test_a_request_without_names_wants_everything():
    assert Request(Budget()).wants("anything")
    assert not Request(Budget(), frozenset({"rise"})).wants("fall")
