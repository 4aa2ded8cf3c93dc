"""Claims that mean something else than before, each with a play that breaks it if one is found.

Random plays seldom come to a long row or a full purse. Where the components would have to lie is a small question, and
a play in which everybody helps to bring them there is often found at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from verifier.backends.machine import Engine, State
from verifier.compare.aiming.arrangement import Arrangements
from verifier.compare.aiming.guided import Guide, Led
from verifier.kernel import expression as k
from verifier.kernel.machine import Claim, Machine
from verifier.kernel.visit import preorder
from verifier.program import Subject
from verifier.trace import Recorder, WrittenTrace
from verifier.trace.moves import Moving
from verifier.trace.validate import Validator
from verifier.verify.finding import Finding

METHOD = "an aimed play"
ORDER = ("order", "")
# How many moves may be tried for all claims, and how many components may have to lie somewhere for it to be worth it.
WORK = 90_000
MOST_PLACES = 48


def aimed(before: Subject, after: Subject) -> list[Finding]:
    """A finding for each invariant of the second that a play breaks, among those that mean something new."""
    program = after.program()
    claims = doubtful(before.program().machine, program.machine)
    if not claims:
        return []
    arrangements = Arrangements(program.machine)
    engine = Engine(program.machine)
    found = []
    left = WORK
    for claim in claims:
        began = time.perf_counter()
        wish = arrangements.against(claim) if left > 0 else None
        if wish is None or len(wish) > MOST_PLACES:
            continue
        guide = Guide(engine, wish)
        led = guide.led(_broken(engine, claim), left)
        left = guide.left
        if led is None:
            continue
        play = _written(engine, after.ruleset, led)
        validator = Validator(program.machine, program.ruleset)
        if validator.shows(play, claim.name):
            words = f"fails after {len(play.moves)} move{'s' if len(play.moves) > 1 else ''}"
            trace = validator.evidence(play, words)
            finding = Finding(claim.name, "invariant", "refuted", METHOD, words, trace=trace)
            found.append(replace(finding, seconds=time.perf_counter() - began))
    return found


def doubtful(before: Machine, after: Machine) -> list[Claim]:
    """The invariants that lean on something worked out otherwise than before, and on no order of components."""
    return [
        claim
        for claim in after.claims
        if claim.sort == "invariant"
        and claim.moment is None
        and (leans := _leaned_on(after, claim)) is not None
        and leans != {key: _held(before, *key) for key in leans}
    ]


def _leaned_on(machine: Machine, claim: Claim) -> dict[tuple[str, str], object] | None:
    """The definitions and tables that a claim reads; `None` if it also reads in which order components lie."""
    found: dict[tuple[str, str], object] = {}
    waiting: list[Any] = [claim.truth]
    while waiting:
        for key in _named(waiting.pop()):
            if key == ORDER:
                return None
            if key not in found:
                held: Any = _held(machine, *key)
                found[key] = held
                if key[0] == "definition":
                    waiting += [held.start, *held.rungs]
    return found


def _held(machine: Machine, sort: str, name: str) -> object:
    return (machine.definitions if sort == "definition" else machine.tables).get(name)


def _named(node: Any) -> Iterator[tuple[str, str]]:
    for part in preorder(node):
        if isinstance(part, k.Call):
            yield "definition", part.definition
        elif isinstance(part, k.Lookup):
            yield "table", part.table
        elif isinstance(part, k.Position | k.End):
            yield ORDER


def _broken(engine: Engine, claim: Claim) -> Any:
    question = engine.claims[claim.name]

    def done(state: State) -> bool:
        return not question(state)

    return done


def _written(engine: Engine, ruleset: str, led: Led) -> WrittenTrace:
    recorder = Recorder(Moving(engine), ruleset, led.fate, led.given).begin()
    for move in led.moves:
        recorder.step(move)
    return recorder.written()
