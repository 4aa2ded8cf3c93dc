"""A rule set in a language: for every id its sentence, with the numbers of that rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Report
from verifier.kernel.domain import Names, Number
from verifier.languages import NBSP, language
from verifier.model.game import Game
from verifier.program import Program, program_of
from verifier.surface.compose import Composition
from verifier.words.catalogue import Catalogue, Message, catalogue, glossary
from verifier.words.entries import Entry, entries_of, folder_of
from verifier.words.lexicon import digits, is_plural, spelled
from verifier.words.template import Mark, Slot, Template, TemplateMistake, Text, template
from verifier.words.terms import Glossary, Term

# --- what a slot stands for in one rule set: numbers and tables, counts of components, sums of two


@dataclass(frozen=True, slots=True)
class NumberValues:
    """The numbers of a game by name."""

    numbers: Mapping[str, int]
    tables: Mapping[str, Mapping[str, int]]
    counts: Mapping[str, int]

    def of(self, slot: Slot) -> int | None:
        """The number of a slot; nothing when its name is no number."""
        match slot.value:
            case ("all", name):
                return self.counts.get(name)
            case (name,):
                return self.atom(name)
            case (left, "of", right):
                key = str(self.numbers.get(right, right))
                return self.tables.get(left, {}).get(key)
            case (left, op, right):
                return _worked_out(self.atom(left), op, self.atom(right))
        return None

    def atom(self, name: str) -> int | None:
        return int(name) if name.lstrip("-").isdecimal() else self.numbers.get(name)


def _worked_out(left: int | None, op: str, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if op == "/":
        return left // right if right else None
    return {"+": left + right, "-": left - right, "*": left * right}.get(op)


def values_of(game: Game) -> NumberValues:
    """Every number of a game for its player count."""
    numbers = {name: each.value for name, each in game.parameters.items() if each.value is not None}
    numbers["players"] = game.players
    if game.rounds is not None:
        numbers["rounds"] = game.rounds
    tables: dict[str, dict[str, int]] = {}
    for name, parameter in game.parameters.items():
        if parameter.value is None:
            tables[name] = {}
            labels = game.kinds.get(parameter.by or "")
            for key, value in parameter.entries:
                tables[name][str(key)] = value
                if isinstance(labels, Names) and 0 <= key < len(labels.members):
                    tables[name][labels.members[key]] = value
    counts = {name: len(things.ids) for name, things in game.classes.items()}
    for name, kind in game.kinds.items():
        if isinstance(kind, Names):
            counts.setdefault(name, len(kind.members))
        elif isinstance(kind, Number):
            counts.setdefault(name, kind.high - kind.low + 1)
    return NumberValues(numbers, tables, counts)


# --- a template with the numbers of a rule set filled in: the sentence that people read


CASES = ("dative", "genitive", "accusative")


def rendered(template: Template, values: NumberValues, glossary: Glossary, lang: str) -> str:
    """The sentence for one rule set in one language."""
    parts = [
        piece.text if isinstance(piece, Text) else slot_text(piece, values, glossary, lang)
        for piece in template.flat()
    ]
    return typeset("".join(parts), lang)


def slot_text(slot: Slot, values: NumberValues, glossary: Glossary, lang: str) -> str:
    """What a slot prints; its own name when there is nothing of that name."""
    value = values.of(slot)
    case = next((flag for flag in slot.flags if flag in CASES), None)
    if value is None:
        term = glossary.terms.get(slot.value[0])
        text = term.form("other" in slot.flags, case) if term is not None else " ".join(slot.value)
        return _capital(text, slot)
    if slot.forms:
        return slot.forms[min(is_plural(value, lang), len(slot.forms) - 1)]
    term = glossary.terms.get(slot.term) if slot.term is not None else None
    gender = term.gender if term is not None else None
    number = spelled(value, lang, gender) if "words" in slot.flags else None
    number = number if number is not None else digits(value, lang)
    if slot.term is None or "bare" in slot.flags:
        return _capital(number, slot)
    word = term.form(is_plural(value, lang), case) if term is not None else slot.term
    return _capital(f"{number}{NBSP}{word}", slot)


def _capital(text: str, slot: Slot) -> str:
    return text[:1].upper() + text[1:] if "cap" in slot.flags else text


def typeset(text: str, lang: str) -> str:
    """The text with the signs and spaces of its language."""
    return language(lang).typeset(text)


def marked_text(mark: Mark) -> str:
    """The words of a mark without its slots."""
    return "".join(piece.text for piece in mark.pieces if isinstance(piece, Text))


# --- a rule set in a language: for every id its sentence, with the numbers of that rule set


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Everything that can be said of a rule set in one language.

    Ids are those of the catalogue without an overlay's name: `rule:ascending`, `action:lay`, `zone:deck`,
    `setup`, `winner`; an overlay's own title and description are `some-overlay/title` and `some-overlay/about`.
    """

    lang: str
    game: Game
    laid: Composition
    entries: Mapping[str, Entry]
    catalogues: Mapping[Path, Catalogue]
    glossary: Glossary
    values: NumberValues

    def sentence(self, id: str) -> str | None:
        """The sentence of an id with the numbers of this rule set, or nothing if nobody has written it."""
        message = self.message(id)
        if message is None or not message.words:
            return None
        read = template(message.words)
        if isinstance(read, TemplateMistake):
            return None
        return rendered(read, self.values, self.glossary, self.lang)

    def said(self, id: str) -> str:
        """The sentence of an id, or the rule in its own words where there is no sentence yet."""
        entry = self.entries.get(id)
        return self.sentence(id) or (entry.text if entry is not None else id)

    def message(self, id: str) -> Message | None:
        """What stands in the catalogue for an id."""
        entry = self.entries.get(id)
        if entry is None:
            return None
        return self.catalogues[entry.folder].by_key.get(entry.key)

    def term(self, name: str) -> Term | None:
        """The word for a thing of the game, with its gender and its forms."""
        return self.glossary.terms.get(name)

    def name(self, name: str, plural: bool = False) -> str:
        """The word for a thing, or its name in the rules where the glossary has none."""
        term = self.term(name)
        return term.form(plural) if term is not None else name


def phrasebook(
    ruleset: str, lang: str, players: int | None = None, report: Report | None = None
) -> Phrasebook:
    """The words of a rule set in a language; mistakes in the rules raise `Rejected`."""
    return phrasebook_of(worded_program(ruleset, players), lang, report if report is not None else Report())


def worded_program(ruleset: str, players: int | None = None) -> Program:
    """A rule set as far as words need it: without its scenarios, which take most of the time."""
    found = program_of(ruleset, players, scenarios=False)
    found.report.reject_errors()
    _ = found.game
    return found


def phrasebook_of(program: Program, lang: str, report: Report) -> Phrasebook:
    """A rule set in a language."""
    laid = program.composition
    folders = list(dict.fromkeys(folder_of(unit.span.path) for unit in laid.units))
    catalogues = {folder: catalogue(folder, lang, report) for folder in folders}
    words = glossary(folders, lang, report)
    entries = program.analysis(entries_of_program)
    return Phrasebook(lang, program.game, laid, entries, catalogues, words, values_of(program.game))


def entries_of_program(program: Program) -> Mapping[str, Entry]:
    return entries_of(program.composition)
