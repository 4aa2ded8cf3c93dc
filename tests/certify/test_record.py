"""What the checker accepted is on record for exactly one machine, its claims and one checker."""

from dataclasses import replace

import pytest

from tests.engine import tiny
from verifier.certify import record
from verifier.certify.record import (
    accepted_entry,
    accepted_properties,
    certificate_fingerprint,
    read_record,
    write_down,
    written_record,
)
from verifier.certify.text import certificate_text
from verifier.kernel.domain import Truth
from verifier.kernel.expression import Const
from verifier.kernel.machine import Claim
from verifier.program import Subject, program_of
from verifier.source import Source
from verifier.surface.files import game_names

YES = Claim("yes", "invariant", None, Const(1, Truth()))
MACHINE = replace(tiny.drawing(), claims=(YES,))
WRITTEN = "certificate drawing\nat play offer\n    deck is not empty\n"


def text(written=WRITTEN):
    return certificate_text(Source("drawing.cert", written))


ENTRY = accepted_entry(MACHINE, text(), ["yes", "bounds"], 1.25)


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


def test_comments_and_layout_are_no_part_of_a_certificate():
    commented = WRITTEN.replace("\nat", "\n\n# Why.\nat").replace("is not", "is  not")
    assert certificate_fingerprint(text(commented)) == certificate_fingerprint(text())


@pytest.mark.parametrize(
    ("old", "new"), [("not empty", "empty"), ("play", "draw"), ("deck is", "hence deck is")]
)
def test_whatever_a_certificate_says_is_part_of_it(old, new):
    assert certificate_fingerprint(text(WRITTEN.replace(old, new))) != certificate_fingerprint(text())


DRAWING = Subject("drawing", 2)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "game_folder", lambda game: tmp_path / game)
    (tmp_path / "drawing").mkdir()
    return tmp_path / "drawing"


def test_subjects_are_written_down_one_by_one(folder):
    write_down(DRAWING, ENTRY, joined=False)
    write_down(Subject("drawing", 3), ENTRY, joined=False)
    assert read_record("drawing") == {"drawing (2 players)": ENTRY, "drawing (3 players)": ENTRY}
    assert [path.name for path in folder.iterdir()] == [record.FILE]


def test_some_properties_are_added_to_what_is_on_record_of_the_same_certificate(folder):
    some, more = (accepted_entry(MACHINE, text(), [name], 1.0) for name in ("yes", "bounds"))
    write_down(DRAWING, some, joined=False)
    write_down(DRAWING, more, joined=True)
    both = read_record("drawing")["drawing (2 players)"]
    assert (both.claims, both.seconds) == ({**some.claims, **more.claims}, 2.0)
    write_down(DRAWING, more, joined=False)
    assert read_record("drawing") == {"drawing (2 players)": more}


def test_what_another_certificate_showed_is_not_kept(folder):
    write_down(DRAWING, ENTRY, joined=False)
    changed = accepted_entry(MACHINE, text(WRITTEN.replace("not empty", "empty")), ["yes"], 1.0)
    write_down(DRAWING, changed, joined=True)
    assert read_record("drawing") == {"drawing (2 players)": changed}


def entries_on_record():
    return [(game, name) for game in game_names() for name in read_record(game)]


@pytest.mark.parametrize(("game", "name"), entries_on_record())
def test_what_is_on_record_is_of_the_rules_as_they_are(game, name):
    """After a change of these rules or of the kernel `rulewright certify --record` asks again: minutes for each."""
    ruleset, players = name.removesuffix(" players)").split(" (")
    entry = read_record(game)[name]
    machine = program_of(ruleset, int(players), scenarios=True).machine
    assert entry.claims.keys() == accepted_properties(machine, entry)
