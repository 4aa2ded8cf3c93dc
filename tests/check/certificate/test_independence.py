"""The checker is small and stands alone: the data types of the kernel, Z3, and nothing else."""

import ast
from pathlib import Path

import pytest

import verifier.check.certificate as room
from tests.test_architecture import imported

ROOM = Path(room.__file__).parent
PACKAGE = ROOM.parent.parent
MODULES = sorted(ROOM.glob("*.py"))
# `from verifier.kernel import machine` names the module last.
ALLOWED = {("kernel", "domain"), ("kernel", "expression"), ("kernel", "machine"), ("check", "certificate")}
# Lines of code, without docstrings, comments and imports.
MOST_LINES = 1_500


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_the_checker_imports_data_types_of_the_kernel_and_itself(path):
    ours = imported(path.relative_to(PACKAGE), path.read_text(encoding="utf-8"))
    assert {parts[:2] for parts in ours} <= ALLOWED


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_of_others_it_imports_z3_and_the_standard_library(path):
    known = {
        "__future__",
        "collections",
        "contextlib",
        "dataclasses",
        "itertools",
        "operator",
        "time",
        "typing",
        "z3",
    }
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= known
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("verifier"):
            assert (node.module or "").split(".")[0] in known


def lines_of_code(path: Path) -> int:
    text = path.read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    rows = enumerate(text.splitlines(), 1)
    return sum(
        bool(row.strip()) and not row.strip().startswith("#") and at not in left_out for at, row in rows
    )


def test_the_checker_is_small():
    assert sum(map(lines_of_code, MODULES)) <= MOST_LINES
