"""The definition shares nothing with what it judges: of the kernel it takes nodes, never what works on them."""

import ast
import importlib
import types
from dataclasses import is_dataclass
from pathlib import Path

import pytest

import verifier.definition

ROOM = Path(verifier.definition.__file__).parent
FILES = sorted(ROOM.glob("*.py"))


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def is_data(found):
    """A class of nodes, or the name of several."""
    return is_dataclass(found) or isinstance(found, types.UnionType)


def taken(path):
    """What a file takes from the kernel: a name, or everything it reads from a module under another name."""
    text = path.read_text(encoding="utf-8")
    for module, name in imports(path):
        if module == "verifier.kernel":
            known = importlib.import_module(f"{module}.{name}")
            alias = next(a.asname or a.name for a in _aliases(text, module) if a.name == name)
            used = {
                node.attr
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == alias
            }
            yield from ((f"{name}.{attr}", getattr(known, attr)) for attr in sorted(used))
        elif module.startswith("verifier.kernel"):
            yield f"{module}.{name}", getattr(importlib.import_module(module), name)


def _aliases(text, module):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            yield from node.names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_of_the_kernel_it_takes_nodes_alone(path):
    assert [name for name, found in taken(path) if not is_data(found)] == []


def test_nodes_are_taken_and_would_be_told_from_functions():
    found = dict(pair for path in FILES for pair in taken(path))
    assert "verifier.kernel.domain.Things" in found
    assert "expression.Fold" in found
    assert not is_data(importlib.import_module("verifier.kernel.domain").values)


def test_it_is_small():
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES) < 2_000


def test_the_index_of_the_room_names_every_file():
    named = verifier.definition.__doc__ or ""
    assert [path.name for path in FILES if path.name != "__init__.py" and f"`{path.name}`" not in named] == []
