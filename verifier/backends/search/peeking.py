"""States that look the same to the player who is to move: the same moves must be legal in them."""

from __future__ import annotations

from hashlib import blake2b

from verifier.backends.machine import Engine, Move, State
from verifier.backends.search.visible import open_pauses
from verifier.kernel.domain import NOTHING, Things


class Peeking:
    """Looks at the pauses that are not open on the face of the rules. `pairs` are states that differ."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        machine, numbers = engine.machine, engine.layout.label_number
        open_labels = open_pauses(machine, engine.ranges.possible)
        self.doubtful = frozenset(
            numbers[label] for label in engine.layout.pauses if label not in open_labels
        )
        self.looks: dict[bytes, tuple[int, list[Move]]] = {}
        self.pairs: dict[int, tuple[int, int, int]] = {}

    def look(self, number: int, state: State, moves: list[Move]) -> None:
        """Compare a state with those that look the same; the first pair at each pause is kept."""
        if state.at not in self.doubtful or state.at in self.pairs:
            return
        player = self.engine.player(state)
        look = (state.at, player, self.engine.view(state, player), self._frames(state, player))
        key = blake2b(repr(look).encode(), digest_size=16).digest()
        first, known = self.looks.setdefault(key, (number, moves))
        if known != moves:
            self.pairs[state.at] = (player, first, number)

    def _frames(self, state: State, player: int) -> list[object]:
        """What is under way is known to all, save for components that the player does not see."""
        found: list[object] = []
        for name, cell in self.engine.machine.cells.items():
            if cell.life == "frame":
                value = self.engine.get(state, name)
                hidden = isinstance(cell.domain, Things) and not self._sees(state, player, value)
                found.append("hidden" if hidden else value)
        return found

    def _sees(self, state: State, player: int, thing: int) -> bool:
        if thing == NOTHING:
            return True
        speech = self.engine.speech
        zone = self.engine.view(state, player)["zones"].get(speech.zone(state.where[thing]), {})
        return self.engine.machine.things[thing].name in zone.get("things", ())
