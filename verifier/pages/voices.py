"""The voice of a rule set in a language: its phrasebook, its names, its glossary."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Report
from verifier.pages.pen import capital
from verifier.program import Program
from verifier.words import Phrasebook
from verifier.words.book import entries_of_program, typeset, values_of
from verifier.words.catalogue import Catalogue, catalogue, glossary, locale_folder
from verifier.words.entries import folder_of
from verifier.words.terms import Glossary


@dataclass(frozen=True, slots=True)
class CatalogueVoice:
    """Sentences and words from the catalogues; a name without a word is said as it stands in the rules."""

    book: Phrasebook
    # What actions and phases are called in headings and pictures, as `action:lay`.
    titles: Mapping[str, str]

    def sentence(self, id: str) -> str | None:
        return self.book.sentence(id)

    def name(self, name: str, plural: bool = False) -> str:
        term = self.book.term(name)
        if term is not None:
            return term.form(plural)
        return self.titles.get(f"field:{name}") or name.replace("-", " ")

    def title(self, sort: str, name: str) -> str:
        return self.titles.get(f"{sort}:{name}") or capital(self.name(name))

    def own_word(self, key: str) -> str | None:
        """What the game says instead of a word of the pages."""
        return self.titles.get(key)

    def terms(self) -> dict[str, tuple[str, str]]:
        """The glossary of the game: of each name its word for one and for several."""
        known = {*self.book.game.classes, *self.book.game.kinds, *self.book.game.families}
        known |= {thing.design for thing in self.book.game.things}
        found = self.book.glossary.terms
        return {name: (found[name].one, found[name].other) for name in sorted(known) if name in found}


class Speakers:
    """The voices of many rule sets of one game: what they share is read once."""

    def __init__(self) -> None:
        self._catalogues: dict[tuple[Path, str], Catalogue] = {}
        self._glossaries: dict[tuple[tuple[Path, ...], str], Glossary] = {}
        self._voices: dict[tuple[str, str], CatalogueVoice] = {}

    def passing(self) -> Speakers:
        """The same catalogues and glossaries, for rule sets whose voices nobody asks for twice."""
        found = Speakers()
        found._catalogues, found._glossaries = self._catalogues, self._glossaries
        return found

    def voice(self, program: Program, lang: str) -> CatalogueVoice:
        """The voice of a rule set; what is wrong with its catalogue, `catalogue check` tells."""
        key = program.ruleset, lang
        if key not in self._voices:
            book = self._book(program, lang)
            self._voices[key] = CatalogueVoice(book, self._titles(tuple(book.catalogues), lang))
        return self._voices[key]

    def _book(self, program: Program, lang: str) -> Phrasebook:
        laid, game, entries = program.composition, program.game, program.analysis(entries_of_program)
        folders = tuple(dict.fromkeys(folder_of(unit.span.path) for unit in laid.units))
        wanted = {*folders, *(entry.folder for entry in entries.values())}
        catalogues = {folder: self._catalogue(folder, lang) for folder in sorted(wanted)}
        if (folders, lang) not in self._glossaries:
            self._glossaries[folders, lang] = glossary(list(folders), lang, Report())
        words = self._glossaries[folders, lang]
        return Phrasebook(lang, game, laid, entries, catalogues, words, values_of(game))

    def _titles(self, folders: tuple[Path, ...], lang: str) -> dict[str, str]:
        return {key: title for folder in folders for key, title in titles_of(folder, lang).items()}

    def _catalogue(self, folder: Path, lang: str) -> Catalogue:
        if (folder, lang) not in self._catalogues:
            self._catalogues[folder, lang] = catalogue(folder, lang, Report())
        return self._catalogues[folder, lang]


def titles_of(folder: Path, lang: str) -> dict[str, str]:
    """The titles in a game's folder: `names.fr.toml`, short enough for a heading or a picture."""
    path = locale_folder(folder) / f"names.{lang}.toml"
    if not path.is_file():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        f"{sort}:{name}": typeset(str(title), lang)
        for sort, names in found.items()
        for name, title in (names.items() if isinstance(names, dict) else ())
    }
