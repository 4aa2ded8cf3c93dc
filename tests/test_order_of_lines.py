"""The language page says of every construct of the grammar when it is worked out: each has an example in a row."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.random_games.coverage import Coverage

PAGE = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.*?) \| ", PAGE.partition("## When each line is worked out")[2], flags=re.MULTILINE)
# What an example may stand in and what may have to stand below it, with the constructs that are not its own.
AROUND: dict[tuple[str, ...], set[str]] = {
    (): set(),
    ("game g",): set(),
    ("game g", "action a"): {"action"},
    ("game g", "scenario s"): {"scenario"},
    ("game g", "define d"): {"define"},
    ("game g", "define d", "rule r"): {"define", "value_rule"},
}
BELOW: dict[tuple[str, ...], set[str]] = {
    (): set(),
    ("clear x",): {"clear"},
    ("then x",): {"outcome"},
    ("over",): set(),
    ("require x",): {"require"},
    ("rule r", "require x"): {"guard_rule", "require"},
}
# What groups others and is not written by itself.
INNER = {"piece"}


def examples(row):
    """Each example of a row as lines with their depth; those in a row stand below each other, `·` at one depth."""
    found = []
    for example in re.findall(r"`[^`]+`(?:(?: | · )`[^`]+`)*", row):
        lines = []
        for between, line in re.findall(r"( · | |^)`([^`]+)`", example):
            lines.append((lines[-1][0] + (between == " ") if lines else 0, line))
        found.append(lines)
    return found


def written(around, lines, below):
    """A text: what it stands in, the lines, and what stands below them."""
    first = max(len(around) - 1, 0)
    last = first + lines[-1][0]
    every = [
        *((max(number - 1, 0), line) for number, line in enumerate(around)),
        *((first + depth, line) for depth, line in lines),
        *((last + 1 + number, line) for number, line in enumerate(below)),
    ]
    return "".join(f"{'    ' * depth}{line}\n" for depth, line in every)


def constructs(alternatives):
    """The names by which the grammar calls them."""
    found = set()
    for alternative in alternatives:
        origin, _, rest = alternative.partition(": ")
        if not origin.isupper() and not origin.startswith("_"):
            found.add(rest.partition(" -> ")[2] or origin)
    return found


@pytest.fixture(scope="module")
def coverage():
    return Coverage()


def used(coverage, text):
    coverage.seen.clear()
    return constructs(coverage.seen) if coverage.read(text) else None


def shown(coverage, lines):
    """The constructs of the first reading that makes sense: as lines, as a header, as an expression."""
    for around, below in product(AROUND, BELOW):
        found = used(coverage, written(around, lines, below))
        if found is not None:
            return found - AROUND[around] - BELOW[below]
    header = used(coverage, f"{lines[0][1]}\nplayers 2\n")
    if header is not None:
        return header - {"players"}
    return used(coverage, f"game g\ndefine d: {lines[0][1]}\n") if len(lines) == 1 else None


@pytest.mark.parametrize("row", ROWS)
def test_a_row_shows_what_can_be_written(row, coverage):
    assert [lines for lines in examples(row) if shown(coverage, lines) is None] == []


def test_every_construct_of_the_grammar_has_its_row(coverage):
    found = set()
    for row in ROWS:
        for lines in examples(row):
            found |= shown(coverage, lines) or set()
    assert sorted(constructs(coverage.all) - found - INNER) == []
    assert len(found) > 150
