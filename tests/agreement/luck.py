"""Chance for the symbolic reader as it fell in a play: while a step is carried out, or in one that is written out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verifier.check.induction.encode import Encoding
from verifier.check.induction.execute_steps import Executor
from verifier.check.induction.samples import Assignment
from verifier.check.induction.terms import Term
from verifier.check.induction.transitions import Path
from verifier.runtime import Recording

SHUFFLED = "shuffled "


class LuckySteps(Executor):
    """Steps for which chance falls as it fell in the play; questions come in the same order."""

    def __init__(self, luck: Recording, encoding: Encoding, *rest) -> None:
        super().__init__(encoding, *rest)
        self.places = [
            (encoding.machine.things[thing].name, place)
            for order in luck.shuffles
            for place, thing in sorted(enumerate(reversed(order)), key=lambda each: each[1])
        ]
        self.rolls = list(luck.rolls)

    def fresh(self, name: str, low: int, high: int) -> Term:
        if name.startswith(SHUFFLED):
            thing, place = self.places.pop(0)
            assert name == f"{SHUFFLED}{thing}"
            return self.store.number(place)
        cell, face = self.rolls.pop(0)
        assert cell == name
        return self.store.number(face)


class Fortune:
    """What is left of a play's luck, dealt out to the variables that a written-out path leaves open.

    Such a variable is named for its question and numbered in the order of asking. A path may ask about components that
    do not lie in the pile; whatever is said of them does not count. A wrong guess which question is meant never makes
    a false step pass: it fails what the path demands of its variables.
    """

    def __init__(self, encoding: Encoding, luck: Recording) -> None:
        names = [thing.name for thing in encoding.machine.things]
        self.shuffles = [
            {f"{SHUFFLED}{names[thing]}": place for place, thing in enumerate(reversed(order))}
            for order in luck.shuffles
        ]
        self.rolls = list(luck.rolls)
        self.encoding = encoding

    def rest(self, shuffles: int, rolls: int) -> Fortune:
        """The same luck, with so much of it used up."""
        after = Fortune.__new__(Fortune)
        after.encoding = self.encoding
        after.shuffles, after.rolls = self.shuffles[shuffles:], self.rolls[rolls:]
        return after

    def told(self, path: Path) -> tuple[Assignment, Fortune]:
        """A value for each open variable of a path, and what luck is left after it."""
        found: Assignment = {}
        shuffled = rolled = 0
        wanted: Mapping[str, int] = {}
        missing = 0
        for name, variable in self._open(path):
            found[variable] = max(0, variable.low)
            if not name.startswith(SHUFFLED):
                if rolled < len(self.rolls) and self.rolls[rolled][0] == name:
                    found[variable] = self.rolls[rolled][1]
                    rolled += 1
                continue
            if not missing and shuffled < len(self.shuffles) and name in self.shuffles[shuffled]:
                wanted = self.shuffles[shuffled]
                missing = len(wanted)
                shuffled += 1
            if missing and name in wanted:
                found[variable] = wanted[name]
                missing -= 1
        return found, self.rest(shuffled, rolled)

    def _open(self, path: Path) -> list[tuple[str, Term]]:
        """What a path leaves to chance, in the order of asking: the question and its variable."""
        free: set[Term] = set()
        for term in _terms(path):
            free |= term.free
        asked = [
            variable for variable in free if variable not in self.encoding.slots and "#" in variable.name
        ]
        named = ((*variable.name.rpartition(" #"), variable) for variable in asked)
        ordered = sorted((int(place), name, variable) for name, _, place, variable in named)
        return [(name, variable) for _, name, variable in ordered]


def _terms(path: Path) -> Iterable[Term]:
    yield from path.state.facts
    yield from path.state.laws
    yield from path.state.changed.values()
