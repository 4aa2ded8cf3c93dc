"""More than, at least, at most, fewer than: what the sentence says against what the rule compares."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.diagnostics import Diagnostic
from verifier.words.formal import Comparison
from verifier.words.reading import SaidComparison, same_clause
from verifier.words.sentence_context import Case
from verifier.words.template import Slot

SPOKEN = {
    "at-least": "at least",
    "more-than": "more than",
    "at-most": "at most",
    "less-than": "less than",
    "exactly": "exactly",
}
RANKINGS = frozenset({"winner", "starter", "later-starter"})
SAME_WAY = ({"at-least", "more-than"}, {"at-most", "less-than"})


def comparison_problems(case: Case) -> Iterator[Diagnostic]:
    """Every comparison in the sentence must be one of the rule, and every one of the rule must be told."""
    # Who is ahead of whom: a ranking may be told by comparing.
    judged = [
        said for said in case.reading.comparisons if said.slot is not None or case.entry.sort not in RANKINGS
    ]
    wrong = [found for said in judged for found in _judged(case, said)]
    yield from wrong
    if wrong:
        # What is said wrongly is not also left out.
        return
    yield from _bare_numbers(case)
    told = {sense for said in case.reading.comparisons for sense in (said.sense, said.banned)}
    for op in dict.fromkeys(each.op for each in case.formal.comparisons):
        if op not in told and not (op == "at-most" and _at_most_one(case)):
            yield case.whole("L742", _wordings(case, op), rule=SPOKEN[op])


def _bare_numbers(case: Case) -> Iterator[Diagnostic]:
    """Numbers that the rule compares with and that the sentence prints without a comparison."""
    said = case.reading.comparisons
    for op in dict.fromkeys(
        each.op for each in case.formal.comparisons if any(s.sense == each.op for s in said)
    ):
        for each in case.formal.comparisons:
            names = {name for name in each.numbers if _is_number(case, name)}
            slots = [slot for slot in case.template.slots() if names & set(slot.value)]
            if (
                each.op == op
                and each.exact
                and slots
                and not any(_serves(case, s, op, slot) for s in said for slot in slots)
            ):
                hint = _wordings(case, op)
                yield case.problem("L742", slots[0].at, slots[0].end, "", hint, rule=SPOKEN[op])


def _serves(case: Case, said: SaidComparison, op: str, slot: Slot) -> bool:
    """Does a comparison speak of a number: beside it, or beside none but in the same clause?"""
    if op not in (said.sense, said.banned):
        return False
    if said.slot is not None:
        return said.slot == slot
    return same_clause(case.reading, said.phrase, slot)


def _at_most_one(case: Case) -> bool:
    """`at most one of`: who may choose one has not been told to take two."""
    return (
        all(each.numbers == {"1"} for each in case.formal.comparisons if each.op == "at-most")
        and case.formal.may
    )


def _judged(case: Case, said: SaidComparison) -> Iterator[Diagnostic]:
    about = _about(case, said)
    if said.slot is not None and _misplaced(case, said.slot):
        name = said.slot.value[0]
        compared = sorted(
            {name for each in case.formal.comparisons for name in each.numbers if _is_number(case, name)}
        )
        hint = f"the rule compares with {', '.join(f'`{{{each}}}`' for each in compared)}"
        yield case.problem("L744", said.slot.at, said.slot.end, "", hint, name=name)
        return
    if said.sense == "exactly":
        if not case.formal.equals:
            yield _contradiction(case, said, about[0].op if about else None)
        return
    if any(each.op in (said.sense, said.banned) for each in about):
        return
    yield _contradiction(case, said, about[0].op if about else None)


def _misplaced(case: Case, slot: Slot) -> bool:
    """Does a number stand beside a comparison in which the rule has other numbers?"""
    names = set(slot.value)
    if names & case.formal.equals:
        return False
    numbers = [{name for name in each.numbers if _is_number(case, name)} for each in case.formal.comparisons]
    return bool(numbers) and all(numbers) and not any(each & names for each in numbers)


def _is_number(case: Case, name: str) -> bool:
    return name.lstrip("-").isdecimal() or name in case.book.game.parameters


def _about(case: Case, said: SaidComparison) -> tuple[Comparison, ...]:
    """The comparisons of the rule that the words can mean: with the number beside them, if there is one."""
    every = case.formal.comparisons
    if said.slot is None:
        return every
    names = set(said.slot.value)
    near = tuple(each for each in every if each.numbers & names)
    if near:
        return near
    # A number that the rule compares with nothing but `is` is exact.
    return () if names & case.formal.equals else every


def _contradiction(case: Case, said: SaidComparison, op: str | None) -> Diagnostic:
    start, end = said.phrase.start, said.phrase.end
    spoken = SPOKEN[said.sense]
    turned = f"with `{said.denial.text}` before it: {spoken}" if said.denial is not None else spoken
    if op is None:
        if case.formal.equals:
            return case.problem("L740", start, end, turned, rule="exactly", said=spoken)
        return case.problem(
            "L743", start, end, turned, "annotate words that compare nothing with `[...](plain)`"
        )
    code = "L741" if any({op, said.sense} <= way for way in SAME_WAY) else "L740"
    return case.problem(code, start, end, turned, _wordings(case, op), rule=SPOKEN[op], said=spoken)


def _wordings(case: Case, op: str) -> str:
    known = [phrase for phrase in case.lexicon.wordings.get(op, ()) if "..." not in phrase][:3]
    return f"use {', '.join(f'`{phrase}`' for phrase in known)}, or annotate the words: `[...]({op})`"
