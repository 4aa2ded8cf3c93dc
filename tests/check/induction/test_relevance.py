"""Which premises a question finds, and in how many rounds."""

from tests.check.induction.test_prove import GAME
from tests.rules import made
from verifier.check.induction.arithmetic import at_most, cases, less
from verifier.check.induction.encode import Encoding
from verifier.check.induction.logic import conjunction, disjunction, either, implies, negation
from verifier.check.induction.relevance import MOST_ROUNDS, Assumptions, Premises, RelevanceQuery
from verifier.check.induction.solver import Solver
from verifier.check.induction.zone_axioms import ZoneAxioms

PLACES = 2 * MOST_ROUNDS


def test_many_places_where_something_never_lies_cost_one_round_together(tmp_path):
    encoding = Encoding(made(tmp_path, GAME))
    astray = encoding.store.truth_variable("astray")
    places = [encoding.store.truth_variable(f"it lies at place {number}") for number in range(PLACES)]
    somewhere = implies(astray, disjunction(places))
    inquiry = RelevanceQuery(Solver(), ZoneAxioms(encoding))
    nowhere = Premises((somewhere, *map(negation, places)))
    assert inquiry.ask(astray, Assumptions(Premises(), nowhere)).verdict == "no"
    but_one = Premises((somewhere, *map(negation, places[1:])))
    answer = inquiry.ask(astray, Assumptions(Premises(), but_one))
    assert answer.verdict == "yes"
    assert answer.state is not None
    assert answer.state[places[0]] == 1


def test_a_value_without_a_case_is_read_as_the_solver_reads_it(tmp_path):
    encoding = Encoding(made(tmp_path, GAME))
    store = encoding.store
    here, there, early, late, open_still = map(
        store.truth_variable, ("here", "there", "early", "late", "open still")
    )
    place, hour = cases(store, [(1, here), (2, there)]), cases(store, [(1, early), (2, late)])
    nowhere = conjunction(map(negation, (here, there, early, late)))
    inquiry = RelevanceQuery(Solver(), ZoneAxioms(encoding))

    def is_taken(premise):
        answer = inquiry.ask(nowhere, Assumptions(Premises(), Premises((premise,))), sparing=True)
        assert (answer.verdict == "no") == (premise is less(place, hour))
        return premise in inquiry.used

    # The last case stands for none: the solver sees the first premise broken and the second kept.
    assert is_taken(less(place, hour))
    assert not is_taken(at_most(place, hour))
    # Of what speaks of more than the state, nothing can be said; it is asked for.
    assert is_taken(either(at_most(place, hour), open_still))


def test_what_shows_a_goal_on_one_way_shows_it_only_where_it_holds(tmp_path):
    encoding = Encoding(made(tmp_path, GAME))
    goal, near, far, rain, snow = map(encoding.store.truth_variable, ("goal", "near", "far", "rain", "snow"))
    solver = Solver()
    inquiry = RelevanceQuery(solver, ZoneAxioms(encoding))
    kept = Premises((implies(goal, near), implies(near, far)))

    def verdict(*facts, known=kept):
        return inquiry.ask(goal, Assumptions(Premises(facts), known)).verdict

    weather = [(either(rain, snow), negation(far)), (negation(rain), negation(far)), (negation(far),)]
    assert [verdict(*facts) for facts in weather] == ["no", "no", "no"]
    asked = solver.asked
    assert verdict(negation(snow), negation(far)) == "no"
    assert solver.asked == asked
    assert inquiry.used <= {negation(far), implies(goal, near), implies(near, far)}
    # Without one of the reasons it has to be asked, and there is a state.
    assert verdict(negation(snow)) == "yes"
    assert verdict(negation(far), known=Premises((implies(near, far),))) == "yes"


def test_a_question_in_other_names_is_not_asked_again(tmp_path):
    store = Encoding(made(tmp_path, GAME)).store
    solver = Solver()
    left, right, other, last = (store.variable(name, 0, 9) for name in ("left", "right", "other", "last"))
    seven = store.number(7)
    first = solver.ask([less(left, right), less(seven, left)])
    assert first.verdict == "yes"
    assert solver.asked == 1
    again = solver.ask([less(seven, other), less(other, last)])
    assert solver.asked == 1
    assert again.state == {other: first.state[left], last: first.state[right]}
    # The same outline, and yet another question.
    assert solver.ask([less(seven, last), less(other, last)]).verdict == "yes"
    assert solver.asked == 2
    assert solver.ask([less(seven, right), less(left, right)]).state.keys() == {left, right}
    assert solver.asked == 2
