"""A comparison in words, line by line, and as a value that `json` can write (`docs/schemas/diff.json`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.compare.diff import Diff
from verifier.compare.line_diff import LineDiffers, RulebookLine
from verifier.compare.observe import (
    FaultDiffers,
    MoveDiffers,
    Parting,
    PlaceDiffers,
    ResultDiffers,
    SightDiffers,
    TurnDiffers,
    What,
)
from verifier.engine import Result
from verifier.report.text import clipped, picked, shortened
from verifier.surface.index import place
from verifier.trace.scoring import Worth
from verifier.trace.tell import refused_by
from verifier.trace.words import name_in_words, player_name

# A longer play is told by its beginning and its end.
TOLD = 24
COLUMN = 46


def diff_in_words(found: Diff) -> Iterator[str]:
    """The whole answer, line by line."""
    first, second = found.rulesets
    yield f"A: {first}"
    yield f"B: {second}"
    yield f"{found.verdict}: {found.detail}"
    if found.renamed:
        yield ""
        yield "different names:"
        for sort, here, there in found.renamed:
            yield f"  {sort} `{here}` is `{there}` in B"
    if found.lines:
        yield ""
        yield ("the rulebooks differ in:" if found.verdict != "equal" else "different wording, same effect:")
        for line in found.lines:
            yield from (f"  {each}" for each in line_in_words(line))
    if found.parting is not None:
        yield ""
        yield from parting_in_words(found.parting)


def line_in_words(line: LineDiffers) -> Iterator[str]:
    """A line that the two rulebooks do not share, as each says it."""
    yield f"{line.sort} {line.name}".rstrip()
    for side, said in (("A", line.first), ("B", line.second)):
        yield from _said(side, said)


def _said(side: str, said: RulebookLine | None) -> Iterator[str]:
    if said is None:
        yield f"  {side}  -"
        return
    head, *rest = said.text.splitlines()
    where = "" if said.span.is_nowhere else f"  ({place(said.span)})"
    yield f"  {side}  {head}{where}"
    yield from (f"     {line}" for line in rest)


def parting_in_words(shown: Parting, moves: bool = True) -> Iterator[str]:
    """The play after which two rule sets part, and how; without its moves, only how."""
    if moves:
        yield "a play that shows it:" if shown.lines else "it shows before the first move:"
        yield from _moves(shown)
    yield from (f"  = {line}" for line in difference_in_words(shown.what))
    if shown.rules:
        yield f"  = because of: {', '.join(shown.rules)}"
    for seat, mine, theirs in shown.scores:
        head, *rows = _beside(mine, theirs)
        if rows:
            yield f"  {player_name(seat)}'s score, step by step:"
            yield from (f"    {line}" for line in (head, *rows))


def _moves(shown: Parting) -> list[str]:
    lines = [f"{number:>4}. {line}" for number, line in enumerate(shown.lines, start=1)]
    return shortened(lines, TOLD, f"      ... {len(lines) - TOLD} more moves ...")


def difference_in_words(found: What) -> Iterator[str]:
    """What differs, in words."""
    match found:
        case MoveDiffers(side, _, words, refusals, told):
            other = "B" if side == "A" else "A"
            yield f"{side} allows, {other} refuses: {words}"
            reasons = told or tuple(map(refused_by, refusals))
            yield from (f"{other} refuses by {reason}" for reason in reasons)
        case TurnDiffers(players):
            turns = [
                "the play is over" if player is None else f"{player_name(player)} is to move"
                for player in players
            ]
            yield f"in A {turns[0]}, in B {turns[1]}"
        case PlaceDiffers(place, values):
            yield f"{place} in A: {values[0]}"
            yield f"{place} in B: {values[1]}"
        case SightDiffers(player, place, values):
            yield f"{player_name(player)} sees of {place} in A: {values[0]}"
            yield f"{player_name(player)} sees of {place} in B: {values[1]}"
        case ResultDiffers(scores, winners):
            for name, numbers, seats in zip(("A", "B"), scores, winners, strict=True):
                yield f"in {name} it ends {told_result(Result(numbers, seats), ': ', 'share the win')}"
        case FaultDiffers(side, fault):
            yield f"{side} cannot execute the last move: {fault}"


def told_result(result: Result, then: str, share: str) -> str:
    """Every score, `then` who wins or shares."""
    points = ", ".join(f"{player_name(seat)} {score}" for seat, score in enumerate(result.scores))
    won = " and ".join(player_name(seat) for seat in result.winners)
    return f"{points}{then}{won} {'wins' if len(result.winners) == 1 else share}"


def _beside(mine: tuple[Worth, ...], theirs: tuple[Worth, ...]) -> Iterator[str]:
    """Two scores beside each other, step by step; what is the same on both sides is left out, and what makes it."""
    worths = [dict(_worths(each)) for each in (mine, theirs)]
    same = frozenset(name for name, value in worths[0].items() if worths[1].get(name) == value)
    ours, others = dict(_steps(mine, 0, same)), dict(_steps(theirs, 0, same))
    yield f"{'':<{COLUMN}} {'A':>8} {'B':>8}"
    for row in _merged(list(ours), list(others)):
        here, there = ours.get(row, _NOTHING), others.get(row, _NOTHING)
        if here[1] != there[1]:
            name = clipped("  " * row[0] + (here[0] or there[0]), COLUMN)
            yield f"{name:<{COLUMN}} {_number(here[1]):>8} {_number(there[1]):>8}"


def _merged(ours: list[Row], others: list[Row]) -> list[Row]:
    """The rows of both: what only the others have stands behind what stands before it there."""
    found, at = list(ours), 0
    for row in others:
        if row in found:
            at = found.index(row) + 1
            continue
        while at < len(found) and found[at][:2] == row[:2] and found[at] not in others:
            at += 1
        found.insert(at, row)
        at += 1
    return found


Row = tuple[int, str, str]
"""How deep it stands, what is counted for whom, and by which rule."""
# What a side says that does not have a row.
_NOTHING: tuple[str, int | None] = ("", None)


def worth_in_words(worth: Worth) -> str:
    """What is counted, and for whom: `score of Anna`."""
    return worth.words or f"{name_in_words(worth.definition)} of {worth.of}"


def _worths(worths: tuple[Worth, ...]) -> Iterator[tuple[str, int]]:
    """What is counted, with all that is counted within it."""
    for worth in worths:
        yield worth_in_words(worth), worth.value
        for step in worth.steps:
            yield from _worths(step.inside)


def _steps(
    worths: tuple[Worth, ...], depth: int, same: frozenset[str]
) -> Iterator[tuple[Row, tuple[str, int | None]]]:
    """The rows of a score, each with its words and what it brings; the words of a rule may differ between the sides."""
    for worth in worths:
        name = worth_in_words(worth)
        if name in same:
            continue
        yield (depth, name, ""), (name, worth.value)
        for step in worth.steps:
            yield (depth + 1, name, step.rule), (step.words or step.rule, step.after - step.before)
            yield from _steps(step.inside, depth + 2, same)


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def diff_as_json(found: Diff) -> dict[str, Any]:
    searched = found.searched
    return {
        "a": found.rulesets[0],
        "b": found.rulesets[1],
        **picked(found, "players verdict method detail"),
        "renamed": [{"sort": sort, "a": here, "b": there} for sort, here, there in found.renamed],
        "rules": [
            {
                "sort": line.sort,
                "id": line.name,
                "a": _said_as_json(line.first),
                "b": _said_as_json(line.second),
            }
            for line in found.lines
        ],
        "difference": parting_as_json(found.parting) if found.parting is not None else None,
        "searched": None
        if searched is None
        else {"positions": searched.positions, "plays": searched.plays, "longest": searched.moves},
        "seconds": found.seconds,
    }


def _said_as_json(said: RulebookLine | None) -> dict[str, Any] | None:
    if said is None:
        return None
    path, line = (None, None) if said.span.is_nowhere else (said.span.path, said.span.line)
    return {"text": said.text, "path": path, "line": line}


def parting_as_json(shown: Parting) -> dict[str, Any]:
    """What differs, the plays of both sides, and the story."""
    return {
        "what": _what_as_json(shown.what),
        "words": list(difference_in_words(shown.what)),
        "moves": shown.length,
        "rules": list(shown.rules),
        "told": list(shown.lines),
        "plays": {"a": shown.plays[0].as_json(), "b": shown.plays[1].as_json()},
        "scores": [
            {
                "player": seat,
                "a": [each.as_json() for each in mine],
                "b": [each.as_json() for each in theirs],
            }
            for seat, mine, theirs in shown.scores
        ],
    }


def _what_as_json(found: What) -> dict[str, Any]:
    match found:
        case MoveDiffers(side, move, _, refusals):
            return {
                "kind": "move",
                "allowed_by": side,
                "move": dict(move),
                "refused_by": [refusal.rule for refusal in refusals],
            }
        case TurnDiffers(players):
            return {"kind": "turn", "to_move": list(players)}
        case PlaceDiffers(place, values):
            return {"kind": "place", "place": place, "a": values[0], "b": values[1]}
        case SightDiffers(player, place, values):
            return {"kind": "sight", "player": player, "place": place, "a": values[0], "b": values[1]}
        case ResultDiffers(scores, winners):
            return {
                "kind": "result",
                "scores": {"a": list(scores[0]), "b": list(scores[1])},
                "winners": {"a": list(winners[0]), "b": list(winners[1])},
            }
        case FaultDiffers(side, fault):
            return {"kind": "fault", "side": side, "fault": fault}
