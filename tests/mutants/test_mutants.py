"""Every place is broken once, and it is said who notices."""

import pytest

from tests.verify.games import GOOD, subject_of
from verifier.kernel import expression as k
from verifier.kernel.domain import Number
from verifier.mutants.changes import of_expression
from verifier.mutants.killing import baseline_of, judged
from verifier.mutants.mutant import mutants_of
from verifier.mutants.premises import premise, unreached
from verifier.mutants.rewriting import GONE, Change, changed
from verifier.mutants.running import judgement, sample
from verifier.reports.mutated import mutate_document
from verifier.verify.case import case_of


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    case_of.cache_clear()
    return case_of(subject_of(tmp_path_factory.mktemp("mutants"), GOOD))


@pytest.fixture(scope="module")
def whole(case):
    return judgement([case], None, 1, steps=900)


def named(case, words, subject=None):
    return next(each for each in mutants_of(case) if words in each.words and subject in (None, each.subject))


def number(value):
    return k.Const(value, Number(value, value))


def test_one_node_is_changed_at_a_time():
    whole = k.Logic("and", (k.Compare("<", number(1), number(2)), k.Compare("=", number(1), number(1))))
    found = [each.whole for each in changed(whole, of_expression)]
    assert len(found) == len({repr(each) for each in found}) == 4
    assert k.Logic("or", whole.parts) in found
    assert all(each != whole for each in found)


def test_a_member_can_be_left_out():
    def drop_ones(node):
        if node == number(1):
            yield Change("drop", "one is dropped", GONE)

    parts = (number(1), number(2), number(1))
    assert [each.whole for each in changed(parts, drop_ones)] == [parts[1:], parts[:2]]


def test_every_mutant_has_a_place_in_the_text(case):
    places = [each.place.rpartition(":") for each in mutants_of(case)]
    assert {path for path, _, _ in places} == {case.subject.ruleset}
    assert all(int(line) <= len(GOOD.splitlines()) for _, _, line in places)
    assert len(places) > 30


def test_mutants_have_numbers_that_stay(case):
    first, second = mutants_of(case), mutants_of(case)
    assert [(each.id, each.words) for each in first] == [(each.id, each.words) for each in second]


@pytest.mark.parametrize(
    ("words", "subject", "noticed_by"),
    [
        ("the guard `rising` is dropped", "lay", "rows-rise"),
        ("a move copies", "lay", "conservation"),
        ("a move loses", "lay", "conservation"),
        ("`drop` is dropped", "phases", "no-dead-end"),
    ],
)
def test_a_mistake_is_noticed_by_what_speaks_of_it(case, words, subject, noticed_by):
    found = judged(named(case, words, subject), case, baseline_of(case, 300), 300)
    assert found.fate == "killed"
    assert noticed_by in found.broken


def test_what_fails_already_notices_nothing(tmp_path):
    case_of.cache_clear()
    broken = case_of(subject_of(tmp_path, GOOD.replace("is at most hand-size", "is at most 1")))
    baseline = baseline_of(broken, 300)
    assert baseline.broken == {"small-hands"}
    found = judged(named(broken, "a `move` is dropped", "lay"), broken, baseline, 300)
    assert "small-hands" not in found.broken


def test_the_score_counts_what_was_noticed(whole):
    killed, survived = whole.of("killed"), whole.of("survived")
    assert whole.complete
    assert whole.score == len(killed) / (len(killed) + len(survived))
    assert whole.score > 0.5


def test_an_invariant_lists_the_mutants_it_kills(whole):
    kills = {each.name: each.kills for each in whole.invariants}
    assert kills["rows-rise"]
    assert kills["small-hands"]


def test_the_document_agrees_with_itself(whole):
    document = mutate_document(whole)
    assert document["killed"] + document["survived"] + document["unmade"] == document["tried"]
    fates = [each["fate"] for each in document["results"]]
    assert fates.count("killed") == document["killed"]


def test_a_sample_is_fair_and_the_same_each_time(case):
    mutants = mutants_of(case)
    assert sample(mutants, 10) == sample(mutants, 10)
    assert len(sample(mutants, 10)) == 10
    assert sample(mutants, None) == mutants


def test_a_claim_about_nothing_is_vacuous(tmp_path):
    case_of.cache_clear()
    text = GOOD + "\ninvariant rich-and-happy\n    every player p where p.coins is 9: p.hand is empty\n"
    case = case_of(subject_of(tmp_path, text))
    assert unreached(case) == {"rich-and-happy"}
    found = judgement([case], 1, 1, steps=900)
    assert [each.name for each in found.vacuous] == ["rich-and-happy"]


def test_a_truth_without_a_premise_has_none():
    assert premise(k.Compare("=", number(1), number(1))) is None
