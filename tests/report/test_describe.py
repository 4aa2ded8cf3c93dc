"""What is said of a rule set to programs is so: every play keeps to it."""

import json
import random
from pathlib import Path

import jsonschema
import pytest

from tests.trace.conftest import SHORE
from verifier.engine import Engine
from verifier.program import program_of
from verifier.report.describe import description_lines, description_of
from verifier.runtime import Recording, Seeded
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import random_given

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "describe.schema.json").read_text())


def described(ruleset):
    engine = Engine(program_of(ruleset).machine)
    return engine, json.loads(json.dumps(description_of(engine, ruleset)))


def allowed(part, value):
    match part["kind"]:
        case "truth":
            return isinstance(value, bool)
        case "number":
            return part["low"] <= value <= part["high"]
        case _:
            return value in part["values"]


@pytest.mark.parametrize(
    "ruleset",
    [str(SHORE), *(pytest.param(name, marks=pytest.mark.slow) for name in ("hanabi", "catan-duel"))],
)
def test_every_legal_move_and_position_is_as_described(ruleset):
    engine, found = described(ruleset)
    jsonschema.validate({"schema": "rulewright/describe/1", **found}, SCHEMA)
    actions = {each["action"]: each["forms"] for each in found["actions"]}
    zones = {zone: each for each in found["zones"] for zone in each["zones"]}
    cells = {each["name"]: each for each in (*found["cells"], *found["given"])}
    nothing = {True: (None, -1, "hidden"), False: ("hidden",)}
    oracle = Recording(Seeded(1))
    state = engine.new(oracle, random_given(engine, random.Random(1)))
    order = found["chance"]["set_up"]["order"]
    assert [each["count"] for each in order if "shuffle" in each] == list(map(len, oracle.shuffles))
    assert [each["roll"] for each in order if "roll" in each] == [die for die, _ in oracle.rolls]
    chance, moving = random.Random(2), MoveNotation(engine)
    for _ in range(150):
        legal = engine.legal(state)
        if not legal:
            break
        for move in legal:
            written = moving.written(state, move)
            forms = [
                form
                for form in actions[written["action"]]
                if [part["name"] for part in form["choices"]] == list(written.get("with", {}))
                and all(allowed(part, written["with"][part["name"]]) for part in form["choices"])
            ]
            assert forms, written
        view = engine.view(state, 0)
        assert set(view["zones"]) == set(zones)
        for name, value in view["cells"].items():
            values = value.values() if isinstance(value, dict) else [value]
            for each in values:
                assert each in nothing[cells[name]["optional"]] or allowed(cells[name], each), name
        engine.step(state, chance.choice(legal), oracle)


def test_what_a_play_is_given_is_never_nothing():
    _, found = described("lost-cities")
    assert [each["optional"] for each in found["given"]] == [False]


def test_people_read_the_same():
    _, found = described(str(SHORE))
    text = "\n".join(description_lines(found))
    for each in (*found["zones"], *found["cells"], *found["given"]):
        assert f"    {each['name']}" in text
    for each in found["actions"]:
        assert f"    {each['action']}" in text
