"""Measures asked of any method: as invariants of a program that keeps them, told with the values before and after."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from verifier.diagnostics import Rejected, Report
from verifier.engine import Engine
from verifier.kernel.machine import Machine, Measure
from verifier.model.measured import GO_ROUND, KeptMeasure
from verifier.program import Program
from verifier.source import Source
from verifier.trace.read import read_play
from verifier.trace.replay import replayed
from verifier.trace.tell import trace_in_words
from verifier.trace.trace import WrittenTrace
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding, Question, unknown_finding
from verifier.verdict.method import Method, Request, Unanswered

# What plays and searches for measures are worth, of the budget of all other properties; a proof needs what it needs.
SHARE = 4
PROOF = "prove"


def measure_findings(
    method: Method, program: Program, request: Request, plain: Iterable[Finding] = ()
) -> list[Finding]:
    """What a method finds of the measures that are wanted and not refuted yet, after what it found without them."""
    known = request.known
    wanted = {
        each.name: each
        for each in program.game.measures
        if request.wants(each.name) and each.name not in known.refuted
    }
    if not wanted or method.properties is not None:
        return []
    # What is not asked need not be kept.
    omitted = [_omitted(name, known.unanswered[name]) for name in wanted if name in known.unanswered]
    names = frozenset(wanted) - known.unanswered.keys()
    if not names:
        return omitted
    measured = program.measured if len(names) == len(program.game.measures) else program.measured_by(names)
    try:
        machine = measured.machine
    except Rejected:
        why = "what it is measured by does itself as its last step"
        return [unknown_finding(Question(name, "measure"), method.name, why) for name in wanted]
    seconds = request.budget.seconds
    budget = Budget(seconds if method.name == PROOF else seconds / SHARE)
    # What was too much without the cells in which measures are kept is too much with them.
    too_much = [f"already without measures {each.broken_off}" for each in plain if each.broken_off]
    if too_much:
        known = replace(known, broken_off={**known.broken_off, **dict.fromkeys(names, too_much[0])})
    asked = replace(request, only=names, budget=budget, known=known)
    found = [each for each in method.run(measured, asked) if each.property in names]
    engine = Engine(machine, piecemeal=True) if any(each.trace for each in found) else None
    told = [
        _told(replace(each, kind="measure"), wanted[each.property], engine, program.machine) for each in found
    ]
    return [*told, *omitted]


def _omitted(name: str, left: Unanswered) -> Finding:
    return Finding(name, "measure", "unknown", left.method, left.words)


def _told(finding: Finding, measure: Measure, engine: Engine | None, plain: Machine) -> Finding:
    """A refutation with the values that it rests on."""
    if finding.verdict != "refuted" or finding.trace is None or engine is None:
        return finding
    play = _written(finding.trace.play)
    end = replayed(engine, play)
    kept = KeptMeasure(measure)
    before, after = (getattr(end.state, engine.layout.slots[cell]) for cell in (kept.before, kept.after))
    words = f"`{measure.name}` {_does_not(measure)}: {before} before, {after} after {_what(measure)}"
    # Told as it is played: without the cells in which the measures are kept.
    told = tuple(trace_in_words(Engine(plain, piecemeal=True), play))
    return replace(finding, detail=words, trace=replace(finding.trace, shows=words, told=told))


def _written(play: Mapping[str, Any]) -> WrittenTrace:
    report = Report()
    found = read_play(Source("", json.dumps(play)), report)
    assert found is not None, report.diagnostics
    return found


def _does_not(measure: Measure) -> str:
    return "does not fall" if measure.way == "falls" else "does not rise"


def _what(measure: Measure) -> str:
    match measure.each:
        case "turn" | "round":
            return f"a {measure.each}"
        case name if name == GO_ROUND:
            return "one player's go"
        case name:
            return f"`{name}`"
