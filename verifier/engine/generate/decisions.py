"""Pauses as Python: the legal moves, whether there is one, and which player decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from verifier.analysis.interval_domain import Interval, domain_interval
from verifier.engine.generate.arithmetic import hoisted, negation, piles_named
from verifier.engine.generate.expressions import function_scope
from verifier.engine.generate.loops import LoopOrder, LoopPlan, over
from verifier.engine.generate.scope import Module, Scope
from verifier.kernel.domain import Players
from verifier.kernel.expression import Expr, Logic, Not, Source
from verifier.kernel.layout import clean
from verifier.kernel.machine import Alternative, Block, Choice, Decide, Guard, Let
from verifier.kernel.visit import free_locals, operands


def player_term(module: Module) -> Interval:
    """Whoever is asked is a player."""
    return domain_interval(Players(module.machine.players))


def write_legal(block: Block, decide: Decide, module: Module) -> list[str]:
    """A function that lists the legal moves of a pause."""
    scope = _asked(decide, module)
    scope.code.add("moves = []")
    for number, alternative in enumerate(decide.alternatives):
        scope.code.add(f"# {clean(alternative.action)}")
        chosen = [part.local for part in alternative.prelude if isinstance(part, Choice)]

        def found(number: int = number, chosen: list[str] = chosen) -> None:
            scope.code.add(f"moves.append({_move(number, chosen, scope)})")

        PreludeWriter(alternative, scope).write(found)
    if decide.stop is not None:
        scope.code.add("moves.append((STOP,))")
    scope.code.add("return moves")
    return scope.function(
        f"def {module.legal[block.label]}(s):", f"The legal moves at {clean(block.origin)}."
    )


# A table of the moves with one choice has so many entries at most.
MOST_MOVES = 512


def _move(number: int, chosen: list[str], scope: Scope) -> str:
    """A move as Python; with one choice it is looked up in a table, which is cheaper than making it anew."""
    names = [scope.names[local] for local in chosen]
    if len(chosen) == 1:
        interval = scope.known[chosen[0]]
        if interval.within(0, MOST_MOVES - 1):
            moves = tuple((number, choice) for choice in range(interval.high + 1))
            return f"{scope.module.constant('moves', moves)}[{names[0]}]"
    return f"({', '.join([str(number), *names])}{'' if chosen else ','})"


def write_able(block: Block, decide: Decide, module: Module) -> list[str]:
    """A function that says whether a pause has a legal alternative."""
    scope = _asked(decide, module)
    for alternative in decide.alternatives:
        scope.code.add(f"# {clean(alternative.action)}")
        PreludeWriter(alternative, scope).write(lambda: scope.code.add("return True"))
    scope.code.add("return False")
    about = f"Can anything be done at {clean(block.origin)}?"
    return scope.function(f"def {module.able[block.label]}(s):", about)


def _asked(decide: Decide, module: Module) -> Scope:
    scope = function_scope(module, {})
    player = scope.number(decide.player)
    scope.known["me"] = player_term(module)
    scope.code.add(f"{scope.assign('me')} = {player.text}")
    return scope


class PreludeWriter:
    """The prelude of an alternative as loops and conditions, each as early as its names are known."""

    def __init__(self, alternative: Alternative, scope: Scope) -> None:
        self.parts = _early(alternative.prelude)
        self.scope = scope

    def write(self, found: Callable[[], None]) -> None:
        scope = self.scope
        names, known, worked_out, filled = (
            dict(scope.names),
            dict(scope.known),
            scope.worked_out,
            scope.filled,
        )
        self._from(0, found)
        scope.names, scope.known, scope.worked_out, scope.filled = names, known, worked_out, filled

    def _from(self, nth: int, found: Callable[[], None]) -> None:
        if nth == len(self.parts):
            found()
            return
        scope, part = self.scope, self.parts[nth]
        match part:
            case Let(local, value):
                text, interval = scope.number(value).text, scope.interval(value)
                scope.names.pop(local, None)
                scope.known[local] = interval
                scope.code.add(f"{scope.assign(local)} = {text}")
                self._from(nth + 1, found)
            case Choice():
                with hoisted(self._later(nth), self._bound(nth), scope):
                    inside = partial(self._chosen, part.where, nth, found)
                    over(part.source, part.local, scope, inside, LoopPlan(LoopOrder.ORDERED))
            case Guard():
                if any(isinstance(before, Choice) for before in self.parts[:nth]):
                    self._skip(part)
                    self._from(nth + 1, found)
                else:
                    self._if(guard_truth(part), nth + 1, found)
            case _:
                assert_never(part)

    def _chosen(self, where: Expr | None, nth: int, found: Callable[[], None]) -> None:
        """Inside the loop of a choice."""
        with piles_named(self._later(nth), self._bound(nth + 1), self.scope):
            self._if(where, nth + 1, found)

    def _if(self, condition: Expr | None, nth: int, found: Callable[[], None]) -> None:
        """Go on with the parts from `nth` on where the condition holds."""
        if condition is None:
            self._from(nth, found)
            return
        test = self.scope.term(condition).text
        with self.scope.code.inside(f"if {test}:{self._note(nth - 1)}"):
            self._from(nth, found)

    def _skip(self, guard: Guard) -> None:
        """Inside the loop of a choice: go on with the next member where the guard refuses."""
        scope = self.scope

        def refuse() -> None:
            for require in guard.require:
                test = negation(require, scope).text
                with scope.code.inside(f"if {test}:  # {clean(guard.rule)}"):
                    scope.code.add("continue")
                if not guard.when and test.startswith("not "):
                    # Nothing is moved while moves are listed, so a pile that was asked for stays filled.
                    scope.filled |= {test.removeprefix("not ")}

        if not guard.when:
            refuse()
            return
        when = conjunction(guard.when)
        with scope.code.inside(f"if {scope.term(when).text}:"), scope.knowing(when):
            refuse()

    def _note(self, nth: int) -> str:
        part = self.parts[nth]
        return f"  # {clean(part.rule)}" if isinstance(part, Guard | Choice) else ""

    def _bound(self, nth: int) -> frozenset[str]:
        """The names given from the part on."""
        return frozenset(part.local for part in self.parts[nth:] if isinstance(part, Choice | Let))

    def _later(self, nth: int) -> list[Expr | Source]:
        """What is worked out inside the loop of a choice."""
        choice = self.parts[nth]
        where = [choice.where] if isinstance(choice, Choice) and choice.where is not None else []
        return [*where, *operands(*self.parts[nth + 1 :])]


def _early(prelude: tuple[Choice | Let | Guard, ...]) -> tuple[Choice | Let | Guard, ...]:
    """The same prelude with every name and guard as soon as the names it reads are given."""
    found: list[Choice | Let | Guard] = []
    for part in prelude:
        place = len(found)
        if not isinstance(part, Choice) and not _given_again(part, found):
            needs = free_locals(guard_truth(part) if isinstance(part, Guard) else part.value)
            given = [nth for nth, other in enumerate(found, 1) if _gives(other, needs)]
            place = max(given, default=0)
            while place < len(found) and not isinstance(found[place], Choice):
                place += 1
        found.insert(place, part)
    return tuple(found)


def _given_again(part: Let | Guard, before: list[Choice | Let | Guard]) -> bool:
    return isinstance(part, Let) and any(_gives(other, frozenset((part.local,))) for other in before)


def _gives(part: Choice | Let | Guard, names: frozenset[str]) -> bool:
    return not isinstance(part, Guard) and part.local in names


def guard_truth(guard: Guard) -> Expr:
    """A guard as one truth: what it requires, where its case holds."""
    require = conjunction(guard.require)
    return Logic("or", (Not(conjunction(guard.when)), require)) if guard.when else require


def conjunction(truths: tuple[Expr, ...]) -> Expr:
    return truths[0] if len(truths) == 1 else Logic("and", truths)


def write_player(block: Block, decide: Decide, module: Module) -> list[str]:
    """A function that says who is asked."""
    scope = function_scope(module, {})
    text = scope.number(decide.player).text
    scope.code.add(f"return {text}")
    return scope.function(f"def {module.player[block.label]}(s):", f"Who is asked at {clean(block.origin)}.")
