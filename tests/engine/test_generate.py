"""The generated text: deterministic, readable, and free of anything that was written in a specification."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine import tiny
from tests.rules import made
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.machine import Claim, Thing
from verifier.runtime import Seeded

GOLDEN = Path(__file__).parent / "drawing.expected.py.txt"

NASTY = '"""\n__import__("os").system("true")\n# \u2028 \\ \x00'


def test_the_same_machine_gives_the_same_text():
    assert Engine(tiny.drawing()).text == Engine(tiny.drawing()).text


def test_the_text_of_a_tiny_game(golden):
    golden(GOLDEN, Engine(tiny.drawing()).text)


def test_generated_text_imports_nothing_but_the_runtime():
    for make in (tiny.drawing, tiny.auction, tiny.dice, tiny.suspended):
        tree = ast.parse(Engine(make()).text)
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert [getattr(node, "module", None) for node in imports] == ["verifier.runtime"]


def test_every_function_says_what_it_is_of():
    tree = ast.parse(Engine(tiny.suspended()).text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert all(ast.get_docstring(function) for function in functions)


@pytest.mark.parametrize("name", [NASTY, "class", "s", "zones", "é", "", "a" * 500, "None", "1st"])
def test_names_are_mapped_and_never_pasted(name):
    machine = tiny.drawing()
    cells = {"active": machine.cells["active"], name: tiny.cell(name, machine.cells["active"].domain)}
    things = (Thing(name, name, 99), *machine.things[1:])
    claims = (*machine.claims, Claim(name, "invariant", None, machine.claims[0].truth))
    blocks = dict(machine.blocks)
    blocks["turn"] = replace(blocks["turn"], origin=name)
    nasty = replace(machine, name=name, cells=cells, things=things, claims=claims, blocks=blocks)
    engine = Engine(nasty)
    words = {node.id for node in ast.walk(ast.parse(engine.text)) if isinstance(node, ast.Name)}
    assert "__import__" not in words
    assert engine.text.isascii()
    state = engine.new(Seeded(1))
    assert engine.claims[name](state)
    assert len(engine.legal(state)) == 3


def test_what_is_denied_any_number_of_times_is_as_the_interpreter_has_it(tmp_path):
    # The third rule holds where the first does not and the second does not: a denial of a denial of a search.
    rules = (
        "    rule never\n        when second is first\n        require my hand is empty\n"
        "    otherwise rule nor-this\n        when no suit one\n        require my hand is empty\n"
        "    otherwise rule so-this\n        require my hand is empty\n"
    )
    turn = f"turn\n    play: one of act, rest\n\naction act\n{rules}\naction rest\n    add 1 to my coins\n"
    machine = made(tmp_path, turn)
    engine = Engine(machine)
    state = engine.new(Seeded(1))
    assert engine.legal(state) == Runner(machine, engine.layout).legal(state) == [(1,)]
