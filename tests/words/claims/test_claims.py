"""Claims of a made-up game: what is read off each construct of the language, and what a wrong text would say."""

import pytest

from tests.words.claims.quay import claims, quay
from verifier.surface.format import printed
from verifier.words.claims import doings, neighbours, patched, term_concepts
from verifier.words.entries import entries_of
from verifier.words.seam import Patch


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return quay(tmp_path_factory.mktemp("quay"))


@pytest.fixture(scope="module")
def found(program):
    return claims(program)


VALUES = [
    ("crate/count", "number", {18}),
    ("seal/count", "number", {6}),
    ("card/count", "number", {24}),
    ("flag/members", "number", {3}),
    ("weight/range", "range", {(1, 6)}),
    ("seal/of-each-flag", "number", {2}),
    ("crate/copies", "number", {1}),
    ("players/range", "range", {(2, 3)}),
    ("hold/face", "face", {"down"}),
    ("pier/face", "face", {"up"}),
    ("tip/piles", "number", {3}),
    ("tip/seen-end", "place", {"top"}),
    ("pier/same-flag", "colour", {"same", "each"}),
    ("hold/total", "number", {24}),
    ("hold/shuffled", "modal", {"assert", "must"}),
    ("hand/dealt", "number", {4}),
    ("hand/dealt-face", "face", {"down"}),
    ("stow/card-to-pier/owner", "owner", {"own"}),
    ("stow/card-to-pier/flag", "colour", {"same", "each"}),
    ("haul/card-to-hand/taken-from-the-top", "place", {"top"}),
    ("turn/phases", "number", {2}),
    ("load/must", "modal", {"must", "assert", "only"}),
    ("load/alternatives", "connective", {"or", "either"}),
    ("seals-first/forbidden", "modal", {"must-not", "only", "negated"}),
    ("seals-first/at-the-start", "place", {"start"}),
    ("seals-first/several", "modal", {"may", "assert"}),
    ("heavier/comparison", "comparison", {"more-than"}),
    ("something-to-fish/empty", "emptiness", {"not-empty"}),
    ("not-thrown-now/forbidden", "modal", {"must-not", "negated"}),
    ("harbour-toll/cost", "number", {6, -6}),
    ("harbour-toll/sign", "arithmetic", {"subtract"}),
    ("harbour-toll/none-when-empty", "emptiness", {"not-empty"}),
    ("sealed/factors", "list", {(2, 3)}),
    ("long-pier/amount", "number", {7}),
    ("long-pier/threshold", "number", {5}),
    ("score/negative", "modal", {"may", "assert", "must"}),
    ("starter/who", "superlative", {"tallest"}),
    ("later-starter/who", "superlative", {"most", "highest", "longest"}),
    ("later-starter/on-a-tie-1", "superlative", {"tallest"}),
    ("rounds/count", "number", {2}),
    ("hold-cleared/empty", "emptiness", {"empty", "last"}),
    ("winner/who", "superlative", {"most", "highest", "longest"}),
]


@pytest.mark.parametrize(("id", "slot", "allowed"), VALUES)
def test_a_construct_has_its_claim(found, id, slot, allowed):
    assert (found[id].slot, found[id].allowed) == (slot, allowed)


def test_phases_come_in_their_order(found):
    order = found["turn/load-before-fetch"]
    assert "put<take" in order.allowed
    assert "take<put" in neighbours(order)


def test_steps_of_a_score_come_in_their_order(found):
    assert "multiply<bonus" in found["worth/sealed-before-long-pier"].allowed


def test_a_bound_knows_its_comparison(found):
    assert found["long-pier/threshold"].op == "at-least"


def test_a_number_is_beside_its_neighbours(found):
    assert neighbours(found["hand/dealt"]) == {3, 5}


def test_a_face_has_one_neighbour(found):
    assert neighbours(found["hold/face"]) == {"up"}


def test_the_verb_of_an_action_follows_from_its_zones(program):
    told = {doing.concept: doing.verbs for doing in doings(program)}
    assert told["action:stow"] == {"put", "move"}
    assert told["action:throw"] == {"discard", "put"}
    assert told["action:haul"] == told["action:fish"] == {"take"}


def test_a_term_stands_for_what_has_its_name(program):
    assert term_concepts(program.game, "pier") == {"zone:pier"}
    assert term_concepts(program.game, "crate") == {"class:crate"}
    assert term_concepts(program.game, "red") == {"name:red"}


PATCHES = [
    ("hand/dealt", 5, "number hand-size: 5"),
    ("heavier/comparison", "at-least", "is at least highest weight"),
    ("load/must", "may", "load: at most one of stow, throw"),
    ("winner/who", "least", "winner lowest total"),
    ("hold/face", "up", "zone hold: pile, seen"),
    ("harbour-toll/sign", "add", "add toll"),
    ("haul/card-to-hand/taken-from-the-top", "bottom", "move bottom card in hold"),
]


@pytest.mark.parametrize(("id", "value", "line"), PATCHES)
def test_what_a_text_says_is_put_into_the_rules(program, found, id, value, line):
    patch = found[id].patch
    assert isinstance(patch, Patch)
    laid = patched(program.composition, patch, value)
    assert laid is not None
    assert line in "\n".join(printed(item) for item in laid.items)


def test_two_steps_of_a_score_change_places(program, found):
    patch = found["worth/sealed-before-long-pier"].patch
    assert isinstance(patch, Patch)
    laid = patched(program.composition, patch, "long-pier<sealed")
    assert laid is not None
    worth = next(item for item in laid.items if getattr(getattr(item, "name", None), "text", "") == "worth")
    assert [rule.name.text for rule in worth.rules][-2:] == ["long-pier", "sealed"]


def test_every_claim_has_an_id_of_its_own_and_an_entry_that_is_there(program, found):
    entries = entries_of(program.composition)
    assert all(claim.rule in entries for claim in found.values() if claim.rule)
