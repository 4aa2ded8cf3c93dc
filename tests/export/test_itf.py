"""Plays in ITF: a state for each position, with the values that the state has."""

import json

from verifier.check.explore.unordered import unordered_piles
from verifier.engine import Engine
from verifier.export.itf import itf_trace
from verifier.trace.simulate import Simulation


def played(machine):
    return Simulation(Engine(machine), "shore").play(3, written=True).play


def test_a_trace_has_a_state_for_each_position(machine):
    play = played(machine)
    trace, found = itf_trace(Engine(machine), play, unordered_piles(machine))
    assert found.legal
    assert trace["#meta"]["format"] == "ITF"
    assert trace["vars"] == ["s"]
    states = json.loads(json.dumps(trace))["states"]
    assert [each["#meta"]["index"] for each in states] == list(range(len(play.moves) + 1))
    assert [each["#meta"]["move"]["action"] for each in states[:-1]] == [
        move["action"] for move in play.moves
    ]
    assert states[-1]["s"]["at"] == {"#bigint": "-1"}
    for each in states:
        lying = [thing for _, row in each["s"]["rows"]["#map"] for thing in row]
        lying += [thing for _, found in each["s"]["sets"]["#map"] for thing in found["#set"]]
        assert sorted(int(thing["#bigint"]) for thing in lying) == list(range(len(machine.things)))


def test_the_states_are_those_of_the_module(machine, tmp_path):
    """Every field of the module's state is in the trace, and no other."""
    import re

    from verifier.export.tla import tla_module

    text = tla_module(machine, "Rules", unordered_piles(machine), "shore")
    blank = next(line for line in text.splitlines() if line.startswith("Blank =="))
    fields = {"at", "rows", "sets", "where", *re.findall(r"\b(c_\w+) \|->", blank)}
    trace, _ = itf_trace(Engine(machine), played(machine), unordered_piles(machine))
    assert all(set(each["s"]) == fields for each in trace["states"])
