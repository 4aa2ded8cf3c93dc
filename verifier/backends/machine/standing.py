"""What the state of any machine says of how a player stands, beside the score: what lies there, what is held."""

from __future__ import annotations

from verifier.backends.machine.engine import Engine
from verifier.backends.machine.state import State
from verifier.kernel.domain import NOTHING, Number, Players, Things


class Standing:
    """Reads states of one machine; whose a zone is follows from its index of players."""

    def __init__(self, engine: Engine) -> None:
        machine = engine.machine
        self.engine = engine
        self.owner = [NOTHING] * (machine.zones + 1)
        self.open: list[list[int]] = [[] for _ in range(machine.players)]
        for family in machine.families.values():
            axes = [at for at, (_, domain) in enumerate(family.index) if isinstance(domain, Players)]
            if not axes:
                continue
            for zone in range(family.base, family.base + family.size):
                player = self.owner[zone] = engine.layout.zone_index(zone)[axes[0]]
                if family.view == "seen":
                    self.open[player].append(zone)
        kept = [
            (engine.layout.slots[name], cell.index[0])
            for name, cell in machine.cells.items()
            if cell.life != "frame" and isinstance(cell.domain, Number) and len(cell.index) == 1
        ]
        self.on_things = [(slot, index.ids) for slot, index in kept if isinstance(index, Things)]
        self.of_players = [slot for slot, index in kept if isinstance(index, Players)]
        first = machine.winner[0] if machine.winner else None
        lowest_wins = first is not None and first.op == "lowest" and first.value == machine.score
        self.sign = -1 if lowest_wins else 1

    def won(self, state: State, player: int) -> int:
        """One for a play that is won, less than nothing for one that is lost; alone nobody is beaten."""
        if not self.engine.over(state) or self.engine.machine.players == 1:
            return 0
        return 1 if player in self.engine.result(state).winners else -1

    def score(self, state: State, player: int) -> int:
        """The score; where the lowest wins, what is lacking to nothing."""
        return self.sign * self.engine.score(state, player)

    def laid_out(self, state: State, player: int) -> int:
        """How many components lie before a player for all to see."""
        zones = state.zones
        return sum([len(zones[zone]) for zone in self.open[player]])

    def held(self, state: State, player: int) -> int:
        """The amounts of a player, and those on components that lie in zones of the player."""
        where, owner = state.where, self.owner
        found: int = sum([getattr(state, slot)[player] for slot in self.of_players])
        for slot, things in self.on_things:
            row = getattr(state, slot)
            found += sum([row[thing] for thing in things if row[thing] and owner[where[thing]] == player])
        return found
