"""The grammar of a text for tree-sitter: `grammar/rules.lark` in, `editors/tree-sitter/src/grammar.json` out.

`python -m verifier.editor.tree_sitter` writes it; a test fails when it is out of date. A line of a rule that has a name
of its own (`-> name`) becomes a rule of its own, and the rule a hidden choice, so that both readers build one tree.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree

from verifier.languages import grammar_text

FILE = Path(__file__).resolve().parents[2] / "editors" / "tree-sitter" / "src" / "grammar.json"
Rule = dict[str, Any]
# The parameters of a rule of Lark, and its body.
Written = tuple[tuple[str, ...], Any]
BLANK: Rule = {"type": "BLANK"}
# Ends of lines and depths are found by `scanner.c`, in this order.
_LAYOUT = ("_NL", "_INDENT", "_DEDENT")
_TOKENS = {
    "NAME": ("name", r"\p{L}[\p{L}\p{N}_]*(-[\p{L}\p{N}][\p{L}\p{N}_]*)*"),
    "INT": ("digits", "[0-9]+"),
    "STRING": ("string", r'"[^"\n]*"'),
    "COMMENT": ("comment", r"#[^\n]*"),
}
# Our own reader takes a text piece by piece.
_LEFT_OUT = frozenset({"piece"})


def grammar() -> Rule:
    """The grammar as `tree-sitter generate` takes it."""
    lark = Lark.open_from_package("lark", "lark.lark", ["grammars"], parser="lalr", maybe_placeholders=False)
    written: dict[str, dict[str, Written]] = {"rule": {}, "token": {}}
    each: Any
    for each in lark.parse(grammar_text("rules.lark")).children:
        if isinstance(each, Tree) and each.data in written:
            name, parameters, body = each.children[0], each.children[1].children, each.children[-1]
            written[str(each.data)][str(name)] = tuple(map(str, parameters)), body
    patterns = {name: {"type": "PATTERN", "value": pattern} for name, pattern in _TOKENS.values()}
    return {
        "name": "rulewright",
        "word": "name",
        "rules": {**_Printer(written["rule"], written["token"]).printed(), **patterns},
        "extras": [{"type": "PATTERN", "value": r"\s"}, _symbol("comment")],
        "conflicts": [],
        "precedences": [],
        "externals": [_symbol(name) for name in _LAYOUT],
        "inline": [],
        "supertypes": [],
    }


@dataclass
class _Printer:
    """Rules and tokens of Lark, each with its parameters; `made` are those of tree-sitter."""

    rules: dict[str, Written]
    tokens: dict[str, Written]
    made: dict[str, list[Rule]] = field(default_factory=dict)

    def printed(self) -> dict[str, Rule]:
        for written, (parameters, body) in self.rules.items():
            if not parameters and written not in _LEFT_OUT:
                self._rule(written, _lines(body))
        return {name: _choice(lines) for name, lines in self.made.items()}

    def _rule(self, written: str, lines: list[Any]) -> None:
        """A rule; with `?` before its name, or lines with names of their own, it is a choice that is not seen."""
        name = written.lstrip("?")
        hidden = self._reference(name)
        for line in lines:
            if _is(line, "alias"):
                self._add(str(line.children[1]), self._value(line.children[0]), hidden)
            elif written.startswith("?") and _is(line, "expansion") and _is(line.children[-1], "expr"):
                # One alone is itself; only with what follows it makes something new.
                first, more = line.children[0], line.children[1].children[0]
                self.made.setdefault(hidden, []).append(self._value(first))
                self._add(name, _seq([self._value(first), _repeat1(self._value(more))]), hidden)
            elif written.startswith("?"):
                self.made.setdefault(hidden, []).append(self._value(line))
            else:
                self._add(name, self._value(line), hidden)

    def _add(self, name: str, line: Rule, hidden: str) -> None:
        """A line of a rule that is seen, and that rule in the choice where it stands."""
        if hidden != name and name not in self.made:
            self.made.setdefault(hidden, []).append(_symbol(name))
        self.made.setdefault(name, []).append(line)

    def _reference(self, name: str) -> str:
        """What a rule is called where it is used."""
        if f"?{name}" in self.rules:
            return f"_{name}"
        _, body = self.rules[name]
        return f"_{name}" if any(_is(line, "alias") for line in _lines(body)) else name

    def _value(self, body: Any) -> Rule:
        match body:
            case Tree(data="expansions", children=many):
                return _choice([self._value(each) for each in many])
            case Tree(data="expansion", children=many):
                return _seq([self._value(each) for each in many])
            case Tree(data="maybe", children=[inside]):
                return _choice([self._value(inside), BLANK])
            case Tree(data="expr", children=[inside, sign]):
                return _repeated(self._value(inside), str(sign))
            case Tree(data="literal", children=[quoted]):
                return _words(json.loads(str(quoted)))
            case Tree(data="template_usage", children=[template, inside]):
                parameters, inner = self.rules[str(template.children[0])]
                return self._value(_filled(inner, parameters[0], inside))
            case Tree(data="name", children=[Token(type="RULE") as name]):
                return _symbol(self._reference(str(name)))
            case Tree(data="name", children=[name]):
                return self._token(str(name))
            case _:
                raise TypeError(body)

    def _token(self, name: str) -> Rule:
        if name in _LAYOUT:
            return _symbol(name)
        return _symbol(_TOKENS[name][0]) if name in _TOKENS else self._value(self.tokens[name][1])


def _is(tree: Any, data: str) -> bool:
    return isinstance(tree, Tree) and tree.data == data


def _lines(body: Any) -> list[Any]:
    return body.children if _is(body, "expansions") else [body]


def _filled(body: Any, parameter: str, value: Any) -> Any:
    """The body of a template with a value for its parameter."""
    if _is(body, "name") and body.children[0] == parameter:
        return value
    return Tree(
        body.data,
        [_filled(each, parameter, value) if isinstance(each, Tree) else each for each in body.children],
    )


def _symbol(name: str) -> Rule:
    return {"type": "SYMBOL", "name": name}


def _seq(members: list[Rule]) -> Rule:
    return members[0] if len(members) == 1 else {"type": "SEQ", "members": members}


def _choice(members: list[Rule]) -> Rule:
    return members[0] if len(members) == 1 else {"type": "CHOICE", "members": members}


def _repeat1(inside: Rule) -> Rule:
    return {"type": "REPEAT1", "content": inside}


def _repeated(inside: Rule, sign: str) -> Rule:
    return (
        _repeat1(inside)
        if sign == "+"
        else _choice([_repeat1(inside), BLANK] if sign == "*" else [inside, BLANK])
    )


def _words(text: str) -> Rule:
    """A keyword; between its words may be several blanks."""
    if " " not in text:
        return {"type": "STRING", "value": text}
    token = {"type": "TOKEN", "content": {"type": "PATTERN", "value": text.replace(" ", " +")}}
    return {"type": "ALIAS", "content": token, "named": False, "value": text}


def text() -> str:
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
