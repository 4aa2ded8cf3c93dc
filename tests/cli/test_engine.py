"""Which engine plays: asked for by an option, and said once where a compiler would make it faster."""

import os
import subprocess
import sys

import pytest

from verifier.cli import frame
from verifier.engine.native import choose
from verifier.engine.native.compiler import ENGINE, compiler

REFUSING = """#!/bin/sh
[ "$1" = --version ] && echo "a compiler" && exit 0
echo "machine.c:7:1: error: nothing of this kind is compiled here" >&2
exit 1
"""


@pytest.fixture
def refusing_compiler(tmp_path, monkeypatch):
    """A C compiler that is there and refuses every text, also for the processes that a command starts."""
    cc = tmp_path / "bin" / "cc"
    cc.parent.mkdir()
    cc.write_text(REFUSING)
    cc.chmod(0o755)
    monkeypatch.setenv("PATH", f"{cc.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(ENGINE, "native")
    compiler.cache_clear()
    yield
    compiler.cache_clear()


def test_an_engine_that_there_is_not_is_refused(run):
    found = run("--engine", "fortran", "games")
    assert found.exit_code == 2
    assert "python" in found.output


def test_without_a_compiler_a_long_command_says_once_what_would_be_faster(run, monkeypatch):
    monkeypatch.setattr(choose, "compiler", lambda: None)
    monkeypatch.setattr(frame, "LONG", -1.0)
    told = run("simulate", "shore.rules", "--plays", "3")
    assert told.exit_code == 0
    assert told.output.count("rulewright[fast]") == 1


def test_where_python_is_wanted_nothing_is_said(run, monkeypatch):
    monkeypatch.setattr(frame, "LONG", -1.0)
    assert (
        "rulewright[fast]" not in run("--engine", "python", "simulate", "shore.rules", "--plays", "3").output
    )


@pytest.mark.skipif(os.name == "nt", reason="the compiler is a shell script")
@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "shore.rules", "--plays", "3"),
        ("campaign", "shore.rules", "--plays", "200"),
        ("verify", "lost-cities+tiny", "--only", "no-dead-end", "--anew", "--jobs", "2"),
    ],
)
def test_a_compiler_that_refuses_the_text_is_told_once_and_python_plays(folder, refusing_compiler, words):
    # In a process of its own: what serves the processes of other tests knows another compiler.
    found = subprocess.run([sys.executable, "-m", "verifier", *words], capture_output=True, text=True)
    assert found.returncode in (0, 1, 3)
    assert found.stderr.count("nothing of this kind is compiled here") == 1
