"""Sums that a text works out."""

import pytest

from verifier.words.judge.sums import wrong_sums


@pytest.mark.parametrize(
    "text",
    ["30 - 20 = 10", "2 x 10 + 50 - 20 = 50", "-20 x 3 = -60", "3 - 40 - 10 + 65 = 18", "8+8=16",
     "22 - 20 = 2, x 3 = 6", "step 1 - 2 cards", "5-7, 70184"],
)  # fmt: skip
def test_a_right_sum_is_left_alone(text):
    assert list(wrong_sums(text)) == []


@pytest.mark.parametrize(
    ("text", "right"), [("30 - 20 = 20", 10), ("2 x 10 + 50 - 20 = 60", 50), ("30 - 20 = 10 → x 2 = 30", 20)]
)
def test_a_wrong_one_is_told(text, right):
    assert [each.right for each in wrong_sums(text)] == [right]
