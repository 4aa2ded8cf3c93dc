"""`python -m tests.seeded`: plants every fault in a copy of the tree and sees who notices."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.seeded.faults import FAULTS, Fault

ROOT = Path(__file__).resolve().parent.parent.parent
RESULT = Path(__file__).with_name("RESULT.md")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache", "node_modules")
ROW = re.compile(r"^\| (?P<name>[^|]+) \| `[^`]+` \| `?(?P<noticed>[^|`]+)`? \|$", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
SURVIVED = "survived"
SECONDS = 900
# Rules that are read wrongly may have no end of states.
MEMORY = 6 << 30
HEAD = """\
# Faults seeded into the verifier

Each fault was planted by itself in a copy of the code (`python -m tests.seeded`), and the tests that should notice it
were run up to the first that failed. {noticed} of {all} were noticed.

| fault | planted in | noticed by |
| --- | --- | --- |
"""


@click.command()
@click.option("--only", multiple=True, metavar="TEXT", help="Only faults with this in their name or file.")
@click.option("--missing", is_flag=True, help="Only faults without a result, or that have survived.")
def main(only: tuple[str, ...], missing: bool) -> None:
    """Plant faults and record who notices; ends with 1 if one survives."""
    found = recorded()
    wished = [
        fault
        for fault in FAULTS
        if (not only or any(text in fault.name or text in fault.file for text in only))
        and not (missing and found.get(fault.name, SURVIVED) != SURVIVED)
    ]
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        # A moment of its own for each text: else a compiled file of an earlier one may be taken for it.
        moments = count(int(RESULT.parent.stat().st_mtime))
        for fault in wished:
            found[fault.name] = noticed_by(fault, tree, moments)
            click.echo(f"{found[fault.name]:60}  {fault.name}", err=True)
            record(found)
    if any(found[fault.name] == SURVIVED for fault in wished):
        sys.exit(1)


def noticed_by(fault: Fault, tree: Path, moments: count[int]) -> str:
    """The first test that fails with the fault in the tree, which is left as it was."""
    file = tree / fault.file
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.old) == 1, f"{fault.name}: its place is not found"
    try:
        _write(file, text.replace(fault.old, fault.new), next(moments))
        return _first_failing(fault, tree)
    finally:
        _write(file, text, next(moments))


def _write(file: Path, text: str, moment: int) -> None:
    file.write_text(text, encoding="utf-8")
    os.utime(file, (moment, moment))


def _first_failing(fault: Fault, tree: Path) -> str:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *fault.tests]
    try:
        done = subprocess.run(
            words,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return f"{fault.tests[0]} (does not end)"
    if done.returncode == 0:
        return SURVIVED
    found = FAILED.search(done.stdout)
    assert found is not None, f"{fault.name}: {done.stdout}{done.stderr}"
    return found[1]


def recorded() -> dict[str, str]:
    """Who noticed each fault when it was last planted."""
    text = RESULT.read_text(encoding="utf-8") if RESULT.exists() else ""
    return {row["name"]: row["noticed"].strip() for row in ROW.finditer(text)}


def record(found: dict[str, str]) -> None:
    rows = [(fault, found[fault.name]) for fault in FAULTS if fault.name in found]
    noticed = sum(test != SURVIVED for _, test in rows)
    lines = [
        f"| {fault.name} | `{fault.file}` | {test if test == SURVIVED else f'`{test}`'} |"
        for fault, test in rows
    ]
    text = HEAD.format(noticed=noticed, all=len(rows)) + "\n".join(lines) + "\n"
    RESULT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
