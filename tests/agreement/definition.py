"""The machine and the definition of the language in lock-step: the same moves, the same chances, everything compared.

`python -m tests.agreement.definition --steps 10000 [RULESET...]` does so for every rule set and number of players.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from verifier import definition as d
from verifier.check.subjects import subjects_of
from verifier.definition.choices import refusals
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.machine import Machine
from verifier.model.game import Game
from verifier.runtime import Fault, Oracle, Seeded

# How many refused moves are looked at before each decision.
REFUSED = 4
# Where the machine keeps what is shown for a while.
SHOWN = ("shown zones", "shown things")


class Disagreement(AssertionError):  # noqa: N818 - a finding
    """What the two readings say differently."""


# --- chance: what the machine was told is told to the definition


@dataclass(slots=True)
class Told:
    """An oracle of the machine that keeps every answer, and gives the same answers to the definition."""

    oracle: Oracle
    answers: list[tuple[str, Any, list[int], list[int]]] = field(default_factory=list)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        before = pile[:]
        self.oracle.shuffle(zone, pile)
        self.answers.append(("shuffle", zone, before, pile[:]))

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        face = self.oracle.roll(cell, faces)
        self.answers.append(("roll", cell, list(faces), [face]))
        return face

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("no pile is lazy here")

    def shuffled(self, zone: int, pile: Sequence[int]) -> list[int]:
        return self._answer("shuffle", zone, list(pile))

    def rolled(self, die: str, faces: Sequence[int]) -> int:
        return self._answer("roll", die, list(faces))[0]

    def _answer(self, sort: str, what: Any, of: list[int]) -> list[int]:
        if not self.answers:
            raise Disagreement(f"the definition asks for a {sort} of {what}, the machine did not")
        asked = self.answers.pop(0)
        if asked[:3] != (sort, what, of):
            raise Disagreement(f"the machine asked for {asked[:3]}, the definition for {(sort, what, of)}")
        return asked[3]


# --- one play, read twice


@dataclass(slots=True)
class Tally:
    """What was compared."""

    plays: int = 0
    steps: int = 0
    moves: int = 0
    refused: int = 0
    views: int = 0
    faults: int = 0
    actions: Counter[str] = field(default_factory=Counter)


class LockStep:
    """A play of a machine and of the game it was made from. With `plain`, the interpreter of the kernel plays.

    What is dear to work out (refusals, claims, measures) is compared at one decision in `sparing`, by chance.
    """

    def __init__(
        self,
        game: Game,
        machine: Machine,
        seed: int,
        engine: Engine | None = None,
        plain: bool = False,
        sparing: int = 1,
    ) -> None:
        self.game, self.machine = game, machine
        self.sparing = sparing
        # The interpreter passes moments in silence.
        self.watched = not plain
        self.engine = engine or Engine(machine, checked=True)
        self.mover: Any = Runner(machine, self.engine.layout) if plain else self.engine
        self.random = random.Random(seed)
        self.chance = Told(Seeded(seed))
        self.moments: list[str] = []
        self.passed: list[str] = []
        self.engine.watch = self._watch
        self.play = d.Play(game, self.chance, self.moments.append)
        self.tally = Tally(plays=1)
        self.state = self.engine.blank()
        self.over = False
        # What both remember; the machine leaves out what nobody reads.
        self.cells = [name for name in game.cells if name in machine.cells]

    def _watch(self, state: Any, moment: str | None) -> None:
        if moment is not None:
            self.passed.append(moment)

    # --- playing

    def begin(self) -> None:
        self.both(lambda: self.mover.enter(self.state, self.machine.start, self.chance, {}), self.play.begin)

    def step(self) -> None:
        move = self.random.choice(self.mover.legal(self.state))
        decide = self.engine.decide(self.state)
        self.tally.actions["stop" if move[0] < 0 else decide.alternatives[move[0]].action] += 1
        self.both(lambda: self.mover.step(self.state, move, self.chance), lambda: self.play.take(move))
        self.tally.steps += 1

    def follow(self, steps: int) -> Tally:
        """So many steps, or fewer if the play is over sooner."""
        self.begin()
        while not self.over and self.tally.steps < steps:
            self.step()
        return self.tally

    def both(self, machine: Any, definition: Any) -> Fault | None:
        """One step of each; a step that cannot be carried out must be impossible for both, for the same reason."""
        broken: Fault | None = None
        try:
            machine()
        except Fault as fault:
            broken = fault
        try:
            definition()
        except d.Impossible as impossible:
            if broken is None:
                raise Disagreement(f"impossible for the definition alone: {impossible}") from impossible
            self.same("what is impossible", broken.property, impossible.property)
            self.over = True
            self.tally.faults += 1
            return broken
        if broken is not None:
            raise Disagreement(f"impossible for the machine alone: {broken}")
        self.compare()
        return None

    # --- comparing

    def compare(self) -> None:
        self.same("chance", len(self.chance.answers), 0)
        if self.watched:
            self.same("moments", self.passed, self.moments)
        self.passed.clear()
        self.moments.clear()
        whole = self.sparing == 1 or self.random.randrange(self.sparing) == 0
        self._same_position()
        self._same_decision(whole)
        self._same_views()
        self._same_results()
        if whole:
            self._same_claims()

    def same(self, what: str, machine: Any, definition: Any) -> None:
        if machine != definition:
            raise Disagreement(
                f"{what}: the machine has {str(machine)[:400]}, the definition {str(definition)[:400]}"
            )

    def _same_position(self) -> None:
        at, state = self.play.at, self.state
        if state.zones[: self.game.zones] != at.zones:
            for zone, pile in enumerate(at.zones):
                self.same(f"zone {self.engine.speech.zone(zone)}", state.zones[zone], pile)
        for name in self.cells:
            cell = self.game.cells[name]
            for index in at.indexes(cell):
                self.same(f"{name} {index}", self.engine.get(state, name, index), at.read(name, index))

    def _same_decision(self, refused: bool) -> None:
        asked = self.play.decision
        if not self.engine.over(self.state) and self.engine.layout.labels[self.state.at] == "scenario":
            self.same("is anything asked", None, asked)
            return
        self.same("is it over", self.engine.over(self.state), asked is None)
        if asked is None:
            self.over = True
            return
        decide = self.engine.decide(self.state)
        self.same("who decides", self.engine.player(self.state), asked.player)
        names = [each.action for each in decide.alternatives]
        self.same("what is offered", names, [each.action for each in asked.alternatives])
        legal = self.mover.legal(self.state)
        self.same("legal moves", sorted(legal), sorted(asked.moves))
        self.tally.moves += len(legal)
        for number, each in enumerate(asked.alternatives) if refused else ():
            self._same_refusals(number, each, {move[1:] for move in legal if move[0] == number})
        self.over = not legal

    def _same_refusals(self, number: int, offered: Any, legal: set[tuple[int, ...]]) -> None:
        """Some choices that are not legal: of what there is to choose, else of anything."""
        decide = self.engine.decide(self.state)
        if sum(each.action == offered.action for each in decide.alternatives) > 1:
            return
        for choices in self._some_choices(offered):
            if tuple(choices.values()) in legal:
                continue
            told = self.engine.refusals(self.state, offered.action, choices)
            meant = refusals(offered, choices, self.play.at)
            self.same(f"refused {offered.action} {choices}", sorted(r.rule for r in told), sorted(meant))
            self.tally.refused += 1

    def _some_choices(self, offered: Any) -> list[dict[str, int]]:
        found = []
        for _ in range(REFUSED):
            names = dict(offered.names)
            chosen = {}
            for bind in offered.binds:
                try:
                    members = d.expressions.ranged(bind.source, names, self.play.at)
                except KeyError:
                    # It speaks of a name of the head.
                    return found
                if not members or self.random.random() < 0.1:
                    members = list(self._anything(bind))
                if not members:
                    return found
                names[bind.local] = chosen[bind.local] = self.random.choice(members)
            found.append(chosen)
        return found

    def _anything(self, bind: Any) -> Sequence[int]:
        return d.values.members(self.engine.speech.domain(bind.source))

    def _same_views(self) -> None:
        """One player's view each time; everybody's while something is shown."""
        one = self.random.randrange(self.game.players)
        for player in range(self.game.players) if self._is_shown() else (one,):
            self._same_view(player)

    def _is_shown(self) -> bool:
        marks = [self.engine.layout.slots[name] for name in SHOWN if name in self.machine.cells]
        return bool(self.play.at.shown_zones or self.play.at.shown_things) or any(
            any(getattr(self.state, mark)) for mark in marks
        )

    def _same_view(self, player: int) -> None:
        shown, seen = self.engine.view(self.state, player), d.view(self.play.at, player)
        self.same(f"zones that {player} sees", shown["zones"], seen["zones"])
        kept = set(self.cells)
        for name in kept:
            self.same(f"{name} as {player} sees it", shown["cells"].get(name), seen["cells"].get(name))
        self.tally.views += 1

    def _same_results(self) -> None:
        result = self.engine.result(self.state)
        self.same("scores", result.scores, d.scores(self.play.at))
        self.same("winners", result.winners, d.winners(self.play.at))

    def _same_claims(self) -> None:
        for claim in self.game.claims:
            held = bool(d.value(claim.truth, {}, self.play.at))
            self.same(f"claim {claim.name}", bool(self.engine.claims[claim.name](self.state)), held)
        for measure in self.game.measures:
            found = self.engine.measures[measure.name](self.state)
            self.same(f"measure {measure.name}", found, d.value(measure.value, {}, self.play.at))


def follow(
    game: Game, machine: Machine, steps: int, seed: int = 1, plain: bool = False, sparing: int = 1
) -> Tally:
    """Plays of one rule set, so many steps in all."""
    engine, total = Engine(machine, checked=True), Tally()
    for number in itertools.count(seed):
        both = LockStep(game, machine, number, engine, plain, sparing)
        try:
            both.follow(steps - total.steps)
        except Disagreement as found:
            raise Disagreement(f"play {number}, step {both.tally.steps}: {found}") from found
        total = added(total, both.tally)
        if total.steps >= steps or not both.tally.steps:
            return total
    raise AssertionError


def added(one: Tally, other: Tally) -> Tally:
    """Both together."""
    names = list(Tally.__slots__)
    return Tally(**{name: getattr(one, name) + getattr(other, name) for name in names})


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--steps", default=10_000, show_default=True, help="Steps of each rule set.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--sparing", default=1, show_default=True, help="Refusals and claims at one decision in so many."
)
def main(rulesets: tuple[str, ...], steps: int, seed: int, sparing: int) -> None:
    """Plays of every rule set and number of players, read by the machine and by the definition."""
    report = Report()
    subjects = subjects_of(rulesets, None, report)
    report.reject_errors()
    differ = False
    for subject in subjects:
        began = time.process_time()
        program = subject.program()
        try:
            told = described(follow(program.game, program.machine, steps, seed, sparing=sparing))
        except Disagreement as found:
            differ, told = True, f"DIFFERENT: {found}"
        click.echo(f"{subject}: {told}, {time.process_time() - began:.0f} s")
    sys.exit(differ)


def described(tally: Tally) -> str:
    """What was compared, in one line."""
    return (
        f"{tally.steps:,} steps of {tally.plays:,} plays agree, {len(tally.actions)} actions, "
        f"{tally.moves:,} moves, {tally.refused:,} refusals, {tally.views:,} views, {tally.faults:,} faults"
    )


if __name__ == "__main__":
    main()
