"""The moves on offer as lines that fit a terminal: each action, and its choices beside or below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

# Between an action and its choices, and before choices that stand below it.
INDENT = "  "
BETWEEN = "   "


def choice_lines(rows: Mapping[str, Sequence[str]], width: int) -> Iterator[Text]:
    """Every action with its choices; these stand below it where beside it one of them would not fit in a line."""
    title = max(map(len, rows))
    longest = max(len(choice) for choices in rows.values() for choice in choices)
    beside = title + len(INDENT) + longest <= width
    for action, choices in rows.items():
        indent = INDENT if not beside else " " * title + INDENT
        lines = _filled(choices, width - len(indent))
        if beside:
            first, *lines = lines
            yield Text.assemble((f"{action:<{title}}", "bold"), INDENT, first)
        else:
            yield Text(action, style="bold")
        yield from (Text(indent + line) for line in lines)


def _filled(choices: Sequence[str], width: int) -> list[str]:
    """The choices in lines that break between them."""
    lines = [""]
    for choice in choices:
        if lines[-1] and len(lines[-1]) + len(BETWEEN) + len(choice) > width:
            lines.append("")
        lines[-1] += f"{BETWEEN}{choice}" if lines[-1] else choice
    return lines
