"""A second opinion: a sentence close to a known one that says the opposite is doubted, with that sentence."""

import pytest

from verifier.diagnostics import Report
from verifier.source import Source
from verifier.words.analogy.audited import measured, memory_for
from verifier.words.analogy.doubts import WHOLE, differences, doubts
from verifier.words.analogy.evidence import evidence
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
    return Memory(tellings(sentences, lang))


def tellings(sentences, lang="en"):
    words = readable_lexicon(lang)
    return [telling(each, words) for each in read("\n\n".join(sentences), words)]


def doubted(text, *known, lang="en"):
    words = readable_lexicon(lang)
    (sentence,) = read(text, words)
    return {
        each.told.axis
        for each in differences(telling(sentence, words), memory_of(*(known or KNOWN), lang=lang))
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


# --- what is known to be false

FALSE = (
    "Whoever holds the lantern may look into the well.",
    "The pebbles are thrown away at the end of the day.",
)


def witnessed(text):
    (told,) = tellings([text])
    ((_, found),) = evidence(told, Memory(tellings(KNOWN), tellings(FALSE)))
    return found


def test_what_is_said_like_something_false_has_a_witness_against_it():
    found = witnessed("Anybody who holds the lantern may look down into the well.")
    assert found.false.worth > found.true.worth > 0
    assert found.false.opposed == found.false.denies == 0


def test_who_denies_what_is_false_says_something_true():
    found = witnessed("Whoever holds the lantern may not look into the well.")
    assert found.false.denies
    assert found.false.worth < witnessed(FALSE[0]).false.worth


def test_what_a_false_sentence_shares_with_a_true_one_is_no_witness():
    shared = "The cards lie face down beside the well"
    true, false = (
        tellings([f"{shared}; each player draws a card."]),
        tellings([f"{shared}; each player loses a card."]),
    )
    (told,) = tellings([f"{shared}; the oldest player begins."])
    assert dict(evidence(told, Memory((), false)))[0].false.words > 0.99
    assert dict(evidence(told, Memory(true, false)))[0].false.words < 0.5


def test_a_clause_is_doubted_by_what_it_says_on_an_axis_or_as_a_whole():
    memory = Memory(tellings(KNOWN), tellings(FALSE))
    (told,) = tellings(["The remaining pebbles lie face up beside the well."])
    assert [each.told.axis for each in doubts(told, memory)] == ["face"]
    (told,) = tellings([FALSE[0]])
    assert [each.told.axis for each in doubts(told, memory)] == [WHOLE]


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


def test_what_was_made_of_a_text_is_left_out_with_it():
    known = [Known(f"sentence {i}", "text a") for i in range(4)]
    false = [Known("no sentence", "text a", denied=True), Known("no", "hand", denied=True)]
    said = frozenset(each.text for each in known)
    assert list(without_itself([*known, *false], said)) == false[1:]


def test_texts_that_are_measured_and_what_was_made_of_them_are_left_out():
    program, words = worded_program("lost-cities"), readable_lexicon("en")
    terms = terms_of(program, phrasebook_of(program, "en", Report()).glossary, words)
    whole = memory_for(program, (), words, terms)
    token = measured.set("text set-aside-4/")
    try:
        less = memory_for(program, (), words, terms)
    finally:
        measured.reset(token)
    assert less.first_denied < whole.first_denied
    assert len(less.known) - less.first_denied < len(whole.known) - whole.first_denied


def test_a_language_in_which_nothing_is_known_doubts_nothing():
    program, words = worded_program("lost-cities-board"), readable_lexicon("es")
    terms = terms_of(program, phrasebook_of(program, "es", Report()).glossary, words)
    assert not memory_for(program, (), words, terms).known


# --- in an audit


def audited(text, ruleset="catan-duel", lang="de"):
    return audit(worded_program(ruleset), Source("text", text), lang)


def test_what_is_known_to_be_false_is_doubted_and_its_denial_is_not():
    text = "# Das Spiel\n\n{says}\n"
    false, true = "Die Spieler dürfen miteinander handeln.", "Die Spieler dürfen nicht miteinander handeln."
    assert [each for each in audited(text.format(says=false)).findings if each.known]
    assert not [each for each in audited(text.format(says=true)).findings if each.known]


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


def test_what_a_claim_only_doubts_is_doubted_with_the_known_sentence_too():
    text = "# The game\n\nYou must draw a card before you play a card.\n"
    found = audited(text, "lost-cities", "en").of("doubtful")
    assert [bool(each.known) for each in found if each.claim] == [False]
    assert [each.mentions[0].line for each in found if each.known] == [3]


def test_what_a_variant_adds_leaves_other_words_of_its_sentence_to_be_doubted():
    """Five laid out are right by the variant, and that they lie face down is not."""
    text = (
        "# Errungenschaften\n\nVorher mischt ihr die elf Errungenschaften und legt fünf davon verdeckt aus.\n"
    )
    found = audited(text, "lost-cities-duel+exploits+three-in-a-row")
    assert [
        each.mentions[0].words for each in found.of("confirmed") if each.claim.id == "display/laid-out"
    ] == ["fünf"]
    assert [each.mentions[0].words for each in found.findings if each.known] == ["verdeckt"]
