"""A language is a folder: numbers are read and written by its table, and a folder of one's own is enough."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main
from verifier.diagnostics import Rejected
from verifier.languages import HIGHEST_SPELLED, language, languages
from verifier.pages.pen import PageWords, page_words
from verifier.words import phrasebook
from verifier.words.lexicon import lexicon
from verifier.words.messages import messages

ROOT = Path(__file__).parent.parent
MADE_UP = """
name = "Lingua"
locale = "eo"

[typography]
quotes = "‹ ›"
narrow-space-before = "!"

[numbers]
one = {{ m = "unu" }}
words = \"\"\"
{}
\"\"\"
""".format(" ".join(f"n{number}" for number in range(101)))


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """A language that nobody speaks, in a folder that is not ours."""
    folder = tmp_path / "qaa"
    folder.mkdir()
    (folder / "language.toml").write_text(MADE_UP, encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_LANGUAGES", str(tmp_path))
    return folder


@pytest.mark.parametrize("lang", languages())
def test_numbers_are_read_as_they_are_written(lang):
    read = lexicon(lang)
    for value in range(2, HIGHEST_SPELLED + 1):
        word = language(lang).spelled(value)
        assert [(found, number) for found, number, _ in read.number_words(f"... {word}, ...")] == [
            (word, value)
        ]


@pytest.mark.parametrize("lang", languages())
def test_no_two_numbers_are_written_alike(lang):
    words = [language(lang).spelled(value) for value in range(HIGHEST_SPELLED + 1)]
    assert len({*words, None}) == HIGHEST_SPELLED + 2
    assert language(lang).spelled(-1) is None
    assert language(lang).spelled(HIGHEST_SPELLED + 1) is None


@pytest.mark.parametrize("lang", languages())
def test_numbers_are_written_as_others_write_them(lang):
    num2words = pytest.importorskip("num2words").num2words
    ours = {value: language(lang).words[value] for value in range(HIGHEST_SPELLED + 1)}
    theirs = {value: num2words(value, lang=lang) for value in ours}
    bare = {"-": " ", "one hundred": "hundred"}
    for value, word in theirs.items():
        mine = ours[value]
        for old, new in bare.items():
            word, mine = word.replace(old, new), mine.replace(old, new)
        assert mine.removeprefix("ein") == word.removeprefix("ein")


def test_other_spellings_are_read_too():
    assert language("en").number_words()["twenty two"] == 22
    assert language("fr").number_words()["vingt et un"] == 21
    assert language("de").number_words()["dreissig"] == 30


def test_the_word_for_one_follows_the_gender():
    assert [language("de").spelled(1, gender) for gender in ("m", "f", "n", None)] == [
        "ein",
        "eine",
        "ein",
        "ein",
    ]
    assert language("en").spelled(1, "f") == "one"


def test_a_folder_of_ones_own_is_a_language(made_up):
    assert languages()[0] == "en"
    assert "qaa" in languages()
    assert language("qaa").spelled(17) == "n17"
    assert language("qaa").typeset("Hej !") == "Hej\u202f!"


def test_what_a_language_lacks_is_said_in_english(made_up):
    assert page_words("qaa") == page_words("en")
    assert messages("qaa").sentence("not in the rule") == "not in the rule"
    (made_up / "pages.toml").write_text('[game]\nrulebook = "Regularo"\n', encoding="utf-8")
    page_words.cache_clear()
    assert PageWords("qaa")("game.rulebook") == "Regularo"
    assert PageWords("qaa")("game.cards") == PageWords("en")("game.cards")


def test_a_game_without_sentences_still_has_its_rules(made_up):
    book = phrasebook("lost-cities", "qaa")
    assert book.sentence("rule:ascending") is None
    assert book.said("rule:ascending").startswith("rule ascending")


@pytest.mark.slow
def test_the_command_line_speaks_it(made_up):
    found = CliRunner().invoke(main, ["--lang", "qaa", "check", "lost-cities"])
    assert found.exit_code == 0
    missing = CliRunner().invoke(main, ["catalogue", "check", "lost-cities", "--lang", "qaa"])
    assert missing.exit_code == 1
    assert "L710" in missing.output


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("name = ", "Invalid value"),
        ("locale = 'eo'", "it has no `name`"),
        ('name = "L"\n[numbers]\nwords = "nul unu"', "lists 2 words"),
    ],
)
def test_a_slip_in_a_language_is_told(tmp_path, monkeypatch, text, hint):
    (tmp_path / "qab").mkdir()
    (tmp_path / "qab" / "language.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_LANGUAGES", str(tmp_path))
    with pytest.raises(Rejected) as told:
        language("qab")
    (found,) = told.value.report.diagnostics
    assert found.code == "L703"
    assert hint in found.hint


def test_a_language_that_is_not_there_is_told():
    with pytest.raises(Rejected) as told:
        language("tlh")
    assert told.value.report.diagnostics[0].code == "L702"


def test_players_and_authors_are_du_in_german():
    """One form of address in rules, menus and messages."""
    folders = [ROOT / "grammar" / "languages" / "de", *(ROOT / "spec").glob("*/locale")]
    texts = [path for folder in folders for path in sorted(folder.iterdir()) if _is_german(path)]
    assert len(texts) > 5
    polite = re.compile(
        r"\b(?:\w+en|seien|sind|bitte) Sie\b|\bSie (?:\w+en|sind)\b|\bIhnen\b|\b[a-zäöü]\w* Ihr(?:en?|em|es|er)?\b"
    )
    told = [line for path in texts for line in _told(path) if polite.search(line)]
    assert told == []


def _is_german(path):
    return (path.parent.name == "de" and path.name in ("pages.toml", "messages.po")) or path.name == "de.po"


def _told(path):
    """What is shown: lines of translations, and of our own words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith(("msgid", "msgctxt", "#"))]


@pytest.mark.parametrize("lang", ["en", "de", "es", "fr"])
def test_what_is_to_be_typed_stays_as_it_is(lang):
    typed = "`pip install 'rulewright[fast]' : ...`"
    assert language(lang).typeset(f"it's {typed} !").startswith(f"it\N{RIGHT SINGLE QUOTATION MARK}s {typed}")


@pytest.mark.parametrize(
    "lang", [lang for lang in languages() if (ROOT / f"grammar/languages/{lang}/messages.po").is_file()]
)
def test_every_message_is_translated_once(lang):
    text = (ROOT / f"grammar/languages/{lang}/messages.po").read_text(encoding="utf-8")
    ids = re.findall(r'^msgctxt (".*")\nmsgid ((?:".*"\n)+)', text, re.MULTILINE)
    assert [one for one in ids if ids.count(one) > 1] == []
    assert re.findall(r'^msgstr .*\n(?:".*"\n)*msgstr .*', text, re.MULTILINE) == []
    assert re.findall(r"^msgstr .*\nmsgctxt .*", text, re.MULTILINE) == []


def test_players_are_tu_in_spanish():
    text = (ROOT / "grammar/languages/es/messages.po").read_text(encoding="utf-8")
    formal = re.findall(
        r'^msgstr ".*\b(?:usted|escriba|ponga|empiece|pruebe|deje una)\b.*',
        text,
        re.MULTILINE | re.IGNORECASE,
    )
    assert formal == []
