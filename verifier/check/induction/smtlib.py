"""Queries as SMT-LIB 2 text, and a second solver, cvc5, that checks them.

Both solvers read terms made by us, so a second opinion checks the solvers and not the reading of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from verifier.check.induction import terms as t
from verifier.check.induction.solver import range_constraints
from verifier.check.induction.terms import Term


def smtlib_script(truths: Sequence[Term], about: str = "") -> str:
    """Is there a state in which all the truths hold? `about` is said in the head of the text."""
    text = _Text()
    asserted = [f"(assert {text(term)})" for term in (*truths, *range_constraints(truths))]
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
        if isinstance(term, t.Constant):
            return _constant(term)
        sort = "Bool" if term.truth else "Int"
        if isinstance(term, t.Variable):
            name = f"|{term.name}|" if term.truth else f"|{term.name} [{term.low}..{term.high}]|"
            self.lines.append(f"(declare-const {name} {sort})")
            return name
        name = f"t{term.number}"
        self.lines.append(f"(define-fun {name} () {sort} {self._spelled(term)})")
        return name

    def _spelled(self, term: Term) -> str:
        args = [self._names[arg] for arg in term.args]
        match term:
            case t.Constant() | t.Variable():
                raise AssertionError("these have a name of their own")
            case t.Negation():
                return f"(not {args[0]})"
            case t.And():
                return f"(and {' '.join(args)})"
            case t.Or():
                return f"(or {' '.join(args)})"
            case t.Choice():
                return f"(ite {' '.join(args)})"
            case t.Iff():
                return f"(= {args[0]} {args[1]})"
            case t.Zero():
                return f"(= {args[0]} 0)"
            case t.AtLeastZero():
                return f"(>= {args[0]} 0)"
            case t.Count():
                return f"(ite {args[0]} 1 0)"
            case t.Quotient():
                return f"(div {args[0]} {_number(term.divisor)})"
            case t.Remainder():
                return f"(mod {args[0]} {_number(term.divisor)})"
            case t.Sum():
                pairs = zip(term.factors, args, strict=True)
                parts = [f"(* {_number(factor)} {arg})" for factor, arg in pairs]
                return f"(+ {_number(term.constant)} {' '.join(parts)})"
            case t.Cases():
                text = _number(term.values[-1])
                for value, arg in reversed(list(zip(term.values, args, strict=True))[:-1]):
                    text = f"(ite {arg} {_number(value)} {text})"
                return text
            case _:
                assert_never(term)


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


def _constant(term: t.Constant) -> str:
    if term.truth:
        return "true" if term.value else "false"
    return _number(term.value)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


STEPS = 2_000_000


def cvc5_is_installed() -> bool:
    """Is cvc5 installed?"""
    try:
        import cvc5  # noqa: F401
    except ImportError:
        return False
    return True


def confirmed(refused: Iterable[Sequence[Term]]) -> str:
    """Nothing if cvc5 agrees on every question, otherwise what stands against it."""
    if not cvc5_is_installed():
        return "cvc5 is not installed"
    for place, truths in enumerate(refused, 1):
        answer = cvc5_answer(truths)
        if answer != "unsat":
            return f"cvc5 says {answer} where Z3 says unsat (query {place})"
    return ""


def cvc5_answer(truths: Sequence[Term]) -> str:
    """What cvc5 says of a list of truths."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("rlimit-per", str(STEPS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, smtlib_script(truths), "question")
    symbols = parser.getSymbolManager()
    answer = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer.strip()
        answer += command.invoke(solver, symbols)
