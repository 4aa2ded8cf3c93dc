"""A search of every state by the compiled machine, behind a Python face: what was found, by numbers."""

from __future__ import annotations

import ctypes
import os
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from verifier.engine.native.reader import NativeMachine
from verifier.engine.state import Move
from verifier.kernel.machine import Decide

NO_SPOT = -1
COUNTS = 12
NO_LIMIT = (1 << 63) - 1


class SearchTooLargeError(Exception):
    """The search does not fit: into memory, into 32 bits for the number of a state, or a number into a word."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a search has come; `nobody` is a final state without a winner, `bytes` what all of it takes."""

    states: int
    visited: int
    transitions: int
    depth: int
    dead_ends: int
    finals: int
    nobody: int | None
    bytes: int
    roots: int
    spots: int
    faults: int
    key_bytes: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something was seen: at a state, with a move and the answers of chance; or in the set-up `given` names."""

    state: int
    move: Move | None
    given: int
    chance: tuple[int, ...]


class StateSearch:
    """One search; the library holds one at a time."""

    def __init__(self, native: NativeMachine, copies: Sequence[int] | None) -> None:
        self.native = native
        self.library = native.library
        for name in ("start", "go", "parent", "longest"):
            getattr(self.library, f"rw_search_{name}").restype = ctypes.c_int64
        things = len(native.machine.things)
        self._copies = None if copies is None else (ctypes.c_int16 * max(1, things))(*copies)
        self._rows: Any = None
        self.library.rw_use(native.context)
        self.library.rw_search_free()
        self._fits(self.library.rw_search_new(self._copies))

    def close(self) -> None:
        self.library.rw_use(self.native.context)
        self.library.rw_search_free()

    # --- the search

    def start(self, blank: Any, given: int, most: int) -> int:
        """All first states of a blank state with what is given; how many outcomes the set-up has, `most` at most."""
        return self._done(self.library.rw_search_start(blank, given, ctypes.c_int64(most)))

    def fixed(self, row: Sequence[int]) -> bool:
        """Does a renaming map the first states onto themselves?"""
        return bool(self.library.rw_search_fixed((ctypes.c_int32 * len(row))(*row)))

    def settle(self, rows: Sequence[Sequence[int]]) -> None:
        """Begin with the first states, counted up to renamings."""
        self._rows = self._flat(rows)
        self._fits(self.library.rw_search_settle(self._rows, len(rows)))

    def limit(self, every: int, states: int | None, work: int | None) -> None:
        """Where `go` is to stop: it looks whenever so many states were visited."""
        most = [ctypes.c_int64(NO_LIMIT if each is None else each) for each in (states, work)]
        self.library.rw_search_limit(ctypes.c_int64(every), *most)

    def go(self, most: int) -> int:
        """Visit so many states, or fewer up to a limit; how many there were."""
        return self._done(self.library.rw_search_go(ctypes.c_int64(most)))

    def share(self, threads: int) -> int:
        """So many threads from now on, if there can be; how many there are. What is found is the same."""
        self.library.rw_use(self.native.context)
        return int(self.library.rw_search_threads(threads))

    def to_disk(self, folder: Path) -> bool:
        """What grows with every state lies in files from now on, where the system can; with the search they go."""
        return bool(self.library.rw_search_to_disk(os.fsencode(folder)))

    def save(self, path: Path) -> None:
        """Writes the search to a file that is whole or not there at all."""
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as made:
            new = Path(made.name)
        saved = self.library.rw_search_save(os.fsencode(new), self._mark)
        if saved:
            os.replace(new, path)
        else:
            new.unlink(missing_ok=True)
            raise SearchTooLargeError(f"{path} cannot be written")

    def load(self, path: Path) -> bool:
        """Goes on where a search of the same machine was saved; no if there is none."""
        return bool(self.library.rw_search_load(os.fsencode(path), self._mark))

    @property
    def _mark(self) -> bytes:
        """The library is named by its text: states of another machine are packed differently."""
        return Path(self.library._name).stem.encode()

    def rename(self, rows: Sequence[Sequence[int]]) -> None:
        """States count up to these renamings from now on."""
        self._rows = self._flat(rows)
        self.library.rw_search_rename(self._rows, len(rows))

    def _flat(self, rows: Sequence[Sequence[int]]) -> Any:
        flat = [value for row in rows for value in row]
        return (ctypes.c_int32 * max(1, len(flat)))(*flat)

    def _done(self, found: int) -> int:
        if found < 0:
            raise SearchTooLargeError("the search does not fit")
        return found

    def _fits(self, fault: int) -> None:
        if fault:
            raise SearchTooLargeError("the search does not fit")

    # --- what was found

    @property
    def counts(self) -> Counts:
        found = (ctypes.c_uint64 * COUNTS)()
        self.library.rw_search_counts(found)
        names = [each.name for each in fields(Counts)]
        told: dict[str, Any] = dict(zip(names, found, strict=True))
        if told["nobody"] == 2**64 - 1:
            told["nobody"] = None
        return Counts(**told)

    def results(self) -> tuple[list[int], list[int], dict[int, int]]:
        """Lowest and highest scores by player, and how often so many shared the victory."""
        players = self.native.machine.players
        scores, winners = (ctypes.c_int32 * (2 * players))(), (ctypes.c_uint64 * (players + 1))()
        self.library.rw_search_results(scores, winners)
        shared = {many: times for many, times in enumerate(winners) if times}
        return list(scores[:players]), list(scores[players:]), shared

    def spots(self) -> tuple[list[int], list[int], dict[tuple[int, int], int], int]:
        """The spots of claims, of moments, of alternatives by pause and number, and of the first dead end."""
        machine = self.native.machine
        outs = [block.out for block in machine.blocks.values()]
        widest = 1 + max((len(out.alternatives) for out in outs if isinstance(out, Decide)), default=0)
        moments = self.native.moments
        claims_found = (ctypes.c_int32 * max(1, len(machine.claims)))()
        moments_found = (ctypes.c_int32 * max(1, len(moments)))()
        happened = (ctypes.c_int32 * (len(outs) * widest))()
        dead_end = ctypes.c_int32()
        self.library.rw_search_spots(claims_found, moments_found, happened, ctypes.byref(dead_end))
        taken = {(at // widest, at % widest - 1): spot for at, spot in enumerate(happened) if spot != NO_SPOT}
        return claims_found[: len(machine.claims)], moments_found[: len(moments)], taken, dead_end.value

    def spot(self, number: int) -> Spot:
        found = (ctypes.c_int64 * 4)()
        move = (ctypes.c_int32 * self.native.choices)()
        self.library.rw_search_spot(number, found, move, None)
        chance = (ctypes.c_uint32 * max(1, found[3]))()
        self.library.rw_search_spot(number, found, move, chance)
        state, has_move, given, many = found
        return Spot(state, self._move(state, move[:]) if has_move else None, given, tuple(chance[:many]))

    def _move(self, state: int, row: list[int]) -> Move:
        at = self.native.at(self.state(state))
        return self.native.move(at, row)

    def faults(self) -> Iterator[tuple[Exception, int]]:
        """Each fault once, and its spot."""
        for number in range(self.counts.faults):
            found = (ctypes.c_int32 * 4)()
            self.library.rw_search_broken(number, found)
            yield self.native.fault(found[0], found[1], found[2]), found[3]

    def root(self, number: int) -> Spot:
        return self.spot(self.library.rw_search_root(number))

    def parent(self, number: int) -> int:
        return int(self.library.rw_search_parent(ctypes.c_uint64(number)))

    def state(self, number: int) -> Any:
        buffer = ctypes.create_string_buffer(self.native.state_bytes)
        self.library.rw_search_state(ctypes.c_uint64(number), buffer)
        return buffer

    def longest(self) -> int | None:
        """The length of the longest way, or `None` if there is a circle."""
        found = int(self.library.rw_search_longest())
        if found < NO_SPOT:
            raise SearchTooLargeError("there is no memory to look for circles")
        return None if found == NO_SPOT else found

    def edges(self) -> tuple[array[int], array[int], bytearray]:
        """Targets of all transitions, where those of each visited state begin, and which had luck."""
        counts = self.counts
        targets, lucky = (ctypes.c_uint32 * counts.transitions)(), (ctypes.c_uint8 * counts.transitions)()
        self.library.rw_search_edges(targets, lucky)
        first = array("q", [0])
        for number in range(counts.visited):
            first.append(first[-1] + self.library.rw_search_degree(ctypes.c_uint64(number)))
        return array("i", targets), first, bytearray(lucky)
