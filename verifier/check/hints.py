"""Hints: which attempts gave no answer when they were last made, kept in `hints.json` beside the rules.

With them comes what the checker of certificates has accepted, on record: that needs no proof to be sought again.

A hint is no verdict. It only says what is not worth trying again at the same budget; the row says that it was left
out. A hint belongs to the rules and claims that it was found for: of a changed rule set there is none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from verifier.check.certified import checked_properties
from verifier.check.task_keys import marks_of
from verifier.check.tasks import Task, TaskResult
from verifier.diagnostics import Rejected
from verifier.program import Program, Subject
from verifier.surface.files import game_folder, game_name
from verifier.verdict.finding import Finding, moves_of
from verifier.verdict.method import NOT_TRIED, Unanswered

FILE = "hints.json"
SCHEMA = "rulewright/hints/1"
# The methods that may take long for no answer.
SLOW = ("prove", "unroll")
LONGEST_FILE = 5_000_000


def with_hints(task: Task) -> Task:
    """The task with what is on record for it; one that names its properties is made in full."""
    request = task.request
    if not request.hints or request.only is not None or task.method not in SLOW:
        return task
    known = request.known
    if request.certificates:
        known = replace(known, certified=checked_properties(task.subject))
    try:
        entry = _entry(task.subject)
    except (Rejected, OSError, ValueError, TypeError, KeyError, AttributeError):
        entry = {}
    if entry.get("budget", 0.0) >= request.budget.seconds and task.method in entry:
        mine = entry[task.method]
        unanswered = {name: Unanswered(method, why) for name, (method, why) in mine["unanswered"].items()}
        known = replace(known, unanswered=unanswered, hopeless=str(mine.get("broken-off", "")))
    return replace(task, request=replace(request, known=known))


def _entry(subject: Subject) -> dict[str, Any]:
    """What is on record about a subject as its rules are now; nothing if they have changed."""
    game, *overlays = subject.ruleset.split("+")
    found = _read(hints_path(game)).get("+".join([game_name(game), *overlays]), {})
    entry = found.get(str(subject.players), {})
    current = entry.get("rules") == rules_mark(subject.program())
    return dict(entry) if current else {}


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file() or path.stat().st_size > LONGEST_FILE:
        return {}
    found: Any = json.loads(path.read_text(encoding="utf-8"))
    return dict(found["rulesets"]) if found.get("schema") == SCHEMA else {}


def rules_mark(program: Program) -> str:
    """The machine with its claims and measures, as one word."""
    return program.analysis(marks_of).machine_with_claims[:16]


# --- recording


def hints_from(done: Iterable[TaskResult], budget: float) -> dict[str, dict[str, Any]]:
    """What a whole run without hints leaves on record: for each rule set and number of players."""
    by_subject: dict[Subject, dict[str, TaskResult]] = {}
    for each in done:
        by_subject.setdefault(each.task.subject, {})[each.task.method] = each
    found: dict[str, dict[str, Any]] = {}
    for subject, parts in by_subject.items():
        entry: dict[str, Any] = {"rules": rules_mark(subject.program()), "budget": budget}
        shown = _shortest(parts.values())
        for name in SLOW:
            if name in parts and parts[name].failure is None:
                entry[name] = _left_out(parts[name], shown)
        game, *overlays = subject.ruleset.split("+")
        ruleset = "+".join([game_name(game), *overlays])
        found.setdefault(ruleset, {})[str(subject.players)] = entry
    return found


def _shortest(parts: Iterable[TaskResult]) -> dict[str, int]:
    found: dict[str, int] = {}
    for finding in (finding for part in parts for finding in part.findings):
        if finding.trace is not None:
            moves = moves_of(finding)
            found[finding.property] = min(found.get(finding.property, moves), moves)
    return found


def _left_out(part: TaskResult, shown: Mapping[str, int]) -> dict[str, Any]:
    unanswered = {
        each.property: [each.method, each.detail]
        for each in part.findings
        if each.verdict == "unknown" and not each.detail.startswith(NOT_TRIED) and not _matters(each, shown)
    }
    found: dict[str, Any] = {"unanswered": dict(sorted(unanswered.items()))}
    broken_off = next((each.broken_off for each in part.findings if each.broken_off), "")
    if broken_off:
        found["broken-off"] = broken_off
    return found


def _matters(finding: Finding, shown: Mapping[str, int]) -> bool:
    """Does it say that a play found otherwise is a shortest one?"""
    return finding.property in shown and finding.least >= shown[finding.property]


def recorded_hints(game: str) -> dict[str, Any]:
    """Everything that is on record about a game, true or not any more."""
    return dict(_read(hints_path(game)))


def hints_path(game: str) -> Path:
    return game_folder(game) / FILE


def hints_text(rulesets: Mapping[str, Mapping[str, Any]]) -> str:
    document = {"schema": SCHEMA, "rulesets": dict(sorted(rulesets.items()))}
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=False) + "\n"
