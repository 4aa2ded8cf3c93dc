"""What commands cost: CPU seconds of new processes, with nothing remembered, once more, and after an edit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.measure import Row
from verifier.diagnostics import Report
from verifier.program import check_ruleset

HERE = Path(__file__).parent
RULEBOOK = HERE / "rulebooks" / "set-aside" / "base" / "en-01-lost-cities.txt"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("check", "lost-cities"),
    ("check", "catan-duel"),
    ("verify", "lost-cities", "--jobs", "1"),
    ("audit", "lost-cities", str(RULEBOOK), "--text-lang", "en"),
)
CERTIFIED, CLAIM = "lost-cities-duel", "no-dead-end"
EDITED = "catan-duel"
# Of the game that is edited, what would be checked as rule sets of its own.
OVERLAYS = ("variants", "readings", "house", "sets", "princes.rules", "theme.rules", "english*.rules")
ROUNDS = 3
# As on a machine where it is installed: modules are compiled once and for all.
COMPILED, NOT_COMPILED = "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"


def command_rows(folder: Path) -> Iterator[Row]:
    """The median of three of each; a first run, which compiles modules, does not count."""
    plain = {name: value for name, value in os.environ.items() if name != NOT_COMPILED}
    compiled = {**plain, COMPILED: str(folder / "compiled")}

    def spent(words: tuple[str, ...], cache: Path) -> float:
        return _spent(words, {**compiled, "RULEWRIGHT_CACHE": str(cache)})

    for words in COMMANDS:
        said = f"rulewright {' '.join(Path(word).name for word in words)}"
        kept = Path(tempfile.mkdtemp(dir=folder))
        spent(words, kept)
        cold = [spent(words, Path(tempfile.mkdtemp(dir=folder))) for _ in range(ROUNDS)]
        yield _row(said, "ours, nothing remembered", cold)
        yield _row(said, "ours, once more", [spent(words, kept) for _ in range(ROUNDS)])
    game = folder / EDITED
    shutil.copytree(HERE.parent / "spec" / EDITED, game, ignore=shutil.ignore_patterns(*OVERLAYS))
    check = ("check", str(game))
    spent(check, kept)
    said = f"check of {EDITED} after an edit"
    yield _row(said, "ours, a new process", [spent(check, kept) for _ in _edits(game)])
    yield _row(said, "ours, the same process", [_checked(game) for _ in _edits(game)])
    certify = ("certify", CERTIFIED, "--only", CLAIM, "--anew", "--jobs", "1")
    yield _row(f"the certificate of `{CLAIM}`, {CERTIFIED}", "our checker", [spent(certify, kept)])


def _row(work: str, who: str, measured: list[float]) -> Row:
    return Row(work, who, f"{median(measured):.2f} s")


def _edits(game: Path) -> Iterator[int]:
    """A line more in one of its files, again and again."""
    claims = game / "claims.rules"
    for number in range(ROUNDS):
        claims.write_text(claims.read_text(encoding="utf-8") + f"# edit {number}\n", encoding="utf-8")
        yield number


def _checked(game: Path) -> float:
    begun = time.process_time()
    report = Report()
    check_ruleset(str(game), report)
    assert not report.has_errors, report.diagnostics
    return time.process_time() - begun


def _spent(words: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """1 and 3 say that something is known not to hold, or not known: no mistakes of ours."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "verifier", *words], capture_output=True, env={**environment}, check=False
    )
    assert done.returncode in (0, 1, 3), done.stderr
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
