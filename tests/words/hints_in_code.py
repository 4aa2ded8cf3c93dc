"""The hints and labels that stand in the code: all that a diagnostic can be given, with holes for what is filled in."""

import ast
from pathlib import Path

CODE = Path(__file__).parents[2] / "verifier"
# Parameters that take what people read.
PARAMETER = "hint"


def hints_in_code():
    """Each text with where it stands; `zz1`, `zz2` for what is filled in."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))}
    places = dict(each for tree in trees.values() for each in _places(tree))
    found = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            for given in _given(node, places):
                for text in _texts(given):
                    found[text] = f"{path.relative_to(CODE)}:{node.lineno}"
    return found


def _places(tree):
    """Functions that take a hint, and as which argument: what they give on as one is one too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in node.args.args if each.arg != "self"]
            given = {PARAMETER, *(each.id for call in ast.walk(node) for each in _hint_names(call))}
            for name in names:
                if name in given:
                    yield node.name, names.index(name)


def _hint_names(node):
    if isinstance(node, ast.Call):
        yield from (
            each.value for each in node.keywords if each.arg == PARAMETER and isinstance(each.value, ast.Name)
        )


def _given(node, places):
    match node:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
            yield from (each.value for each in node.keywords if each.arg == PARAMETER)
            if name == "did_you_mean":
                yield from node.args[2:3]
            elif name == "Label":
                yield from node.args[1:2]
            elif name in places:
                yield from node.args[places[name] : places[name] + 1]
        case ast.Assign(targets=[ast.Name("hint")], value=value):
            yield value


def _texts(node):
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            holes = (f"zz{number}" for number in range(1, 99))
            yield "".join(each.value if isinstance(each, ast.Constant) else next(holes) for each in parts)
        case ast.IfExp(body=one, orelse=two):
            yield from _texts(one)
            yield from _texts(two)
        case ast.BoolOp(values=several):
            for each in several:
                yield from _texts(each)
        case ast.Call(func=ast.Name("did_you_mean")):
            yield from ()
        case _:
            yield from ()
