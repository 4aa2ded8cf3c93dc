"""What files of rules ask to be tested: scenarios, invariants and witnesses; and what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from verifier.diagnostics import Rejected, Report
from verifier.diagnostics.render import all_as_text
from verifier.engine.scenarios import ScenarioRunner
from verifier.program import program_of
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.files import files_below, shown, spec_folder, units_of
from verifier.testing.random_plays import Broken, Tested, tested
from verifier.trace import WrittenTrace, trace_in_words

Sort = Literal["scenario", "expect", "invariant", "witness"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to be tested.

    `rulesets` are those on which it can be tried: the unit that it belongs to, and, if that cannot stand
    alone, whatever stands on it. `players` is how many a scenario wants.
    """

    sort: Sort
    name: str
    rulesets: tuple[str, ...]
    span: Span
    players: int | None = None


def asked_in(path: Path, report: Report) -> list[Asked]:
    """Everything that a file asks; mistakes in it are reported."""
    found: list[Asked] = []
    for unit in units_of(path, report):
        rulesets = rulesets_of(unit.header, path)
        for item in unit.items:
            match item:
                case nodes.Scenario(name, players, _, span=span):
                    found.append(Asked("scenario", name.text, rulesets, span, players))
                case nodes.Expect(name, _, span=span):
                    found.append(Asked("expect", name.text, rulesets, span, _players(name.text, path)))
                case nodes.Invariant(name, _, _, span=span):
                    found.append(Asked("invariant", name.text, rulesets, span))
                case nodes.Witness(name, _, _, span=span):
                    found.append(Asked("witness", name.text, rulesets, span))
    return found


def _players(scenario: str, path: Path) -> int | None:
    """How many a scenario of the game wants, wherever it stands."""
    folder = game_folder(path)
    for file in files_below(folder) if folder is not None else ():
        for unit in units_of(file, Report()):
            for item in unit.items:
                if isinstance(item, nodes.Scenario) and item.name.text == scenario:
                    return item.players
    return None


def rulesets_of(header: nodes.Header, path: Path) -> tuple[str, ...]:
    """A part belongs to what it is part of, an overlay is laid over its game.

    A file that stands in no game's folder is a rule set by itself.
    """
    folder = game_folder(path)
    if folder is None:
        return (str(path),)
    shelf = _Shelf(folder)
    if header.sort == "game" or header.name.text == shelf.game:
        return (shelf.ruleset(()),)
    own = tuple(base.text for base in header.of) if header.sort == "part" else (header.name.text,)
    laid = tuple(name for name in own if name != shelf.game)
    return (shelf.ruleset(laid), *(shelf.ruleset(other) for other in shelf.standing_on(laid)))


def game_folder(path: Path) -> Path | None:
    """The folder above a file that holds a `game.rules`."""
    return next((folder for folder in path.resolve().parents if (folder / "game.rules").is_file()), None)


class _Shelf:
    """The units of a game's folder. In the folder of specifications they have names, elsewhere paths."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, Path] = {}
        self.bases: dict[str, tuple[str, ...]] = {}
        self.parts: list[Path] = []
        self.game = folder.name
        for path in files_below(folder):
            for unit in units_of(path, Report()):
                self._add(unit.header, path)

    def _add(self, header: nodes.Header, path: Path) -> None:
        name = header.name.text
        if path == self.folder / "game.rules" and header.sort in ("game", "edition"):
            self.game = name
        elif header.sort == "part":
            self.parts.append(path)
        elif header.sort in ("variant", "house-rule"):
            self.files[name] = path
            self.bases[name] = tuple(base.text for base in header.of)

    def ruleset(self, laid: tuple[str, ...]) -> str:
        """The rule set of the game with these overlays."""
        if self.folder.parent == spec_folder().resolve():
            return "+".join((self.game, *laid))
        below = sorted(frozenset().union(*(self.below(name) for name in laid)))
        files = [self.files[name] for name in (*below, *laid) if name in self.files]
        ways = (self.folder / "game.rules", *self.parts, *files)
        return "+".join(dict.fromkeys(map(shown, ways)))

    def below(self, name: str) -> frozenset[str]:
        """An overlay and all that it stands on."""
        return frozenset((name,)).union(*(self.below(base) for base in self.bases.get(name, ())))

    def standing_on(self, laid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """An overlay that stands on some of these, the nearest first, and the rest of them."""

        def uncovered(name: str) -> list[str]:
            return [each for each in laid if each not in self.below(name)]

        others = [name for name in self.bases if name not in laid and len(uncovered(name)) < len(laid)]
        for name in sorted(others, key=lambda name: (len(uncovered(name)), len(self.below(name)), name)):
            yield (name, *uncovered(name))


# A few plays by seeds; `rulewright verify` plays many.
PLAYS = 3
MOVES = 400
SEED = 1


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that did not come out as asked: where, what, and a play that shows it."""

    span: Span | None
    words: str
    told: tuple[str, ...] = ()
    play: WrittenTrace | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A witness that no play met: that may be bad luck."""

    words: str


@dataclass
class Suite:
    """One rule set for so many players; compiled when first asked, and only as far as needed."""

    ruleset: str
    players: int | None

    def __post_init__(self) -> None:
        self.program = program_of(self.ruleset, self.players)
        self.machine = self.program.machine_with_scenarios

    @cached_property
    def scenarios(self) -> ScenarioRunner:
        return ScenarioRunner(self.program.game, self.machine)

    @cached_property
    def tested(self) -> Tested:
        return tested(self.machine, None, PLAYS, SEED, MOVES)

    def wrong(self, asked: Asked) -> Sequence[Wrong] | Unseen:
        """Everything that is wrong with what is asked."""
        if asked.sort in ("scenario", "expect"):
            return self._scenario(asked)
        if asked.sort == "invariant":
            broken = self.tested.broken.get(asked.name)
            return [self._broken(asked.span, broken)] if broken is not None else []
        if asked.name in self.tested.met:
            return []
        return Unseen(f"not reached in {PLAYS} random plays; `rulewright verify` looks further")

    def _scenario(self, asked: Asked) -> list[Wrong]:
        scenario = next((each for each in self.program.game.scenarios if each.name == asked.name), None)
        if scenario is None:
            return [Wrong(asked.span, f"there is no scenario `{asked.name}` with this number of players")]
        return [Wrong(failure.span, failure.text) for failure in self.scenarios.run(scenario)]

    def _broken(self, span: Span | None, broken: Broken) -> Wrong:
        return Wrong(
            span, broken.words, tuple(trace_in_words(self.scenarios.engine, broken.play)), broken.play
        )


class RuleError(Exception):
    """Something in the rules is not as it should be; the text says what, and where it stands."""

    def __init__(self, wrong: Sequence[Wrong]) -> None:
        super().__init__("\n\n".join(map(as_text, wrong)))
        self.play = next((each.play for each in wrong if each.play is not None), None)


class Suites:
    """Every rule set asked about so far."""

    def __init__(self) -> None:
        # By the folder people stand in: a path may be another file elsewhere.
        self._made: dict[tuple[str, str, int | None], Suite | Rejected] = {}

    def wrong(self, asked: Asked) -> Sequence[Wrong] | Unseen:
        """What is wrong by the first rule set that can be compiled, or why none can."""
        rejected: Rejected | None = None
        for ruleset in asked.rulesets:
            found = self._suite(ruleset, asked.players)
            if isinstance(found, Suite):
                return found.wrong(asked)
            rejected = rejected or found
        reasons = all_as_text(rejected.report.diagnostics) if rejected is not None else ""
        return [Wrong(None, reasons)]

    def _suite(self, ruleset: str, players: int | None) -> Suite | Rejected:
        key = os.getcwd(), ruleset, players
        if key not in self._made:
            try:
                self._made[key] = Suite(ruleset, players)
            except Rejected as rejected:
                self._made[key] = rejected
        return self._made[key]


@lru_cache(maxsize=1)
def suites() -> Suites:
    """Those of this process."""
    return Suites()


def as_text(wrong: Wrong) -> str:
    """What went wrong as people read it: the place, the line of the text, the words, the play."""
    lines = []
    if wrong.span is not None and not wrong.span.is_nowhere:
        lines += [f"{wrong.span.path}:{wrong.span.line}", f"    {wrong.span.line_text.strip()}"]
    lines.append(wrong.words)
    lines += [f"  {number}. {line}" for number, line in enumerate(wrong.told, 1)]
    return "\n".join(lines)
