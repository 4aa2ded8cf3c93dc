"""Everything a game's pages need, whatever language they speak: read, typed, lowered and scored once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from verifier.engine.engine import Engine
from verifier.engine.scenarios import ScenarioRunner
from verifier.engine.state import State
from verifier.kernel.expression import Call
from verifier.kernel.visit import preorder
from verifier.model.game import Game
from verifier.pages.turn import TurnFlow, flow_of
from verifier.pages.verdicts import RecordRow, VerdictRecord, stands_on, valid_record
from verifier.program import Program, program_of
from verifier.surface.files import Overlay, game_folder, game_name, overlays_of
from verifier.trace.scoring import Step, Worth, scored

# --- everything a game's pages need, whatever language they speak: read, typed, lowered and scored once


@dataclass(frozen=True, slots=True)
class Example:
    """A position of the game and how its score comes about."""

    scenario: str
    engine: Engine
    state: State
    worths: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """A game as its pages see it."""

    name: str
    # As it was asked for: its name, or the path of its folder.
    ruleset: str
    program: Program
    flow: TurnFlow
    record: VerdictRecord
    scoring: tuple[str, ...]
    example: Example | None
    overlays: tuple[Overlay, ...]


def material_of(name: str) -> Material:
    """Reads a game; mistakes in its rules raise `Rejected`."""
    program = program_of(name)
    game = program.game
    return Material(
        game_name(name),
        name,
        program,
        flow_of(game, program.machine),
        valid_record(name),
        tuple(_scoring(game)),
        _example(ScenarioRunner(game, program.machine_with_scenarios)),
        tuple(each for each in overlays_of(name) if each.sort != "instance" and not _is_set(name, each)),
    )


def _is_set(game: str, overlay: Overlay) -> bool:
    """A box of cards that variants are made of; nobody plays by it alone."""
    return not overlay.published and any(overlay.name in each.of for each in overlays_of(game))


def base_of(material: Material, overlay: Overlay) -> str:
    return stands_on(material.ruleset, overlay.name)


# A worked example of so many steps tells enough.
TELLING = 16
WEAKNESS = ("proved", "exhausted", "tested", "known", "unknown", "refuted")


def weakest(record: VerdictRecord, ruleset: str) -> dict[str, RecordRow]:
    """For each property the verdict that holds for every number of players."""
    found: dict[str, RecordRow] = {}
    recorded = record.rulesets.get(ruleset)
    for rows in recorded.players.values() if recorded is not None else ():
        for row in rows:
            before = found.get(row.property)
            if before is None or WEAKNESS.index(row.status) > WEAKNESS.index(before.status):
                found[row.property] = row
    return found


def _scoring(game: Game) -> Iterator[str]:
    """The definitions that a score is made of, the outermost first."""
    roots = [game.score, *(rank.value for rank in game.winner)]
    todo = [node.definition for root in roots for node in preorder(root) if isinstance(node, Call)]
    # A score that is kept as an amount is worked out by the definition of that name.
    todo += ["score"] if "score" in game.definitions else []
    seen: set[str] = set()
    while todo:
        name = todo.pop(0)
        if name in seen or name not in game.definitions:
            continue
        seen.add(name)
        if game.definitions[name].clauses:
            yield name
        for clause in game.definitions[name].clauses:
            todo += [node.definition for node in preorder(clause.value) if isinstance(node, Call)]
        start = game.definitions[name].start
        todo += [node.definition for node in preorder(start) if isinstance(node, Call)]


def _example(suite: ScenarioRunner) -> Example | None:
    """The scenario whose score is moved by most rules, and most often; of several the shortest."""
    best: tuple[tuple[int, int, int], Example] | None = None
    for scenario in suite.game.scenarios:
        state = suite.position(scenario)
        if state is None:
            continue
        worths = tuple(scored(suite.engine, state, 0))
        steps = [step.rule for worth in worths for step in _moving(worth)]
        rank = len(set(steps)), min(len(steps), TELLING), -len(scenario.facts)
        if rank[0] > 1 and (best is None or rank > best[0]):
            best = rank, Example(scenario.name, suite.engine, state, worths)
    return best[1] if best is not None else None


def _moving(worth: Worth) -> Iterator[Step]:
    """The steps that changed something, at any depth."""
    for step in worth.steps:
        if step.before != step.after:
            yield step
        for inner in step.inside:
            yield from _moving(inner)


# --- how a game looks: tints and symbols for its names, from `look.toml` in its folder. Without it, words do


TINT = re.compile(r"#[0-9a-fA-F]{6}")
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE .,+-]+")


@dataclass(frozen=True, slots=True)
class Look:
    """Tints are colours in six hexadecimal digits, symbols are SVG paths on a sheet of 24 by 24.

    `hidden` are fields that sort the cards of a box and that nobody finds printed on them. `board` says how the zones
    before a player lie: by which indexes they alternate from left to right, and which zones stand in each row, each
    by its family and what else tells it apart (`site upper inner`).
    """

    tints: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    board: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None = None
    # The same for a drawing alone, of a board that the playable page shows in its own way.
    picture: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None = None

    def tint(self, name: str) -> str:
        """A style that brings the tint of a name to an element, if it has one."""
        found = self.tints.get(name)
        return f' style="--tint: {found}"' if found else ""

    def symbol(self, name: str, label: str) -> str:
        """A name as a picture, with its word for those who do not see it; without a picture the word alone."""
        path = self.symbols.get(name)
        if path is None:
            return f'<span class="word"{self.tint(name)}>{escape(label)}</span>'
        return (
            f'<span class="symbol"{self.tint(name)} title="{escape(label)}"><svg viewBox="0 0 24 24" '
            f'role="img" aria-label="{escape(label)}"><path d="{path}"/></svg></span>'
        )


def look_of(game: str) -> Look:
    """The look of a game. What is no tint or path is left out: it goes into a page as it is."""
    path = game_folder(game) / "look.toml"
    if not path.is_file():
        return Look()
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Look(
        {name: str(tint) for name, tint in found.get("tint", {}).items() if TINT.fullmatch(str(tint))},
        {name: str(d) for name, d in found.get("symbol", {}).items() if PATH.fullmatch(str(d))},
        frozenset(map(str, found.get("hidden", ()))),
        _board(found.get("board")),
        _board(found.get("picture")),
    )


def _board(found: Any) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    match found:
        case {"across": [*across], "rows": [*rows]} if all(isinstance(row, list) for row in rows):
            return tuple(map(str, across)), tuple(tuple(map(str, row)) for row in rows)
    return None
