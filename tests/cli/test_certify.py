"""`rulewright certify`: what is accepted, what is refused, what is written down."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import validate

from verifier.certify import record
from verifier.cli import main

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "certify.schema.json"
SMALL = "lost-cities+short-match"


def run(*words):
    return CliRunner().invoke(main, ["certify", *words])


@pytest.mark.slow
def test_a_certificate_is_accepted_written_down_and_found_again(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "game_folder", lambda game: tmp_path / game)
    (tmp_path / "lost-cities").mkdir()
    first = run(SMALL, "--record", "--json")
    assert first.exit_code == 0
    document = json.loads(first.stdout)
    validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert "routes-rise" in document["results"][0]["accepted"]
    again = run(SMALL)
    assert "on record" in again.stdout


@pytest.mark.slow
def test_a_game_without_a_certificate_says_so():
    found = run("catan-duel")
    assert found.exit_code == 3
    assert "it has no certificate" in found.stdout


def test_an_unknown_game_is_misuse():
    assert run("lost-citys").exit_code == 2
