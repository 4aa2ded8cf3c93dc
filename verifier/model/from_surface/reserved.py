"""Names that every game has: whatever else is called so would silently be taken for them, or hide them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.diagnostics import Label, diagnostic
from verifier.model.from_surface.scope import SEATS, Declarations
from verifier.surface import nodes
from verifier.surface.index import walk

_OF_EVERY_GAME = frozenset(("me", "opponent", "left", "nothing", "over"))
# A number called `players` says how many there are; `active`, `round` and `next-player` are stored, and told as such.
_NO_ZONE = _OF_EVERY_GAME | {"players", "active", "round", "next-player", *SEATS}
_NO_LOCAL = frozenset(("me", "opponent", "nothing", "over", "active", "players", "next-player"))
_HINT = "use a different word, or join it to another with a hyphen"


def refuse_reserved_names(items: Iterable[nodes.Item], world: Declarations) -> None:
    """Each place where such a name is declared."""
    for name in _taken(tuple(items)):
        label = Label(name.span, "every game already has this")
        world.report.add(diagnostic("N246", label, hint=_HINT, name=name.text))


def _taken(items: tuple[nodes.Item, ...]) -> Iterator[nodes.Name]:
    for node in walk(items):
        match node:
            case nodes.Zone() | nodes.Define() | nodes.Component() if node.name.text in _NO_ZONE:
                yield node.name
            case nodes.Store() | nodes.Number() if node.name.text in _OF_EVERY_GAME:
                yield node.name
            case nodes.Let() | nodes.NumberRange() | nodes.Param() if node.name.text in _NO_LOCAL:
                yield node.name
            case nodes.Range() if node.name is not None and node.name.text in _NO_LOCAL:
                yield node.name
            case nodes.Kind():
                yield from (each for each in node.names if each.text == "nothing")
            case _:
                pass
