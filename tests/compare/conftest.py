"""What the tests of comparing share: the game on disk, and house rules beside it."""

import pytest

from tests.compare.shore import SHORE, house, written


@pytest.fixture
def shore(tmp_path):
    return written(tmp_path, "shore", SHORE)


@pytest.fixture
def with_house(tmp_path, shore):
    """The game with a house rule made of these lines; further calls stack them."""
    count = 0

    def rules(*lines, name=None, on=None):
        nonlocal count
        count += 1
        path = house(tmp_path, name or f"house-{count}", *lines)
        return f"{on or shore}+{path}"

    return rules
