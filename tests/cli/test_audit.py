"""`rulewright audit`, as people run it."""

from pathlib import Path

import pytest

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
        (("lost-cities", "text.md"), "--lang"),
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
