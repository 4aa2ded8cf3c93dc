"""A new method is one folder and one line of the table: shown with one that has no idea of anything."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check.games import GOOD

ROOT = Path(__file__).parents[2]
TABLE = "MODULES = (\n"
LINE = '    "verifier.check.clueless.method",\n'
METHOD = '''\
"""Answers `unknown`, whatever is asked."""

from verifier.verdict.finding import unknown_finding
from verifier.verdict.method import Method
from verifier.verdict.properties import questions


def _run(program, request):
    asked = questions(program.game, program.places)
    return [unknown_finding(each, "clueless", "no idea") for each in asked if request.wants(each.property)]


METHOD = Method("clueless", "has no idea", _run)
'''


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The code, copied to be changed, with the grammar where it looks for it, and a game."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "verifier", root / "verifier", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("grammar", "spec"):
        (root / name).symlink_to(ROOT / name)
    (root / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    return root


def verdicts(house):
    """What `verify` says: by property the verdict, by property the words."""
    command = [sys.executable, "-m", "verifier", "verify", "pebbles.rules", "--budget", "0.5", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(house)}
    done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    results = json.loads(done.stdout)["results"]
    return {each["property"]: each["verdict"] for each in results}, {
        e["property"]: e["detail"] for e in results
    }


@pytest.mark.slow
def test_a_method_is_added_in_one_folder_and_one_line_of_a_table(house):
    before, _ = verdicts(house)
    folder = house / "verifier" / "check" / "clueless"
    folder.mkdir()
    (folder / "method.py").write_text(METHOD, encoding="utf-8")
    table = house / "verifier" / "check" / "methods.py"
    text = table.read_text(encoding="utf-8")
    assert text.count(TABLE) == 1
    table.write_text(text.replace(TABLE, TABLE + LINE), encoding="utf-8")
    after, words = verdicts(house)
    # It was asked, it has taken nothing from anybody, and it speaks up where nobody else knows.
    assert after == before
    assert before["a-miracle"] == "unknown"
    assert "clueless: no idea" in words["a-miracle"]
