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
MOST, LEAST = frozenset({"most", "highest", "longest"}), frozenset({"least", "lowest", "shortest"})
RANKED: Mapping[str, Values] = {"highest": MOST, "lowest": LEAST}


@dataclass(frozen=True, slots=True)
class RuleSenses:
    """Per slot of a sentence what may be said, and groups of values of which one must be said."""

    said: Mapping[str, Values]
    told: tuple[tuple[str, Values], ...]


def rule_senses(entry: Entry, laid: Composition, game: Game) -> RuleSenses:
    """What the rule of an entry says, and what follows from the blocks that it leads to."""
    own = list(own_nodes(entry.node))
    around = [*own, *(node for block in reached(entry, laid) for node in walk(block))]
    said = {
        "face": _faces(own, game) or _faces(around, game),
        "place": frozenset(_ends(around, game)),
        "superlative": frozenset(_superlatives(around, game)),
        "owner": frozenset(_owners(around)),
        "role": frozenset(_roles(around)),
        "arithmetic": frozenset(_arithmetic(around)),
        "emptiness": frozenset(_emptiness(around)),
        "quantifier": frozenset(_quantities(around)),
        "verb": frozenset(_verbs(entry, around, game)),
    }
    return RuleSenses(
        {slot: values for slot, values in said.items() if values or slot in CLOSED},
        tuple(dict.fromkeys(_told(entry, own))),
    )


# Slots of which a rule that says nothing allows nothing: who speaks of them adds to the rule.
CLOSED = frozenset({"place", "superlative"})


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


def _owners(found: Iterable[Node]) -> Iterator[str]:
    # What is one's own goes without saying.
    yield from ("own", "any")
    if _names_opponent(found):
        yield "opponent"


def _roles(found: Iterable[Node]) -> Iterator[str]:
    yield from ("acting", "each", "all", "winner", "starter", "next", "other")
    names = {node.text for node in found if isinstance(node, nodes.Name)}
    if _names_opponent(found):
        yield "opponent"
    if "left" in names or any(isinstance(node, nodes.GoRound) for node in found):
        yield "left-neighbour"
    if "right" in names:
        yield "right-neighbour"


def _names_opponent(found: Iterable[Node]) -> bool:
    return any(isinstance(node, nodes.Name) and node.text == "opponent" for node in found)


# --- how many


def _quantities(found: Iterable[Node]) -> Iterator[str]:
    yield from ("all", "each", "several", "one", "none")
    # Some of them: a choice among several, or a part of a pile.
    if any(
        isinstance(node, nodes.Choose | nodes.MoveSome | nodes.EndOf | nodes.Offer)
        or (isinstance(node, nodes.Fold) and node.op == "any")
        for node in found
    ):
        yield "some"


# --- what is done


GIVES = frozenset({"earn", "win"})
TAKES = frozenset({"lose", "pay"})


def _verbs(entry: Entry, found: Iterable[Node], game: Game) -> Iterator[str]:
    """Of the verbs that a sentence could turn round, those that the rule leaves room for."""
    down = up = away = False
    for node in found:
        match node:
            case nodes.TakeFrom() | nodes.SetTo() | nodes.Clear() | nodes.Swap():
                down = up = True
            case nodes.ValueStep(op="subtract"):
                down = True
            case nodes.ValueStep() | nodes.AddTo():
                up = True
            case nodes.Move() | nodes.MoveSome() | nodes.MoveEvery():
                up = True
                names = [name.text for name in node.to.place.path.parts]
                family = next((game.families[name] for name in names if name in game.families), None)
                if family is None or family.view != "owner":
                    away = down = True
    if down:
        yield from ("lose", "subtract", "pay")
    if up or not down:
        yield "earn"
    if away:
        yield "discard"
    if isinstance(entry.node, nodes.Winner | nodes.EndRule):
        yield "win"


# --- more and less


def _superlatives(found: Iterable[Node], game: Game) -> Iterator[str]:
    for node in found:
        match node:
            case nodes.Rank(best=str() as best):
                yield from RANKED[best]
            case nodes.Fold(op="highest" | "lowest" as op) | nodes.FieldFold(op="highest" | "lowest" as op):
                yield from RANKED[op]
            case nodes.Name() if node.text in game.cells and game.cells[node.text].given:
                yield node.text


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
    match entry.node:
        case nodes.Zone(shape="pile", view="hidden" as view):
            yield "face", FACES[view]
        case nodes.Zone(per=per) if any(name.text == "player" for name in per):
            yield "quantifier", frozenset({"all", "each"})
        case nodes.Starter() | nodes.Winner():
            for rank in entry.node.ranks[:1]:
                if rank.best is not None:
                    yield "superlative", RANKED[rank.best]
    if _names_opponent(own):
        yield "who", frozenset({"opponent", "other", "each", "all", "any"})
    for node in own:
        match node:
            case nodes.ValueStep(op="subtract"):
                yield "arithmetic", frozenset({"subtract"})
            case nodes.Empty(negated=False):
                yield "emptiness", frozenset({"empty", "last"})
            case nodes.Offer(how="one of", offered=(_, _, *_)):
                yield "connective", frozenset({"or", "either"})
            case nodes.Each(ranges=nodes.Ranges(ranges=(nodes.Range(head=head), *_))) if _is_player(head):
                yield "quantifier", frozenset({"all", "each"})
            case nodes.MoveEvery():
                yield "quantifier", frozenset({"all", "each"})
            case nodes.Fold(op="every"):
                yield "quantifier", frozenset({"all", "each", "none"})
            case nodes.Compare(right=nodes.FieldFold(op="highest" | "lowest")):
                yield "quantifier", frozenset({"all", "each"})


def _is_player(head: nodes.Path) -> bool:
    return not head.my and [part.text for part in head.parts] == ["player"]
