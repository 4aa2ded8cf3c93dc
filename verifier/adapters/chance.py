"""A play in which chance is asked step by step: whoever drives it answers every draw, roll and given value.

A shuffle is asked card by card from the top, copies together; so every question has few answers with exact odds. A
move that asks chance is carried out on a copy until the next question, and again once that is answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.kernel.domain import values


@dataclass(frozen=True, slots=True)
class Question:
    """What chance is asked: each outcome by a number, with how many of all ways lead to it."""

    what: str
    outcomes: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.outcomes)


class _AskedError(Exception):
    """A step needs an answer that is not there yet."""

    def __init__(self, pile: tuple[int, ...] | None, question: Question) -> None:
        super().__init__()
        self.pile = pile
        self.question = question


class _Answers:
    """The answers so far, in the order of the questions; the next question raises."""

    def __init__(self, engine: Engine, answers: Sequence[Any]) -> None:
        self.things = engine.machine.things
        self._rest = iter(answers)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        if len({self.things[thing].twin for thing in pile}) < 2:
            return
        order = next(self._rest, None)
        if order is None:
            rest = tuple(sorted(pile))
            raise _AskedError(rest, draw_question(rest, self.things))
        pile[:] = order[::-1]

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        counts = sorted(Counter(faces).items())
        if len(counts) == 1:
            return counts[0][0]
        answer = next(self._rest, None)
        if answer is None:
            outcomes = tuple((number, count) for number, (_, count) in enumerate(counts))
            raise _AskedError(None, Question(cell, outcomes))
        return counts[int(answer)][0]

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("piles have an order")


def draw_question(rest: Sequence[int], things: Sequence[Any]) -> Question:
    """Which component lies next: the first of its copies stands for all of them."""
    first: dict[int, int] = {}
    for thing in rest:
        first.setdefault(things[thing].twin, thing)
    counts = Counter(things[thing].twin for thing in rest)
    return Question("shuffle", tuple(sorted((first[twin], count) for twin, count in counts.items())))


class ChanceTable:
    """A play with open chance. `question` is what chance is asked; without one, `state` is at a decision or over."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.moves = 0
        self.state: State = engine.blank()
        self.question: Question | None = None
        self._given: dict[str, Given] = {}
        self._base: State | None = None
        self._move: Move | None = None
        self._answers: tuple[Any, ...] = ()
        # The pile that is being shuffled, and what has been drawn of it.
        self._pile: tuple[int, ...] = ()
        self._drawn: tuple[int, ...] = ()
        self._begin()

    def copy(self) -> ChanceTable:
        """The same play, to go on with in another way; states are shared, because steps are made on copies."""
        other = ChanceTable.__new__(ChanceTable)
        other.__dict__.update(self.__dict__)
        other._given = dict(self._given)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> ChanceTable:
        return self.copy()

    # --- what comes with a play, then the set-up

    def _begin(self) -> None:
        cells = self.engine.machine.cells
        open_cells = [
            name for name, cell in cells.items() if cell.given and not cell.index and name not in self._given
        ]
        for name in open_cells:
            choices = values(cells[name].domain)
            if len(choices) > 1:
                self.question = Question(name, tuple((number, 1) for number in range(len(choices))))
                return
            self._given[name] = choices[0]
        self._base, self._move, self._answers = self.engine.blank(self._given), None, ()
        self._go_on()

    # --- moves and answers

    def apply(self, move: Move) -> None:
        """Makes a legal move, up to the next question or decision."""
        self.moves += 1
        self._base, self._move, self._answers = self.state, move, ()
        self._go_on()

    def answer(self, outcome: int) -> None:
        """Answers the question."""
        assert self.question is not None
        if self._base is None:
            name = self.question.what
            self._given[name] = values(self.engine.machine.cells[name].domain)[outcome]
            self.question = None
            self._begin()
        elif self._pile:
            self._draw(outcome)
        else:
            self._answers = (*self._answers, outcome)
            self._go_on()

    def _draw(self, thing: int) -> None:
        things = self.engine.machine.things
        self._drawn = (*self._drawn, thing)
        self._pile = tuple(each for each in self._pile if each != thing)
        if len({things[each].twin for each in self._pile}) > 1:
            self.question = draw_question(self._pile, things)
            return
        self._answers = (*self._answers, (*self._drawn, *self._pile))
        self._pile = self._drawn = ()
        self._go_on()

    def _go_on(self) -> None:
        assert self._base is not None
        state, oracle = self._base.copy(), _Answers(self.engine, self._answers)
        try:
            if self._move is None:
                self.engine.enter(state, self.engine.machine.start, oracle)
            else:
                self.engine.step(state, self._move, oracle)
        except _AskedError as asked:
            self.question, self._pile, self._drawn = asked.question, asked.pile or (), ()
            return
        self.state, self.question = state, None
