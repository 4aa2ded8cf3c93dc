"""The only place where digests reach into the code: subjects, machines, generated Python, pages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verifier.check.explore.unordered import unordered_piles
from verifier.diagnostics import Rejected
from verifier.engine import Engine
from verifier.pages.site import site_of
from verifier.program import counts_of, program_of

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Subject:
    """A rule set and how many play by it; `whole` unless it is a small instance."""

    ruleset: str
    players: int
    whole: bool = True

    def __str__(self) -> str:
        return f"{self.ruleset}/{self.players}"

    @property
    def game(self) -> str:
        return self.ruleset.split("+")[0]


def command(*args: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command of ours, run in a process of its own."""
    # Answers must not depend on the hashes of strings: every run has its own.
    surroundings = {key: value for key, value in os.environ.items() if key != "RULEWRIGHT_LANG"}
    # Nor on what an earlier run has found.
    surroundings |= {"PYTHONPATH": str(ROOT), "COLUMNS": "120", "NO_COLOR": "1", "RULEWRIGHT_CACHE": ""}
    words = [sys.executable, "-m", "verifier", *args]
    return subprocess.run(
        words, cwd=folder or ROOT, env=surroundings, capture_output=True, text=True, check=False
    )


@cache
def games() -> tuple[dict[str, Any], ...]:
    """Every game as `rulewright games --json` describes it."""
    return tuple(json.loads(command("games", "--json").stdout)["games"])


def rulesets() -> Iterator[str]:
    """Every game and every published variant of it."""
    for game in games():
        yield game["id"]
        published = (each["name"] for each in game["overlays"] if each["sort"] == "published")
        yield from (f"{game['id']}+{name}" for name in published)


def whole_subjects() -> list[Subject]:
    return [Subject(ruleset, players) for ruleset in rulesets() for players in counts_of(ruleset)]


def first_subjects() -> list[Subject]:
    """Each rule set once, for the fewest players."""
    return list({each.ruleset: each for each in reversed(whole_subjects())}.values())[::-1]


def instances(subject: Subject) -> list[Subject]:
    """The small instances that can be laid over a rule set and are for so many players."""
    names = set(subject.ruleset.split("+"))
    overlays = next(game for game in games() if game["id"] == subject.game)["overlays"]
    small = [each for each in overlays if each["sort"] == "instance" and names & set(each["of"])]
    found = [Subject(f"{subject.ruleset}+{each['name']}", subject.players, whole=False) for each in small]
    return [each for each in found if _fits(each)]


def _fits(subject: Subject) -> bool:
    try:
        return subject.players in counts_of(subject.ruleset)
    except Rejected:
        return False


def subjects() -> list[Subject]:
    """The published rule sets and their small instances, for every number of players."""
    return [each for whole in whole_subjects() for each in (whole, *instances(whole))]


def machines(subject: Subject) -> tuple[Any, Any]:
    """The machine of play, and the one that scenarios may enter anywhere."""
    ruleset, players = subject.ruleset, subject.players
    return program_of(ruleset, players).machine, program_of(ruleset, players).machine_with_scenarios


def generated(machine: Any, checked: bool = False, unordered: bool = False) -> str:
    """The generated Python: plain, with claims checked on the way, with piles that have no order."""
    lazy = unordered_piles(machine) if unordered else frozenset()
    return Engine(machine, checked=checked, lazy=lazy).text


def spec_folder(game: str) -> Path:
    return ROOT / "spec" / game


@cache
def blocks(ruleset: str) -> int:
    """How large a rule set is: what takes long is left out for large ones."""
    return len(program_of(ruleset).machine.blocks)


def pages(game: str) -> dict[str, str]:
    """The texts of a site with one game, by path."""
    return dict(site_of({}, [game]).texts)
