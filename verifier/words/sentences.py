"""One sentence against its rule: every way in which it could say something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verifier.diagnostics import Diagnostic, Label, diagnostic, did_you_mean
from verifier.words.book import Phrasebook, marked_text
from verifier.words.catalogue import Message
from verifier.words.comparisons import comparison_problems
from verifier.words.entries import CLAIMS, Entry
from verifier.words.formal import formal
from verifier.words.lexicon import COMPARISONS, SENSES, lexicon
from verifier.words.modality import modality_problems, order_problems
from verifier.words.reading import reading
from verifier.words.sense_problems import sense_problems
from verifier.words.sentence_context import Case
from verifier.words.template import Mark, Slot, TemplateMistake, template
from verifier.words.terms_used import term_problems, typography_problems
from verifier.words.witnesses import witness_problems

# What an overlay is called and what it is about need not name every number that it sets.
FREE = frozenset({"title", "about", "may-loop", "accept", "measure", "number", "amount", "note", "die"})


def sentence_problems(
    entry: Entry, message: Message, book: Phrasebook, others: Sequence[Phrasebook] = ()
) -> Iterator[Diagnostic]:
    """Everything that is wrong with the words of an entry; `others` are the same rule set in other languages."""
    read = template(message.words)
    if isinstance(read, TemplateMistake):
        label = Label(message.at(read.at, 1), read.why)
        yield diagnostic("L720", label, hint="docs/howto/translate.md shows every form", about=entry.key)
        return
    words = lexicon(book.lang)
    case = Case(entry, message, book, read, reading(read, words), formal(entry, book.laid), words)
    yield from _slot_problems(case)
    yield from _mark_problems(case)
    yield from _number_problems(case)
    if entry.sort not in FREE:
        yield from comparison_problems(case)
        yield from modality_problems(case)
    if entry.sort not in FREE | CLAIMS:
        yield from sense_problems(case)
    if not entry.is_label and entry.sort not in CLAIMS:
        yield from witness_problems(case, others)
    yield from order_problems(case)
    yield from term_problems(case)
    yield from typography_problems(case)


# --- slots


def names_of(slot: Slot) -> tuple[str, ...]:
    """The names in a slot's number."""
    if slot.value[0] == "all":
        return ()
    return tuple(part for part in slot.value if part not in ("of", "+", "-", "*", "/"))


def _is_number(name: str) -> bool:
    return name.lstrip("-").isdecimal()


def _slot_problems(case: Case) -> Iterator[Diagnostic]:
    values, terms = case.book.values, case.book.glossary.terms
    told: set[str] = set()
    for slot in case.template.slots():
        told.update(names_of(slot))
        known = values.of(slot) is not None or (len(slot.value) == 1 and slot.value[0] in terms)
        if not known:
            name = " ".join(slot.value)
            otherwise = "a slot names a number of the rules or a term of the glossary"
            hint = did_you_mean(name, [*values.numbers, *terms], otherwise)
            yield case.problem("L721", slot.at, slot.end, "neither a number nor a term", hint, name=name)
        if slot.term is not None and slot.term not in terms:
            hint = f"add `[{slot.term}]` to terms.{case.book.lang}.toml"
            yield case.problem(
                "L721", slot.at, slot.end, "the glossary has no such term", hint, name=slot.term
            )
        yield from _foreign(case, slot)
    yield from _left_out(case, told)


def _foreign(case: Case, slot: Slot) -> Iterator[Diagnostic]:
    """Numbers that the rule does not have."""
    if case.entry.sort in ("title", "about"):
        return
    for name in names_of(slot):
        if _is_number(name):
            wanted = int(name)
            if (
                slot.value == (name,)
                and wanted not in case.formal.literals
                and -wanted not in case.formal.literals
            ):
                hint = f"it has {_listed(case)}"
                yield case.problem("L724", slot.at, slot.end, "not in the rule", hint, value=name)
        elif _is_known(case, name) and name not in case.formal.around | {
            "players",
            "rounds",
            case.entry.name,
        }:
            hint = f"it has {_listed(case)}"
            yield case.problem("L722", slot.at, slot.end, "a number of another rule", hint, name=name)


def _is_known(case: Case, name: str) -> bool:
    return name in case.book.values.numbers or name in case.book.values.tables


def _listed(case: Case) -> str:
    own = [f"`{{{name}}}`" for name in _numbers(case)] + [
        f"`{{{value}}}`" for value in sorted(case.formal.literals)
    ]
    return ", ".join(own) if own else "no number"


def _numbers(case: Case) -> list[str]:
    return sorted(
        name for name in case.formal.names if name in case.book.game.parameters and name != case.entry.name
    )


def _left_out(case: Case, told: set[str]) -> Iterator[Diagnostic]:
    if case.entry.sort in FREE:
        return
    for name in _numbers(case):
        if name not in told and case.book.game.parameters[name].value is not None:
            hint = f"the sentence must print it: `{{{name}}}`"
            yield case.whole("L723", hint, name=name)
    for value in sorted(case.formal.literals):
        if abs(value) > 1 and str(value) not in told and str(-value) not in told:
            yield case.whole("L725", f"quote it from the rule: `{{{value}}}`", value=value)


# --- marks


def _mark_problems(case: Case) -> Iterator[Diagnostic]:
    for mark in case.template.marks():
        if mark.sense == "number":
            continue
        if mark.sense not in SENSES:
            hint = f"one of {', '.join(SENSES)}, number"
            yield case.problem("L763", mark.at, mark.end, hint=hint, name=mark.sense)
            continue
        if mark.sense in ("before", "after"):
            yield from _turned_order(case, mark)
        if mark.sense in COMPARISONS:
            words = " ".join(marked_text(mark).split())
            for found in case.lexicon.phrases(words):
                if found.sense in COMPARISONS and found.sense != mark.sense and found.text == words:
                    yield case.problem(
                        "L764", mark.at, mark.end, words=words, said=found.sense, mark=mark.sense
                    )


def _turned_order(case: Case, mark: Mark) -> Iterator[Diagnostic]:
    """Words that say `before` under a mark that says `after`."""
    words = " ".join(marked_text(mark).split())
    for found in case.lexicon.phrases(words):
        if found.sense in ("before", "after") and found.sense != mark.sense:
            yield case.problem("L764", mark.at, mark.end, words=found.text, said=found.sense, mark=mark.sense)


# --- numbers in plain words

_DIGIT = re.compile(r"\d+")


def _number_problems(case: Case) -> Iterator[Diagnostic]:
    for found in _DIGIT.finditer(case.reading.plain):
        has_one = _numbers(case) or case.formal.literals
        hint = f"write {_listed(case)}" if has_one else "a number has a name: `{hand-size}`"
        yield case.problem("L730", found.start(), found.end(), "this would not change with the rule", hint)
    # `Both of them` in other languages is a number word that counts nothing.
    harmless = [phrase for phrase in case.reading.phrases if phrase.sense == "plain"]
    for word, value, start in case.lexicon.number_words(case.reading.plain):
        if not any(phrase.start <= start < phrase.end for phrase in harmless):
            yield from _number_word(case, word, value, start)
    for mark in case.template.marks():
        for found in _DIGIT.finditer(marked_text(mark)):
            yield case.problem("L730", mark.at, mark.end, f"`{found[0]}` would not change with the rule")
        if mark.sense == "number":
            yield from _said_number(case, marked_text(mark), mark.ref, mark.at, mark.end)
        elif mark.sense != "plain":
            for word, value, _ in case.lexicon.number_words(marked_text(mark)):
                yield from _number_word(case, word, value, mark.at)


def _said_number(case: Case, words: str, ref: str | None, start: int, end: int) -> Iterator[Diagnostic]:
    """`[double](number: factor)`: the word must have the value of the number."""
    value = case.book.values.atom(ref) if ref is not None else None
    if value is None:
        yield case.problem("L721", start, end, "no number of this name", name=ref or "number")
        return
    found = [number for _, number, _ in case.lexicon.number_words(words, multiples=True)]
    if value not in found:
        yield case.problem("L731", start, end, f"`{ref}` is {value}", word=words)


def _number_word(case: Case, word: str, value: int, start: int) -> Iterator[Diagnostic]:
    known = {name: case.book.values.numbers.get(name) for name in _numbers(case)}
    same = [name for name, number in known.items() if number == value]
    end = start + len(word)
    if same or value in case.formal.literals:
        name = same[0] if same else str(value)
        yield case.problem("L732", start, end, hint=f"write `{{{name}: words}}`", word=word)
    else:
        yield case.problem("L731", start, end, hint=f"it has {_listed(case)}", word=word)
