"""Two machines played as one: the same moves and the same chance on both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verifier.backends.machine import Engine, Move, State
from verifier.compare.align import aligned
from verifier.compare.differences import FaultDiffers, What
from verifier.compare.fate import Fate, Favour, numbers
from verifier.compare.notice import Notice
from verifier.kernel.domain import values
from verifier.runtime import Fault

Pick = Callable[[Sequence[int]], int]
Given = tuple[dict[str, int], dict[str, int]]


@dataclass(slots=True)
class Joint:
    """Where the two plays stand; `fates` answer for chance."""

    first: State
    second: State
    fates: tuple[Fate, Fate]

    def copy(self) -> Joint:
        return Joint(self.first.copy(), self.second.copy(), (self.fates[0].copy(), self.fates[1].copy()))


class Product:
    """Two engines and the alignment between them."""

    def __init__(self, first: Engine, second: Engine, names: Mapping[str, str] | None = None) -> None:
        self.first = first
        self.second = second
        self.alignment = aligned(first.machine, second.machine, names)
        self.notice = Notice(first, second, self.alignment)
        self._numbers = numbers(first.machine, second.machine, self.alignment)
        self._dice = {there: here for (sort, here), there in self.alignment.names.items() if sort == "cell"}

    def start(self, seed: int, given: Given, favour: Favour | None) -> Joint:
        """Both sides set up with the same chance."""
        things, zones = self._numbers
        mine = self.first.machine
        ours = Fate(seed, range(len(mine.things)), range(mine.zones), favour)
        theirs = Fate(seed, things, zones, favour, self._dice)
        states = self.first.new(ours, dict(given[0])), self.second.new(theirs, dict(given[1]))
        return Joint(*states, (ours, theirs))

    def given(self, pick: Pick) -> Given:
        """What comes with a play on each side, the same where it is the same thing."""
        ours, theirs = _given(self.first, pick), _given(self.second, pick)
        for name, value in ours.items():
            partner = self.alignment.partner("cell", name)
            there = self.alignment.value(self.first.machine.cells[name].domain, value)
            if partner in theirs and there is not None:
                theirs[partner] = there
        return ours, theirs

    def difference(self, joint: Joint) -> What | None:
        return self.notice.difference(joint.first, joint.second)

    def step(self, joint: Joint, move: Move) -> FaultDiffers | None:
        """Makes a move that both sides allow; where the rules of one cannot be carried out, they differ.

        Where both cannot, the play goes on nowhere: `Fault` is raised.
        """
        there = self.notice.there.move(joint.first, joint.second, move)
        assert there is not None
        ours = _stepped(self.first, joint.first, move, joint.fates[0])
        theirs = _stepped(self.second, joint.second, there, joint.fates[1])
        if ours is None and theirs is None:
            return None
        if ours is not None and theirs is not None:
            raise ours
        fault = ours or theirs
        assert fault is not None
        text = f"{fault.property}: `{fault.subject}` would be {fault.value}"
        return FaultDiffers("A" if theirs is None else "B", text)


def _stepped(engine: Engine, state: State, move: Move, fate: Fate) -> Fault | None:
    try:
        engine.step(state, move, fate)
    except Fault as fault:
        return fault
    return None


def _given(engine: Engine, pick: Pick) -> dict[str, int]:
    return {
        name: pick(values(cell.domain))
        for name, cell in engine.machine.cells.items()
        if cell.given and not cell.index
    }
