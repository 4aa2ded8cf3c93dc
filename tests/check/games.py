"""A tiny game to verify, and the ways to spoil it."""

from pathlib import Path
from typing import Any

from verifier.check.schedule import VerifyJob, VerifyOutcome, verified
from verifier.program import Subject
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding

RISING = (
    "every row r, pebble a in r, pebble b in r where a.position is less than b.position: "
    "a.value is less than b.value"
)
GOOD = """\
game pebbles
players 2

number hand-size: 2

kind colour: red, blue
kind value: 1..5
card pebble: each colour, each value

zone bag: pile, hidden
zone hand: set per player, seen by owner
zone row: row per player per colour, seen
zone heap: pile, seen

amount coins per player: 0..9

setup
    move every pebble to bag
    shuffle bag
    each player p
        move hand-size from bag to p.hand

turn
    play: one of lay, drop
    draw: do draw-one

action lay
    choose pebble in my hand
    rule rising
        require pebble.value is more than highest value of pebble in my row of pebble.colour else 0
    move pebble to my row of pebble.colour

action drop
    choose pebble in my hand
    move pebble to heap

procedure draw-one
    move top pebble in bag to my hand

end
    rule bag-empty
        when bag is empty

define score for player p
    rule pebbles-count
        add sum over colour c: sum value of pebble in p.row of c

winner highest score, then shared

invariant small-hands
    every player p: count pebble in p.hand is at most hand-size
invariant rows-rise
    RISING
invariant no-heap-at-first
    at start of round
    heap is empty
witness two-in-a-row
    any row r where count pebble in r is 2
witness a-miracle
    any player p where p.coins is 9

scenario laying
    given my hand: red 3
    when I lay red 3
    then count pebble in my row of red is 1
""".replace("RISING", RISING)


def spoiled(old: str, new: str) -> str:
    """The game with one passage changed."""
    assert old in GOOD
    return GOOD.replace(old, new)


def subject_of(folder: Path, text: str) -> Subject:
    path = folder / "pebbles.rules"
    path.write_text(text, encoding="utf-8")
    return Subject(str(path), 2)


def outcome_of(folder: Path, text: str, only: tuple[str, ...] = (), jobs: int = 1) -> VerifyOutcome:
    """Everything found, at a small price."""
    wish = VerifyJob([subject_of(folder, text)], Budget(0.5), frozenset(only) or None, jobs)
    return verified(wish)


def findings_of(folder: Path, text: str, *only: str) -> dict[str, Finding]:
    """What is found of each property."""
    return {each.property: each for each in outcome_of(folder, text, only).findings}


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what may differ between two runs of the same."""
    rest = {name: value for name, value in document.items() if name != "costs"}
    return {**rest, "results": [{**each, "seconds": 0} for each in document["results"]]}
