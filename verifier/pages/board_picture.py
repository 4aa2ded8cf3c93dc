"""How the table lies, drawn: the places before a player or on the board, each with the word that sentences use for it.

What stands in each row and column is said by `look.toml`, as for the playable page; `[picture]` where the page needs
no board of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.domain import Number
from verifier.pages.pen import Pen, escaped
from verifier.surface import nodes

# So many places side by side show how two kinds of columns alternate.
SHOWN = 5


def board_picture(pen: Pen) -> str:
    """A picture of the table, or nothing for a game whose look says nothing of it."""
    found = pen.look.picture or pen.look.board
    if found is None:
        return ""
    across, rows = found
    families = {
        item.name.text for item in pen.material.program.composition.items if isinstance(item, nodes.Zone)
    }
    columns = _columns(pen, across)
    lines = [_row(pen, row, columns, families) for row in rows]
    shown = [line for line in lines if line]
    if not columns or not shown:
        return ""
    head = "".join(f"<th>{escaped(pen.title(kind))}<br>{number}</th>" for kind, number in columns)
    corner = "<th></th>" if len(across) == 1 else ""
    title = pen.words("board.paths" if len(across) == 1 else "board.before-a-player")
    body = "".join((*shown, *(_numbers(pen, across[0], columns) if len(across) == 1 else ())))
    return (
        f'<figure class="lies"><table><caption>{escaped(title)}</caption>'
        f"<tr>{corner}{head}</tr>{body}</table></figure>"
    )


def _columns(pen: Pen, across: tuple[str, ...]) -> list[tuple[str, int]]:
    """The columns: every one of a single kind, some from the middle where several alternate."""
    kinds = [pen.material.program.game.kinds.get(kind) for kind in across]
    if not across or any(not isinstance(kind, Number) for kind in kinds):
        return []
    first = kinds[0]
    assert isinstance(first, Number)
    if len(across) == 1:
        return [(across[0], number) for number in range(first.low, first.high + 1)]
    middle = (first.low + first.high) // 2 - 1
    return [
        (across[at % len(across)], middle + at // len(across)) for at in range(min(SHOWN, 2 * first.high))
    ]


def _row(pen: Pen, row: tuple[str, ...], columns: list[tuple[str, int]], families: set[str]) -> str:
    """One row of places; nothing where none of its zones is in this rule set."""
    named = [place.split(" ") for place in row]
    if not any(words[0] in families for words in named):
        return ""
    if len(named) == 1:
        family, *rest = named[0]
        head = f"<th>{' '.join(_coloured(pen, word) for word in rest) or escaped(pen.title(family))}</th>"
        return f"<tr>{head}{''.join(f'<td>{escaped(pen.name(family))}</td>' for _ in columns)}</tr>"
    cells = []
    for at in range(len(columns)):
        family, *rest = named[at % len(named)]
        words = " ".join(map(pen.name, (family, *rest))) if family in families else ""
        cells.append(f"<td>{escaped(words)}</td>" if words else '<td class="none"></td>')
    return f"<tr>{''.join(cells)}</tr>"


def _coloured(pen: Pen, word: str) -> str:
    dot = f'<span class="dot"{pen.look.tint(word)}></span>' if word in pen.look.tints else ""
    return f"{dot}{escaped(pen.name(word))}"


def _numbers(pen: Pen, kind: str, columns: list[tuple[str, int]]) -> Iterator[str]:
    """What is printed along the board: every number that each place has one of."""
    game = pen.material.program.game
    for each in game.parameters.values():
        values = dict(each.entries) if each.by == kind else {}
        if values:
            title = pen.say(f"number:{each.name}") or escaped(pen.name(each.name))
            cells = "".join(f"<td>{pen.words.number(values[number])}</td>" for _, number in columns)
            yield f'<tr class="printed"><th>{title}</th>{cells}</tr>'
