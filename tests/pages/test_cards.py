"""What is printed on components."""

import pytest

from verifier.diagnostics import Report
from verifier.pages.cards import faces, types
from verifier.pages.voices import Speakers
from verifier.program import composition, program_of
from verifier.surface.files import spec_folder
from verifier.words.catalogue import told_languages

# The rule sets with every card of their game.
WHOLE = [
    "lost-cities",
    "lost-cities-board",
    "lost-cities-duel",
    "lost-cities-rivals",
    "catan-duel+duel-of-the-princes",
]


def test_a_nought_is_a_value_where_the_design_has_values():
    found = program_of("lost-cities-board", 2).game
    values = {face.fields["value"] for face in faces(found) if face.design == "expedition"}
    assert values == set(range(11))


def test_a_design_without_a_field_does_not_bear_it():
    found = program_of("lost-cities", 2).game
    assert all("value" not in face.fields for face in faces(found) if face.design == "wager")


def test_faces_count_every_component_once():
    found = program_of("lost-cities-board", 2).game
    assert sum(face.copies for face in faces(found)) == len(found.things)


def test_a_design_is_what_its_text_names_first():
    found = types(composition("catan-duel", Report()).items)
    assert (found["abbey"], found["forest"], found["road"]) == ("settlement-building", "region", "road")


def test_what_only_some_copies_bear_is_printed_on_those():
    found = program_of("catan-duel", 2).game
    regions = [face for face in faces(found) if "start" in face.fields]
    assert regions
    assert all(face.fields["start"] != -1 for face in regions)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", WHOLE)
def test_what_is_printed_has_a_word_in_every_language(ruleset):
    program = program_of(ruleset)
    fields = {name for face in faces(program.game) for name in face.fields}
    assert fields
    for lang in told_languages(spec_folder() / ruleset.partition("+")[0]):
        voice = Speakers().voice(program, lang)
        assert not {
            name for name in fields if voice.book.term(name) is None and f"field:{name}" not in voice.titles
        }
