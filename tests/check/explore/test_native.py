"""The compiled search: the same states in the same order as the one in Python, so that every answer is the same."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.check.explore.games import CARDS, HEAP, SWAPPING, compiled_text
from verifier.check.explore import SearchLimits, explore, native, results
from verifier.engine.native.compiler import ENGINE, compiler
from verifier.program import program_of

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


@pytest.fixture
def both(monkeypatch):
    """What each engine finds, without the seconds."""

    def found(machine, **given):
        answers = []
        for engine, threads in (("python", 1), ("native", 1), ("native", 3)):
            monkeypatch.setitem(os.environ, ENGINE, engine)
            answers.append(replace(explore(machine, threads=threads, **given), seconds=0.0))
        plain, alone, together = answers
        assert together == alone, "what is found depends on the number of threads"
        return plain, alone

    return found


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", [True, False])
@pytest.mark.parametrize("text", [HEAP, CARDS, SWAPPING])
def test_small_games_are_searched_alike(tmp_path, both, text, symmetry):
    game, machine = compiled_text(tmp_path, text)
    plain, native = both(machine, ends=game.ends, symmetry=symmetry)
    assert native == plain


@pytest.mark.slow
def test_what_breaks_is_shown_by_the_same_play(tmp_path, both):
    _, machine = compiled_text(tmp_path, HEAP, "invariant few\n    every player p: p.taken is at most 3")
    plain, native = both(machine)
    assert native == plain
    assert len(native.violations["few"]) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "limits",
    [
        SearchLimits(states=1_500),
        SearchLimits(work=2_500),
        SearchLimits(states=9_000),
        SearchLimits(work=22_000),
    ],
)
def test_a_limit_ends_both_at_the_same_place(both, limits):
    plain, native = both(program_of("lost-cities+tiny").machine, limits=limits)
    assert native.ended is not None
    assert native == plain


@pytest.mark.slow
def test_copies_and_renamings_are_merged_alike(both):
    """An instance with copies that cells tell apart, colours and seats that may be renamed, and bags in no order."""
    program = program_of("lost-cities-board+board-tiny-two", 2)
    plain, native = both(program.machine, ends=program.game.ends)
    assert (native.states, native.renamings) == (14_592, 4)
    assert native == plain


KILLED = """
import os, signal, sys
from pathlib import Path
from verifier.check.explore import explore, native
from verifier.engine.native.search import StateSearch
from verifier.program import program_of

saved = []

def save_then_die(run, path, save=StateSearch.save):
    save(run, path)
    saved.append(path)
    if len(saved) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

StateSearch.save = save_then_die
native.BETWEEN_CHECKPOINTS = 2 * native.EVERY
explore(program_of("lost-cities+tiny").machine, checkpoint=Path(sys.argv[1]), threads=int(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 1)])
def test_a_search_that_was_killed_goes_on_where_it_was_saved(tmp_path, monkeypatch, before, after):
    """With another number of threads, too."""
    monkeypatch.setenv(ENGINE, "native")
    machine, saved = program_of("lost-cities+tiny").machine, tmp_path / "search"
    died = subprocess.run([sys.executable, "-c", KILLED, str(saved), str(before)], check=False)
    assert died.returncode == -signal.SIGKILL
    assert saved.exists()
    resumed = explore(machine, checkpoint=saved, threads=after)
    assert replace(resumed, seconds=0.0) == replace(explore(machine), seconds=0.0)
    assert resumed.states == 17_433


@pytest.mark.slow
def test_what_another_machine_saved_or_what_is_cut_off_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.setenv(ENGINE, "native")
    saved = tmp_path / "search"
    monkeypatch.setattr(native, "BETWEEN_CHECKPOINTS", native.EVERY)
    whole = explore(program_of("lost-cities+tiny").machine, checkpoint=saved)
    assert explore(program_of("lost-cities+short-match").machine, checkpoint=saved).states == 10_800
    saved.write_bytes(saved.read_bytes()[:-100])
    assert explore(program_of("lost-cities+tiny").machine, checkpoint=saved).states == whole.states


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="rows of a search go to files on Linux only")
@pytest.mark.parametrize(
    ("ruleset", "threads"), [("lost-cities+tiny", 2), ("lost-cities-board+board-tiny-two", 1)]
)
def test_a_search_whose_memory_runs_short_goes_on_with_its_states_in_files(
    ruleset, threads, tmp_path, monkeypatch
):
    """The limit is reached at once, rows grow in their files, and what was saved of them is read again."""
    monkeypatch.setenv(ENGINE, "native")
    monkeypatch.setattr(native, "BETWEEN_CHECKPOINTS", native.EVERY)
    machine, saved = program_of(ruleset, 2).machine, tmp_path / "search"
    in_memory = explore(machine)
    asked, went = [], native.StateSearch.to_disk

    def used():
        asked.append(1)
        return 0.0 if len(asked) > 1 else 1.0

    def to_disk(run, folder):
        assert went(run, folder)
        assert not list(tmp_path.glob("rulewright-*")), "files without names"
        files = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
        assert any(each.startswith(str(tmp_path)) and each.endswith("(deleted)") for each in files)
        return True

    monkeypatch.setattr(results, "used_megabytes", used)
    monkeypatch.setattr(native.StateSearch, "to_disk", to_disk)
    on_disk = explore(machine, limits=SearchLimits(memory=0.5), checkpoint=saved, threads=threads)
    assert len(asked) > 1
    assert replace(on_disk, seconds=0.0) == replace(in_memory, seconds=0.0)
    assert explore(machine, checkpoint=saved).states == in_memory.states


@pytest.mark.slow
def test_a_search_that_finds_no_room_on_disk_either_says_that_memory_ended_it(tmp_path, monkeypatch):
    monkeypatch.setenv(ENGINE, "native")
    monkeypatch.setattr(results, "used_megabytes", lambda: 1.0)
    monkeypatch.setattr(native, "cache_folder", lambda: tmp_path / "missing")
    found = explore(program_of("lost-cities+tiny").machine, limits=SearchLimits(memory=0.5))
    assert found.ended == "memory"
    assert found.states < 17_433
