"""A measure is a claim: proved, refuted by a play with its values, killed by mutants."""

import json

import pytest

from tests.check.games import GOOD, findings_of, subject_of
from tests.rules import codes
from verifier.check.measures import measure_findings
from verifier.check.methods import METHODS
from verifier.check.save_plays import still_shows
from verifier.engine import Engine
from verifier.mutate.judge import baseline_of, judged
from verifier.mutate.mutant import mutants_of
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding
from verifier.verdict.method import KnownFindings, Request, Unanswered

pytestmark = pytest.mark.slow

CLAIMS = """
measure to-come falls each turn: count pebble in bag
measure in-hand falls each lay: count pebble in hand
measure laid rises each lay: count pebble in row
measure dropped rises each play: count pebble in heap
measure held falls each turn: count pebble in hand
"""
GAME = GOOD + CLAIMS


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return findings_of(tmp_path_factory.mktemp("measures"), GAME)


def test_every_measure_has_a_row_of_its_own(found):
    assert [name for name, each in found.items() if each.kind == "measure"] == [
        "to-come", "in-hand", "laid", "dropped", "held",
    ]  # fmt: skip


def test_what_one_action_does_is_proved(found):
    assert (found["in-hand"].verdict, found["laid"].verdict) == ("proved", "proved")


def test_a_false_measure_is_refuted_by_a_play_with_the_values_before_and_after(found):
    assert found["dropped"].verdict == "refuted"
    assert found["dropped"].detail == "`dropped` does not rise: 0 before, 0 after `play`"
    assert len(found["dropped"].trace.play["moves"]) == 1
    assert found["held"].detail == "`held` does not fall: 4 before, 4 after a turn"


def test_the_play_is_told_without_what_was_kept_for_the_measure(found):
    assert not any("before" in line or "known" in line for line in found["dropped"].trace.told)


def test_a_turn_is_measured_until_the_next_one_begins(found):
    assert found["to-come"].verdict in ("proved", "exhausted", "tested")


def test_moves_are_those_of_the_game_without_measures(tmp_path):
    program = subject_of(tmp_path, GAME).program()
    plain, kept = Engine(program.machine), Engine(program.measured.machine)
    assert set(plain.machine.blocks) <= set(kept.machine.blocks)
    assert kept.machine.cells.keys() > plain.machine.cells.keys()
    assert [claim.name for claim in kept.machine.claims] == ["to-come", "in-hand", "laid", "dropped", "held"]


def test_what_was_too_much_without_measures_is_not_tried_with_them(tmp_path):
    program = subject_of(tmp_path, GAME).program()
    wanted = Request(Budget(0.1), frozenset({"held"}))
    broken = Finding("bounds", "health", "unknown", "induction", "", broken_off="not finished after 9 steps")
    (told,) = measure_findings(METHODS["prove"], program, wanted, [broken])
    assert told.detail == "not tried: already without measures not finished after 9 steps"
    (tried,) = measure_findings(METHODS["prove"], program, wanted)
    assert "not tried" not in tried.detail


def test_what_is_on_record_as_unanswered_is_told_and_not_kept(tmp_path, monkeypatch):
    program = subject_of(tmp_path, GAME).program()
    left = {"laid": Unanswered("induction", "not preserved by `lay`")}
    known = KnownFindings(unanswered=left)
    kept = []
    monkeypatch.setattr(type(program), "measured_by", _watched(kept, type(program).measured_by))
    found = measure_findings(METHODS["prove"], program, Request(Budget(), None, known=known))
    told = {each.property: each for each in found}
    assert (told["in-hand"].verdict, told["laid"].verdict) == ("proved", "unknown")
    assert told["laid"].detail == "not tried again; on record: not preserved by `lay`"
    assert len(kept) == 1
    assert not any("laid" in cell for cell in kept[0].machine.cells)
    everything = dict.fromkeys(told, left["laid"])
    known = KnownFindings(unanswered=everything)
    again = measure_findings(METHODS["prove"], program, Request(Budget(), None, known=known))
    assert {each.verdict for each in again} == {"unknown"}
    assert len(kept) == 1


def _watched(kept, made):
    def watched(program, names):
        kept.append(made(program, names))
        return kept[-1]

    return watched


def test_a_saved_play_still_shows_it(tmp_path, found):
    subject = subject_of(tmp_path, GAME)
    play = {**found["dropped"].trace.play, "ruleset": subject.ruleset}
    path = tmp_path / "play.json"
    path.write_text(json.dumps(play), encoding="utf-8")
    assert still_shows(path, "dropped")
    assert not still_shows(path, "laid")


def test_a_measure_of_nothing_is_a_mistake(tmp_path):
    turn = "turn\n    play: one of lay\naction lay\n    choose number n in my hand\n    move n to heap\n"
    assert codes(tmp_path, turn, "measure x falls each lya: count number in hand\n") == ["N243"]


def test_mutants_are_killed_by_a_measure(tmp_path):
    claim = "measure to-come falls each turn: count pebble in bag\n"
    bare = GOOD[: GOOD.index("invariant small-hands")] + claim
    program = subject_of(tmp_path, bare).program()
    bench = baseline_of(program, (300,))
    gone = next(each for each in mutants_of(program) if each.subject == "draw-one" and each.at is None)
    assert "to-come" in judged(gone, bench).broken
