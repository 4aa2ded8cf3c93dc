"""What is digested: tasks, each with the names that it answers for and a function that gives their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from tests.digests import answers, entry
from tests.digests.dump import dumped
from tests.digests.entry import Subject

Texts = dict[str, str]
RUNTIME = re.compile(r"^from verifier\.\S+ import (?=FINAL)", re.MULTILINE)

# What the names begin with that a task answers for.
MACHINES = ("machine", "machine-of-scenarios", "python")
WORDS = ("json/check", "json/catalogue-check", "json/audit", "text/catalogue-missing", "text/catalogue-show")
PLAYS = (
    *(f"json/{verb}" for verb in ("campaign", "cards", "simulate")),
    *(f"json/{verb}" for verb in ("replay-whole", "replay-spoiled", "legal-half", "score-half")),
    "text/replay-half",
)
# So many blocks have rule sets that all can be asked of, nearly all, and some.
SMALL, MIDDLING, LARGE = 40, 100, 500
# Overlays of large games that differ late from their game, or not at all: to find that out takes minutes.
SLOW = {"english-2010", "ten-points"}


@dataclass(frozen=True, slots=True)
class Task:
    """Texts that are made together, in one process; all of their names begin with one of `prefixes`."""

    title: str
    prefixes: tuple[str, ...]
    run: Callable[..., Texts]
    args: tuple[object, ...]

    def timed(self) -> tuple[Texts, float]:
        """The texts, and how many seconds they took."""
        began = monotonic()
        return self.run(*self.args), monotonic() - began

    def answers_for(self, prefix: str) -> bool:
        """May names that begin so be among its own?"""
        return any(mine.startswith(prefix) or f"{prefix}/".startswith(f"{mine}/") for mine in self.prefixes)


def machine_texts(subject: Subject) -> Texts:
    """The machines of a subject, and the Python made of the first."""
    machine, entered = entry.machines(subject)
    return {
        f"machine/{subject}": dumped(machine),
        f"machine-of-scenarios/{subject}": dumped(entered),
        f"python/{subject}": _python(entry.generated(machine)),
    }


def python_texts(subject: Subject) -> Texts:
    """The generated Python in its other forms."""
    machine, _ = entry.machines(subject)
    return {
        f"python-checked/{subject}": _python(entry.generated(machine, checked=True)),
        f"python-unordered/{subject}": _python(entry.generated(machine, unordered=True)),
    }


def _python(text: str) -> str:
    """Where the runtime stands is no part of what the text means."""
    return RUNTIME.sub("from runtime import ", text)


def quick() -> Iterator[Task]:
    for subject in entry.subjects():
        yield _task(f"machine of {subject}", MACHINES, machine_texts, subject)


def full() -> Iterator[Task]:
    """Everything that can be asked in a short time; what takes longest comes first."""
    for game in (each["id"] for each in entry.games()):
        yield from _of_a_game(game)
    first = entry.first_subjects()
    for subject in first:
        yield from _of_a_ruleset(subject)
    for subject in entry.subjects():
        if subject.whole:
            yield _task(f"vectors of {subject}", ("json/vectors",), answers.vectors, subject)
            yield _task(f"Python of {subject}", ("python-checked", "python-unordered"), python_texts, subject)
        if not subject.whole or (subject in first and entry.blocks(subject.ruleset) <= SMALL):
            yield _task(f"questions of {subject}", ("goals", "json/goals"), answers.questions, subject)
    yield Task("games", ("json/games",), answers.listed, ())
    yield from quick()


def _of_a_game(game: str) -> Iterator[Task]:
    small = entry.blocks(game) <= MIDDLING
    published, others = answers.overlays(game, "published"), answers.overlays(game, "reading", "house")
    tried = others if small else answers.overlays(game, "house")
    yield _task(f"mutants of {game}", ("json/mutate",), answers.mutated, game, 4 if small else 2)
    if tried:
        among = () if small else others[:3]
        yield _task(f"conflicts of {game}", ("json/conflicts",), answers.judged, game, *among)
        yield _task(f"impact on {game}", ("json/impact",), answers.weighed, f"{game}+{tried[0]}")
    for overlay in (each for each in (*published, *tried) if each not in SLOW):
        yield _task(f"difference of {game}+{overlay}", ("json/diff",), answers.compared, f"{game}+{overlay}")
    yield _task(f"rules of {game}, explained", ("json/explain",), answers.explained, game)
    yield _task(f"words of {game}", WORDS, answers.worded, game)
    yield _task(f"pages of {game}", ("pages",), page_texts, game)


def _of_a_ruleset(subject: Subject) -> Iterator[Task]:
    size = entry.blocks(subject.ruleset)
    if size <= LARGE:
        yield _task(f"verdicts on {subject}", ("json/verify",), answers.verified, subject, 1)
        budget = 1 if size <= MIDDLING else 0
        yield _task(f"extremes of {subject}", ("json/extremes",), answers.extremes, subject, budget)
    yield _task(f"plays of {subject}", PLAYS, answers.played, subject)


def page_texts(game: str) -> Texts:
    """The pages of a game, and those of a site that has no other."""
    return {f"pages/{game}/{path}": text for path, text in entry.pages(game).items()}


def _task(title: str, sorts: tuple[str, ...], run: Callable[..., Texts], *args: Subject | str | int) -> Task:
    return Task(title, tuple(f"{sort}/{args[0]}" for sort in sorts), run, args)
