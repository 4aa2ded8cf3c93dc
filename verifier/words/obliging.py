"""Must, may, must not, not: what the sentence demands or leaves open against what the rule does."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.diagnostics import Diagnostic
from verifier.words.case import Case
from verifier.words.lexicon import Phrase
from verifier.words.reading import denials_before

# A witness says what can happen, a definition what can be called so, a zone who can see it.
CAN = frozenset({"witness", "define", "zone"})


def modality_problems(case: Case) -> Iterator[Diagnostic]:
    """The choices and denials of a sentence that are not the rule's."""
    if case.formal.is_guard:
        yield from _condition(case)
    elif case.formal.may:
        yield from _open_choice(case)
    elif case.entry.sort not in CAN:
        yield from _no_choice(case)
    yield from _denials(case)


def _condition(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    allows, demands = read.of("may", "any-number"), read.of("must", "must-not", "only")
    # `No card may ...`: a denial earlier in the clause makes it a prohibition.
    open_ones = [each for each in allows if not denials_before(read.plain, each, read.phrases)]
    if open_ones and not read.of("only", "must-not"):
        yield _at(case, "L750", open_ones[0], _wordings(case, "must", "must-not", "only"))
    elif not demands and len(open_ones) == len(allows):
        yield case.whole("L752", _wordings(case, "must", "must-not", "only"))


def _open_choice(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    demands = read.of("must")
    if demands and not case.formal.must_choose:
        yield _at(case, "L751", demands[0], _wordings(case, "may", "any-number"))
    elif not read.of("may", "any-number") and "at-most" not in {said.sense for said in read.comparisons}:
        yield case.whole("L753", _wordings(case, "may", "any-number"))


def _no_choice(case: Case) -> Iterator[Diagnostic]:
    read = case.reading
    allows = read.of("may", "any-number")
    if allows and not read.of("not", "must-not"):
        yield _at(case, "L750", allows[0], "state what is done; it is not optional")


def _denials(case: Case) -> Iterator[Diagnostic]:
    # A denial that turns a comparison round has done its work.
    used = [denial for said in case.reading.comparisons for denial in said.denials]
    denials = [each for each in case.reading.of("not", "must-not") if each not in used]
    said = denials or case.reading.of("only", "other")
    if denials and not (case.formal.denies or case.formal.may_deny):
        yield _at(
            case, "L754", denials[0], "avoid the negation, or annotate harmless words with `[...](plain)`"
        )
    if case.formal.denies and not said and not used:
        yield case.whole("L755", _wordings(case, "not", "must-not"))


def _at(case: Case, code: str, phrase: Phrase, hint: str) -> Diagnostic:
    return case.problem(code, phrase.start, phrase.end, hint=hint, word=phrase.text)


def _wordings(case: Case, *senses: str) -> str:
    known = [
        phrase
        for sense in senses
        for phrase in case.lexicon.wordings.get(sense, ())[:2]
        if "..." not in phrase
    ]
    return f"use {', '.join(f'`{phrase}`' for phrase in known)}, or annotate the words: `[...]({senses[0]})`"
