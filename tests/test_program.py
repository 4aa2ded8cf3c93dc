"""A program: each phase once for each rule set, for as long as its texts stay as they are."""

import pickle
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.check.games import GOOD
from tests.trace.conftest import SHORE
from verifier import program
from verifier.analysis import ranges
from verifier.check.induction.samples import BEGINS
from verifier.check.monitor import instrument
from verifier.cli import main
from verifier.diagnostics import Rejected
from verifier.engine import engine
from verifier.program import Workspace
from verifier.surface import files


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


def test_the_same_path_elsewhere_is_another_text(tmp_path, monkeypatch):
    workspace, found = Workspace(), []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "shore.rules").write_text(SHORE.read_text(encoding="utf-8"), encoding="utf-8")
        monkeypatch.chdir(tmp_path / name)
        found.append(workspace.program("shore.rules"))
    assert found[0] is not found[1]


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


def test_a_fingerprint_tells_of_every_file(tmp_path):
    """The game and each overlay: whichever changes, and even if two trade places, the word is another."""
    texts = {
        "game.rules": GOOD,
        "more.rules": "house-rule more of pebbles\nset hand-size to 3\n",
        "less.rules": "house-rule less of pebbles\nset hand-size to 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ruleset = "+".join(str(tmp_path / name) for name in texts)
    found = {Workspace().fingerprint(ruleset)}
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}# a note\n", encoding="utf-8")
        found.add(Workspace().fingerprint(ruleset))
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert None not in found
    assert len(found) == 1 + len(texts)


# --- a whole `verify`

SMALL = """\
instance few of pebbles
set hand-size to 1
"""


@pytest.fixture
def calls(monkeypatch):
    """How often each phase was carried out, and of what."""
    found = Counter()

    def counted(module, name, what):
        work = getattr(module, name)

        def counting(*given, **named):
            found[name.strip("_"), what(*given, **named)] += 1
            return work(*given, **named)

        monkeypatch.setattr(module, name, counting)

    counted(program, "laid_over", lambda names, order, report: "+".join(names))
    counted(program, "typed_game", lambda ruleset, items, players, *rest: (ruleset, players))
    for module in (program, instrument):
        sort = module.__name__.rpartition(".")[2]
        counted(module, "lowered", lambda game, report, entries=False, sort=sort: (game.name, sort, entries))
    counted(ranges, "_found", lambda machine, anywhere=False: (machine.name, _form(machine), anywhere))
    counted(engine, "generated", lambda machine, *rest: (machine.name, _form(machine), rest[-1]))
    return found


def _form(machine):
    names = [claim.name for claim in machine.claims]
    if any(" " in name for name in names):
        # Premises of invariants are watched by themselves.
        return "instrumented" if any(name.startswith("search ") for name in names) else "premises"
    if any(BEGINS in str(step) for block in machine.blocks.values() for step in block.steps[:1]):
        return "sampled"
    return "plain"


@pytest.mark.slow
def test_a_whole_verify_carries_out_each_phase_once_for_each_form(calls, tmp_path, monkeypatch):
    folder = tmp_path / "spec" / "pebbles"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(GOOD, encoding="utf-8")
    (folder / "small.rules").write_text(SMALL, encoding="utf-8")
    for module in (files, files):
        monkeypatch.setattr(module, "spec_folder", lambda: tmp_path / "spec")
    found = CliRunner().invoke(main, ["verify", "pebbles", "--budget", "0.3", "--jobs", "1"])
    assert found.exit_code == 3
    assert max(calls.values()) == 1
    assert set(calls) == {
        *(("laid_over", ruleset) for ruleset in ("pebbles", "pebbles+few")),
        *(("typed_game", (ruleset, 2)) for ruleset in ("pebbles", "pebbles+few")),
        # Positions of scenarios are set up by hand: components may lie anywhere in them.
        *(("lowered", ("pebbles", *form)) for form in (("program", False), ("program", True))),
        *(("found", ("pebbles", *form)) for form in (("plain", False), ("plain", True))),
        ("generated", ("pebbles", "plain", False)),
        # Plays by seeds are watched in a machine that tells more; so are those from which proofs learn.
        ("lowered", ("pebbles", "instrument", False)),
        *(("found", ("pebbles", form, False)) for form in ("instrumented", "premises", "sampled")),
        *(("generated", ("pebbles", form, True)) for form in ("instrumented", "premises", "sampled")),
        # The search looks at the plain machine and runs an instrumented one.
        ("lowered", ("pebbles+few", "program", False)),
        *(("found", ("pebbles+few", form, False)) for form in ("plain", "instrumented")),
        *(("generated", ("pebbles+few", *form)) for form in (("plain", False), ("instrumented", True))),
    }
