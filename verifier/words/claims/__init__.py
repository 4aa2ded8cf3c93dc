"""Claims of the rules: everything a rulebook should state, from the game alone, as claims with slots.

Nobody reads a text here, and no game is known by name. `claims_of` gives the claims of a program, `doings` what its
actions look like in a text, `term_concepts` what the words of a glossary stand for, `neighbours` what a wrong text
would say, `patched` the rules as such a text has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.program import Program
from verifier.words.claims.actions import action_claims
from verifier.words.claims.amounts import amount_claims
from verifier.words.claims.cards import card_claims
from verifier.words.claims.components import component_claims
from verifier.words.claims.concepts import term_concepts
from verifier.words.claims.doings import doings_of
from verifier.words.claims.guards import guard_claims, offer_claims
from verifier.words.claims.leaders import leader_claims
from verifier.words.claims.neighbours import neighbours
from verifier.words.claims.numbers import number_claims
from verifier.words.claims.patches import patched
from verifier.words.claims.printed import asked_once, can_be_told, counted_without_the_rest, of_components
from verifier.words.claims.procedures import order_claims, procedure_claims
from verifier.words.claims.results import result_claims
from verifier.words.claims.scoring import scoring_claims
from verifier.words.claims.setup import setup_claims
from verifier.words.claims.subject import Subject, subject_of
from verifier.words.claims.texts import text_claims
from verifier.words.claims.turn import turn_claims
from verifier.words.claims.zones import zone_claims
from verifier.words.seam import Claim, Doing

__all__ = ["claims_of", "doings", "neighbours", "patched", "term_concepts"]

PARTS = (
    component_claims,
    zone_claims,
    setup_claims,
    action_claims,
    turn_claims,
    guard_claims,
    offer_claims,
    procedure_claims,
    amount_claims,
    text_claims,
    order_claims,
    scoring_claims,
    card_claims,
    leader_claims,
    result_claims,
)


def claims_of(program: Program) -> tuple[Claim, ...]:
    """Everything the rules of a program commit themselves to, worked out once for each program."""
    return program.analysis(_claims)


def doings(program: Program) -> tuple[Doing, ...]:
    """Every action of a program as a text would tell it."""
    return doings_of(program.analysis(subject_of))


def _claims(program: Program) -> tuple[Claim, ...]:
    subject = program.analysis(subject_of)
    found = {claim.id: claim for part in PARTS for claim in part(subject)}
    covered = frozenset(
        claim.patch.place
        for claim in found.values()
        if claim.patch is not None and claim.patch.kind == "number"
    )
    found |= {claim.id: claim for claim in _rest(subject, covered)}
    return tuple(_as_asked(of_components(subject, found.values())))


def _as_asked(claims: Iterable[Claim]) -> Iterator[Claim]:
    return asked_once(counted_without_the_rest(can_be_told(claims)))


def _rest(subject: Subject, covered: frozenset[str]) -> Iterator[Claim]:
    return number_claims(subject, covered)
