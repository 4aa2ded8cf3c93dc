"""Catalogues and glossaries are foreign text: whatever stands in them, there is an answer and never a crash."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.cli import main
from verifier.languages import languages
from verifier.words.lexicon import lexicon
from verifier.words.reading import reading
from verifier.words.template import TemplateMistake, template

HARBOUR = Path(__file__).parent / "harbour"

FILES = {
    "not text": ("locale/en.po", b"\xff\xfe\x00\x01", 2),
    "empty": ("locale/en.po", b"", 1),
    "cut off": ("locale/en.po", b'msgctxt "title"\nmsgid "ti', 2),
    "words without quotes": ("locale/en.po", b"msgctxt title\nmsgid x\nmsgstr y\n", 2),
    "a header alone": ("locale/en.po", b'msgid ""\nmsgstr "Language: en\\n"\n', 1),
    "too large": ("locale/en.po", b"# " + b"x" * 4_000_001, 2),
    "a glossary of numbers": ("locale/terms.en.toml", b"boat = 3\ncrate = [1]\n", 2),
    "a glossary that is not text": ("locale/terms.en.toml", b"\xff\xfe", 2),
    "a deep glossary": ("locale/terms.en.toml", b"a = " + b"[" * 5_000 + b"]" * 5_000, 2),
    "an empty glossary": ("locale/terms.en.toml", b"", 1),
}


@pytest.mark.parametrize(("name", "content", "code"), FILES.values(), ids=FILES)
def test_a_broken_file_is_told_and_nothing_is_written(name, content, code, tmp_path, monkeypatch):
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "harbour" / name
    path.write_bytes(content)
    found = CliRunner().invoke(main, ["catalogue", "check", "harbour/game.rules", "--lang", "en"])
    assert found.exit_code == code
    assert "internal error" not in found.output
    assert "error[L7" in found.output
    assert path.read_bytes() == content


SIGNS = st.text(alphabet="{}[]():|- ne pas que 0aé…«»;\n", max_size=120)


@pytest.mark.slow
@given(SIGNS)
@settings(max_examples=300)
def test_any_sentence_is_read_or_refused(words):
    read = template(words)
    if isinstance(read, TemplateMistake):
        assert 0 <= read.at <= len(words)
        assert read.why
        return
    # Every letter is in one piece, in its order.
    pieces = [words[piece.at :] for piece in read.pieces]
    assert pieces == sorted(pieces, key=len, reverse=True)
    for lang in languages():
        for phrase in reading(read, lexicon(lang)).phrases:
            assert 0 <= phrase.start < phrase.end <= len(words)


@pytest.mark.parametrize(
    "words", ["ne " * 1_300, "plus " * 800, "[" * 4_000, "{" * 4_000, "x" * 4_001, "so viele " * 400]
)
def test_long_sentences_take_no_longer_than_their_length(words):
    read = template(words)
    if not isinstance(read, TemplateMistake):
        for lang in languages():
            reading(read, lexicon(lang))
