"""The compiled machine behind a Python face: states, legal moves, steps, claims, results, whole plays by seed."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from verifier.engine.native.choose import MOST_SEED
from verifier.engine.native.compiler import loaded
from verifier.engine.native.module import Form, c_text
from verifier.engine.native.unit import Unit
from verifier.engine.state import Move
from verifier.kernel.layout import Layout, clean, size
from verifier.kernel.machine import Choice, Decide, Machine
from verifier.runtime import Fault, Oracle

PlayEnd = Literal["over", "late", "dead end", "fault"]
ENDS: tuple[PlayEnd, ...] = ("over", "late", "dead end", "fault")
# What a callback is asked for.
SHUFFLED, ROLLED, DRAWN = range(3)

Ask = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int32))


class TooLargeError(Exception):
    """A number does not fit into the machine words of the compiled reader."""


@dataclass(frozen=True, slots=True)
class NativePlay:
    """How a play by seed went; after a fault there are no scores."""

    end: PlayEnd
    steps: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class NativeMachine:
    """A compiled machine. States are buffers that `step` changes in place."""

    def __init__(
        self, machine: Machine, lazy: frozenset[str] = frozenset(), form: Form | None = None
    ) -> None:
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.library = loaded(c_text(machine, lazy, form))
        self.unit = Unit(machine, lazy, marks=form is not None)
        self.moments = tuple(self.unit.moments)
        self.library.rw_context.restype = ctypes.c_void_p
        self.library.rw_moves.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(self.library.rw_context())
        sizes = (ctypes.c_int * 3)()
        self.library.rw_sizes(sizes)
        self.state_bytes, self.choices, self.choice_bytes = sizes
        self.value_type = ctypes.c_int16 if self.choice_bytes == 2 else ctypes.c_int32
        self._row = (ctypes.c_int32 * (len(machine.things) + 1))()
        self._numbers = {name: number for number, name in enumerate(machine.cells)}
        self._lengths = {
            number: [
                1 + sum(isinstance(part, Choice) for part in each.prelude) for each in block.out.alternatives
            ]
            for number, block in enumerate(machine.blocks.values())
            if isinstance(block.out, Decide)
        }
        self._asks: list[Any] = []

    # --- one play, step by step

    def blank(self, given: Mapping[str, int | Sequence[int]]) -> Any:
        """A state before the set-up."""
        state = ctypes.create_string_buffer(self.state_bytes)
        self.library.rw_blank(state)
        for name, value in given.items():
            entries = (
                [value] * size(self.layout.cell_axes(self.machine.cells[name]))
                if isinstance(value, int)
                else value
            )
            for place, each in enumerate(entries):
                self.library.rw_set(state, self._numbers[name], place, each)
        return state

    def ask(self, oracle: Oracle) -> None:
        """From now on chance is asked of an oracle."""
        cells = list(self.machine.cells)

        def asked(kind: int, subject: int, many: int, row: Any) -> int:
            told = [row[place] for place in range(many)]
            if kind == ROLLED:
                return oracle.roll(cells[subject], told)
            if kind == DRAWN:
                return oracle.draw(subject, told)
            oracle.shuffle(subject, told)
            for place, thing in enumerate(told):
                row[place] = thing
            return 0

        # The library calls it for as long as it lives.
        self._asks = [Ask(asked)]
        self.library.rw_use(self.context)
        self.library.rw_ask(self._asks[0])

    def enter(self, state: Any, label: str | None = None) -> None:
        """The set-up, or another block, up to the next pause."""
        self.library.rw_use(self.context)
        self._check(self.library.rw_enter(state, self.layout.label_number[label or self.machine.start]))

    def legal(self, state: Any) -> list[Move]:
        self.library.rw_use(self.context)
        many = self.library.rw_legal(state)
        self._check(max(0, -many))
        at = self.at(state)
        if many <= 0:
            return []
        address = self.library.rw_moves()
        row = (self.value_type * (many * self.choices)).from_address(address)[:]
        return [
            self.move(at, row[start : start + self.choices]) for start in range(0, len(row), self.choices)
        ]

    def move(self, at: int, row: Sequence[int]) -> Move:
        """A move of a pause, without what it leaves open."""
        length = self._lengths[at][row[0]] if row[0] >= 0 else 1
        return tuple(row[:length])

    def step(self, state: Any, move: Move) -> None:
        self.library.rw_use(self.context)
        written = (self.value_type * self.choices)(*move)
        self._check(self.library.rw_step(state, written))

    def _check(self, fault: int) -> None:
        if not fault:
            return
        told = (ctypes.c_int * 2)()
        self.library.rw_fault(told)
        raise self.fault(fault, told[0], told[1])

    def fault(self, kind: int, subject: int, value: int) -> Exception:
        """A fault by its name, as the C text numbers them; the last is none of the rules."""
        match kind:
            case 1 | 2 | 4:
                return Fault("conservation", {1: "take", 2: "put", 4: "pause"}[kind], value)
            case 3:
                return Fault("bounds", "times", value)
            case 5:
                return Fault("bounds", clean(list(self.machine.cells)[subject]), value)
            case _:
                return TooLargeError("a number needs more than 32 bits")

    # --- what a state holds

    def at(self, state: Any) -> int:
        return int(self.library.rw_at(state))

    def player(self, state: Any) -> int:
        return int(self.library.rw_player(state))

    def zone(self, state: Any, zone: int) -> list[int]:
        many = self.library.rw_zone(state, zone, self._row)
        return self._row[:many]

    def cell(self, state: Any, name: str, place: int = 0) -> int:
        return int(self.library.rw_get(state, self._numbers[name], place))

    def claims(self, state: Any) -> dict[str, bool]:
        """Does each claim hold?"""
        found = (ctypes.c_uint8 * max(1, len(self.machine.claims)))()
        self.library.rw_use(self.context)
        self._check(self.library.rw_claims(state, found))
        return {claim.name: bool(holds) for claim, holds in zip(self.machine.claims, found, strict=False)}

    def result(self, state: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores and winners."""
        found = (ctypes.c_int32 * (1 + self.machine.players))()
        self.library.rw_use(self.context)
        self._check(self.library.rw_result(state, found))
        return tuple(found[1:]), _bits(found[0])

    # --- whole plays

    def plays(self, seeds: range, most: int) -> list[NativePlay]:
        """The plays of some seeds in which any legal move is as likely as any other; what is given is drawn first."""
        assert seeds.start >= 0
        assert seeds.stop <= MOST_SEED
        width = 3 + self.machine.players
        rows = (ctypes.c_int32 * (len(seeds) * width))()
        self.library.rw_use(self.context)
        self.library.rw_plays(seeds.start, len(seeds), most, rows)
        return [self._play(rows[start : start + width]) for start in range(0, len(seeds) * width, width)]

    def ordinary_play(
        self, seed: int, greedy: bool, most: int, patience: int, shared: bool
    ) -> tuple[int, frozenset[str]] | None:
        """The play of a seed by players with tastes: its moves, and the witnesses that were met; `None` if anything is
        out of the ordinary. For a machine that was compiled with players."""
        claims = self.machine.claims
        steps, met = (ctypes.c_int32 * 1)(), (ctypes.c_uint8 * max(1, len(claims)))()
        self.library.rw_use(self.context)
        if self.library.rw_policy_play(seed, greedy, most, patience, shared, steps, met):
            return None
        return steps[0], frozenset(claim.name for claim, seen in zip(claims, met, strict=False) if seen)

    def _play(self, row: list[int]) -> NativePlay:
        return NativePlay(ENDS[row[0]], row[1], tuple(row[3:]), _bits(row[2]))


def _bits(word: int) -> tuple[int, ...]:
    return tuple(place for place in range(32) if word >> place & 1)
