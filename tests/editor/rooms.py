"""A small game in a folder of its own, with an overlay, scenarios and a catalogue: what editors ask about."""

import re
from pathlib import Path

from tests.rules import FRAME
from verifier.editor.session import Session

GAME = f"""{FRAME}
number limit: 3

turn
    lay: one of lay-card

action lay-card
    choose number c in my hand
    rule not-too-high
        require c.value is at most limit
    rule rising
        when my row of c.suit is not empty
        require c.value is more than highest value of number in my row of c.suit else 0
    move c to my row of c.suit
    rule fresh-card
        when deck is not empty
        move 1 from deck to my hand

invariant limit-kept
    every player p, number n in p.row: n.value is at most limit

scenario laying
    given my hand: red 2
    when I lay-card red 2
    then count number in my row of red is 1

scenario too-low
    given my row of red: red 3
    given my hand: red 2
    when I lay-card red 2
    then refused by rising
"""
HOUSE = """\
house-rule low-cards of tiny
set limit to 2

replace rule not-too-high
    require c.value is less than limit

expect laying
    then refused by not-too-high
"""
WORDS = """\
msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "rule:not-too-high"
msgid ""
"rule not-too-high\\n"
"    require c.value is at most limit"
msgstr "A card has a value of [at most](at-most) {limit}."

msgctxt "number:limit"
msgid "number limit"
msgstr "highest value"
"""


def small_game(folder: Path) -> Path:
    """The folder of the game, written out."""
    here = folder / "tiny"
    (here / "house").mkdir(parents=True)
    (here / "locale").mkdir()
    (here / "game.rules").write_text(GAME, encoding="utf-8")
    (here / "house" / "low-cards.rules").write_text(HOUSE, encoding="utf-8")
    (here / "locale" / "en.po").write_text(WORDS, encoding="utf-8")
    return here


def place(text: str, words: str, number: int = 0) -> int:
    """The offset of some words, or of a later one of them."""
    found = [each.start() for each in re.finditer(re.escape(words), text)]
    return found[number]


def session_of(folder: Path) -> tuple[Session, Path]:
    path = (folder / "game.rules").resolve()
    session = Session()
    session.opened(path, path.read_text(encoding="utf-8"))
    return session, path
