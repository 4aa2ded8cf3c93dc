"""Claims that fall into very many wide parts: proved where they hold, and not where a rule is gone or turned round."""

from pathlib import Path

import pytest

from tests.rules import text
from verifier.check.induction import proof
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import disjunction, implies
from verifier.check.induction.prove import prove
from verifier.check.induction.relevance import Assumptions, Premises, RelevanceQuery
from verifier.check.induction.solver import BoundedSolver, OutOfWorkError, Solver
from verifier.check.induction.terms import FALSE, TermStore
from verifier.check.induction.zone_axioms import ZoneAxioms
from verifier.kernel.machine import Machine
from verifier.program import program_of

FIRST = "bottom value of number in {row} else 0"
LAST = "top value of number in {row} else 0"
MINE = {"first": FIRST.format(row="my row of number.suit"), "last": LAST.format(row="my row of number.suit")}
UP = """\
    rule on-the-way-up
        when {last} is more than {first}
        require number.value is at least {last}
""".format(**MINE)
DOWN = UP.replace("up", "down").replace("is more than", "is less than").replace("at least", "at most")
GAME = """\
turn
    play: one of lay, skip

action lay
    choose number in my hand
{rules}    move number to my row of number.suit
    move top number in deck to my hand

action skip
    choose number in my hand
    move number to heap
    move top number in deck to my hand

invariant rows-never-fall
    every row r, {pair} and a.value is more than {first}: b.value is at least a.value
invariant rows-never-rise-again
    every row r, {pair} and a.value is less than {first}: b.value is at most a.value
invariant rows-lie-between-their-ends
    every row r, number a in r: {between}
"""
OF_A_ROW = {
    "first": FIRST.format(row="r"),
    "pair": "number a in r, number b in r where b.position is more than a.position",
    "between": " or ".join(
        f"a.value is at {one} {FIRST.format(row='r')} and a.value is at {other} {LAST.format(row='r')}"
        for one, other in (("least", "most"), ("most", "least"))
    ),
}
ROWS = ("rows-never-fall", "rows-never-rise-again", "rows-lie-between-their-ends")


@pytest.fixture
def crowded(monkeypatch):
    """Limits so low that two of the claims are crowds."""
    monkeypatch.setattr(proof, "WIDE", 4)
    monkeypatch.setattr(proof, "MANY", 2)
    monkeypatch.setattr(proof, "CROWD", 8)


def two_way(folder: Path, *rules: str) -> Machine:
    """The tiny game with two copies of each card."""
    path = folder / "tiny.rules"
    whole = text(GAME.format(rules="".join(rules), **OF_A_ROW)).replace("value 1..3", "value 1..3, copies 2")
    path.write_text(whole, encoding="utf-8")
    return program_of(str(path), 2).machine


def row_verdicts(folder: Path, *rules: str) -> list[str]:
    found = {verdict.property: verdict.verdict for verdict in prove(two_way(folder, *rules))}
    assert found["conservation"] == "proved"
    return [found[name] for name in ROWS]


@pytest.mark.slow
def test_rows_that_go_one_way_are_proved_to(tmp_path, crowded):
    assert row_verdicts(tmp_path, UP, DOWN) == ["proved"] * 3


@pytest.mark.slow
def test_they_are_proved_just_as_well_when_nothing_is_a_crowd(tmp_path):
    assert row_verdicts(tmp_path, UP, DOWN) == ["proved"] * 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        (),
        (UP,),
        (DOWN,),
        (UP.replace("at least", "at most"), DOWN),
        (UP, DOWN.replace("require number.value is at most top", "require number.value is at most bottom")),
    ],
)
def test_nothing_is_proved_of_rows_that_may_turn(tmp_path, crowded, rules):
    assert "unknown" in row_verdicts(tmp_path, *rules)[:2]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "name"), [((UP,), 1), ((DOWN,), 0)])
def test_the_missing_way_is_the_one_not_proved(tmp_path, crowded, rules, name):
    assert row_verdicts(tmp_path, *rules)[name] == "unknown"


def test_work_that_ends_in_a_crowd_spoils_nothing_else(tmp_path, crowded, monkeypatch):
    def exhausted(self, *_):
        raise OutOfWorkError("no steps at all")

    monkeypatch.setattr(proof.Proof, "_settle_wide", exhausted)
    found = {verdict.property: verdict for verdict in prove(two_way(tmp_path, UP, DOWN))}
    assert found["conservation"].verdict == found["no-dead-end"].verdict == "proved"
    for name in ROWS:
        assert (found[name].verdict, found[name].detail) == ("unknown", "not finished after no steps at all")


def test_a_share_of_the_work_is_no_more_than_a_share():
    one, other = map(TermStore().truth_variable, ("one", "other"))
    solver = BoundedSolver(questions=10)
    with solver.sharing(0.0), pytest.raises(OutOfWorkError):
        solver.ask([one])
    assert solver.ask([other]).verdict == "yes"


def test_a_sparing_question_leans_on_what_its_states_break_and_on_nothing_else(tmp_path):
    encoding = Encoding(two_way(tmp_path))
    lit, near, far, idle = map(encoding.store.truth_variable, ("lit", "near", "far", "idle"))
    inquiry = RelevanceQuery(Solver(), ZoneAxioms(encoding))
    known = Premises((implies(lit, near), implies(near, far), disjunction((lit, idle, far))))
    ground = Assumptions(Premises((implies(far, FALSE),)), known)
    assert inquiry.ask(lit, ground, sparing=True).verdict == "no"
    assert disjunction((lit, idle, far)) not in inquiry.used
