"""Small games are searched whole, without being asked: a program in, every state of the game out, if they are few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from verifier.check.explore.explore import explore
from verifier.check.explore.results import Exploration, SearchLimits
from verifier.check.explore.search import first_states
from verifier.check.explore.unordered import unordered_piles
from verifier.diagnostics import count_of
from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.program import Program
from verifier.trace.trace import ReplayedTrace
from verifier.trace.validate import Validator
from verifier.verdict.finding import Finding, Kind

SEARCH = "every state"
# A set-up with more outcomes than these, fewer for larger machines, belongs to a game that is not small.
OUTCOMES = 500_000


def explored_whole(program: Program, limits: SearchLimits) -> Exploration | None:
    """Every state of the game itself; `None` if there are too many."""
    if not _few_deals(program.machine):
        return None
    found = explore(program.machine, limits=limits, ends=program.game.ends)
    return found if found.complete else None


def _few_deals(machine: Machine) -> bool:
    """Has the set-up few outcomes? Nothing else is compiled to find out."""
    most = OUTCOMES // (100 + len(machine.blocks))
    engine = Engine(machine, lazy=unordered_piles(machine), piecemeal=True)
    return sum(1 for _ in islice(first_states(engine, None), most)) < most


def whole_findings(
    program: Program, found: Exploration, asked: Sequence[str], share: float
) -> Iterator[Finding]:
    """A finding for each property that the search of the whole game decides."""
    words = f"all {count_of(found.states, 'state')} of the full game"
    invariants = {claim.name for claim in program.game.claims if claim.sort == "invariant"}
    for name in asked:
        kind: Kind = "invariant" if name in invariants else "health"
        shown = _shown(found, name)
        if shown is not None:
            yield _refuted(program, name, kind, shown, share)
        elif not _is_open(program, found, name):
            yield Finding(name, kind, "exhausted", SEARCH, words + scope_of(name), share)


def scope_of(name: str) -> str:
    """What a search of every state leaves to other methods, to be said beside what it found."""
    return "; legal moves alone, what moves tell is compared in plays" if name == "no-peeking" else ""


def ending(program: Program, found: Exploration, share: float) -> Finding | None:
    """That every play ends, if no way leads in a circle; that one does not, where nobody is ever asked again."""
    endless = next((fault.play for fault in found.faults if fault.property == "it-ends"), None)
    if endless is not None:
        return _refuted(program, "it-ends", "health", endless, share)
    if found.longest is None:
        return None
    states = count_of(found.states, "state")
    words = f"no play has more than {count_of(found.longest, 'move')}: {states} of the full game"
    return Finding("it-ends", "health", "exhausted", SEARCH, words, share)


def _shown(found: Exploration, name: str) -> ReplayedTrace | None:
    """The play that shows that a property does not hold."""
    match name:
        case "conservation" | "bounds":
            faults = [fault.play for fault in found.faults if fault.property == name]
            over = list(found.capacities.values()) if name == "bounds" else []
            return next(iter([*faults, *over]), None)
        case "no-dead-end":
            return found.dead_end
        case _:
            return found.violations.get(name)


def _is_open(program: Program, found: Exploration, name: str) -> bool:
    """Others tell better what is wrong here."""
    match name:
        case "somebody-wins":
            return found.results.nobody is not None or leaves_ties(program, found)
        case "no-peeking":
            return bool(found.peeks)
        case "nothing-vanishes":
            return bool(found.if_none)
        case _:
            return False


def leaves_ties(program: Program, found: Exploration) -> bool:
    """Does a play end with several winners where the rules do not say that they share the victory?"""
    return any(many > 1 for many in found.results.winners) and not program.ties_are_shared


def _refuted(program: Program, name: str, kind: Kind, play: ReplayedTrace, share: float) -> Finding:
    words = f"`{name}` fails after {count_of(len(play), 'move')}, the fewest there can be"
    validator = Validator(program.machine, program.ruleset)
    broken = validator.broken(play.written, name)
    words += f": {broken.words}" if broken is not None and broken.words else ""
    evidence = validator.evidence(play.written, words, broken=broken)
    return Finding(name, kind, "refuted", SEARCH, words, share, evidence)
