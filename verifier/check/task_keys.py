"""What the findings of a task rest on, as one word: rules, claims, budget, what was known, the code, the solvers.

Comments and places are left out, so that a changed comment changes no key. Scenarios count where they are played;
what else reads them says so in its entry (`remembered`).
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from pathlib import Path

from verifier.check.methods import METHODS
from verifier.check.tasks import Task
from verifier.diagnostics import Report
from verifier.program import Program, composition
from verifier.surface import index, nodes
from verifier.surface.files import overlays_of
from verifier.surface.format import printed
from verifier.verdict.properties import SCENARIOS

PACKAGE = Path(__file__).parents[1]
# Rooms that answer people or compare rule sets: no finding rests on them.
OUTSIDE = {"cli", "compare", "definition", "mutate", "pages", "report", "testing", "words"}
ENDINGS = (".py", ".c")
SOLVERS = ("z3-solver", "cvc5")
# The method that reads small instances, and which loops the rules acknowledge.
SEARCH = "explore"


@dataclass(frozen=True, slots=True)
class Marks:
    """What a program says, as short words. `rules` are all but claims, scenarios and what is acknowledged."""

    rules: str
    machine: str
    machine_with_claims: str
    examples: str
    accepted: str


def marks_of(program: Program) -> Marks:
    """The marks of a program: ask for them with `program.analysis(marks_of)`."""
    items, machine = program.composition.items, program.machine
    return Marks(
        mark(*(printed(item) for item in items if not index.is_claim(item))),
        mark(repr(replace(machine, claims=(), measures=()))),
        mark(repr(machine)),
        _printed_mark(items, (nodes.Scenario, nodes.Expect)),
        _printed_mark(items, (nodes.Accept, nodes.MayLoop)),
    )


def task_key(task: Task) -> str:
    """The same word for the same task of the same rules, by the same code."""
    program, request, known = task.subject.program(), task.request, task.request.known
    marks = program.analysis(marks_of)
    # A method that lists what it speaks of asks no claim.
    listed = METHODS[task.method].properties
    rests: dict[str, object] = {
        "code": code_mark(),
        "ruleset": task.subject.ruleset,
        "players": task.subject.players,
        "method": task.method,
        "rules": marks.rules,
        "machine": marks.machine_with_claims if listed is None else marks.machine,
        "budget": request.budget.seconds,
        "only": sorted(request.only) if request.only is not None else None,
        "second-solver": request.second_solver,
        "holds": sorted(known.holds),
        "shown": sorted(known.shown.items()),
        "refuted": sorted(known.refuted),
        "broken-off": sorted(known.broken_off.items()),
        "unanswered": sorted((name, each.method, each.why) for name, each in known.unanswered.items()),
        "hopeless": known.hopeless,
        "certified": sorted(known.certified),
    }
    if listed is not None and SCENARIOS in listed:
        rests["examples"] = marks.examples
    if task.method == SEARCH:
        rests["accepted"] = marks.accepted
        rests["instances"] = list(_instances(program))
    return mark(json.dumps(rests, sort_keys=True))


def mark(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _printed_mark(items: Iterable[nodes.Item], kinds: tuple[type, ...]) -> str:
    return mark(*(printed(item) for item in items if isinstance(item, kinds)))


def _instances(program: Program) -> Iterator[tuple[str, str]]:
    """Every small instance that is declared, whether it fits or not."""
    game = program.ruleset.split("+")[0]
    for each in overlays_of(game):
        if each.sort == "instance":
            laid = composition(f"{program.ruleset}+{each.name}", Report())
            yield each.name, "" if laid is None else mark(*(printed(item) for item in laid.items))


@cache
def code_mark() -> str:
    """The code that findings rest on, Python and the solvers; of the grammar only what it makes of a text counts."""
    found = hashlib.sha256(f"{sys.version_info[:3]}".encode())
    for name in SOLVERS:
        try:
            found.update(f"{name} {metadata.version(name)}".encode())
        except metadata.PackageNotFoundError:
            found.update(f"no {name}".encode())
    for path in sorted(path for ending in ENDINGS for path in PACKAGE.rglob(f"*{ending}")):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] not in OUTSIDE:
            found.update(f"{inside}\0".encode() + path.read_bytes())
    return found.hexdigest()
