"""The generated module as it grows: its names, and the constants that its functions share."""

from __future__ import annotations

from verifier.analysis.ranges import Ranges
from verifier.backends.machine.layout import Layout
from verifier.backends.machine.names import Taken
from verifier.kernel.machine import Machine

# What the module imports from the runtime, and the names every function may use for itself.
IMPORTED = (
    "FINAL",
    "NOTHING",
    "STOP",
    "Fault",
    "chained",
    "insort",
    "nowhere",
    "quotient",
    "remainder",
    "twin_key",
)
LOCAL = frozenset({"s", "o", "zones", "where", "move", "moves", "alternative", "so_far"})

TABLES = frozenset({"State", "TWINS", "SETS", "KEYED", "BLOCKS", "LEGAL", "STEP", "PLAYER"})
TABLES |= {"CLAIMS", "MEASURES", "RANKS", "legal", "step", "wander", "enter", "nothing_to_do", "score"}
TABLES |= {"bool", "int", "len", "range", "reversed", "sorted", "zip"}


class Module:
    """Names are given once and stay; constants of equal value are one."""

    def __init__(
        self, machine: Machine, layout: Layout, ranges: Ranges, lazy: frozenset[str], checked: bool
    ) -> None:
        self.machine = machine
        self.layout = layout
        self.ranges = ranges
        self.lazy = lazy
        self.checked = checked
        taken = Taken(frozenset(IMPORTED) | LOCAL | TABLES)
        self.taken = taken
        self.blocks = {label: taken.fresh(f"block {label}") for label in machine.blocks}
        self.legal = {label: taken.fresh(f"legal {label}") for label in layout.pauses}
        self.able = {label: taken.fresh(f"able {label}") for label in layout.pauses}
        self.step = {label: taken.fresh(f"step {label}") for label in layout.pauses}
        self.player = {label: taken.fresh(f"player {label}") for label in layout.pauses}
        self.definitions = {name: taken.fresh(f"define {name}") for name in machine.definitions}
        self.claims = {claim.name: taken.fresh(f"claim {claim.name}") for claim in machine.claims}
        self.measures = {each.name: taken.fresh(f"measure {each.name}") for each in machine.measures}
        self.ranks = [taken.fresh(f"rank {nth}") for nth, _ in enumerate(machine.winner, 1)]
        self.functions: list[str] = []
        self.constants: dict[str, str] = {}
        self._constant_of: dict[str, str] = {}
        self.unordered = frozenset(
            zone
            for zone, family in enumerate(layout.family_of)
            if family.shape == "set" or family.name in lazy
        )

    def constant(self, name: str, value: tuple[object, ...]) -> str:
        """The name of a tuple at the top of the module."""
        text = repr(value)
        if text not in self._constant_of:
            self._constant_of[text] = self.taken.constant(name)
            self.constants[self._constant_of[text]] = text
        return self._constant_of[text]

    def names(self) -> frozenset[str]:
        """What no local name may hide."""
        return self.taken.all()
