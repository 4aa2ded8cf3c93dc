"""Verdicts that are written down: read again as they were, and never shown for other rules."""

import pytest

from verifier.documents import verdicts
from verifier.documents.verdicts import Effect, Record, Recorded, Row, fresh, read_record, record_of, written
from verifier.pipeline import game_names

RECORD = Record(
    {
        "pond": Recorded(
            "0123",
            {
                2: (
                    Row("it-ends", "health", "refuted", "a loop", "moves 1 to 2", "it may", ("one", "two")),
                    Row("rows-rise", "invariant", "proved", "Z3", "12 goals"),
                )
            },
        )
    },
    {"deep": Effect("89ab", False, (10.0, 12.5), (1.0, -2.0), 400, ("old-rule",))},
)


def test_a_record_is_read_as_it_was_written():
    assert read_record(written(RECORD)) == RECORD


def test_a_verdict_is_one_line():
    changed = written(RECORD).replace('"proved"', '"exhausted"')
    assert sum(a != b for a, b in zip(written(RECORD).splitlines(), changed.splitlines(), strict=True)) == 1


def test_what_the_rules_acknowledge_is_known():
    rows = RECORD.rulesets["pond"].players[2]
    assert [row.status for row in rows] == ["known", "proved"]


def test_a_verdict_of_other_rules_is_not_shown(monkeypatch):
    monkeypatch.setattr(verdicts, "record_of", lambda game: RECORD)
    monkeypatch.setattr(verdicts, "mark_of", lambda ruleset: "0123")
    assert list(verdicts.fresh("pond").rulesets) == ["pond"]
    monkeypatch.setattr(verdicts, "mark_of", lambda ruleset: "4567")
    assert verdicts.fresh("pond").rulesets == {}


@pytest.mark.parametrize("game", game_names())
def test_every_verdict_belongs_to_the_rules_as_they_are(game):
    assert fresh(game) == record_of(game), "`rulewright docs verdicts` asks again and writes them down"
