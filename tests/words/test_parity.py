"""The tool speaks English, French, German and Spanish alike: every message that people can meet has its translation."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from tests.words.hints_in_code import hints_in_code
from verifier.cli import main
from verifier.diagnostics import CODES
from verifier.languages import language
from verifier.words.answers import local_numbers
from verifier.words.messages import FRAME, messages

TESTS = Path(__file__).parents[1]
HOLE = re.compile(r"\{\w+\}")
LABEL = re.compile(r"[\s.]*\d*\s*\| +[\^-]+ (.+)")
FOOT = re.compile(r"\s*= (hint|note): (.*)")
# Places in a play, names in a circle, and what a library says of a text that is not its own.
NO_WORDS = re.compile(
    r"[a-z]+(\[\d+\])*(\.[a-z]+(\[\d+\])*)*|Expected .*|expecting .*|\w+( of \w+)+|it takes player p"
)


def golden_sentences():
    found = set()
    for path in TESTS.rglob("*.expected"):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = FOOT.fullmatch(line) or LABEL.fullmatch(line)
            if match:
                found.add(match[match.lastindex])
    return sorted(text for text in found if not NO_WORDS.fullmatch(text))


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_every_code_has_its_title_in_every_language(lang):
    titles = messages(lang).titles
    assert {code: template.english for code, template in titles.items()} == CODES
    for code, template in titles.items():
        assert sorted(HOLE.findall(template.translated)) == sorted(HOLE.findall(CODES[code])), code
        assert template.translated


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_every_label_and_hint_that_is_shown_has_its_translation(lang):
    known = messages(lang)
    assert [text for text in golden_sentences() if known.known(text) is None] == []


# A key of a play, and what programs read.
NO_SENTENCES = {"ruleset", "\nzz1: zz2", " (zz1)"}


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_every_hint_and_label_in_the_code_has_its_translation(lang):
    """Those too that no golden file shows."""
    known = messages(lang)
    # What is filled in before a semicolon is a sentence of its own.
    texts = ((text.removeprefix("zz1; "), place) for text, place in hints_in_code().items())
    found = {text: place for text, place in texts if re.sub(r"zz\d+|\W", "", text)}
    assert len(found) > 250
    missing = {text: place for text, place in found.items() if known.known(text) is None}
    assert {text: missing[text] for text in missing.keys() - NO_SENTENCES} == {}


def test_a_hint_of_several_parts_is_put_together_again():
    hint = "small letters, digits and hyphens; the words of the language are taken; for example `bad-name`"
    assert messages("de").known(hint) == (
        "kleine Buchstaben, Ziffern und Bindestriche; die Wörter der Sprache sind vergeben; zum Beispiel `bad-name`"
    )
    assert messages("de").known("small letters, digits and hyphens; something else") is None


@pytest.mark.parametrize(
    ("lang", "english", "written"),
    [
        ("fr", "12.5 of 1,234 moves, 33.3%", "12,5 of 1\u202f234 moves, 33,3\u00a0%"),
        ("de", "12.5 of 1,234 moves, 33.3%", "12,5 of 1.234 moves, 33,3\u00a0%"),
        ("de", "`--budget 0.5` in game.rules:1.2, version 4.13.0, v1.2", None),
        ("en", "12.5 of 1,234", None),
    ],
)
def test_numbers_have_the_signs_of_the_language(lang, english, written):
    assert local_numbers(english, lang) == (written or english)


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_translations_keep_their_holes(lang):
    known = messages(lang)
    for template in known.sentences:
        assert sorted(HOLE.findall(template.translated)) == sorted(HOLE.findall(template.english))
    assert set(known.frame) == set(FRAME)


@pytest.mark.parametrize("lang", ["de", "es"])
def test_languages_have_the_same_messages(lang):
    """Sentences, help and lines of answers: what French has."""
    lacks = _messages_of("fr") - _messages_of(lang)
    assert sorted(lacks) == []


def _messages_of(lang):
    text = (TESTS.parent / f"grammar/languages/{lang}/messages.po").read_text(encoding="utf-8")
    return {(str(each.context), str(each.id)) for each in read_po(io.StringIO(text)) if each.string}


ANSWERS = {
    "en": ("error[O302]: there is no game or overlay `lost-citys`", "hint: did you mean `lost-cities`?"),
    "fr": (
        "erreur[O302]: il n'y a ni jeu ni calque `lost-citys`",
        "conseil: vouliez-vous dire `lost-cities` ?",
    ),
    "de": (
        "Fehler[O302]: es gibt kein Spiel und keinen Zusatz `lost-citys`",
        "Hinweis: war `lost-cities` gemeint?",
    ),
    "es": (
        "error[O302]: no hay ningún juego ni añadido `lost-citys`",
        "pista: ¿querías decir `lost-cities`?",
    ),
}


@pytest.mark.parametrize("lang", ANSWERS)
def test_a_reader_is_answered_in_the_language_that_was_asked_for(lang):
    def told(*args, **env):
        # `lost-cities` beside it, so that there is a name near enough.
        return CliRunner().invoke(main, [*args, "check", "lost-cities+lost-citys"], env=env).output

    title, hint = ANSWERS[lang]
    said = f"{title}\n  = {hint}\n"
    assert told("--lang", lang) == said
    assert told(RULEWRIGHT_LANG=f"{lang}_XX.UTF-8") == said


def test_another_language_is_refused_when_asked_for_and_passed_over_in_the_surroundings():
    assert CliRunner().invoke(main, ["--lang", "it", "games"]).exit_code == 2
    found = CliRunner().invoke(main, ["check", "nowhere-at-all"], env={"RULEWRIGHT_LANG": "it_IT"})
    assert found.output.startswith("error[O302]")


# --- what `audit` and its pages say


TONGUE = re.compile(r"""tongue\(\s*(?:f?"([^"]+)"|'([^']+)')""")
SAID = TESTS.parent / "verifier"


def phrases_in_the_code():
    texts = [path.read_text(encoding="utf-8") for path in sorted(SAID.rglob("*.py"))]
    return {one or two for text in texts for one, two in TONGUE.findall(text)}


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_every_phrase_of_an_audit_has_its_translation(lang):
    known = messages(lang).phrases
    assert sorted(phrases_in_the_code() - known.keys()) == []
    for english, translated in known.items():
        assert sorted(HOLE.findall(translated)) == sorted(HOLE.findall(english)), english
    assert known.keys() == messages("fr").phrases.keys()


@pytest.mark.parametrize(
    ("english", "lang", "said"),
    [
        ("1 plays", "en", "1 play"),
        ("x (1 players): at most 1 turns, 1 moves", "en", "x (1 player): at most 1 turn, 1 move"),
        ("`1 moves`, 11 moves, -1 moves, 2.1 moves", "en", "`1 moves`, 11 moves, -1 moves, 2.1 moves"),
        ("not reached within 1 steps", "fr", "pas atteint en 1 pas"),
        ("at most 1 turns, 1 moves", "de", "höchstens 1 Spielerzug, 1 einzelner Zug"),
        ("at most 1 turn, 1 move", "fr", "au plus 1 tour, 1 coup"),
        ("1 plays", "es", "1 partida"),
        ("not violated within 2 steps; from there to 5 the solver gave no answer", "de",
         "in 2 Schritten nicht verletzt; von da bis 5 gab der Löser keine Antwort"),
    ],
)  # fmt: skip
def test_after_one_stands_the_singular_in_every_language(english, lang, said):
    found = messages(lang).answers.line(english) if lang != "en" else language(lang).counted(english)
    assert found == said
