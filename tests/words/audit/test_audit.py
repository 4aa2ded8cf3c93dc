"""Rulebooks of others against the rules: what is told, what is not, and that nobody is accused without a reason."""

import re
from pathlib import Path

import pytest

from verifier.compare.distinguish import JointSearchLimits
from verifier.source import Source
from verifier.words import phrasebook
from verifier.words.audit.claims import TOLD
from verifier.words.audit.judge import audit, settled

HERE = Path(__file__).parent
GAMES = ("lost-cities", "lost-cities-duel", "lost-cities-rivals", "lost-cities-board", "catan-duel")


def audited(game, lang, text):
    return audit(phrasebook(game, lang), Source("text", text))


def statuses(found):
    return {each.claim.name: each.status for each in found.told()}


# --- three small rulebooks, two of them with one slip and one with several


def test_slips_of_a_french_text():
    found = audited("lost-cities", "fr", (HERE / "fr.md").read_text())
    assert statuses(found) == {
        "hand-size": "confirmed",
        "expedition-cost": "contradicted",
        "bonus-length": "contradicted",
        "bonus": "confirmed",
        "games-in-a-match": "confirmed",
        "all expedition": "confirmed",
        "all wager": "contradicted",
        "rule:ascending": "contradicted",
    }
    said = {each.claim.name: each.by for each in found.findings}
    assert (said["bonus-length"].op, said["bonus-length"].value) == ("more-than", 8)
    assert said["expedition-cost"].passage.span.line == 18


@pytest.mark.parametrize(("lang", "slip"), [("en", "hand-size"), ("de", "bonus-length")])
def test_one_slip(lang, slip):
    found = statuses(audited("lost-cities", lang, (HERE / f"{lang}.md").read_text()))
    assert {name for name, status in found.items() if status != "confirmed"} == {slip}
    assert found[slip] == "contradicted"


@pytest.mark.slow
def test_a_slip_is_played_out_and_a_harmless_one_is_proved():
    book = phrasebook("lost-cities", "fr")
    found = audit(book, Source("text", (HERE / "fr.md").read_text()))
    found, plays = settled("lost-cities", book, found, JointSearchLimits(seconds=10))
    assert statuses(found)["rule:ascending"] == "harmless"
    assert plays["rule:ascending"].verdict == "equal"
    assert plays["bonus-length"].verdict == "different"
    assert plays["bonus-length"].parting.rules == ("bonus-for-eight",)
    # Nobody can play with a card that does not exist.
    assert "all wager" not in plays


# --- our own sentences are a rulebook that is right


def own_text(book):
    sentences = (book.sentence(id) for id, entry in book.entries.items() if entry.sort in TOLD)
    return "\n\n".join(sentence for sentence in sentences if sentence)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_our_own_words_are_never_accused(game, lang):
    book = phrasebook(game, lang)
    found = list(statuses(audit(book, Source("text", own_text(book)))).values())
    assert not {"contradicted", "doubtful"} & set(found)
    assert found.count("confirmed") >= 0.85 * len(found) > 4


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("number", ["hand-size", "expedition-cost", "bonus", "bonus-length"])
def test_a_wrong_number_in_our_own_words_is_told(lang, number):
    book = phrasebook("lost-cities", lang)
    text = own_text(book)
    by = next(each.by for each in audit(book, Source("text", text)).findings if each.claim.name == number)
    span = by.passage.span
    wrong = re.sub(
        rf"\b{by.text}\b(?=\W+{by.behind.split()[0]})", "33", text[span.start : span.end], flags=re.I
    )
    found = statuses(audit(book, Source("text", text[: span.start] + wrong + text[span.end :])))
    assert found.pop(number) in ("contradicted", "doubtful")
    assert set(found.values()) == {"confirmed"}


# --- what is no rule


@pytest.mark.parametrize(
    "text",
    [
        "Exemple : une expédition coûte 25 points.",
        "## Variante\n\nChaque expédition commencée coûte 25 points.",
        "Chaque expédition commencée coûte des points (voir page 25).",
        "",
        "\0\x07 25 25 25",
    ],
)
def test_examples_variants_and_pages_accuse_nobody(text):
    found = audited("lost-cities", "fr", text)
    assert "contradicted" not in statuses(found).values()
