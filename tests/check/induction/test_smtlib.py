"""A second opinion: cvc5 reads what Z3 read, agrees on proofs, and a disagreement is told."""

import pytest
import z3

from tests.check.induction.test_prove import GAME
from tests.rules import made
from verifier.check.induction import smtlib
from verifier.check.induction.arithmetic import at_most, equal
from verifier.check.induction.prove import CONFIRMED, prove
from verifier.check.induction.smtlib import smtlib_script
from verifier.check.induction.terms import TermStore

cvc5 = pytest.importorskip("cvc5")


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return made(tmp_path_factory.mktemp("second"), GAME)


@pytest.fixture(scope="module")
def questions(game):
    found = []
    prove(game, questions=found)
    return found


def by_z3(text: str) -> str:
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


def test_every_question_reads_the_same_to_both_solvers(questions):
    assert questions
    for question in questions:
        assert by_z3(smtlib_script(question)) == "unsat"
        assert smtlib.cvc5_answer(question) == "unsat"


def test_what_has_a_solution_has_one_for_both():
    store = TermStore()
    some, few = store.truth_variable("hand 0 has red-2 #1"), store.variable("few", -3, 5)
    question = [some, at_most(store.number(2), few), equal(store.total(1, ((-2, few),)), store.number(-5))]
    assert by_z3(smtlib_script(question)) == "sat"
    assert smtlib.cvc5_answer(question) == "sat"


def test_proofs_are_confirmed(game):
    found = {verdict.property: verdict for verdict in prove(game, second_solver=True)}
    assert found["rows-rise"].verdict == "proved"
    assert found["rows-rise"].method == CONFIRMED
    assert "confirmed" in found["rows-rise"].detail


def test_a_disagreement_is_told_and_proves_nothing(game, monkeypatch):
    monkeypatch.setattr(smtlib, "cvc5_answer", lambda question: "sat")
    found = prove(game, second_solver=True)
    assert {verdict.verdict for verdict in found} == {"unknown"}
    assert any("cvc5 says sat where Z3 says unsat" in verdict.detail for verdict in found)


def test_without_the_second_solver_nothing_is_confirmed(game, monkeypatch):
    monkeypatch.setattr(smtlib, "cvc5_is_installed", lambda: False)
    assert all(verdict.verdict == "unknown" for verdict in prove(game, second_solver=True))
