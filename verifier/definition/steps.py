"""Steps: each changes the position, or asks somebody to decide.

Steps that may ask are generators of decisions, which are sent the move. Every block of steps has its own names. Where
the rest of a block is left out (nothing to name, nothing to choose, or nobody chooses), play goes on behind the block.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import groupby
from typing import assert_never

from verifier.definition import moves
from verifier.definition.choices import (
    STOP,
    Alternative,
    Decision,
    Move,
    chosen_names,
    decision,
    head_and_effects,
    text_of,
)
from verifier.definition.expressions import Names, bound, counts, holds, value, values
from verifier.definition.position import Chance, Impossible, Position
from verifier.definition.values import NOTHING, members
from verifier.kernel import expression as k
from verifier.kernel.domain import Number
from verifier.model import steps as m
from verifier.model.game import Game

Asking = Generator[Decision, Move, None]


class RoundOver(Exception):  # noqa: N818 - no error: play goes on elsewhere
    """The round is over, whatever was under way."""


class Steps:
    """Carries out the steps of a game in a position; `watch` is told of every moment that claims may speak of."""

    def __init__(
        self, game: Game, chance: Chance, watch: Callable[[str], None] = lambda moment: None
    ) -> None:
        self.game = game
        self.chance = chance
        self.watch = watch
        self.at = Position(game)
        # The end of the round is not asked for while it is set up, nor once it has come.
        self.playing = False

    # --- blocks

    def block(self, steps: Sequence[m.Step], names: Names, origin: str) -> Asking:
        """Steps one after the other; `origin` is what people call this place."""
        for number, step in enumerate(steps):
            match step:
                case m.Let(name, expr):
                    found = value(expr, names, self.at)
                    if found == NOTHING and not counts(expr, self.game):
                        return
                    names = {**names, name: found}
                case m.Choose():
                    chosen = yield from self.choice(step, names, origin)
                    if chosen is None:
                        return
                    names = chosen
                case m.Show():
                    yield from self.showing(step, steps[number + 1 :], names, origin)
                    return
                case _:
                    yield from self.step(step, names, origin)

    def around(self, place: str, steps: Sequence[m.Step], names: Names) -> Asking:
        """What stands before, the steps, what stands after: three blocks."""
        for part in (self.hook("before", place), steps, self.hook("after", place)):
            yield from self.block(part, names, place)

    def hook(self, when: str, place: str) -> tuple[m.Step, ...]:
        return self.game.hooks.get((when, place), ())

    # --- single steps

    def step(self, step: m.Step, names: Names, origin: str) -> Asking:
        at = self.at
        match step:
            case m.Move(thing, _, to, end):
                # Where it goes is settled before it is lifted.
                zone, found = value(to, names, at), value(thing, names, at)
                if found == NOTHING and isinstance(thing, k.Local):
                    raise Impossible("conservation", "a name that stands for nothing")
                moves.move(found, zone, end, at)
            case m.Deal(count, source, to, end):
                here, there = value(source, names, at), value(to, names, at)
                moves.deal(value(count, names, at), here, there, end, at)
            case m.Write(cell, index, expr):
                at.write(cell, values(index, names, at), value(expr, names, at))
            case m.Swap(left, right, zones):
                exchange = moves.swap_zones if zones else moves.swap_components
                exchange(value(left, names, at), value(right, names, at), at)
            case m.Shuffle(zone_of):
                moves.shuffle(value(zone_of, names, at), self.chance, at)
            case m.Roll(die):
                at.write(die, (), self.chance.rolled(die, self.game.dice[die]))
            case m.Guard():
                # It has been asked already: a rule that requires something belongs to the head.
                pass
            case m.Do(name, args):
                yield from self.procedure(name, values(args, names, at), names)
            case m.DoText(thing, text):
                yield from self.text(value(thing, names, at), text, names)
            case m.Offer():
                yield from self.offer(step, names, origin)
            case m.Each(binds, where, steps):
                # The members are those at the start, whatever the steps do to them.
                members = list(bound(binds, where, names, at))
                for inner in self.as_they_go(members, binds[-1].local, steps) if step.packet else members:
                    yield from self.block(steps, inner, origin)
            case m.Repeat(times, _, steps):
                for _ in range(value(times, names, at)):
                    yield from self.block(steps, names, origin)
            case m.GoRound():
                yield from self.go_round(step, names, origin)
            case m.Rule(_, when, steps):
                if holds(when, names, at):
                    yield from self.block(steps, names, origin)
            case m.As(me, steps):
                yield from self.block(steps, {**names, "me": value(me, names, at)}, origin)
            case m.Let() | m.Choose() | m.Show():
                raise AssertionError(step)
            case _:
                assert_never(step)

    def as_they_go(self, members: list[Names], local: str, steps: Sequence[m.Step]) -> list[Names]:
        """Where all are moved below something, the topmost of a pile goes first: what is moved keeps its order."""
        match steps:
            case (m.Move(end="bottom"),):
                pass
            case _:
                return members

        def packet(names: Names) -> list[tuple[str, int]]:
            return [
                *((each, one) for each, one in names.items() if each != local),
                ("", self.at.where[names[local]]),
            ]

        found: list[Names] = []
        for _, group in groupby(members, packet):
            things = list(group)
            ordered = self.at.is_ordered(self.at.where[things[0][local]])
            found += reversed(things) if ordered else things
        return found

    def procedure(self, name: str, args: Sequence[int], names: Names) -> Asking:
        """Its steps know its parameters and who acts, and nothing else."""
        procedure = self.game.procedures[name]
        for param, arg in zip(procedure.params, args, strict=True):
            if isinstance(param.domain, Number) and arg not in members(param.domain):
                raise Impossible("bounds", f"{name}: {param.name}")
        given = zip((param.name for param in procedure.params), args, strict=True)
        yield from self.around(name, procedure.steps, {"me": names["me"], **dict(given)})

    def text(self, thing: int, text: str, names: Names) -> Asking:
        """What stands on the component; one without the text does nothing."""
        procedure = None if thing == NOTHING else text_of(thing, text, self.game)
        if procedure is not None:
            yield from self.around(procedure.name, procedure.steps, {"me": names["me"], "this": thing})

    def showing(self, step: m.Show, rest: Sequence[m.Step], names: Names, origin: str) -> Asking:
        """Shown until the block ends, however it ends."""
        what = value(step.what, names, self.at)
        players = range(self.game.players) if step.player is None else [value(step.player, names, self.at)]
        shown = self.at.shown_zones if step.is_zone else self.at.shown_things
        new = [(what, player) for player in players if NOTHING not in (what, player)]
        shown += new
        try:
            yield from self.block(rest, names, origin)
        finally:
            for each in new:
                shown.remove(each)

    def go_round(self, step: m.GoRound, names: Names, origin: str) -> Asking:
        """Seat after seat, over and over, until the condition holds; who does not fit is passed over."""
        seat = value(step.start, names, self.at)
        if seat == NOTHING:
            raise Impossible("bounds", f"nobody begins: {origin}")
        while not value(step.until, names, self.at):
            inner = {**names, step.local: seat}
            if value(step.where, inner, self.at):
                yield from self.block(step.steps, inner, origin)
            seat = (seat + 1) % self.game.players

    # --- decisions

    def asked(
        self, origin: str, player: int, alternatives: Sequence[Alternative], may_stop: bool, must: bool
    ) -> Generator[Decision, Move, Move | None]:
        """The move of a player, or none if there is nothing to choose and nobody must. First: is the round over?"""
        if player == NOTHING:
            raise Impossible("bounds", f"nobody decides: {origin}")
        if self.playing and is_over(self.at):
            raise RoundOver
        if origin in self.game.decisions:
            self.watch(origin)
        pause = decision(origin, player, alternatives, may_stop, self.at)
        if not must and all(move == STOP for move in pause.moves):
            return None
        move = yield pause
        return move

    def choice(self, step: m.Choose, names: Names, origin: str) -> Generator[Decision, Move, Names | None]:
        """The names with what was chosen; none if nothing was."""
        player = names["me"] if step.player is None else value(step.player, names, self.at)
        only = Alternative("choose", (step,), (), names)
        move = yield from self.asked(origin, player, (only,), step.may, must=False)
        return None if move is None or move == STOP else chosen_names(only, move, self.at)

    def offer(self, step: m.Offer, names: Names, origin: str) -> Asking:
        while True:
            player = names["me"] if step.by is None else value(step.by, names, self.at)
            offered = [self.alternative(each, player, names) for each in step.offered]
            may_stop = step.how != "one of"
            move = yield from self.asked(origin, player, offered, may_stop, must=True)
            assert move is not None
            if move == STOP:
                return
            taken = offered[move[0]]
            yield from self.around(taken.action, taken.effects, chosen_names(taken, move, self.at))
            if step.how != "any number of":
                return

    def alternative(self, offered: m.Offered, player: int, names: Names) -> Alternative:
        action = self.game.actions[offered.action]
        given = zip((p.name for p in action.params), values(offered.args, names, self.at), strict=True)
        head, effects = head_and_effects(action.steps)
        return Alternative(action.name, head, effects, {"me": player, **dict(given)})


def is_over(at: Position) -> bool:
    """Does a rule about the end hold that is asked before every decision?"""
    return any(rule.moment is None and holds(rule.when, {}, at) for rule in at.game.ends)
