"""A rule set in a language: for every id its sentence, with the numbers of that rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Report
from verifier.model.game import Game
from verifier.program import Program, program_of
from verifier.surface.compose import Composition
from verifier.words.catalogue import Catalogue, Message
from verifier.words.entries import Entry, entries_of, folder_of
from verifier.words.render import rendered
from verifier.words.shelf import catalogue, glossary
from verifier.words.template import Broken, template
from verifier.words.terms import Glossary, Term
from verifier.words.values import Values, values_of


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
    values: Values

    def sentence(self, id: str) -> str | None:
        """The sentence of an id with the numbers of this rule set, or nothing if nobody has written it."""
        message = self.message(id)
        if message is None or not message.words:
            return None
        read = template(message.words)
        if isinstance(read, Broken):
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
    return told(worded_program(ruleset, players), lang, report if report is not None else Report())


def worded_program(ruleset: str, players: int | None = None) -> Program:
    """A rule set as far as words need it: without its scenarios, which take most of the time."""
    found = program_of(ruleset, players, scenarios=False)
    found.report.reject_errors()
    _ = found.game
    return found


def told(program: Program, lang: str, report: Report) -> Phrasebook:
    """A rule set in a language."""
    laid = program.composition
    folders = list(dict.fromkeys(folder_of(unit.span.path) for unit in laid.units))
    catalogues = {folder: catalogue(folder, lang, report) for folder in folders}
    words = glossary(folders, lang, report)
    entries = program.analysis(entries_of_program)
    return Phrasebook(lang, program.game, laid, entries, catalogues, words, values_of(program.game))


def entries_of_program(program: Program) -> Mapping[str, Entry]:
    return entries_of(program.composition)
