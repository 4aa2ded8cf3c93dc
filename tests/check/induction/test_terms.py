"""Terms live in a store: equal ones are one object there, and two stores have nothing to do with each other."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.check.induction.test_prove import GAME
from tests.rules import made
from verifier.check.induction.arithmetic import add, at_most, cases, chosen, equal
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import conjunction, disjunction, negation, same_truth
from verifier.check.induction.proof import Proof
from verifier.check.induction.prove import prove
from verifier.check.induction.rewrite_terms import variables_replaced
from verifier.check.induction.solver import Solver
from verifier.check.induction.terms import FALSE, TRUE, MixedStoresError, Term, TermStore, TooManyTermsError

OTHER_GAME = GAME.replace("rows-rise", "rows-climb").replace("value 1..3", "value 1..4")


def some_terms(store: TermStore) -> list[Term]:
    """One term of each kind, and the constants that belong to everybody."""
    yes, no = store.truth_variable("yes"), store.truth_variable("no")
    few, many = store.variable("few", 0, 4), store.variable("many", -9, 90)
    kinds = [
        conjunction((yes, no)),
        disjunction((yes, negation(no))),
        same_truth(yes, no),
        equal(few, many),
        at_most(many, few),
        store.count((yes, no)),
        chosen(yes, few, many),
        cases(store, [(1, yes), (5, negation(yes))]),
        add(few, store.number(3)),
    ]
    return [*kinds, yes, few, store.number(7), TRUE, FALSE]


def test_equal_terms_of_a_store_are_one_object():
    store = TermStore()
    assert all(one is other for one, other in zip(some_terms(store), some_terms(store), strict=True))


def test_a_store_numbers_its_terms_by_itself():
    stores = TermStore(), TermStore()
    some_terms(stores[1])
    first, second = ([term.number for term in some_terms(store)] for store in stores)
    assert first == second


@pytest.mark.parametrize(
    "mixed",
    [
        lambda one, other: conjunction((one, other)),
        lambda one, other: disjunction((other, one)),
        lambda one, other: same_truth(one, other),
        lambda one, other: add(one.store.counted(one), other.store.counted(other)),
        lambda one, other: equal(one, other.store.counted(other)),
        lambda one, other: chosen(one, other.store.counted(other), one.store.number(3)),
        lambda one, other: one.store.counted(other),
        lambda one, other: cases(one.store, [(0, other), (1, negation(other))]),
        lambda one, other: variables_replaced(negation(one), {one: conjunction((one, other))}, {}),
        lambda one, other: Solver().ask([one, other]),
    ],
)
def test_a_term_of_two_stores_is_refused(mixed):
    with pytest.raises(MixedStoresError):
        mixed(TermStore().truth_variable("one"), TermStore().truth_variable("other"))


def test_a_budget_of_terms_is_that_of_one_store():
    small, large = TermStore(most=2), TermStore()
    small.truth_variable("a")
    small.truth_variable("b")
    with pytest.raises(TooManyTermsError):
        small.truth_variable("c")
    assert small.truth_variable("a") is small.truth_variable("a")
    some_terms(large)
    small.allow(1)
    small.truth_variable("c")
    with pytest.raises(TooManyTermsError):
        small.truth_variable("d")


def proof_in_numbers(proof: Proof) -> list[tuple[str, ...]]:
    """What a proof keeps at each cut, in terms' own words and numbers."""
    return [
        (str(cut), *(f"{term.number} {term.text(20)}" for term in living))
        for cut, living in proof.induction.candidates.items()
    ]


def test_two_proofs_alive_at_once_do_not_disturb_each_other(tmp_path):
    machines = [made(_folder(tmp_path, place), game) for place, game in enumerate((GAME, OTHER_GAME))]
    alone = []
    for machine in machines:
        proof = Proof(machine)
        proof.settle(proof.samples())
        alone.append(proof_in_numbers(proof))
    first, second = (Proof(machine) for machine in machines)
    samples = first.samples()
    second.settle(second.samples())
    first.settle(samples)
    assert [proof_in_numbers(first), proof_in_numbers(second)] == alone
    for proof in (first, second):
        again = Encoding(proof.machine, store=proof.store)
        assert again.slots == proof.encoding.slots
        assert all(part.store is proof.store for truths in proof.truths for part in truths.parts)


@pytest.mark.slow
def test_a_proof_that_is_alive_changes_no_verdict_of_another(tmp_path):
    machine = made(tmp_path, GAME)
    before = prove(machine)
    proof = Proof(machine)
    after = prove(machine)
    proof.settle(proof.samples())
    assert [replace(each, seconds=0) for each in before] == [replace(each, seconds=0) for each in after]


def _folder(parent: Path, place: int) -> Path:
    folder = parent / str(place)
    folder.mkdir()
    return folder
