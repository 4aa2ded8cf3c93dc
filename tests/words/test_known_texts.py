"""What becomes known of a game by a rulebook and by the edits made in it."""

from benchmarks.known_texts import said_in, with_group
from verifier.words.analogy.known import parsed


def test_headings_questions_greetings_and_examples_are_not_said():
    text = (
        "# Your turn\n\nDear Anna,\n\nPlay one card, then draw one. How many do you hold? You hold eight cards.\n\n"
        "Example: with a 4 and a 6 you have ten points.\n"
    )
    assert said_in("lost-cities", "en", text) == ["Play one card, then draw one.", "You hold eight cards."]


def test_a_group_is_added_behind_the_others():
    file = with_group("# hand\nDeal eight cards.\n", "text a", ["Play one."])
    assert [(each.group, each.text) for each in parsed(file)] == [
        ("hand", "Deal eight cards."),
        ("text a", "Play one."),
    ]
