"""Sentences, clauses, heads and scopes: what the reader makes of a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.source import Source
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read

pytestmark = pytest.mark.slow

TERMS = {"zone:row": ["row"], "zone:deck": ["draw pile"], "class:boat": ["boat", "boats"]}


def sentences(text, lang="en", terms=TERMS):
    return read(text, lexicon(lang), terms)


def atoms(text, slot, lang="en"):
    return [atom for each in sentences(text, lang) for atom in each.atoms if atom.slot == slot]


# --- clauses


def test_a_clause_ends_at_a_comma_and_not_inside_a_phrase():
    [sentence] = sentences("Take a card, and put one that is equal or higher into your row.")
    first = sentence.clauses[0]
    assert sentence.text[first.start : first.end].strip(" ,") == "Take a card"
    assert any("equal or higher" in sentence.text[each.start : each.end] for each in sentence.clauses)


def test_a_clause_without_a_verb_takes_over_and_does_not_call_it_its_own():
    [sentence] = sentences("Put the card into your row, face down.")
    last = sentence.clauses[-1]
    assert "put" in last.concepts
    assert "put" not in last.explicit
    assert "face:down" in last.explicit


# --- numbers and what they count


@pytest.mark.parametrize(
    ("text", "value", "heads"),
    [
        ("There are 15 boats.", 15, {"class:boat"}),
        ("Give eight to each player.", 8, set()),
        ("Subtract 20 from the total.", 20, set()),
        ("Take 8 cards.", 8, {"card"}),
        # Of another noun, which nobody knows.
        ("With six artefacts a player wins.", 6, set()),
    ],
)
def test_the_head_of_a_number(text, value, heads):
    [number] = [each for each in atoms(text, "number") if each.value == value]
    assert number.heads - {"qualified", "definite"} == heads


def test_ranges_and_lists_are_one_atom():
    assert [each.value for each in atoms("The values run from 2 to 10.", "range")] == [(2, 10)]
    assert [each.value for each in atoms("One, two or three boats double it.", "list")] == [(1, 2, 3)]
    assert atoms("Space 2 -15 points.", "range") == []


def test_numbers_of_lists_pages_and_ages_count_nothing():
    text = "1. Shuffle the cards.\n2. Deal them.\n\nFor players aged 10 years, see page 4."
    assert atoms(text, "number") == []


# --- negation and modals


def test_a_negation_reaches_as_far_as_its_stretch():
    first, second = atoms("You do not take a card, and you draw one.", "modal")[:2]
    assert (first.value, second.value) == ("negated", "assert")


def test_what_a_condition_says_is_no_statement():
    text = "If you cannot or do not want to play a card, you must discard one."
    assert {(each.value, *each.heads) for each in atoms(text, "modal")} == {("must", "discard")}


# --- order


def test_items_that_are_counted_are_done_in_this_order():
    text = "Do this:\n\n1. Play a card.\n2. Draw a card.\n"
    assert "put<take" in {each.value for each in atoms(text, "order")}


# --- scopes and headings


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Deal 9 cards.", "rules"),
        ("# Examples\n\nDeal 9 cards.", "example"),
        ("Example: Deal 9 cards.", "example"),
        ("He scores 10 + 12 = 22 points.", "example"),
        ("# Tips\n\nDeal 9 cards.", "advice"),
        ("# Variant\n\nDeal 9 cards.", "variant"),
        ("# Credits\n\nDeal 9 cards.", "credits"),
    ],
)
def test_headings_and_labels_give_a_scope(text, scope):
    assert sentences(text)[-1].scope == scope


def test_a_heading_gives_context():
    assert "contents" in sentences("# Components\n\n15 boats")[-1].above


def test_a_question_says_nothing_and_its_answer_speaks_of_it():
    asked, answer = sentences("May I look at the draw pile? No card is visible.")
    assert asked.atoms == ()
    assert "zone:deck" in answer.above


# --- scans


def test_torn_and_hyphenated_words_and_blank_lines_are_mended():
    text = "On m élange les cartes. On mélange bien.\n\nOn pose une car-\nte dans la\n\nrangée."
    found = sentences(text, "fr", {})
    assert found[-1].text == "On pose une carte dans la rangée."


def test_a_verb_before_a_preposition_with_an_accent_is_not_taken_for_a_torn_word():
    [found] = sentences("Personne ne peut renoncer à piocher à la fin de son tour.", "fr", {})
    assert found.text == "Personne ne peut renoncer à piocher à la fin de son tour."


def test_places_in_a_mended_text_are_places_in_the_source():
    source = Source("text", "**Take** the _top_\ncard of the draw pile, face down.")
    [sentence] = read(source, lexicon("en"), TERMS)
    [face] = [each for each in sentence.atoms if each.slot == "face"]
    place = sentence.places[face.start]
    assert source.text[place:].startswith("face down")
    assert source.span(place).line == 2


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="aeé çlesÀß.,;:!?()'’-–*#|\n\t 0129«»≥×ﬁ�", max_size=300),
    st.sampled_from(["fr", "en", "de"]),
)
def test_no_text_ends_in_an_error_and_every_place_is_in_it(text, lang):
    for sentence in sentences(text, lang):
        assert len(sentence.text) == len(sentence.folded) == len(sentence.places)
        assert all(0 <= place < len(text) for place in sentence.places)
        for atom in sentence.atoms:
            assert 0 <= atom.start <= atom.end <= len(sentence.text)
            assert atom.explicit <= atom.near


PRICES = {
    "class:hut": ["hut"],
    "class:tower": ["tower"],
    "name:clay": ["clay"],
    "name:wood": ["wood"],
    "name:red": ["red"],
    "phase:dice": ["the dice"],
    "phase:act": ["actions"],
}


def counted(text):
    return [
        (atom.value, *sorted(each for each in atom.heads if ":" in each or each == "point"))
        for sentence in read(text, lexicon("en"), PRICES)
        for atom in sentence.atoms
        if atom.slot == "number"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A hut costs two clay and one wood.", [(2, "name:clay"), (1, "name:wood")]),
        ("A hut costs a clay and a wood.", [(1, "name:clay"), (1, "name:wood")]),
        # One colour is no price.
        ("Take a red card.", []),
    ],
)
def test_where_several_of_a_kind_are_counted_an_article_is_a_one(text, found):
    assert counted(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A hut is worth one point, a tower two.", [(1, "point"), (2, "point")]),
        ("A hut is worth one point, a tower loses two.", [(1, "point"), (2,)]),
        ("A hut earns one point, a tower earns two.", [(1, "point"), (2, "point")]),
        ("A hut is worth one point, or two.", [(1, "point"), (2,)]),
    ],
)
def test_what_is_counted_is_said_once(text, found):
    assert counted(text) == found


def test_every_item_of_a_list_goes_on_with_its_head():
    sentence = read("A hut costs a wood, a clay, a wood and a clay.", lexicon("en"), PRICES)[0]
    assert all("class:hut" in each.concepts for each in sentence.clauses)


@pytest.mark.parametrize(
    "text", ["First the dice, then your actions.", "A turn has two steps: the dice, your actions."]
)
def test_phases_stand_in_an_order(text):
    sentence = read(text, lexicon("en"), PRICES)[0]
    assert "phase:dice<phase:act" in [each.value for each in sentence.atoms if each.slot == "order"]
