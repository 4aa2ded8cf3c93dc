"""`rulewright audit`, as people run it."""

import json
from pathlib import Path

import jsonschema
import pytest

pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
TEXTS = Path(__file__).parents[1] / "words" / "audit"


def test_the_document(answer, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    code, document = answer("audit", "lost-cities", "text.md", "--lang", "en")
    assert code == 1
    against = [each for each in document["findings"] if each["status"] == "contradicted"]
    assert {each["by"]["line"] for each in against} == {10}
    [wrong] = [each for each in against if each["witness"] is not None]
    assert (wrong["by"]["read"], wrong["expected"], wrong["severity"]) == ("9", "8", "changes play")
    assert wrong["witness"]["verdict"] == "different"


def test_in_words(run, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    found = run("audit", "lost-cities", "text.md", "--lang", "en", "--all", "--no-plays")
    assert "line 10: Shuffle all cards and deal ‹nine› cards to each player." in found.output
    assert "read as: 9" in found.output
    assert "1 contradicted" in found.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lost-cities", "nowhere.md", "--lang", "fr"), "nowhere.md"),
        (("lost-cities", "letters.md", "--lang", "fr"), "letters.md"),
        (("lost-cities", "long.md", "--lang", "fr"), "long.md"),
        (("lost-cities", "german.md", "--lang", "fr"), "L793"),
        (("no-such-game", "text.md", "--lang", "fr"), "no-such-game"),
        (("lost-cities", "text.md", "--lang", "it"), "it"),
        (("lost-cities", "text.md"), "--text-lang"),
    ],
)
def test_bad_input(run, folder, words, told):
    (folder / "text.md").write_text("rien")
    (folder / "german.md").write_text(
        "Die Karten werden gemischt und jeder Spieler zieht eine von dem Stapel. " * 4
    )
    (folder / "letters.md").write_bytes(b"\xff\xfe\x00")
    (folder / "long.md").write_text("x" * 1_000_001)
    found = run("audit", *words)
    assert found.exit_code == 2
    assert told in found.output


def test_two_rulebooks_are_compared_by_way_of_the_rules(run, folder):
    for lang in ("fr", "en"):
        (folder / f"{lang}.md").write_text((TEXTS / f"{lang}.md").read_text(encoding="utf-8"))
    words = ("audit", "lost-cities", "fr.md", "--lang", "fr", "--against", "en.md", "--lang2", "en")
    found = run(*words, "--no-plays", "--json")
    document = json.loads(found.stdout)
    jsonschema.validate(document, json.loads((SCHEMAS / "audit-against.schema.json").read_text()))
    assert found.exit_code == 1
    parted = {each["claim"]: each for each in document["differences"] if each["relation"] == "they part"}
    assert {"wager/count", "cost-of-travel/cost", "bonus-for-eight/threshold", "hand/dealt"} <= parted.keys()
    dealt = parted["hand/dealt"]
    assert [dealt[side]["mentions"][0]["read"] for side in "ab"] == ["8", "9"]
    silent = {each["claim"] for each in document["differences"] if each["relation"] == "only B says it"}
    assert "winner/who" in silent


def test_a_rulebook_agrees_with_itself(run, folder):
    (folder / "fr.md").write_text((TEXTS / "fr.md").read_text(encoding="utf-8"))
    found = run("audit", "lost-cities", "fr.md", "--lang", "fr", "--against", "fr.md", "--no-plays")
    assert found.exit_code == 0
    assert "they part" not in found.output


def test_what_parts_two_rulebooks_is_played(run, folder):
    (folder / "eight.md").write_text("Deal eight cards to each player.")
    (folder / "nine.md").write_text("Deal nine cards to each player.")
    words = ("audit", "lost-cities", "nine.md", "--lang", "en", "--against", "eight.md")
    found = run(*words, "--budget", "20")
    assert found.exit_code == 1
    assert "hand in A: 9:" in found.output
    assert "hand in B: 8:" in found.output


def test_a_false_alarm_stays_quiet_until_the_sentence_changes(answer, run, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    words = ("audit", "lost-cities", "text.md", "--lang", "en", "--no-plays")
    code, document = answer(*words)
    assert code == 1
    key = next(each["key"] for each in document["findings"] if each["status"] == "contradicted")
    decisions = {"schema": "rulewright/decisions/1", "decisions": [{"key": key, "choice": "false alarm"}]}
    (folder / "decisions.json").write_text(json.dumps(decisions))
    quiet = run(*words, "--accept", "decisions.json")
    assert quiet.exit_code == 0
    assert "marked as a false alarm: 1" in quiet.output
    decisions["decisions"][0]["choice"] = "accepted"
    (folder / "decisions.json").write_text(json.dumps(decisions))
    assert run(*words, "--accept", "decisions.json").exit_code == 1
    decisions["decisions"][0]["choice"] = "false alarm"
    (folder / "decisions.json").write_text(json.dumps(decisions))
    (folder / "text.md").write_text((TEXTS / "en.md").read_text().replace("Shuffle all", "Mix all"))
    assert run(*words, "--accept", "decisions.json").exit_code == 1


def test_the_reader_is_answered_in_his_language(run, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    found = run("--lang", "de", "audit", "lost-cities", "text.md", "--lang", "en", "--no-plays")
    assert "widersprochen  hand/dealt" in found.output
    assert "im Text nicht gefunden:" in found.output
