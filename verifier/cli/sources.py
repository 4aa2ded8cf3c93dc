"""What a game's SOURCES.md says of a name: its lines, and its tables row by row, as one reads them aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.cli.named import word
from verifier.surface.shelf import spec_folder


def sources(game: str, name: str, component: bool = False) -> list[str]:
    """The lines of a game's SOURCES.md that speak of a name; of a component also as people write it there."""
    page = spec_folder() / game.split("+")[0] / "SOURCES.md"
    if "/" in game or not page.is_file():
        return []
    lines = page.read_text(encoding="utf-8").splitlines()
    wanted = [word(name), *([word(name.replace("-", " ").title())] if component else [])]
    said = zip(lines, _read_aloud(lines), strict=True)
    return [words for line, words in said if words and any(each.search(line) for each in wanted)]


def _read_aloud(lines: Sequence[str]) -> Iterator[str]:
    """Each line without its signs; a row of a table with the heading of every cell, and headings themselves not."""
    above: list[str] = []
    headings: list[str] = []
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            headings = []
            yield line.strip().removeprefix("- ")
        elif not any(cell.strip("-:") for cell in cells):
            headings = above
            yield ""
        else:
            yield " · ".join(f"{of}: {cell}" for of, cell in zip(headings, cells, strict=False) if cell)
        above = cells
