"""Questions as SMT-LIB 2 text, for any solver and for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.backends.proof.solver import ranges
from verifier.backends.proof.terms import Term


def script(truths: Sequence[Term], about: str = "") -> str:
    """Is there a state in which all the truths hold? `about` is said in the head of the text."""
    text = _Text()
    asserted = [f"(assert {text(term)})" for term in (*truths, *ranges(truths))]
    head = [f"; {line}" for line in about.splitlines()]
    return "\n".join([*head, "(set-logic QF_LIA)", *text.lines, *asserted, "(check-sat)", ""])


class _Text:
    """Terms as text; what is used more than once gets a name, lest the text grow without end."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[Term, str] = {}

    def __call__(self, term: Term) -> str:
        found = self._names.get(term)
        if found is None:
            for inner in _inner_first(term, self._names):
                self._names[inner] = self._named(inner)
            found = self._names[term]
        return found

    def _named(self, term: Term) -> str:
        if term.op == "const":
            return _constant(term)
        sort = "Bool" if term.truth else "Int"
        if term.op == "var":
            name = f"|{term.data}|" if term.truth else f"|{term.data} [{term.low}..{term.high}]|"
            self.lines.append(f"(declare-const {name} {sort})")
            return name
        name = f"t{term.number}"
        self.lines.append(f"(define-fun {name} () {sort} {self._spelled(term)})")
        return name

    def _spelled(self, term: Term) -> str:
        args = [self._names[arg] for arg in term.args]
        match term.op:
            case "not" | "and" | "or" | "ite":
                return f"({term.op} {' '.join(args)})"
            case "iff":
                return f"(= {args[0]} {args[1]})"
            case "zero":
                return f"(= {args[0]} 0)"
            case "geq":
                return f"(>= {args[0]} 0)"
            case "count":
                return f"(ite {args[0]} 1 0)"
            case "div" | "mod":
                return f"({term.op} {args[0]} {_number(term.data)})"
            case "lin":
                constant, factors = term.data
                parts = [f"(* {_number(factor)} {arg})" for factor, arg in zip(factors, args, strict=True)]
                return f"(+ {_number(constant)} {' '.join(parts)})"
            case "cases":
                text = _number(term.data[-1])
                for value, arg in reversed(list(zip(term.data, args, strict=True))[:-1]):
                    text = f"(ite {arg} {_number(value)} {text})"
                return text
        raise AssertionError(term.op)


def _inner_first(term: Term, done: dict[Term, str]) -> Iterator[Term]:
    """The term and all below it that is not done, arguments before what uses them."""
    stack = [(term, False)]
    seen: set[Term] = set()
    while stack:
        here, opened = stack.pop()
        if opened:
            yield here
        elif here not in done and here not in seen:
            seen.add(here)
            stack.append((here, True))
            stack.extend((arg, False) for arg in here.args)


def _constant(term: Term) -> str:
    if term.truth:
        return "true" if term.data else "false"
    return _number(term.data)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"
