"""Commands run as people run them, in a folder of their own."""

import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from verifier.cli import main

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to stand in, with the game that was made up for the tests."""
    shutil.copy(ROOT / "tests" / "trace" / "shore.rules", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder):
    """Runs a command; a traceback that would reach a user fails the test."""

    def command(*words, typed=None):
        found = CliRunner().invoke(main, [str(word) for word in words], input=typed)
        assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
        assert "Traceback" not in found.output
        return found

    return command


@pytest.fixture
def answer(run):
    """Runs a command with `--json` and holds the document against its schema."""

    def command(name, *words):
        found = run(name, *words, "--json")
        document = json.loads(found.stdout)
        assert document["schema"] == f"rulewright/{name}/1"
        jsonschema.validate(document, json.loads((SCHEMAS / f"{name}.schema.json").read_text()))
        return found.exit_code, document

    return command


@pytest.fixture
def saved(folder):
    """A play in a file, as a value to change, and the way to write it back."""
    play = json.loads((ROOT / "tests" / "trace" / "shore.json").read_text())
    play["ruleset"] = "shore.rules"

    def write():
        path = folder / "play.json"
        path.write_text(json.dumps(play, indent=1))
        return path

    return play, write
