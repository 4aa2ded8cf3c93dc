"""A small game to edit, in a folder to stand in."""

import pytest

from tests.editor.rooms import small_game


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return small_game(tmp_path)
