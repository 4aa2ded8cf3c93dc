"""What chance gave, read from a play: an oracle that complains with the place of the wrong entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from verifier.backends.machine import Engine
from verifier.diagnostics import Diagnostic, Label, Rejected, Report, nearest
from verifier.kernel.machine import Branch, Each, Roll, Step, Times
from verifier.plays.codes import problem
from verifier.plays.places import Path, shown, span_of
from verifier.plays.written import WrittenPlay
from verifier.source import NOWHERE

LISTED = 5


class Script:
    """Answers every question of chance with the next entry of a play; copies stand for each other."""

    def __init__(self, engine: Engine, play: WrittenPlay) -> None:
        self.engine = engine
        self.play = play
        self.things = engine.machine.things
        self.dice = dice_of(engine)
        self.shuffles = [self._numbers(number) for number in range(len(play.shuffles))]
        self._check_rolls()
        self.shuffled = 0
        self.rolled = 0

    def shuffle(self, zone: int, pile: list[int]) -> None:
        place = self.engine.speech.zone(zone)
        if self.shuffled >= len(self.shuffles):
            hint = f"the play needs shuffle {self.shuffled + 1}: every component of the pile, top first"
            self.reject("R417", ("shuffles",), hint, zone=place)
        wished = self.shuffles[self.shuffled]
        pile[:] = self._matched(wished, pile, place)[::-1]
        self.shuffled += 1

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        here: Path = ("rolls", self.rolled)
        if self.rolled >= len(self.play.rolls):
            self.reject("R420", ("rolls",), f"the play needs roll {self.rolled + 1}", name=cell)
        die, word = self.play.rolls[self.rolled]
        if die != cell:
            self.reject("R421", here, None, name=cell, written=die)
        self.rolled += 1
        domain = self.engine.machine.cells[cell].domain
        found = [face for face in self.engine.speech.heard(domain, word) if face in faces]
        if not found:
            words = sorted({str(self.engine.speech.value(domain, face)) for face in faces})
            self.reject("R419", here, f"its faces are {', '.join(words)}", name=cell, face=f"`{word}`")
        return found[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("piles of a replayed play have an order")

    def rest(self) -> tuple[int, int]:
        """How many shuffles and rolls were not asked for."""
        return len(self.play.shuffles) - self.shuffled, len(self.play.rolls) - self.rolled

    def complaint(self, code: str, path: Path, hint: str | None, /, **names: object) -> Diagnostic:
        """A diagnostic that points into the text of the play, if it was read from one."""
        source = self.play.source
        span = NOWHERE if source is None else span_of(source, path)
        return problem(code, Label(span, shown(path)), hint, **names)

    def reject(self, code: str, path: Path, hint: str | None, /, **names: object) -> NoReturn:
        report = Report()
        report.add(self.complaint(code, path, hint, **names))
        raise Rejected(report)

    # --- names

    def _numbers(self, number: int) -> list[int]:
        found = []
        for at, name in enumerate(self.play.shuffles[number]):
            things = self.engine.speech.heard(self.engine.machine.all_things, name)
            if not things:
                near = nearest(name, (thing.name for thing in self.things))
                hint = f"did you mean `{near}`?" if near else None
                self.reject("R413", ("shuffles", number, at), hint, name=name)
            found.append(things[0])
        return found

    def _matched(self, wished: list[int], pile: list[int], zone: str) -> list[int]:
        """The components of the pile in the wished order."""
        copies: dict[int, list[int]] = {}
        for thing in sorted(pile, reverse=True):
            copies.setdefault(self.things[thing].twin, []).append(thing)
        order = []
        for at, thing in enumerate(wished):
            group = copies.get(self.things[thing].twin)
            here: Path = ("shuffles", self.shuffled, at)
            if group is None:
                self.reject("R415", here, None, zone=zone, name=self.things[thing].name)
            if not group:
                hint = "a shuffle names every component of the pile once"
                self.reject("R414", here, hint, zone=zone, name=self.things[thing].name)
            order.append(thing if thing in group else group[-1])
            group.remove(order[-1])
        lacking = sorted(thing for group in copies.values() for thing in group)
        if lacking:
            names = ", ".join(f"`{self.things[thing].name}`" for thing in lacking[:LISTED])
            more = f" and {len(lacking) - LISTED} more" if len(lacking) > LISTED else ""
            self.reject("R416", ("shuffles", self.shuffled), None, zone=zone, names=names + more)
        return order

    def _check_rolls(self) -> None:
        for number, (die, _) in enumerate(self.play.rolls):
            if die not in self.dice:
                near = nearest(die, self.dice)
                known = f"there is {', '.join(f'`{name}`' for name in self.dice)}" if self.dice else None
                hint = f"did you mean `{near}`?" if near else known or "this game has no dice"
                self.reject("R418", ("rolls", number, "die"), hint, name=die)


def dice_of(engine: Engine) -> list[str]:
    """The cells that are rolled somewhere in the rules."""

    def rolled(steps: tuple[Step, ...]) -> list[str]:
        found = []
        for step in steps:
            match step:
                case Roll(cell=cell):
                    found.append(cell)
                case Branch(then=then, otherwise=otherwise):
                    found += rolled(then) + rolled(otherwise)
                case Each(steps=inner) | Times(steps=inner):
                    found += rolled(inner)
        return found

    blocks = engine.machine.blocks.values()
    return sorted({cell for block in blocks for cell in rolled(block.steps)})
