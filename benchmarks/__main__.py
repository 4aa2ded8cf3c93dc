"""`python -m benchmarks [--record]`: everything in one run and one table; `--record` writes it to docs/speed.md."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.growth import Growth, growths, picture
from benchmarks.measure import Row, commit, machine_words
from benchmarks.proofs import proofs
from benchmarks.rows import all_rows
from benchmarks.spin import available

PAGE = Path(__file__).parent.parent / "docs" / "speed.md"
PICTURE = PAGE.with_name("growth.svg")
HEAD = """\
# Speed

`make bench` measures all of this in one run: the works of a group take turns, and of each the median of five rounds
of CPU time counts, of commands that of three. Waiting is the best of three times by the clock, on a machine that did
nothing else. The ratio is to the first of the group. `python -m benchmarks --record` writes this page; no figure on it
comes from anywhere else.
How plays and searches are compiled: [a compiled reader](decisions/{decision}).

![How the time of all proofs grows](growth.svg)

An exponent says how the time of all proofs grows: with 2, a game of twice the size takes four times as long. Each size
is measured once.

"""


def main(words: list[str]) -> None:
    measured = commit()
    rows = [*all_rows(), *proof_rows()]
    with tempfile.TemporaryDirectory() as folder:
        found = list(growths(Path(folder)))
    rows += growth_rows(found)
    table = Table(title=f"Rulewright {measured}, measured beside its peers: {machine_words()}")
    for column in ("work", "who", "rate", "ratio"):
        table.add_column(column, justify="left" if column in ("work", "who") else "right")
    for row in rows:
        table.add_row(row.work, row.who, row.rate, row.ratio)
    Console().print(table)
    if not available():
        print("SPIN was left out: it is not installed (Debian package `spin`)")
    if "--record" in words:
        PAGE.write_text(page(rows, measured), encoding="utf-8")
        PICTURE.write_text(picture(found), encoding="utf-8")


def proof_rows() -> list[Row]:
    shown = proofs("lost-cities")
    work = f"{shown.proved} of {shown.properties} properties proved, classic game"
    return [
        Row(work, f"Z3, {len(shown.single):,} questions", f"{shown.seconds:.1f} s"),
        Row("the slowest single question of these", "Z3", f"{shown.slowest:.2f} s"),
    ]


def growth_rows(found: Sequence[Growth]) -> list[Row]:
    """The exponents, with the points that they are drawn through."""
    rows = []
    for each in found:
        points = ", ".join(f"{size}: {spent:.1f} s" for size, spent in each.points)
        rows.append(
            Row(f"all proofs with more {each.axis}, {each.where}", points, f"exponent {each.exponent:.1f}")
        )
    return rows


def page(rows: list[Row], measured: str) -> str:
    """The table as a page."""
    decision = next(PAGE.parent.glob("decisions/*-a-compiled-reader.md")).name
    lines = ["| work | who | rate | ratio |", "| --- | --- | ---: | ---: |"]
    lines += [f"| {row.work} | {row.who} | {row.rate} | {row.ratio} |" for row in rows]
    left_out = [] if available() else ["", "SPIN was not installed and is left out."]
    day = datetime.now(UTC).date().isoformat()
    about = f"Measured on {day}, commit `{measured}`: {machine_words()}."
    return HEAD.format(decision=decision) + "\n".join([*lines, *left_out, "", about, ""])


if __name__ == "__main__":
    main(sys.argv[1:])
