"""`rulewright games`: every game, its player counts and its overlays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from verifier.cli import frame
from verifier.cli.frame import Command
from verifier.cli.show import Line, answer, number_of, said
from verifier.surface import nodes
from verifier.surface.files import GAME, Overlay, game_folder, game_names, overlays_of, skimmed_parts
from verifier.surface.index import player_counts


@click.command(cls=Command)
@frame.as_json
def games(as_json: bool) -> None:
    """List the games, their numbers of players, and their overlays."""
    found = [described(name) for name in game_names()]
    answer("games", as_json, {"games": found}, _told(found))


def _told(found: list[dict[str, Any]]) -> Iterator[Line]:
    for each in found:
        yield Text.assemble((each["id"], "bold"), f"  {each['title']}, {_counts(each['players'])}")
        yield _table(each["overlays"])


def _counts(players: list[int]) -> str:
    if not players:
        return said("listing.broken")
    if len(players) > 1:
        return said("listing.players-range", low=players[0], high=players[-1])
    return number_of("listing.players", players[0])


def _table(overlays: list[dict[str, Any]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(width=2)
    for sort in ("published", "reading", "house", "instance"):
        names = [each["name"] for each in overlays if each["sort"] == sort]
        if names:
            table.add_row("", said(f"listing.{sort}"), ", ".join(names))
    return table


def described(name: str) -> dict[str, Any]:
    """A game as it stands in the document: a few lines of it tell. One that cannot be read is for nobody."""
    parts = skimmed_parts(game_folder(name) / GAME)
    items = [part for part in parts if not isinstance(part, nodes.Header)]
    titles = [item.text.text for item in items if isinstance(item, nodes.Title)]
    return {
        "id": name,
        "title": titles[-1] if titles else name,
        "players": list(player_counts(items)) if parts else [],
        "overlays": [
            {"name": each.name, "sort": sort_of(each), "of": list(each.of)} for each in overlays_of(name)
        ],
    }


def sort_of(overlay: Overlay) -> str:
    """What an overlay is: a published variant, another reading of the text, a house rule, an instance, or a basis.

    A basis is what others stand on; nobody plays it, and the list for people leaves it out.
    """
    if overlay.basis:
        return "basis"
    if overlay.sort == "instance":
        return "instance"
    if overlay.published:
        return "published"
    return "house" if overlay.sort == "house-rule" or "house" in overlay.path.parts else "reading"
