"""Texts that were read before: the same nodes come back, and only for the same text."""

import os
from pathlib import Path

import pytest

from verifier.diagnostics import Report
from verifier.languages import ENGLISH
from verifier.source import Source
from verifier.surface import nodes, remembered_texts
from verifier.surface.files import files_below, spec_folder
from verifier.surface.layout import load
from verifier.surface.open_texts import open_texts
from verifier.surface.parser import read
from verifier.surface.remembered_texts import remembered

TEXT = "game tiny\nplayers 2\nkind colour: red, blue\n"
Units = tuple[nodes.Unit, ...]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    return tmp_path / "texts"


def _read(source: Source) -> tuple[Units, bool]:
    """How `files` reads: what has a mistake may not be kept."""
    report = Report()
    return read(source, report), not report.diagnostics


def _remembered(source: Source, words: str = ENGLISH) -> Units:
    return remembered("units", source, words, lambda: _read(source))


def _known(source: Source) -> Units:
    """What is remembered of a text; reading it is an error."""

    def refuse() -> tuple[Units, bool]:
        raise AssertionError("read again")

    return remembered("units", source, ENGLISH, refuse)


@pytest.mark.parametrize("game", ["lost-cities", "hanabi"])
def test_every_text_of_a_game_comes_back_as_it_was_read(folder: Path, game: str) -> None:
    for path in files_below(spec_folder() / game):
        source = load(path, Report())
        assert source is not None
        now = _remembered(source)
        assert now
        assert _known(source) == now


def test_a_place_is_told_in_the_file_that_is_read(folder: Path) -> None:
    _remembered(Source("one.rules", TEXT))
    (unit,) = _known(Source("other.rules", TEXT))
    assert {unit.span.path, unit.items[0].span.path} == {"other.rules"}
    assert unit.items[1].span.text == "kind colour: red, blue"


def test_another_text_is_read(folder: Path) -> None:
    _remembered(Source("one.rules", TEXT))
    with pytest.raises(AssertionError, match="read again"):
        _known(Source("one.rules", TEXT.replace("red", "pink")))


def test_a_text_is_read_again_by_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("one.rules", TEXT)
    _remembered(source)
    monkeypatch.setattr(remembered_texts, "code_mark", lambda words: "another")
    with pytest.raises(AssertionError, match="read again"):
        _known(source)


@pytest.mark.parametrize("damage", [b"", b"[]", b"\0", b'x[["never"]]'])
def test_a_damaged_entry_is_no_entry(folder: Path, damage: bytes) -> None:
    source = Source("one.rules", TEXT)
    now = _remembered(source)
    (entry,) = folder.iterdir()
    entry.write_bytes(damage)
    assert _remembered(source) == now
    assert _known(source) == now


def test_an_entry_that_is_whole_but_no_node_is_no_entry(folder: Path) -> None:
    source = Source("one.rules", TEXT)
    now = _remembered(source)
    (entry,) = folder.iterdir()
    for content in (
        b"[[100000,0,1]]",
        b"[[0,0,1,2,3,4,5,6,7]]",
        b"[[]]",
        b"[7]",
        b"{}",
        b"7",
        b"[" * 100_000,
    ):
        entry.write_bytes(remembered_texts._digest(content) + content)
        assert _remembered(source) == now, content


def test_a_text_with_mistakes_is_not_kept(folder: Path) -> None:
    assert _remembered(Source("one.rules", f"{TEXT}zone: zone\n")) == ()
    assert not folder.exists()


def test_nothing_is_kept_while_a_text_is_typed_or_where_no_place_is_wanted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_texts({}):
        _remembered(Source("one.rules", TEXT))
    monkeypatch.setenv("RULEWRIGHT_CACHE", "")
    _remembered(Source("one.rules", TEXT))
    assert not folder.exists()


def test_what_cannot_be_written_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: str, target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "replace", refuse)
    assert _remembered(Source("one.rules", TEXT))
    assert list(folder.iterdir()) == []
