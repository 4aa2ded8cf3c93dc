"""What a translator reads: a message for each code, from a small catalogue with one thing changed."""

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.papers import locked, pdf
from tests.words.mistakes import MISTAKES
from verifier.cli import main
from verifier.cli.documents import rulebook_of
from verifier.cli.files import text_of
from verifier.diagnostics import CODES, Rejected, Report, all_as_text
from verifier.words.audit import audit
from verifier.words.book import worded_program
from verifier.words.check import checked

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
TEXTS = HERE.parents[1] / "benchmarks" / "rulebooks" / "written"

# What `audit` cannot read: the language asked for, and the text.
UNREADABLE = {
    "L790": ("xx", "Some words."),
    "L791": ("en", "*** 12 ***\n"),
    "L792": ("en", "qzx vvk wqj " * 20),
    "L793": ("en", "Die Karten werden gemischt, und jeder Spieler zieht eine Karte von dem Stapel. " * 4),
}
# Documents that `audit` cannot open; without the library for the last one.
DOCUMENTS = {
    "L794": pdf(""),
    "L795": locked(pdf("Some words.")),
    "L796": b"%PDF-1.7",
    "L797": pdf("Some words."),
}
# What `audit` is given instead of a rulebook of the game, or of decisions about it.
OF_ANOTHER_KIND = {"L798", "L799"}
ASKED = {
    "L702": ("check", "--lang", "it"),
    "L705": ("check", "harbor"),
}


def test_every_code_of_words_is_shown():
    shown = {*MISTAKES, *ASKED, *UNREADABLE, *DOCUMENTS, *OF_ANOTHER_KIND}
    assert shown == {code for code in CODES if code.startswith("L")}


@pytest.mark.parametrize("code", MISTAKES)
def test_a_mistake_in_a_catalogue_is_told_as_expected(code, tmp_path, monkeypatch, golden):
    name, good, bad = MISTAKES[code]
    shutil.copytree(HERE / "harbour", tmp_path / "harbour")
    path = tmp_path / "harbour" / name
    text = path.read_text(encoding="utf-8")
    assert good in text
    path.write_text(text.replace(good, bad, 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    report = Report()
    checked("harbour/game.rules", "fr" if name.endswith("fr.po") else "en", report)
    found = [each for each in report.diagnostics if each.code == code]
    assert found
    golden(GOLDEN / f"{code}.expected", all_as_text(found[:1]) + "\n")


@pytest.mark.parametrize("code", ASKED)
def test_a_question_that_cannot_be_asked_is_told_as_expected(code, golden):
    found = CliRunner().invoke(main, ["catalogue", *ASKED[code]])
    assert found.exit_code == 2
    golden(GOLDEN / f"{code}.expected", found.output)


@pytest.mark.parametrize("code", UNREADABLE)
def test_a_rulebook_that_cannot_be_read_is_told_as_expected(code, tmp_path, monkeypatch, golden):
    lang, text = UNREADABLE[code]
    (tmp_path / "rulebook.txt").write_text(text, encoding="utf-8")
    own = tmp_path / "languages" / "xx"
    own.mkdir(parents=True)
    (own / "language.toml").write_text('name = "X"\n', encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_LANGUAGES", str(own.parent))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Rejected) as told:
        audit(worded_program(str(HERE / "harbour" / "game.rules")), text_of(Path("rulebook.txt")), lang)
    found = told.value.report.diagnostics
    assert [each.code for each in found] == [code]
    golden(GOLDEN / f"{code}.expected", all_as_text(found) + "\n")


@pytest.mark.parametrize("code", DOCUMENTS)
def test_a_document_that_cannot_be_opened_is_told_as_expected(code, tmp_path, monkeypatch, golden):
    (tmp_path / "rulebook.pdf").write_bytes(DOCUMENTS[code])
    monkeypatch.chdir(tmp_path)
    if code == "L797":
        monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(Rejected) as told:
        rulebook_of(Path("rulebook.pdf"))
    golden(GOLDEN / f"{code}.expected", all_as_text(told.value.report.diagnostics) + "\n")


def test_a_rulebook_of_another_game_is_told_as_expected(tmp_path, monkeypatch, golden):
    text = (TEXTS / "en" / "08-lost-cities-rivals-letter.md").read_text(encoding="utf-8")
    (tmp_path / "rulebook.txt").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(main, ["audit", "lost-cities", "rulebook.txt", "--lang", "en"])
    assert found.exit_code == 2
    golden(GOLDEN / "L798.expected", found.output)


def test_a_file_without_decisions_is_told_as_expected(tmp_path, monkeypatch, golden):
    (tmp_path / "decisions.json").write_text('{"schema": "rulewright/play/1"}', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["audit", "lost-cities", "rulebook.txt", "--lang", "en", "--accept", "decisions.json"]
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 2
    golden(GOLDEN / "L799.expected", found.output)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_good_catalogue_has_nothing_wrong(lang):
    report = Report()
    checked(str(HERE / "harbour" / "game.rules"), lang, report)
    assert report.diagnostics == ()
