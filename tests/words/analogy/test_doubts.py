"""A second opinion: a sentence close to a known one that says the opposite is doubted, with that sentence."""

import pytest

from verifier.diagnostics import Report
from verifier.source import Source
from verifier.words.analogy.audited import memory_for
from verifier.words.analogy.doubts import doubts
from verifier.words.analogy.known import Known, parsed, without_itself
from verifier.words.analogy.memory import Memory
from verifier.words.analogy.telling import telling
from verifier.words.audit import audit
from verifier.words.audit.reading import readable_lexicon, terms_of
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.reader.reading import read

pytestmark = pytest.mark.slow

KNOWN = (
    "Whoever holds the lantern takes a pebble from the other player.",
    "The remaining pebbles lie face down beside the well.",
    "A pebble that was dropped may never be picked up again.",
    "At the end the player with the most pebbles wins.",
)


def memory_of(*sentences, lang="en"):
    words = readable_lexicon(lang)
    return Memory.of([telling(each, words) for each in read("\n\n".join(sentences), words)])


def doubted(text, *known, lang="en"):
    words = readable_lexicon(lang)
    (sentence,) = read(text, words)
    return {
        each.told.axis for each in doubts(telling(sentence, words), memory_of(*(known or KNOWN), lang=lang))
    }


@pytest.mark.parametrize(
    ("text", "axis"),
    [
        ("Whoever holds the lantern loses a pebble to the other player.", "flow"),
        ("The remaining pebbles lie face up beside the well.", "face"),
        ("A pebble that was dropped may be picked up again.", "modal"),
        ("The player with the fewest pebbles at the end wins.", "rank"),
    ],
)
def test_what_says_the_opposite_of_a_known_sentence_is_doubted(text, axis):
    assert axis in doubted(text)


@pytest.mark.parametrize("text", KNOWN)
def test_a_known_sentence_is_not_doubted(text):
    assert not doubted(text)


def test_what_is_about_something_else_is_not_doubted():
    assert not doubted("Sand castles are built on the beach, most of them at noon.")


def test_a_clause_is_compared_with_the_clause_that_speaks_of_the_same():
    known = "Take a pebble from the well, and the lantern stays face up.", *KNOWN
    assert "face" not in doubted("The lantern stays face up, and you take a pebble from the well.", *known)
    assert "face" in doubted("The lantern stays face down, and you take a pebble from the well.", *known)


def test_a_line_is_a_sentence_and_groups_have_names():
    assert list(parsed("# hand\nDeal eight.\n\nEight each.\n# text one\nPlay.\n")) == [
        Known("Deal eight.", "hand"),
        Known("Eight each.", "hand"),
        Known("Play.", "text one"),
    ]


def test_a_text_is_no_witness_for_itself():
    known = [Known(f"sentence {i}", "text a") for i in range(4)] + [Known("other", "text b")]
    assert list(without_itself(known, frozenset(f"sentence {i}" for i in range(3)))) == [
        Known("other", "text b")
    ]
    assert list(without_itself(known, frozenset({"sentence 1"}))) == known


def test_a_language_in_which_nothing_is_known_doubts_nothing():
    program, words = worded_program("lost-cities-board"), readable_lexicon("es")
    terms = terms_of(program, phrasebook_of(program, "es", Report()).glossary, words)
    assert not memory_for(program, (), words, terms).known


# --- in an audit


def audited(text, ruleset="catan-duel", lang="de"):
    return audit(worded_program(ruleset), Source("text", text), lang)


EVENTS = """# Die Ereignisse

Gute Ernte: Jeder Spieler {gets} einen Rohstoff seiner Wahl.
Ein Gebiet lagert höchstens drei Rohstoffe.
"""


def test_the_doubt_names_the_sentence_that_says_otherwise():
    assert not [each for each in audited(EVENTS.format(gets="erhält")).findings if each.known]
    (found,) = [each for each in audited(EVENTS.format(gets="verliert")).findings if each.known]
    assert (found.status, found.claim, found.mentions[0].line) == ("doubtful", None, 3)
    assert found.mentions[0].words == "verliert"


def test_a_known_sentence_that_a_house_rule_contradicts_is_silent(tmp_path):
    text = "# Das Spiel\n\nDer Spieler mit den wenigsten Punkten gewinnt.\n"
    assert audited(text, "lost-cities").of("contradicted", "doubtful")
    rules = tmp_path / "fewest-wins.rules"
    rules.write_text("house-rule fewest-wins of lost-cities\nreplace winner lowest total, then shared\n")
    found = audited(text, f"lost-cities+{rules}")
    assert not [each for each in found.findings if each.known]
