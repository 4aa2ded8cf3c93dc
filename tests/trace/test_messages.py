"""What people read when a play has a mistake: a message for each code."""

import re
from pathlib import Path

import pytest

from verifier.diagnostics import CODES, Rejected, Report, all_as_text
from verifier.source import Source
from verifier.trace.read import read_play
from verifier.trace.replay import replayed

GOLDEN = Path(__file__).parent / "golden"
PLAY = Path(__file__).parent / "shore.json"

# Each mistake as a pattern and what is written in its place; the rest of the play stays as it is.
MISTAKES = {
    "R401": (r'"players": 2,', '"players": 2'),
    "R402": (r'"given": \{', '"given": ' + "[" * 100_000),
    "R403": (r'"players": 2,', '"players": 2, "players": 3,'),
    "R404": (r'"players": 2', '"players": "two"'),
    "R405": (r'"ruleset": "shore",', ""),
    "R406": (r'"rolls"', '"rools"'),
    "R408": (r'"shuffles": \[', '"shuffles": [' + "[], " * 10_001),
    "R410": (r'"given": \{', '"given": {"oldest": 1, '),
    "R411": (r'"given": \{[^}]*\}', '"given": {}'),
    "R412": (r'"given": \{[^}]*\}', '"given": {"youngest": 5}'),
    "R413": (r'"card": "south-1"', '"card": "soth-1"'),
    "R414": (r'\["[^"]*", "[^"]*"', '["north-3", "north-3"'),
    "R415": (r'\["[^"]*"', '["flag"'),
    "R416": (r'\["[^"]*", ', "["),
    "R417": (r'"shuffles": \[\n.*\n  \]', '"shuffles": []'),
    "R418": (r'"die": "wind"', '"die": "wnd"'),
    "R419": (r'"face": "[a-z]*"', '"face": "hail"'),
    "R420": (r'"rolls": \[[^]]*\]', '"rolls": []'),
    "R421": (r'"die": "wind", "face": "[a-z]*"', '"die": "tide", "face": 1'),
    "R422": (r'"action": "lay"', '"action": "lie"'),
    "R423": (r'"side": "[a-z]*"', '"side": "east"'),
    "R424": (r"\}\n  \]\n\}", '},\n    {"action": "stop"}\n  ]\n}'),
    "R425": (r'\}\n  \],\n  "moves"', '},\n    {"die": "wind", "face": "calm"}\n  ],\n  "moves"'),
}
# Said by the command line, which knows what was asked for and where it writes.
ELSEWHERE = {"R407", "R430", "R431", "R432"}


def test_every_code_of_plays_is_shown():
    assert set(MISTAKES) | ELSEWHERE == {code for code in CODES if code.startswith("R")}


@pytest.mark.parametrize("code", MISTAKES)
def test_a_mistake_in_a_play_is_told_as_expected(code, engine, golden):
    pattern, replacement = MISTAKES[code]
    found = told(engine, re.sub(pattern, lambda _: replacement, PLAY.read_text(), count=1))
    assert found.startswith(f"error[{code}]: ")
    golden(GOLDEN / f"{code}.expected", found + "\n")


def told(engine, text):
    report = Report()
    play = read_play(Source("play.json", text), report)
    if play is None:
        return all_as_text(report.diagnostics)
    with pytest.raises(Rejected) as caught:
        replayed(engine, play)
    return all_as_text(caught.value.report.diagnostics)


def test_the_mistakes_are_made_in_a_play_without_any(engine, play):
    assert replayed(engine, play).over
