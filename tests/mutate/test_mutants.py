"""Every place is broken once, and it is said who notices."""

from dataclasses import replace

import pytest

from tests.check.games import GOOD, subject_of
from verifier.check.simulate.premises import premise, unreached
from verifier.diagnostics import Report
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Things
from verifier.kernel.machine import Thing
from verifier.lower import lowered
from verifier.model import game as g
from verifier.model import steps as m
from verifier.mutate.changes import of_definition, of_expression
from verifier.mutate.equivalent import copies_of
from verifier.mutate.judge import TimedOut, baseline_of, judged
from verifier.mutate.mutant import mutants_of
from verifier.mutate.prioritise import requested_mutants, sample
from verifier.mutate.rewriting import GONE, NodeChange, changed
from verifier.mutate.run import Plan, mutation_result
from verifier.program import Subject
from verifier.report.json import mutate_document
from verifier.source import NOWHERE

# What they look at takes seconds to make.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return subject_of(tmp_path_factory.mktemp("mutants"), GOOD).program()


@pytest.fixture(scope="module")
def whole(program):
    return mutation_result([program], Plan(steps=300))


@pytest.fixture(scope="module")
def thorough(program):
    return mutation_result([program], Plan(steps=300, thorough=True))


@pytest.fixture(scope="module")
def bench(program):
    return baseline_of(program, (300,))


def named(program, words, subject=None):
    return next(
        each for each in mutants_of(program) if words in each.words and subject in (None, each.subject)
    )


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
            yield NodeChange("drop", "one is dropped", GONE)

    parts = (number(1), number(2), number(1))
    assert [each.whole for each in changed(parts, drop_ones)] == [parts[1:], parts[:2]]


def test_a_phase_is_left_out_with_the_procedure_it_carries_out():
    def drop_steps(node):
        if isinstance(node, m.Do):
            yield NodeChange("step", "a step is dropped", GONE)

    phases = tuple(g.Phase(name, m.Do(name, (), span=NOWHERE), span=NOWHERE) for name in ("draw", "count"))
    assert [each.whole for each in changed(phases, drop_steps)] == [phases[1:], phases[:1]]


def test_every_mutant_has_a_place_in_the_text(program):
    places = [each.place.rpartition(":") for each in mutants_of(program)]
    assert {path for path, _, _ in places} == {program.subject.ruleset}
    assert all(int(line) <= len(GOOD.splitlines()) for _, _, line in places)
    assert len(places) > 30


def test_mutants_have_numbers_that_stay(program):
    first, second = mutants_of(program), mutants_of(program)
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
def test_a_mistake_is_noticed_by_what_speaks_of_it(program, bench, words, subject, noticed_by):
    found = judged(named(program, words, subject), bench, thorough=True)
    assert found.fate == "killed"
    assert noticed_by in found.broken


def test_what_fails_already_notices_nothing(tmp_path):
    broken = subject_of(tmp_path, GOOD.replace("is at most hand-size", "is at most 1")).program()
    bench = baseline_of(broken, (300,))
    assert bench.broken == {"small-hands"}
    found = judged(named(broken, "a `move` is dropped", "lay"), bench, thorough=True)
    assert "small-hands" not in found.broken


def test_the_score_counts_what_was_noticed(whole):
    killed, survived = whole.of("killed"), whole.of("survived")
    assert len(whole.verdicts) == whole.total
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


def test_the_first_who_notices_settles_what_everybody_would_say(whole, thorough):
    """Stopping early changes who is named, never whether a mistake is noticed."""
    assert [each.fate for each in whole.verdicts] == [each.fate for each in thorough.verdicts]
    everybody = {each.number: each for each in thorough.verdicts}
    for verdict in whole.verdicts:
        assert set(verdict.broken) <= set(everybody[verdict.number].broken)


def test_invariants_are_asked_until_each_has_noticed_something(whole, thorough):
    assert {each.name for each in whole.invariants if each.kills} == {
        each.name for each in thorough.invariants if each.kills
    }


def test_without_further_questions_scenarios_speak_for_most(program, whole):
    quick = mutation_result([program], Plan(steps=300, quick=True, limit=20))
    fates = {each.number: each.fate for each in whole.verdicts}
    assert all(each.fate == fates[each.number] for each in quick.verdicts)
    assert any(each.scenario and not each.broken for each in quick.verdicts)
    assert not any(each.heard for each in quick.invariants)


def test_what_is_taken_over_from_the_right_rules_is_what_would_be_made(program):
    """A mistake in a definition, or in a move of the kernel, needs no machine of its own."""
    whole = lowered(program.game, Report(), scenarios=True)
    taken_over = [each for each in mutants_of(program) if each.field == "definitions" or each.at is not None]
    assert taken_over
    for mutant in taken_over:
        game = mutant.game()
        assert mutant.machine(game, whole) == mutant.machine(game)


def test_scenarios_that_come_to_a_mistake_are_played_first(tmp_path):
    dropping = (
        "\nscenario dropping\n    given my hand: red 3\n    when I drop red 3\n    then my hand is empty\n"
    )
    program = subject_of(tmp_path, GOOD + dropping).program()
    bench = baseline_of(program, (300,))
    for subject, first in (("lay", "laying"), ("drop", "dropping")):
        mutant = named(program, "a `move` is dropped", subject)
        game = mutant.game()
        order = bench.routes.order(mutant, game, mutant.machine(game))
        assert {each.name for each in order} == {"laying", "dropping"}
        assert order[0].name == first


def test_two_processes_find_what_one_finds(program):
    one, two = (mutation_result([program], Plan(limit=12, steps=300, jobs=jobs)) for jobs in (1, 2))
    assert one.verdicts == two.verdicts


def test_who_is_interrupted_keeps_what_was_found(program):
    def stop(progress):
        if progress.done == 5:
            raise KeyboardInterrupt

    found = mutation_result([program], Plan(steps=300), stop)
    assert found.partial
    assert len(found.verdicts) == 5
    assert not found.vacuous


def test_a_mistake_that_never_pauses_is_noticed(program, bench, monkeypatch):
    def endless(suite, scenario):
        raise TimedOut

    monkeypatch.setattr(ScenarioRunner, "run", endless)
    found = judged(named(program, "a `move` is dropped", "lay"), bench)
    assert (found.fate, found.broken) == ("killed", ("comes-to-a-pause",))


def test_a_sample_is_fair_and_the_same_each_time(program):
    mutants = mutants_of(program)
    assert sample(mutants, 10) == sample(mutants, 10)
    assert len(sample(mutants, 10)) == 10
    assert sample(mutants, None) == mutants


def test_every_rule_has_a_mutant_before_any_has_two(program):
    mutants = mutants_of(program)
    rules = {each.about for each in mutants}
    assert {each.about for each in sample(mutants, len(rules))} == rules
    assert {each.about for each in sample(mutants, None, per=1)} == rules
    assert len(sample(mutants, None, per=1)) == len(rules)
    assert len(sample(mutants, len(rules) - 2)) == len(rules) - 2


def test_only_what_is_wished_for_is_tried(program):
    mutants = mutants_of(program)
    path = mutants[0].place.rpartition(":")[0]
    assert requested_mutants(mutants, (), ()) == mutants
    assert requested_mutants(mutants, (), {path}) == []
    assert {each.rule for each in requested_mutants(mutants, {"rising"}, ())} == {"rising"}


def test_the_mutants_of_a_rule_are_counted_together(whole):
    rules = list(whole.by_rule())
    assert sum(each.killed + each.survived + each.unmade for each in rules) == len(whole.verdicts)
    rising = next(each for each in rules if each.name == "rising")
    assert rising.killed
    assert not rising.unguarded


def test_a_claim_about_nothing_is_vacuous(tmp_path):
    text = GOOD + "\ninvariant rich-and-happy\n    every player p where p.coins is 9: p.hand is empty\n"
    program = subject_of(tmp_path, text).program()
    assert unreached(program) == {"rich-and-happy"}
    found = mutation_result([program], Plan(limit=1, steps=900))
    assert [each.name for each in found.vacuous] == ["rich-and-happy"]


def test_a_truth_without_a_premise_has_none():
    assert premise(k.Compare("=", number(1), number(1))) is None


def test_a_text_on_several_copies_is_changed_on_all_of_them(program):
    """Two pebbles that are copies bear one clause each; a third clause is another text."""
    pebbles = Things("pebble", (0, 1, 2))
    game = replace(program.game, things=(Thing("a", "a", 0), Thing("a-2", "a", 0), Thing("b", "b", 1)))

    def clause(thing):
        here = k.Compare("=", k.Local("p", pebbles), k.Const(thing, pebbles))
        return km.Clause("counts", (here,), "add", number(1))

    clauses = (clause(0), clause(1), clause(2))
    found = [each.whole for each in changed(clauses, of_definition, copies_of(game))]
    assert (clauses[2],) in found
    assert clauses[:2] in found
    assert (clauses[1], clauses[2]) not in found
    assert len(found) == len(list(changed(clauses[1:], of_definition)))


def test_what_a_text_adds_to_a_procedure_is_about_its_design():
    bridge = requested_mutants(mutants_of(Subject("catan-duel", 2).program()), ["toll-bridge"], ())
    added = [each.words for each in bridge if each.subject == "after.plentiful-harvest"]
    assert {"one more", "one fewer", "a `do` is dropped"} <= set(added)


def test_a_printed_word_becomes_the_next_of_its_kind():
    camp = requested_mutants(mutants_of(Subject("catan-duel", 2).program()), ["weavers-shop"], ())
    assert [each.words for each in camp if each.sort == "printed word"] == ["`doubles` is ore, not wool"]
