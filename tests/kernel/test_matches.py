"""Whoever takes steps, ways out or expressions apart says what each kind means: a new kind is never silently nothing.

A match must end in `assert_never`, raise, or hand the rest to the visitor. Two sorts are left out: a match on one kind
only, which asks `is it this?`, and one that recognises shapes, where whatever is not recognised is simply not known:
of steps, if it covers no kind as a whole; of expressions, if it covers fewer than three.
"""

import ast
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

from verifier.kernel import expression, machine, visit

PACKAGE = Path(__file__).parent.parent.parent / "verifier"
KERNEL = {"verifier.kernel.expression", "verifier.kernel.machine"}
CONTROL = {kind.__name__ for kind in typing.get_args(machine.Step | machine.Out | visit.Part)}
WORKED_OUT = {
    kind.__name__ for kind in typing.get_args(expression.Expr | expression.Source | expression.Bind)
}
SHAPES = 3
# A default may hand the rest to one of these.
VISITOR = {name for name, each in vars(visit).items() if callable(each) and not isinstance(each, type)}
# Operators that change what they know, a page that goes over nodes of the model, and words for whatever is false.
PARTIAL = {"mutate/changes.py", "pages/support.py", "trace/broken_claim.py"}


class Names:
    """What a module calls the classes of the kernel."""

    def __init__(self, tree: ast.Module) -> None:
        self.direct: dict[str, str] = {}
        self.modules: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if node.module in KERNEL:
                        self.direct[alias.asname or alias.name] = alias.name
                    elif f"{node.module}.{alias.name}" in KERNEL:
                        self.modules.add(alias.asname or alias.name)

    def of(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(name):
                return self.direct.get(name)
            case ast.Attribute(ast.Name(module), name) if module in self.modules:
                return name
            case _:
                return None

    def kinds(self, pattern: ast.pattern, whole: bool = False) -> Iterator[str]:
        """The classes that a pattern names outermost; `whole`: only those of which it takes every instance."""
        match pattern:
            case ast.MatchOr(patterns):
                for each in patterns:
                    yield from self.kinds(each, whole)
            case ast.MatchAs(inner) if inner is not None:
                yield from self.kinds(inner, whole)
            case ast.MatchClass(cls, patterns, _, named):
                if not whole or all(
                    isinstance(each, ast.MatchAs) and each.pattern is None for each in [*patterns, *named]
                ):
                    found = self.of(cls)
                    if found in CONTROL | WORKED_OUT:
                        yield found


def is_silent(match: ast.Match, names: Names) -> bool:
    kinds = {kind for case in match.cases for kind in names.kinds(case.pattern)}
    whole = {
        kind for case in match.cases if case.guard is None for kind in names.kinds(case.pattern, whole=True)
    }
    if len(kinds) < 2 or len(whole) < (1 if kinds & CONTROL else SHAPES):
        return False
    last = match.cases[-1]
    if (
        not isinstance(last.pattern, ast.MatchAs)
        or last.pattern.pattern is not None
        or last.guard is not None
    ):
        return True
    return not any(speaks_up(node) for line in last.body for node in ast.walk(line))


def speaks_up(node: ast.AST) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.Raise) or (
        isinstance(called, ast.Name) and called.id in VISITOR | {"assert_never"}
    )


def silent_ladders(tree: ast.Module, names: Names) -> Iterator[int]:
    """Lines of `if isinstance ... elif isinstance ...` over several kinds of steps that end without an `else`."""
    inner = {id(each) for node in ast.walk(tree) if isinstance(node, ast.If) for each in node.orelse}
    for node in ast.walk(tree):
        if not isinstance(node, ast.If) or id(node) in inner:
            continue
        tests, rest = [], [node]
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            tests.append(rest[0].test)
            rest = rest[0].orelse
        kinds = [set(asked(test, names)) for test in tests]
        if len(kinds) > 1 and all(each and each <= CONTROL for each in kinds) and not rest:
            yield node.lineno


def asked(test: ast.expr, names: Names) -> Iterator[str]:
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
        for node in ast.walk(test.args[1]):
            found = names.of(node) if isinstance(node, ast.Name | ast.Attribute) else None
            if found is not None:
                yield found


def silences(code: str) -> list[int]:
    tree = ast.parse(code)
    names = Names(tree)
    matches = (node for node in ast.walk(tree) if isinstance(node, ast.Match))
    return [*(match.lineno for match in matches if is_silent(match, names)), *silent_ladders(tree, names)]


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_no_kind_is_silently_nothing(path):
    if str(path.relative_to(PACKAGE)) not in PARTIAL:
        assert silences(path.read_text(encoding="utf-8")) == []


HEAD = "from verifier.kernel import machine as km\nfrom verifier.kernel.machine import Let, Take\n"


@pytest.mark.parametrize(
    "code",
    [
        "match step:\n    case Let(): a()\n    case km.Roll(): b()",
        "match step:\n    case Let() | Take(): a()\n    case _: pass",
        "match step:\n    case Let(local) if local: a()\n    case Take(): a()\n    case _: return_nothing()",
        "if isinstance(step, Let): a()\nelif isinstance(step, km.Roll): b()",
    ],
)
def test_silence_is_noticed(code):
    assert silences(HEAD + code)


@pytest.mark.parametrize(
    "code",
    [
        "match step:\n    case Let(): a()\n    case km.Roll(): b()\n    case _: assert_never(step)",
        "match step:\n    case Let() | Take(): a()\n    case _: all(map(seen, children(step)))",
        "match step:\n    case Let() | Take(): a()\n    case _: raise ValueError",
        "match step:\n    case Let(): a()",
        "match step:\n    case surface.Let() | surface.Take(): a()",
        "if isinstance(step, Let): a()\nelse: b()",
    ],
)
def test_whoever_speaks_up_is_left_alone(code):
    assert silences(HEAD + code) == []
