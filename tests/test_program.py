"""A program: each phase once for each rule set, for as long as its texts stay as they are."""

import pickle
from dataclasses import replace

import pytest

from tests.trace.conftest import SHORE
from verifier.diagnostics import Rejected
from verifier.program import Workspace


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "shore.rules"
    path.write_text(SHORE.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def test_what_is_worked_out_is_kept_with_the_machine_and_not_with_a_changed_copy(text):
    asked = []

    def blocks(machine):
        asked.append(machine)
        return len(machine.blocks)

    machine = Workspace().program(str(text)).machine
    assert machine.analysis(blocks) == machine.analysis(blocks) == len(machine.blocks)
    changed, sent = replace(machine, claims=()), pickle.loads(pickle.dumps(machine))
    assert sent == machine
    assert changed.analysis(blocks) == sent.analysis(blocks)
    assert [id(each) for each in asked] == [id(machine), id(changed), id(sent)]


def test_a_program_is_made_again_only_when_its_text_has_changed(text):
    workspace = Workspace()
    first = workspace.program(str(text))
    assert workspace.program(str(text)) is first
    assert workspace.program(str(text), first.counts[-1]).composition is first.composition
    text.write_text(text.read_text(encoding="utf-8") + "\n# nothing new\n", encoding="utf-8")
    second = workspace.program(str(text))
    assert second is not first
    assert second.fingerprint == workspace.fingerprint(str(text)) != first.fingerprint


def test_a_workspace_keeps_the_programs_that_were_used_last(tmp_path):
    paths = [tmp_path / f"shore{number}.rules" for number in range(3)]
    for path in paths:
        path.write_text(SHORE.read_text(encoding="utf-8"), encoding="utf-8")
    workspace = Workspace(most=2)
    first, second, _ = (workspace.program(str(path)) for path in (paths[0], paths[1], paths[0]))
    workspace.program(str(paths[2]))
    assert workspace.program(str(paths[0])) is first
    assert workspace.program(str(paths[1])) is not second


def test_a_number_of_players_that_the_rules_do_not_know_is_rejected(text):
    with pytest.raises(Rejected, match="O320"):
        _ = Workspace().program(str(text), 9).machine


def test_a_text_that_cannot_be_composed_is_rejected_and_not_kept(text):
    workspace = Workspace()
    whole = text.read_text(encoding="utf-8")
    text.write_text("game\n", encoding="utf-8")
    with pytest.raises(Rejected):
        workspace.program(str(text))
    text.write_text(whole, encoding="utf-8")
    assert workspace.program(str(text)).game.name == str(text)
