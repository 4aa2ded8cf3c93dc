"""What a rule says in the slots of a sentence: which end, which face, whose, how many, more or less, empty or not.

Read off the text of the rule. `said` is what a sentence may say of each slot; a slot that is not there is open. `told`
is what it must say: of each group one value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.model.game import Game
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.index import walk
from verifier.words.entries import Entry
from verifier.words.formal import own_nodes, reached
from verifier.words.seam import VALUES

Node = Any
Values = frozenset[str]
# Of a zone's view: which face its cards show.
FACES: Mapping[str, Values] = {
    "seen": frozenset({"up"}),
    "hidden": frozenset({"down"}),
    "owner": frozenset({"down"}),
    # Its end is seen, what lies below is not.
    "top": frozenset({"up", "down"}),
    "bottom": frozenset({"up", "down"}),
}
RANKED: Mapping[str, str] = {"highest": "most", "lowest": "least"}


@dataclass(frozen=True, slots=True)
class RuleSenses:
    """Per slot of a sentence what may be said, and groups of values of which one must be said."""

    said: Mapping[str, Values]
    told: tuple[tuple[str, Values], ...]
    # Verbs for which the rule leaves room: they need no other witness.
    verbs: Values


def rule_senses(entry: Entry, laid: Composition, game: Game) -> RuleSenses:
    """What the rule of an entry says, and what follows from the blocks that it leads to."""
    own = list(own_nodes(entry.node))
    around = [*own, *(node for block in reached(entry, laid) for node in walk(block))]
    said = {
        "face": _faces(own, game) or _faces(around, game),
        "place": frozenset(_ends(around, game)),
        "superlative": frozenset(_superlatives(around)),
        "who": frozenset(_players(around)),
        "arithmetic": frozenset(_arithmetic(own)),
        "emptiness": frozenset(_emptiness(around)),
        "quantifier": frozenset(_quantities(around)),
    }
    return RuleSenses(
        {slot: values for slot, values in said.items() if values},
        tuple(dict.fromkeys(_told(entry, own))),
        frozenset(_verbs(around, game)),
    )


# --- faces and ends


def _faces(found: Iterable[Node], game: Game) -> Values:
    views = {node.view for node in found if isinstance(node, nodes.Zone)}
    views |= {
        game.families[node.text].view
        for node in found
        if isinstance(node, nodes.Name) and node.text in game.families
    }
    return frozenset().union(*(FACES.get(view or "seen", frozenset()) for view in views))


def _ends(found: Iterable[Node], game: Game) -> Iterator[str]:
    for node in found:
        match node:
            case nodes.EndOf() | nodes.EndField():
                yield node.end
            case nodes.Target():
                yield node.end or "top"
            case nodes.MoveSome():
                yield "top"
            case nodes.Zone() if node.view in ("top", "bottom"):
                yield node.view
            case nodes.Name() if node.text in game.families:
                view = game.families[node.text].view
                if view in ("top", "bottom"):
                    yield view


# --- who


def _players(found: list[Node]) -> Iterator[str]:
    names = {node.text for node in found if isinstance(node, nodes.Name)}
    if "opponent" in names:
        yield "opponent"
    if "left" in names or any(isinstance(node, nodes.GoRound) for node in found):
        yield "left-neighbour"
    if "right" in names:
        yield "right-neighbour"


# --- how many


def _quantities(found: list[Node]) -> Iterator[str]:
    yield "all"
    # Some of them: a choice among several, or a part of a pile.
    if any(
        isinstance(node, nodes.Choose | nodes.MoveSome | nodes.EndOf | nodes.Offer)
        or (isinstance(node, nodes.Fold) and node.op == "any")
        for node in found
    ):
        yield "some"


# --- what is done


def _verbs(found: Iterable[Node], game: Game) -> Iterator[str]:
    """Of the verbs that a sentence could turn round, those that the rule leaves room for."""
    yield ""
    for node in found:
        match node:
            case (
                nodes.TakeFrom()
                | nodes.SetTo()
                | nodes.Clear()
                | nodes.Swap()
                | nodes.ValueStep(op="subtract")
            ):
                yield from ("lose", "discard")
            case nodes.Move() | nodes.MoveSome() | nodes.MoveEvery():
                names = [name.text for name in node.to.place.path.parts]
                family = next((game.families[name] for name in names if name in game.families), None)
                if family is None or family.view != "owner":
                    yield from ("lose", "discard")


# --- more and less


def _superlatives(found: Iterable[Node]) -> Iterator[str]:
    for node in found:
        match node:
            case nodes.Rank(best=str() as best):
                yield RANKED[best]
            case nodes.Fold(op="highest" | "lowest" as op) | nodes.FieldFold(op="highest" | "lowest" as op):
                yield RANKED[op]
            case nodes.Name() if node.text in VALUES["superlative"]:
                yield node.text
                # `The most` of something that is not named may be years.
                yield from {"oldest": ("most",), "youngest": ("least",)}.get(node.text, ())


def _arithmetic(found: Iterable[Node]) -> Iterator[str]:
    for node in found:
        match node:
            case nodes.ValueStep(op="add" | "subtract" | "multiply" as op):
                yield op
            case nodes.AddTo():
                yield "add"
            case nodes.TakeFrom():
                yield "subtract"
            case nodes.MoveSome():
                yield from ("add", "subtract")
            case nodes.Binary():
                yield {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}[node.op]
            case nodes.Fold(op="sum") | nodes.FieldFold(op="sum"):
                yield "add"


def _emptiness(found: Iterable[Node]) -> Iterator[str]:
    for node in found:
        match node:
            case nodes.Empty():
                yield "not-empty" if node.negated else "empty"
            case nodes.Fold(op="no"):
                yield "empty"
            case nodes.Fold(op="any" | "count"):
                yield "not-empty"
            case nodes.Integer(value=0):
                yield from ("empty", "not-empty")


# --- what must be told


def _told(entry: Entry, own: list[Node]) -> Iterator[tuple[str, Values]]:
    if isinstance(entry.node, nodes.Starter | nodes.Winner):
        for rank in entry.node.ranks[:1]:
            if rank.best is not None:
                yield "superlative", frozenset({RANKED[rank.best]})
    for node in own:
        match node:
            case nodes.Empty(negated=False):
                # With the last card gone a pile is empty.
                yield "emptiness", frozenset({"empty", "last"})
            case nodes.Offer(how="one of", offered=(_, _, *_)):
                yield "connective", frozenset({"or"})
            case nodes.Compare(right=nodes.FieldFold(op="highest" | "lowest")):
                yield "quantifier", frozenset({"all"})
