"""A second solver: what Z3 called impossible, as SMT-LIB text, read by cvc5.

Both solvers read terms made by us, so this checks the solvers and not the reading of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.backends.proof.smtlib import script
from verifier.backends.proof.terms import Term

STEPS = 2_000_000


def is_there() -> bool:
    """Is cvc5 installed?"""
    try:
        import cvc5  # noqa: F401
    except ImportError:
        return False
    return True


def confirmed(refused: Iterable[Sequence[Term]]) -> str:
    """Nothing if cvc5 agrees on every question, otherwise what stands against it."""
    if not is_there():
        return "cvc5 is not installed"
    for place, truths in enumerate(refused, 1):
        answer = asked(truths)
        if answer != "unsat":
            return f"cvc5 says {answer} where Z3 says unsat (question {place})"
    return ""


def asked(truths: Sequence[Term]) -> str:
    """What cvc5 says of a list of truths."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("rlimit-per", str(STEPS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script(truths), "question")
    symbols = parser.getSymbolManager()
    answer = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer.strip()
        answer += command.invoke(solver, symbols)
