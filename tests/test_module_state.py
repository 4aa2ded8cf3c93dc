"""Where soundness lives no module keeps anything: what one question leaves behind must not reach the next."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "verifier"
METHODS = ("explore", "induction", "monitor", "prove", "quantified", "termination", "unroll")
ROOMS = ("analysis", "verdict", *(f"check/{method}" for method in METHODS))
MUTATORS = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "update",
}
CACHES = {"cache", "lru_cache"}


def modules() -> list[Path]:
    rooms = [PACKAGE / room for room in ROOMS]
    assert all(room.is_dir() for room in rooms)
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def kept(code: str) -> Iterator[str]:
    """What a module keeps from one call to the next."""
    tree = ast.parse(code)
    names = set(_module_names(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Global():
                yield f"global {', '.join(node.names)}"
            case ast.FunctionDef():
                yield from (f"@{name} {node.name}" for name in _decorators(node) if name in CACHES)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
                if name in names and attr in MUTATORS:
                    yield f"{name}.{attr}()"
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                yield from (found for target in targets for found in _stored(target, names))
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                yield from _stored(target, names)


def _module_names(tree: ast.Module) -> Iterator[str]:
    """Names that stand for something outside of any function: assigned there, or imported."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)


def _decorators(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        yield ast.unparse(called).split(".")[-1]


def _stored(target: ast.expr, names: set[str]) -> Iterator[str]:
    match target:
        case ast.Subscript(value=ast.Name(id=name)) | ast.Attribute(value=ast.Name(id=name)):
            if name in names:
                yield f"{ast.unparse(target)} ="


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_where_soundness_lives_keeps_nothing(path):
    assert list(kept(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "code",
    [
        "made = 0\ndef make():\n    global made\n    made += 1",
        "POOL = {}\ndef make(key):\n    POOL[key] = 1",
        "POOL: dict[int, int] = {}\ndef make(key):\n    return POOL.setdefault(key, 1)",
        "SEEN = set()\ndef see(one):\n    SEEN.add(one)",
        "from elsewhere import TABLE\ndef drop(key):\n    del TABLE[key]",
        "import elsewhere\ndef raised():\n    elsewhere.LIMIT = 3",
        "from functools import lru_cache\n@lru_cache(maxsize=8)\ndef made(machine): ...",
        "import functools\n@functools.cache\ndef made(machine): ...",
    ],
)
def test_what_a_module_keeps_is_noticed(code):
    assert list(kept(code))


def test_tables_that_nobody_changes_are_no_state():
    assert (
        list(kept("TABLE = {1: 2}\ndef looked_up(key):\n    found = {}\n    found[key] = TABLE[key]")) == []
    )
