"""`rulewright certify`: what is accepted, what is refused, what is written down."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import validate

from verifier.certify import record
from verifier.certify.record import Accepted
from verifier.certify.run import Certified
from verifier.cli import main
from verifier.program import Subject

certify = import_module("verifier.cli.certify")

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
    assert "lost-cities+short-match (2 players), " in first.stderr
    assert "play offer: " in first.stderr
    again = run(SMALL)
    assert "on record" in again.stdout


@pytest.mark.slow
def test_one_property_may_be_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "game_folder", lambda game: tmp_path / game)
    (tmp_path / "lost-cities").mkdir()
    found = run(SMALL, "--only", "routes-rise", "--record", "--json")
    assert json.loads(found.stdout)["results"][0]["accepted"] == ["routes-rise"]
    assert list(record.read_record("lost-cities")[f"{SMALL} (2 players)"].claims) == ["routes-rise"]
    assert "on record" in run(SMALL, "--only", "routes-rise").stdout


def test_what_was_done_is_on_record_when_a_later_subject_is_stopped(tmp_path, monkeypatch):
    """Each subject is written down as soon as it is done."""
    games = [Subject(SMALL, 2), Subject("lost-cities+tiny", 2)]
    entry = Accepted("machine", "checker", "certificate", {"bounds": "health"}, 1.0)

    def stopped(subjects, jobs, request):
        yield Certified(games[0], entry=entry)
        raise KeyboardInterrupt

    monkeypatch.setattr(record, "game_folder", lambda game: tmp_path / game)
    monkeypatch.setattr(certify, "each_certified", stopped)
    (tmp_path / "lost-cities").mkdir()
    run(SMALL, "lost-cities+tiny", "--record")
    assert record.read_record("lost-cities") == {str(games[0]): entry}


def test_progress_tells_what_is_done_and_questions_that_take_long(monkeypatch, capsys):
    moments = iter([0.0, 1.0, 11.0, 12.0])
    monkeypatch.setattr(certify.time, "monotonic", lambda: next(moments))
    tell, subject = certify.Progress(), Subject(SMALL, 2)
    for line in ("play offer: 0.1 s", "asking draw offer: a", "asking draw offer: b", "asking draw offer: c"):
        tell(subject, line)
    assert capsys.readouterr().err.splitlines() == [
        f"{subject}, 0 s: play offer: 0.1 s",
        f"{subject}, 11 s: asking draw offer: b",
    ]


def test_an_unknown_property_is_misuse():
    assert run(SMALL, "--only", "routes-rize").exit_code == 2


@pytest.mark.slow
def test_a_game_without_a_certificate_says_so():
    found = run("catan-duel")
    assert found.exit_code == 3
    assert "it has no certificate" in found.stdout


def test_an_unknown_game_is_misuse():
    assert run("lost-citys").exit_code == 2
