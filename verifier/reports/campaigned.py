"""A campaign as a JSON document: the same plays give the same bytes, apart from times."""

from __future__ import annotations

from statistics import median
from typing import Any

from verifier.verify.campaign import ENDS, Broken, Campaign, Tally, Wish


def campaign_document(wish: Wish, found: Campaign) -> dict[str, Any]:
    """The document of `rulewright campaign`."""
    return {
        "partial": found.partial,
        "plays": wish.plays,
        "seed": wish.seed,
        "results": [_tally(tally) for tally in found.tallies],
    }


def _tally(tally: Tally) -> dict[str, Any]:
    batch = tally.batch
    found: dict[str, Any] = {
        "ruleset": tally.subject.ruleset,
        "players": tally.subject.players,
        "plays": len(batch.lengths),
        "steps": batch.steps,
        "seconds": round(batch.seconds, 3),
        "ends": {end: batch.ends.get(end, 0) for end in ENDS},
        "length": {
            "median": median(batch.lengths) if batch.lengths else 0,
            "longest": max(batch.lengths, default=0),
        },
        "invariants": tally.invariants,
        "witnesses": tally.witnesses,
        "met": sorted(batch.met),
        "broken": [_broken(each) for each in tally.broken],
        "late": sorted(batch.late),
        "stumbles": [{"seed": each.seed, "words": each.words} for each in batch.stumbles],
    }
    if tally.loop is not None:
        found["loop"] = tally.loop.as_json()
    if tally.accepted is not None:
        found["accepted"] = tally.accepted
    return found


def _broken(each: Broken) -> dict[str, Any]:
    found: dict[str, Any] = {
        "property": each.name,
        "plays": each.plays,
        "seed": each.seed,
        "detail": each.words,
    }
    if each.accepted is not None:
        found["accepted"] = each.accepted
    if each.trace is not None:
        found["trace"] = each.trace.as_json()
    return found
