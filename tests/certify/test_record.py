"""What the checker accepted is on record for exactly one machine, its claims and one checker."""

from dataclasses import replace

import pytest

from tests.engine import tiny
from verifier.certify import record
from verifier.certify.record import accepted_entry, accepted_properties, read_record, written_record
from verifier.kernel.domain import Truth
from verifier.kernel.expression import Const
from verifier.kernel.machine import Claim
from verifier.program import program_of
from verifier.surface.files import game_names

YES = Claim("yes", "invariant", None, Const(1, Truth()))
MACHINE = replace(tiny.drawing(), claims=(YES,))
ENTRY = accepted_entry(MACHINE, "certificate drawing\n", ["yes", "bounds"], 1.25)


def test_an_entry_counts_for_the_machine_it_was_made_for():
    assert accepted_properties(MACHINE, ENTRY) == {"yes", "bounds"}
    assert accepted_properties(MACHINE, None) == frozenset()


def test_a_changed_machine_is_unchecked():
    changed = replace(MACHINE, blocks={**MACHINE.blocks, "more": next(iter(MACHINE.blocks.values()))})
    assert accepted_properties(changed, ENTRY) == frozenset()


def test_a_changed_claim_is_unchecked_and_nothing_else_is():
    claimed = replace(YES, truth=Const(0, Truth()))
    assert accepted_properties(replace(MACHINE, claims=(claimed,)), ENTRY) == {"bounds"}


def test_a_new_claim_or_another_name_changes_no_machine():
    other = replace(MACHINE, name="other", claims=(YES, replace(YES, name="more")))
    assert accepted_properties(other, ENTRY) == {"yes", "bounds"}


@pytest.mark.parametrize("checker", ["", "0"])
def test_another_checker_has_accepted_nothing(checker):
    assert accepted_properties(MACHINE, replace(ENTRY, checker=checker)) == frozenset()


def test_a_record_is_read_as_it_was_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "game_folder", lambda game: tmp_path / game)
    assert read_record("drawing") == {}
    (tmp_path / "drawing").mkdir()
    record.record_path("drawing").write_text(written_record({"drawing (2 players)": ENTRY}), encoding="utf-8")
    assert read_record("drawing") == {"drawing (2 players)": ENTRY}


def entries_on_record():
    return [(game, name) for game in game_names() for name in read_record(game)]


@pytest.mark.parametrize(("game", "name"), entries_on_record())
def test_what_is_on_record_is_of_the_rules_as_they_are(game, name):
    """After a change of these rules or of the kernel `rulewright certify --record` asks again: minutes for each."""
    ruleset, players = name.removesuffix(" players)").split(" (")
    entry = read_record(game)[name]
    machine = program_of(ruleset, int(players), scenarios=True).machine
    assert entry.claims.keys() == accepted_properties(machine, entry)
