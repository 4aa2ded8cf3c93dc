"""A way that seemed to show something, gone again by the plain machine before anybody sees it."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine import Engine, State
from verifier.verify.case import Case
from verifier.verify.finding import Trace
from verifier.verify.ways import Gone, NotReplayedError, Way, gone_again, trace_of


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What was shown, in words and as a play; without a play, the doubt that is left."""

    words: str
    trace: Trace | None
    doubt: str = ""


def confirmed(
    engine: Engine, case: Case, way: Way, name: str, words: str, pair: tuple[int, int] | None = None
) -> Confirmed:
    """The way gone again on the plain machine (one that is checked), which must show the same thing.

    `pair` are the two components that a player can tell apart without seeing them.
    """
    seen: dict[str, bool] = {}
    claims = {claim.name: claim for claim in case.machine.claims}
    claim = claims.get(name)
    question = engine.claims[name] if claim is not None else None

    def watch(state: State, moment: str | None) -> None:
        if claim is not None and question is not None and moment == claim.moment:
            seen[name] = seen.get(name, False) or question(state) is (claim.sort == "witness")

    engine.watch = watch
    try:
        gone = gone_again(engine, case.subject.ruleset, way)
        if not (seen.get(name, False) if claim is not None else _shows(engine, case, gone, way, name, pair)):
            return Confirmed(words, None, "the plain machine does not confirm it")
        trace = trace_of(engine, gone, words)
    except NotReplayedError as refused:
        return Confirmed(words, None, f"the plain machine goes another way: {refused}")
    finally:
        engine.watch = lambda state, moment: None
    return Confirmed(words, trace)


def _shows(engine: Engine, case: Case, gone: Gone, way: Way, name: str, pair: tuple[int, int] | None) -> bool:
    match name:
        case "conservation":
            return gone.fault is not None and gone.fault.property == name
        case "bounds":
            return (gone.fault is not None and gone.fault.property == name) or _overfull(engine, gone.state)
        case "no-dead-end":
            return not engine.over(gone.state) and not engine.legal(gone.state)
        case "somebody-wins":
            return engine.over(gone.state) and len(engine.result(gone.state).winners) != 1
        case "no-peeking":
            return _peeks(engine, case, gone, way, pair)
        case _:
            return True


def _overfull(engine: Engine, state: State) -> bool:
    families = engine.layout.family_of
    return any(
        (holds := families[zone].holds) is not None and len(state.zones[zone]) > holds
        for zone in range(engine.machine.zones)
    )


def _peeks(engine: Engine, case: Case, gone: Gone, way: Way, pair: tuple[int, int] | None) -> bool:
    """The same play with two components swapped from the start: the same to look at, other moves."""
    if pair is None:
        return False
    player = engine.player(gone.state)
    legal, view = engine.legal(gone.state), engine.view(gone.state, player)
    try:
        twin = gone_again(engine, case.subject.ruleset, _turned(way, *pair))
    except NotReplayedError:
        return False
    return engine.view(twin.state, player) == view and engine.legal(twin.state) != legal


def _turned(way: Way, one: int, other: int) -> Way:
    swap = {one: other, other: one}
    shuffles = tuple(tuple(swap.get(thing, thing) for thing in shuffle) for shuffle in way.shuffles)
    return Way(way.given, shuffles, way.rolls, way.moves)
