"""The picture of the README is there, and the tool still says what it shows."""

import pytest

from tests.front import PICTURE, drawn
from tests.test_architecture import ROOT


def test_the_readme_shows_the_picture():
    assert f"]({PICTURE.relative_to(ROOT).as_posix()})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert PICTURE.is_file()


@pytest.mark.slow
def test_the_picture_is_up_to_date():
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m tests.front"
