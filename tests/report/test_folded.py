"""A long play is told by the moves that matter; without knowing which, by its last ones."""

from verifier.report.text import folded

STORY = [f"move {number}" for number in range(1, 21)]


def test_moves_that_matter_and_the_end_are_told():
    told = folded(STORY, (3, 4, 9), 30)
    assert told == [
        (0, "... 2 earlier moves"),
        (3, "move 3"),
        (4, "move 4"),
        (0, "... 4 moves"),
        (9, "move 9"),
        (0, "... 9 moves"),
        (19, "move 19"),
        (20, "move 20"),
    ]


def test_a_short_play_is_told_whole():
    assert [number for number, _ in folded(STORY[:12], (3,), 30)] == list(range(1, 13))


def test_where_nobody_can_tell_the_last_moves_are_told():
    assert folded(STORY, (), 2) == [(0, "... 18 earlier moves"), (19, "move 19"), (20, "move 20")]


def test_one_move_is_one():
    assert folded(STORY, (1, 3, *range(4, 21)), 30)[1] == (0, "... 1 move")
