"""A replayed play as it stands in a document."""

from __future__ import annotations

from typing import Any

from verifier.engine import Refusal
from verifier.trace import Replay, WrittenTrace


def replay_as_json(play: WrittenTrace, found: Replay) -> dict[str, Any]:
    """How a play goes by the rules."""
    result = found.result if found.legal and found.over else None
    return {
        "ruleset": play.ruleset,
        "players": play.players,
        "moves": len(found.moves),
        "legal": found.legal,
        "over": found.legal and found.over,
        "illegal": illegal_move(found),
        "fault": fault_in(found),
        "result": result and {"scores": list(result.scores), "winners": list(result.winners)},
    }


def illegal_move(found: Replay) -> dict[str, Any] | None:
    """The first illegal move as it stands in a document."""
    if found.refused is None:
        return None
    refusals = found.refused.refusals
    return {
        "move": found.refused.number,
        "written": dict(found.refused.move),
        "rules": list(dict.fromkeys(refusal.rule for refusal in refusals)),
        "refusals": [refusal_as_json(refusal) for refusal in refusals],
    }


def refusal_as_json(refusal: Refusal) -> dict[str, Any]:
    """A rule against a move, and what it read."""
    return {"rule": refusal.rule, "read": [{"what": what, "value": value} for what, value in refusal.detail]}


def fault_in(found: Replay) -> dict[str, Any] | None:
    """The step that could not be carried out as it stands in a document."""
    if found.broken is None:
        return None
    fault = found.broken.fault
    about = {"property": fault.property, "subject": fault.subject, "value": fault.value}
    return {"move": found.broken.number, **about}
