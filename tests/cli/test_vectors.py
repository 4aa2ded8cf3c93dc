"""Test vectors for somebody else's program are true: checked against the machine that the rules make."""

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import program_of
from verifier.source import Source
from verifier.trace import read_play
from verifier.trace.replay import Replayer


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["shore.rules", "lost-cities", "catan-duel"])
def test_what_vectors_say_is_so(run, ruleset):
    found = run("vectors", ruleset, "--most", 60, "--views")
    document = json.loads(found.stdout)
    jsonschema.validate(document, json.loads((SCHEMAS / "vectors.schema.json").read_text()))
    assert run("vectors", ruleset, "--most", 60, "--views").stdout == found.stdout
    engine = Engine(program_of(ruleset).machine)
    vector = document["vectors"][0]
    play = read_play(Source("play", json.dumps(vector["play"])), Report())
    refused_by = []

    def watch(number, state, move):
        position = vector["positions"][number]
        legal = engine.distinct(engine.legal(state), state)
        assert position["legal_moves"] == [engine.describe(each, state) for each in legal]
        for each in position["refused"]:
            refusals = engine.parse(state, each["move"])
            assert {refusal.rule for refusal in refusals} == set(each["rules"])
            refused_by.extend(each["rules"])
        assert position["sees"][position["player"]] == json.loads(
            json.dumps(engine.view(state, position["player"]))
        )

    replay = Replayer(engine).replay(play, watch)
    assert replay.legal
    assert len(vector["positions"]) == len(vector["play"]["moves"])
    assert refused_by
    assert (vector["result"] is not None) == replay.over


def test_a_file_of_vectors_is_not_written_over(run, folder):
    assert run("vectors", "shore.rules", "--save", "v.json").exit_code == 0
    written = (folder / "v.json").read_text()
    assert run("vectors", "shore.rules", "--seed", 2, "--save", "v.json").exit_code == 2
    assert (folder / "v.json").read_text() == written
