"""`rulewright export` as people run it."""

import json

import pytest


def test_a_module_is_printed_or_saved_with_its_configuration(run, folder):
    assert run("export", "shore.rules", "--tla").stdout.startswith("---- MODULE Rules ----")
    assert run("export", "shore.rules", "--tla", "--save", "Shore.tla").exit_code == 0
    assert (folder / "Shore.tla").read_text().startswith("---- MODULE Shore ----")
    assert (folder / "Shore.cfg").read_text().startswith("SPECIFICATION Spec")
    assert run("export", "shore.rules", "--tla", "--save", "Shore.tla").exit_code == 2


def test_a_play_is_exported_as_a_trace(run, saved):
    play, write = saved
    write()
    found = run("export", "shore.rules", "--itf", "play.json")
    assert found.exit_code == 0
    assert len(json.loads(found.stdout)["states"]) == len(play["moves"]) + 1
    play["moves"][1] = play["moves"][0]
    write()
    assert run("export", "shore.rules", "--itf", "play.json").exit_code == 1


WRONG = ["", "--tla --itf play.json", "--tla --save no-name.tla", "--tla --save Rules.txt"]


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_exported_is_misuse(run, saved, words):
    saved[1]()
    assert run("export", "shore.rules", *words.split()).exit_code == 2
