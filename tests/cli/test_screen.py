"""What a terminal has room for: the table drawn tight, the news that matter, choices that break between words."""

import io

from rich.console import Console
from rich.text import Text

from verifier.cli.choices import choice_lines
from verifier.cli.screen import FOLDED, LOOSE, TIGHT, fitted


def terminal(width, height):
    return Console(file=io.StringIO(), width=width, height=height, force_terminal=True)


def board(*heights):
    """A table that is so high: loose, tight, folded."""
    return lambda how: [Text("row")] * heights[how]


def test_a_table_is_drawn_tight_only_where_there_is_no_room_for_what_has_happened():
    news = ["one", "two", "three"]
    assert fitted(terminal(80, 40), board(20, 10, 10), news, below=5) == (LOOSE, news)
    assert fitted(terminal(80, 28), board(20, 10, 10), news, below=5) == (TIGHT, news)


def test_what_lies_before_the_others_is_folded_only_where_the_rest_does_not_fit():
    news = ["one", "two", "three"]
    assert fitted(terminal(80, 24), board(30, 15, 10), news, below=5) == (TIGHT, news[1:])
    assert fitted(terminal(80, 24), board(30, 16, 10), news, below=5) == (FOLDED, news)
    assert fitted(terminal(80, 24), board(30, 25, 25), news, below=5) == (TIGHT, news[1:])


def test_of_much_news_the_last_lines_are_shown_and_never_more_than_there_is_room_for():
    news = [f"line {number}" for number in range(12)]
    assert fitted(terminal(80, 33), board(20, 10, 10), news, below=5) == (LOOSE, news[-6:])
    assert fitted(terminal(80, 60), board(20, 10, 10), news, below=5) == (LOOSE, news)


def test_news_are_shown_whole_or_not_at_all():
    news = ["a long story " * 13, "the end of it all " * 6]
    how, shown = fitted(terminal(80, 30), board(20, 10, 10), news, below=5)
    assert how == TIGHT
    assert shown[0].startswith("a long story")
    how, shown = fitted(terminal(80, 18), board(20, 10, 10), news, below=5)
    assert shown[0].startswith("the end of it all")


def test_on_a_low_terminal_a_few_lines_of_news_stay():
    assert fitted(terminal(80, 10), board(20, 10, 10), ["a", "b"], below=5) == (TIGHT, ["a", "b"])
    assert fitted(terminal(80, 10), board(20, 10, 10), [], below=5) == (TIGHT, [])


def test_choices_stand_beside_their_action_where_they_fit_and_below_it_where_they_do_not():
    rows = {"lay": ["1 red 3", "2 red 4"], "give up": ["3 red 3"]}
    assert [line.plain for line in choice_lines(rows, 40)] == [
        "lay      1 red 3   2 red 4",
        "give up  3 red 3",
    ]
    rows = {"build an expansion": ["1 market + inner place above 6", "2 bridge"], "stop": ["3"]}
    assert [line.plain for line in choice_lines(rows, 45)] == [
        "build an expansion",
        "  1 market + inner place above 6   2 bridge",
        "stop",
        "  3",
    ]
