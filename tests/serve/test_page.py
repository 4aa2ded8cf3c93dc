"""The page about `serve` is right: its lines are sent to a session, its programs are run where there is a toolchain."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.serve import Session

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")


def block(kind):
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def told(shown, said):
    """`...` stands for anything."""
    parts = [re.escape(part) for part in shown.split("...")]
    return re.fullmatch(".*?".join(parts), said)


def test_every_request_on_the_page_is_answered_as_it_says():
    session = Session()
    lines = [line for text in block("text") for line in text.splitlines()]
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    assert len(pairs) > 20
    for asked, shown in pairs:
        assert asked.startswith("> ")
        assert shown.startswith("< ")
        answer = session.line(asked[2:].encode())
        assert told(shown[2:], answer), f"{asked}\n{answer}"
    assert not session.open


def test_every_request_and_error_is_on_the_page():
    from verifier.serve.protocol import REQUESTS

    assert [name for name in REQUESTS if f"`{name}`" not in PAGE and f'"do": "{name}"' not in PAGE] == []
    code = "".join(path.read_text() for path in (ROOT / "verifier" / "serve").glob("*.py"))
    named = re.findall(r'(?:RequestError\(|"code": )"([a-z-]+)"', code)
    assert len(named) > 10
    assert [each for each in named if f"`{each}`" not in PAGE] == []


@pytest.fixture
def toolchain(tmp_path):
    """An environment in which `rulewright` is this one."""
    script = tmp_path / "bin" / "rulewright"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m verifier "$@"\n')
    script.chmod(0o755)
    paths = [str(script.parent), os.environ["PATH"], str(Path.home() / ".cargo" / "bin")]
    return {**os.environ, "PATH": os.pathsep.join(paths), "PYTHONPATH": str(ROOT)}


def run(words, environment, folder):
    found = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the example is started by a shell script")
def test_the_program_for_node_runs(toolchain, tmp_path):
    if shutil.which("node", path=toolchain["PATH"]) is None:
        pytest.skip("there is no node")
    (tmp_path / "play.mjs").write_text(block("js")[0])
    assert run(["node", "play.mjs"], toolchain, tmp_path) == "100 moves, 100 written down\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the example is started by a shell script")
def test_the_program_in_typescript_runs(toolchain, tmp_path):
    node, compiler = (shutil.which(name, path=toolchain["PATH"]) for name in ("node", "tsc"))
    version = run([node, "--version"], toolchain, tmp_path) if node else "v0.0.0"
    (tmp_path / "play.mts").write_text(block("ts")[0])
    if tuple(map(int, version[1:].split("."))) >= (22, 18):
        program = "play.mts"
    elif node and compiler:
        run(
            [compiler, *["--noCheck", "--target", "es2022", "--module", "nodenext", "play.mts"]],
            toolchain,
            tmp_path,
        )
        program = "play.mjs"
    else:
        pytest.skip("neither a Node that reads TypeScript nor its compiler")
    assert run([node, program], toolchain, tmp_path) == "100 positions compared\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the example is started by a shell script")
def test_the_program_in_rust_runs(toolchain, tmp_path):
    compiler = shutil.which("rustc", path=toolchain["PATH"])
    if compiler is None:
        pytest.skip("there is no Rust")
    (tmp_path / "play.rs").write_text(block("rust")[0])
    run([compiler, "--edition", "2021", "play.rs"], toolchain, tmp_path)
    assert run(["./play"], toolchain, tmp_path) == "100 moves\n"
