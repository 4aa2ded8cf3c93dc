"""Whatever is typed, no question ends in an internal error."""

import random

import pytest

from tests.editor.rooms import GAME, session_of
from verifier.editor.colours import coloured
from verifier.editor.complete import completions
from verifier.editor.diagnose import Checker, Job
from verifier.editor.fixes import applied, fixes
from verifier.editor.hover import hover
from verifier.editor.inlays import inlays
from verifier.editor.lenses import lenses
from verifier.editor.navigate import definitions, references
from verifier.editor.outline import folds, outline
from verifier.editor.rename import renamed

LETTERS = [
    *'\n\n    :,.()"#+-*\té\u2028\x00\x0c\U0001f0a1',
    "rule ",
    "of ",
    "\r\n",
    "is ",
    "my ",
    "9" * 30,
    "ﬁ",
]


def mutated(text: str, luck: random.Random) -> str:
    """A text after a few slips of the hand: letters, words and lines lost, doubled, swapped, strangers put in."""
    for _ in range(luck.choice((1, 1, 2, 5))):
        at, end = sorted(luck.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + luck.choice((1, 3, 12, 80)))
        match luck.randrange(4):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + text[at:end] + text[end:]
            case 2:
                text = text[:at] + luck.choice(LETTERS) + text[at:]
            case _:
                lines = text.split("\n")
                one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
    return text


def ask_everything(session, path, checker, luck):
    with session.reading():
        families = {each: session.family(each) for each in session.texts}
    found = checker.found(Job(session.texts, families))
    with session.reading():
        for diagnostic in (each for many in found.values() for each in many):
            for fix in fixes(diagnostic):
                applied(fix.edits[0].span.source.text, fix.edits)
        source = session.source(path)
        list(folds(source))
        outline(session, path)
        list(coloured(session, path))
        list(inlays(session, path))
        lenses(session, path)
        for _ in range(4):
            at = luck.randrange(len(source.text) + 1)
            hover(session, path, at)
            definitions(session, path, at)
            references(session, path, at)
            completions(session, path, at)
            renamed(session, path, at, "brand-new")


@pytest.mark.parametrize("seed", range(12))
def test_no_text_ends_in_an_internal_error(game, seed):
    session, path = session_of(game)
    house, words = game / "house" / "low-cards.rules", game / "locale" / "en.po"
    checker, luck = Checker(), random.Random(seed)
    for _ in range(2):
        session.opened(path, mutated(GAME, luck))
        for other in (house, words):
            if luck.random() < 0.5:
                session.opened(other.resolve(), mutated(other.read_text(encoding="utf-8"), luck))
        ask_everything(session, path, checker, luck)


@pytest.mark.parametrize(
    "text", ["", "\n", "#", "game", "game x", "\ufeff", "\x00", "    ", "(" * 200, "a" * 400_000]
)
def test_texts_that_are_hardly_any(game, text):
    session, path = session_of(game)
    session.opened(path, text)
    ask_everything(session, path, Checker(), random.Random(0))
