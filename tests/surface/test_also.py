"""Actions that an overlay adds to a phase: overlays that do so combine."""

from pathlib import Path

import pytest

from tests.agreement.definition import follow
from tests.rules import codes, text
from verifier.kernel.machine import Decide
from verifier.program import Program, program_of
from verifier.words.book import phrasebook
from verifier.words.entries import entries_of

TURN = """\
turn
    play: one of lay
    rest: do draw

action lay
    choose number in my hand
    move number to my row of number.suit
procedure draw
    move top number in deck to my hand
"""


def action(name: str) -> str:
    return f"action {name}\n    choose number in my hand\n    move number to heap\n"


HOP = f"house-rule hopping of tiny\nchange play: also hop\n{action('hop')}"
JUMP = f"house-rule jumping of tiny\nchange play: also jump, lay\n{action('jump')}"
AGAIN = "house-rule hopping-again of tiny\nchange play: also hop\n"
ANEW = f"house-rule anew of tiny\nreplace play: one of drop\n{action('drop')}remove action lay\n"


def program(folder: Path, *names: str) -> Program:
    path = folder / "tiny.rules"
    path.write_text(text(TURN, HOP, JUMP, AGAIN, ANEW), encoding="utf-8")
    return program_of("+".join((str(path), *names)))


def offered(made: Program) -> list[str]:
    (out,) = (block.out for block in made.machine.blocks.values() if isinstance(block.out, Decide))
    return [each.action for each in out.alternatives]


@pytest.mark.parametrize(
    ("names", "actions"),
    [
        ((), ["lay"]),
        (("hopping",), ["lay", "hop"]),
        (("hopping", "jumping"), ["lay", "hop", "jump"]),
        (("jumping", "hopping"), ["lay", "jump", "hop"]),
        (("hopping", "anew"), ["drop", "hop"]),
        (("anew", "hopping"), ["drop", "hop"]),
    ],
)
def test_what_is_added_comes_behind_what_is_offered_once(tmp_path, names, actions):
    made = program(tmp_path, *names)
    assert offered(made) == actions
    follow(made.game, made.machine, 20)


@pytest.mark.parametrize(("phase", "code"), [("plai", "N248"), ("rest", "O323")])
def test_a_phase_without_an_offer_takes_none(tmp_path, phase, code):
    assert codes(tmp_path, TURN, HOP.replace("change play", f"change {phase}")) == [code]


def test_an_action_that_there_is_not_is_told(tmp_path):
    assert codes(tmp_path, TURN, "house-rule none of tiny\nchange play: also hop\n") == ["N242"]


def test_what_is_added_has_a_sentence_of_its_own(tmp_path):
    """Two overlays that add to a phase are told together; one that adds nothing new says nothing."""
    found = {
        names: [id for id in entries_of(program(tmp_path, *names).composition) if id.startswith("also:")]
        for names in ((), ("hopping", "jumping"), ("hopping", "hopping-again"))
    }
    assert found == {
        (): [],
        ("hopping", "jumping"): ["also:play+hop", "also:play+jump+lay"],
        ("hopping", "hopping-again"): ["also:play+hop"],
    }


def test_the_page_of_a_rule_set_tells_what_is_added():
    found = phrasebook("catan-duel+war", "fr")
    assert found.sentence("also:act+remove-card") == "Vous pouvez aussi retirer une carte."
