"""Which premises a question finds, and in how many rounds."""

from tests.backends.proof.test_prove import GAME
from tests.rules import made
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.laws import Laws
from verifier.backends.proof.premises import MOST_ROUNDS, Ground, Inquiry, Premises
from verifier.backends.proof.solver import Solver
from verifier.backends.proof.terms import disjunction, implies, negation, truth_variable

PLACES = 2 * MOST_ROUNDS


def test_many_places_where_something_never_lies_cost_one_round_together(tmp_path):
    astray = truth_variable("astray")
    places = [truth_variable(f"it lies at place {number}") for number in range(PLACES)]
    somewhere = implies(astray, disjunction(places))
    inquiry = Inquiry(Solver(), Laws(Encoding(made(tmp_path, GAME))))
    nowhere = Premises((somewhere, *map(negation, places)))
    assert inquiry.ask(astray, Ground(Premises(), nowhere)).verdict == "no"
    but_one = Premises((somewhere, *map(negation, places[1:])))
    answer = inquiry.ask(astray, Ground(Premises(), but_one))
    assert answer.verdict == "yes"
    assert answer.state is not None
    assert answer.state[places[0]] == 1
