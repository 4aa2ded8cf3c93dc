"""A comparison as a value that `json` can write; `docs/schemas/diff.json` says what it holds."""

from __future__ import annotations

from typing import Any

from verifier.compare.diff import Diff
from verifier.compare.differences import (
    FaultDiffers,
    MoveDiffers,
    Parting,
    PlaceDiffers,
    ResultDiffers,
    SightDiffers,
    TurnDiffers,
    What,
)
from verifier.compare.rulebooks import Said
from verifier.compare.told import what as in_words
from verifier.plays.scoring import Worth


def diff_as_json(found: Diff) -> dict[str, Any]:
    searched = found.searched
    return {
        "a": found.rulesets[0],
        "b": found.rulesets[1],
        "players": found.players,
        "verdict": found.verdict,
        "method": found.method,
        "detail": found.detail,
        "renamed": [{"sort": sort, "a": here, "b": there} for sort, here, there in found.renamed],
        "rules": [
            {"sort": line.sort, "id": line.name, "a": _said(line.first), "b": _said(line.second)}
            for line in found.lines
        ],
        "difference": parting_as_json(found.parting) if found.parting is not None else None,
        "searched": None
        if searched is None
        else {"positions": searched.positions, "plays": searched.plays, "longest": searched.moves},
        "seconds": found.seconds,
    }


def _said(said: Said | None) -> dict[str, Any] | None:
    if said is None:
        return None
    nowhere = said.span.is_nowhere
    return {
        "text": said.text,
        "path": None if nowhere else said.span.path,
        "line": None if nowhere else said.span.line,
    }


def parting_as_json(shown: Parting) -> dict[str, Any]:
    """What differs, the plays of both sides, and the story."""
    return {
        "what": _what(shown.what),
        "words": list(in_words(shown.what)),
        "moves": shown.length,
        "rules": list(shown.rules),
        "told": list(shown.lines),
        "plays": {"a": shown.plays[0].as_json(), "b": shown.plays[1].as_json()},
        "scores": [
            {"player": seat, "a": [_worth(each) for each in mine], "b": [_worth(each) for each in theirs]}
            for seat, mine, theirs in shown.scores
        ],
    }


def _what(found: What) -> dict[str, Any]:
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


def _worth(worth: Worth) -> dict[str, Any]:
    return {
        "definition": worth.definition,
        "of": worth.of,
        "value": worth.value,
        "steps": [
            {
                "rule": step.rule,
                "before": step.before,
                "after": step.after,
                "inside": [_worth(inner) for inner in step.inside],
            }
            for step in worth.steps
        ],
    }
