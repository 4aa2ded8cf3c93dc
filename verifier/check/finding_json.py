"""Findings as JSON and back. What is read is taken apart field by field: a file may hold anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from verifier.trace.trace import Evidence
from verifier.verdict.finding import VERDICTS, Finding, Kind


class NotAFindingError(ValueError):
    """What was read is no finding of ours."""


_TEXTS = ("property", "kind", "verdict", "method", "detail", "remark", "broken_off")
_LISTS = ("listed", "helpers")
_OWN = frozenset((*_TEXTS, *_LISTS, "seconds", "trace", "least"))


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding without its place, which a comment moves, and without what is added when all is known."""
    found = {each.name: getattr(finding, each.name) for each in fields(finding) if each.name in _OWN}
    trace = finding.trace
    return {
        **found,
        **{name: list(found[name]) for name in _LISTS},
        "trace": None if trace is None else trace.as_json(),
    }


def finding_from_json(value: object) -> Finding:
    """The finding that was written; `NotAFindingError` for anything else."""
    found = _mapping(value)
    if found.keys() != _OWN:
        raise NotAFindingError("other fields than those of a finding")
    own: dict[str, Any] = {name: _text(found[name]) for name in _TEXTS}
    if own["verdict"] not in VERDICTS or own["kind"] not in get_args(Kind):
        raise NotAFindingError("no such verdict or kind")
    own |= {name: _texts(found[name]) for name in _LISTS}
    return Finding(
        **own,
        seconds=float(_number(found["seconds"])),
        trace=None if found["trace"] is None else _evidence(found["trace"]),
        least=int(_number(found["least"])),
    )


def _evidence(value: object) -> Evidence:
    found = _mapping(value)
    loop = found.get("loop")
    return Evidence(
        _mapping(found.get("play")),
        _texts(found.get("told")),
        _text(found.get("shows")),
        None if loop is None else int(_number(loop)),
        tuple(int(_number(each)) for each in found.get("matters", ())),
    )


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise NotAFindingError("no object")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotAFindingError("no text")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise NotAFindingError("no list")
    return tuple(map(_text, value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotAFindingError("no number")
    return value
