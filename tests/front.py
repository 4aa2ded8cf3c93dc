"""The one picture of the README: `python -m tests.front` writes it.

A rule, a house rule that breaks a claim with the play that shows it, and the page for players: of the game that
`rulewright new` makes, and all of it as the tool says it.
"""

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

from click.testing import CliRunner

from verifier.cli import main
from verifier.words.book import phrasebook

PICTURE = Path(__file__).parents[1] / "docs" / "front.svg"
WIDE, HIGH, GAP, TOP = 330, 352, 20, 76
STYLE = (
    "text{font:14px system-ui,'Segoe UI',Arial,sans-serif;fill:#24211c}"
    ".head{font-weight:600;font-size:15px;fill:#0e5c58}"
    ".code{font:12.5px ui-monospace,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
    ".soft{fill:#6a6459}.bad{fill:#b3261e;font-weight:600}.good{fill:#1c7a3e;font-weight:600;font-size:12px}"
    ".sheet{fill:#fff;stroke:#d9d2c3}.title{font:600 22px Georgia,'Times New Roman',serif}"
    ".section{font:600 16px Georgia,'Times New Roman',serif}.chip{fill:#e2f0e6}.arrow{fill:#6a6459;font-size:22px}"
)
Line = tuple[str, str]
"""A class and what stands there."""


def answers(folder: Path) -> dict[str, object]:
    """What the tool makes and says of the game for beginners, in a folder of its own."""
    made = folder / "my-game"
    ran = CliRunner().invoke(main, ["new", str(made)])
    assert ran.exit_code == 0, ran.output
    asked = [
        "verify",
        f"{made}+long-hands",
        "--players",
        "2",
        "--only",
        "score-range",
        "--jobs",
        "1",
        "--json",
    ]
    refuted = json.loads(CliRunner().invoke(main, asked).stdout)
    book = phrasebook(str(made), "en")
    ids = ("title", "action:lay", "rule:ascending", "action:drop")
    return {
        "rules": (made / "game.rules").read_text(encoding="utf-8"),
        "house": (made / "house" / "long-hands.rules").read_text(encoding="utf-8"),
        "claim": (made / "claims.rules").read_text(encoding="utf-8"),
        "refuted": refuted["results"][0],
        "said": {id: book.said(id) for id in ids},
    }


def rule_lines(found: dict[str, object]) -> list[Line]:
    """The action as it is written, then the one line that the house rule changes, and the claim."""
    text = str(found["rules"])
    action = "action lay" + text.partition("action lay")[2].partition("\n\n")[0]
    house = [line for line in str(found["house"]).splitlines() if line.startswith("set ")]
    claim = (
        "invariant score-range"
        + str(found["claim"]).partition("invariant score-range")[2].partition("\n\n")[0]
    )
    lines = [("code", each) for each in _broken(action)]
    lines += [("soft", ""), ("soft", "a house rule"), *(("code", each) for each in house)]
    return [*lines, ("soft", ""), ("soft", "a claim"), *(("code", each) for each in _broken(claim))]


def refutation_lines(found: dict[str, object]) -> list[Line]:
    finding = found["refuted"]
    assert isinstance(finding, dict)
    assert finding["verdict"] == "refuted"
    detail = finding["detail"].partition("; ")[0]
    moves = [f"{number:>2}. {move}" for number, move in enumerate(finding["trace"]["told"], start=1)]
    return [
        ("code", "$ rulewright verify my-game+long-hands"),
        ("soft", ""),
        ("bad", "refuted"),
        *(("code", each) for each in wrap(detail.replace("`", ""), 40)),
        ("soft", ""),
        *(("code", each) for each in moves),
    ]


def page_lines(found: dict[str, object]) -> list[Line]:
    said = found["said"]
    assert isinstance(said, dict)
    return [
        ("title", said["title"]),
        ("soft", ""),
        ("section", "Lay"),
        *(("", each) for each in wrap(said["action:lay"], 40)),
        ("soft", ""),
        *(("", f"  {each}") for each in wrap(said["rule:ascending"], 36)),
        ("good", "  ascending"),
        ("soft", ""),
        ("section", "Drop"),
        *(("", each) for each in wrap(said["action:drop"], 40)),
    ]


def picture(found: dict[str, object]) -> str:
    columns = (
        ("The rule, as a text", rule_lines(found)),
        ("What breaks it, as a play", refutation_lines(found)),
        ("The page for players", page_lines(found)),
    )
    label = "A rule, a refutation and a page: of one text of rules"
    width = GAP + len(columns) * (WIDE + GAP)
    parts = [part for number, column in enumerate(columns) for part in _column(number, *column)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HIGH + GAP}" role="img" '
        f'aria-label="{label}">\n<title>{label}</title>\n<style>{STYLE}</style>\n'
        f'<rect width="{width}" height="{HIGH + GAP}" rx="12" fill="#fbf9f4"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _column(number: int, title: str, lines: Iterable[Line]) -> Iterable[str]:
    left = GAP + number * (WIDE + GAP)
    yield f'<text class="head" x="{left}" y="34">{number + 1}. {escape(title)}</text>'
    yield f'<rect class="sheet" x="{left}" y="46" width="{WIDE}" height="{HIGH - 46}" rx="8"/>'
    at = TOP
    for kind, words in lines:
        if words:
            lead = (len(words) - len(words.lstrip())) * 7.5
            yield (
                f'<text class="{kind}" xml:space="preserve" x="{left + 14 + lead:g}" y="{at}">'
                f"{escape(words.lstrip())}</text>"
            )
        at += {"title": 24, "section": 22}.get(kind, 18)


def _broken(text: str) -> list[str]:
    """Lines of rules that fit into a column; what goes on stands further in."""
    found = []
    for line in text.splitlines():
        indent = " " * ((len(line) - len(line.lstrip())) // 2)
        first, *more = wrap(line.strip(), 40 - len(indent)) or [""]
        found += [indent + first, *(f"{indent}    {each}" for each in more)]
    return found


def drawn() -> str:
    with TemporaryDirectory() as folder:
        return picture(answers(Path(folder)))


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
