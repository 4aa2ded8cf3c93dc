"""`rulewright audit`, as people run it."""

from pathlib import Path

import pytest

TEXTS = Path(__file__).parents[1] / "words" / "audit"


def test_the_document(answer, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    code, document = answer("audit", "lost-cities", "text.md", "--lang", "en")
    assert code == 1
    [wrong] = [each for each in document["findings"] if each["status"] == "contradicted"]
    assert (wrong["claim"], wrong["value"], wrong["by"]["value"]) == ("hand-size", 8, 9)
    assert wrong["effect"] == "changes play"
    assert wrong["diff"]["verdict"] == "different"


def test_in_words(run, folder):
    (folder / "text.md").write_text((TEXTS / "en.md").read_text())
    found = run("audit", "lost-cities", "text.md", "--lang", "en", "--all")
    assert "contradicted  hand-size: cards in a hand   (changes play)" in found.output
    assert "line 10: Shuffle all cards and deal ‹nine› cards to each player." in found.output
    assert found.output.endswith("7 confirmed, 0 harmless, 1 contradicted, 0 doubtful, 0 not found\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lost-cities", "nowhere.md", "--lang", "fr"), "nowhere.md"),
        (("lost-cities", "letters.md", "--lang", "fr"), "letters.md"),
        (("lost-cities", "long.md", "--lang", "fr"), "long.md"),
        (("no-such-game", "text.md", "--lang", "fr"), "no-such-game"),
        (("lost-cities", "text.md", "--lang", "it"), "it"),
        (("lost-cities", "text.md"), "--lang"),
    ],
)
def test_bad_input(run, folder, words, told):
    (folder / "text.md").write_text("nothing")
    (folder / "letters.md").write_bytes(b"\xff\xfe\x00")
    (folder / "long.md").write_text("x" * 1_000_001)
    found = run("audit", *words)
    assert found.exit_code == 2
    assert told in found.output
