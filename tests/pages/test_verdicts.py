"""Verdicts that are written down: read again as they were, and never shown for other rules."""

import random
from dataclasses import replace

import pytest

from verifier.diagnostics import Report
from verifier.pages import verdicts
from verifier.pages.verdicts import (
    ALL,
    Fingerprints,
    Recorded,
    RecordedEffect,
    RecordRow,
    VerdictRecord,
    fingerprints_of,
    open_questions,
    read_record,
    record_text,
    row_of,
    valid_record,
)
from verifier.program import composition
from verifier.surface import nodes
from verifier.trace.trace import Evidence
from verifier.verdict.finding import Finding

RECORD = VerdictRecord(
    {
        "pond": Recorded(
            "0123",
            "4567",
            {
                2: (
                    RecordRow(
                        "it-ends", "health", "refuted", "a loop", "moves 1 to 2", "it may", ("one", "two")
                    ),
                    RecordRow("rows-rise", "invariant", "proved", "Z3", "12 goals", claim="aa"),
                    RecordRow(
                        "scenarios",
                        "scenarios",
                        "tested",
                        "played",
                        "all 3 scenarios give the expected result",
                    ),
                )
            },
        )
    },
    {"deep": RecordedEffect("89ab", False, (10.0, 12.5), (1.0, -2.0), 400, ("old-rule",))},
)


def test_a_record_is_read_as_it_was_written():
    assert read_record(record_text(RECORD)) == RECORD


def test_a_verdict_is_one_line():
    changed = record_text(RECORD).replace('"proved"', '"exhausted"')
    assert (
        sum(a != b for a, b in zip(record_text(RECORD).splitlines(), changed.splitlines(), strict=True)) == 1
    )


def test_what_the_rules_acknowledge_is_known():
    rows = RECORD.rulesets["pond"].players[2]
    assert [row.status for row in rows] == ["known", "proved", "tested"]


def shown(monkeypatch, marks):
    monkeypatch.setattr(verdicts, "record_of", lambda game: RECORD)
    monkeypatch.setattr(verdicts, "fingerprints_now", lambda ruleset: marks)
    monkeypatch.setattr(verdicts, "overlays_of", lambda game: [])
    found = valid_record("pond").rulesets
    return [row.property for row in found["pond"].players[2]] if found else None


RISE = {"rows-rise": "aa"}


def test_a_verdict_of_other_rules_is_not_shown(monkeypatch):
    assert shown(monkeypatch, Fingerprints("0123", "4567", RISE)) == ["it-ends", "rows-rise", "scenarios"]
    assert shown(monkeypatch, Fingerprints("89ab", "4567", RISE)) is None


def test_another_example_touches_the_verdict_on_examples_alone(monkeypatch):
    assert shown(monkeypatch, Fingerprints("0123", "89ab", RISE)) == ["it-ends", "rows-rise"]


def test_another_claim_touches_the_verdict_on_itself_alone(monkeypatch):
    assert shown(monkeypatch, Fingerprints("0123", "4567", {"rows-rise": "bb"})) == ["it-ends", "scenarios"]


def test_what_has_no_verdict_is_asked_for(monkeypatch):
    recorded = RECORD.rulesets["pond"]
    monkeypatch.setattr(
        verdicts, "fingerprints_now", lambda ruleset: Fingerprints("0123", "89ab", {**RISE, "new": "cc"})
    )
    fitting = recorded.fitting(verdicts.fingerprints_now("pond"))
    assert open_questions("pond", fitting) == {"new", "scenarios"}
    assert open_questions("pond", None) == ALL


def test_an_example_is_no_rule():
    laid = composition("lost-cities", Report())
    assert any(isinstance(each, nodes.Scenario) for each in laid.items)
    fewer = replace(laid, items=tuple(each for each in laid.items if not isinstance(each, nodes.Scenario)))
    assert fingerprints_of(fewer).rules == fingerprints_of(laid).rules
    assert fingerprints_of(fewer).examples != fingerprints_of(laid).examples


@pytest.mark.parametrize(
    ("verdict", "kind", "moves", "kept"),
    [
        ("proved", "witness", 3, True),
        ("proved", "witness", 4_000, False),
        ("proved", "invariant", 3, False),
        ("refuted", "invariant", 3, True),
    ],
)
def test_the_play_of_a_witness_is_kept_where_it_can_be_stepped_through(verdict, kind, moves, kept):
    chance = random.Random(1)
    made = [{"player": 0, "action": "lay", "with": {"card": f"red-{chance.random()}"}} for _ in range(moves)]
    shown = Evidence({"ruleset": "lost-cities", "players": 2, "moves": made}, ("one",), "something")
    found = Finding("three-wagers", kind, verdict, "plays", "after 3 moves", trace=shown)
    assert (row_of(found, Fingerprints("a", "b", {})).play is not None) == kept


def test_the_pages_step_through_what_may_happen():
    rows = valid_record("lost-cities").rulesets["lost-cities"].players[2]
    assert all(row.play for row in rows if row.kind == "witness")
