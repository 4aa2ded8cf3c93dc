"""Rulebooks of others against the rules: what is told, what is not, and that nobody is accused without a reason."""

from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.diagnostics import Rejected
from verifier.source import Source
from verifier.words.audit import audit
from verifier.words.audit.plays import settled
from verifier.words.audit.recognition import check_readable
from verifier.words.book import worded_program
from verifier.words.reader.lexicon import lexicon

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


@lru_cache
def program(ruleset):
    return worded_program(ruleset)


def audited(text, lang="fr", ruleset="lost-cities"):
    return audit(program(ruleset), Source("text", text), lang)


def statuses(found):
    told = {}
    for each in found.findings:
        told.setdefault(each.claim.id if each.claim else "extra", []).append(each.status)
    return told


def lines_against(found):
    return {
        mention.line for each in found.of("contradicted", "doubtful", "weaker") for mention in each.mentions
    }


# --- small rulebooks in every language, one of them with several slips


def test_slips_of_a_french_text():
    found = audited((HERE / "fr.md").read_text())
    # Sixteen bets, an equal card, a cost of 25, a bonus for more than eight.
    assert lines_against(found) == {6, 14, 18, 20}
    told = statuses(found)
    assert told["expedition/count"] == ["confirmed"]
    assert told["bonus-for-eight/amount"] == ["confirmed"]


@pytest.mark.parametrize(("lang", "line"), [("en", 10), ("de", 20), ("es", 24)])
def test_one_slip(lang, line):
    found = audited((HERE / f"{lang}.md").read_text(), lang)
    assert lines_against(found) == {line}


def test_a_slip_is_played_out_and_a_harmless_one_is_proved():
    found = audited((HERE / "fr.md").read_text())
    played = settled(program("lost-cities"), found, 40)
    by_claim = {each.claim.id: each for each in played.findings if each.play is not None}
    assert by_claim["ascending/comparison"].status == "weaker"
    assert by_claim["ascending/comparison"].severity == "no reachable effect"
    assert by_claim["bonus-for-eight/threshold"].severity == "changes play"
    assert by_claim["bonus-for-eight/threshold"].play.parting.rules == ("bonus-for-eight",)


def test_every_mention_is_judged():
    """One right sentence does not silence a wrong one, and that the text says both is told."""
    text = "Distribuez 8 cartes à chaque joueur.\n\nDistribuez 9 cartes à chaque joueur.\n"
    found = audited(text)
    [wrong] = [
        each for each in found.of("contradicted", "doubtful") if each.claim and each.mentions[0].words == "9"
    ]
    assert wrong.mentions[0].line == 3
    assert "line 1" in wrong.why


# --- what is no rule


@pytest.mark.parametrize(
    "text",
    [
        "Exemple : une expédition coûte 25 points.",
        "## Variante\n\nChaque expédition commencée coûte 25 points.",
        "## Conseils\n\nChaque expédition commencée coûte 25 points.",
        "Chaque expédition commencée coûte des points (voir page 25).",
        "Une expédition coûte-t-elle 25 points ?",
    ],
)
def test_examples_variants_advice_questions_and_pages_accuse_nobody(text):
    assert not audited(text).of("contradicted", "doubtful")


# --- no text whatever ends in an error of ours


@pytest.mark.parametrize(
    "text", ["", "\0\x07 25 25 25", "# \n\n-", "|", "«", "x" * 5000, "1. 2. 3. 4.", "\n\n(\n"]
)
def test_what_is_no_text_is_rejected_or_empty(text):
    try:
        found = audited(text)
    except Rejected:
        return
    assert not found.of("contradicted")


PIECES = (HERE / "fr.md").read_text().split(" ")


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=60))
def test_no_mixture_of_words_ends_in_an_error(words):
    try:
        found = audited(" ".join(words))
    except Rejected:
        return
    for each in found.findings:
        for mention in each.mentions:
            assert mention.line >= 1
            assert mention.words or each.status


SPANISH_SLIPS = [
    ("mayor que el", "mayor o igual que el", 16),
    ("boca abajo", "boca arriba", 10),
    ("No puedes tomar", "Puedes tomar", 18),
    ("al menos ocho", "más de ocho", 26),
    ("más alto", "más bajo", 28),
    ("tres partidas", "dos partidas", 28),
]


@pytest.mark.parametrize(("right", "wrong", "line"), SPANISH_SLIPS)
def test_slips_of_a_spanish_text(right, wrong, line):
    """A language that came as a folder is read like the others."""
    text = (HERE / "es.md").read_text(encoding="utf-8").replace("resta 25", "resta 20")
    assert lines_against(audited(text, "es")) == set()
    assert lines_against(audited(text.replace(right, wrong), "es")) == {line}


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Chaque joueur reçoit huit cartes et la pioche est face cachée " * 100, False),
        ("(" * 6000 + " les cartes", False),
        ("- les cartes de la pioche\n" * 300, True),
        ("| les cartes | de la pioche |\n" * 300, True),
    ],
    ids=["a sentence without an end", "brackets", "a long list", "a long table"],
)
def test_what_no_sentence_can_be_is_not_read(text, is_read):
    """Reading takes time with the square of a sentence; a text without any end is refused at once."""
    with nullcontext() if is_read else pytest.raises(Rejected, match="L792"):
        check_readable(Source("text", text), lexicon("fr"))
