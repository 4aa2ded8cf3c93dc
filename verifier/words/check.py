"""A game's catalogue against the game: what is missing, too much, gone stale, or says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Diagnostic, Label, Rejected, Report, diagnostic, did_you_mean
from verifier.program import Program
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.files import ENDING, files_below, game_folder, overlays_of, shown, units_of
from verifier.words.book import Phrasebook, phrasebook_of, worded_program
from verifier.words.catalogue import Catalogue, locale_folder, own_glossary, told_languages
from verifier.words.claims.concepts import term_concepts
from verifier.words.entries import folder_of
from verifier.words.sentences import sentence_problems
from verifier.words.swapped_slots import Owned, unit_problems
from verifier.words.template import TemplateMistake, template


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A folder with a game, and every rule set that its words are asked for."""

    folder: Path
    rulesets: tuple[str, ...]


def game_folder_of(game: str) -> GameFolder:
    """The folder of a game by its name, or of a file with a game in it; each overlay beside it is a rule set."""
    if not game.endswith(ENDING):
        names = [each.name for each in overlays_of(game) if each.sort != "instance"]
        return GameFolder(game_folder(game).resolve(), (game, *(f"{game}+{name}" for name in names)))
    path = Path(game)
    beside = [
        f"{game}+{file}"
        for file in files_below(path.resolve().parent)
        if any(unit.header.sort in ("variant", "house-rule") for unit in units_of(file, Report()))
    ]
    return GameFolder(path.resolve().parent, (game, *beside))


def reads_of(game: str) -> list[Program]:
    """Every rule set of a game's folder; an overlay that only stands below others is read with those."""
    reads: list[Program] = []
    refused: list[tuple[str, Rejected]] = []
    laid: set[str] = set()
    for ruleset in game_folder_of(game).rulesets:
        try:
            read = worded_program(ruleset)
        except Rejected as rejected:
            refused.append((ruleset, rejected))
            continue
        reads.append(read)
        laid |= {unit.header.name.text for unit in read.composition.units}
    for ruleset, why in refused:
        if ruleset == game or ruleset.rpartition("+")[2] not in laid:
            raise why
    return reads


def owned_by(game: str, lang: str, report: Report, reads: list[Program] | None = None) -> dict[str, Owned]:
    """Everything that the catalogue of a game's folder must have, by key, in the order of the rules."""
    shelf = game_folder_of(game)
    found: dict[str, Owned] = {}
    for read in reads_of(game) if reads is None else reads:
        book = phrasebook_of(read, lang, report)
        for entry in book.entries.values():
            if entry.folder == shelf.folder:
                found.setdefault(entry.key, Owned(entry, book))
    return found


def checked(game: str, lang: str, report: Report, reads: list[Program] | None = None) -> dict[str, Owned]:
    """Reports all that is wrong with a game's words in a language; returns what there is to say."""
    reads = reads_of(game) if reads is None else reads
    owned = owned_by(game, lang, report, reads)
    beside = others_than(lang, game, reads)
    folder = game_folder_of(game).folder
    book = next(iter(owned.values())).book
    catalogue = book.catalogues[folder]
    report.extend(_coverage(catalogue, owned))
    said = {
        key: message for key in owned if (message := catalogue.by_key.get(key)) is not None and message.words
    }
    for key, message in said.items():
        report.extend(sentence_problems(owned[key].entry, message, owned[key].book, beside.get(key, ())))
    report.extend(unit_problems(said, owned))
    report.extend(
        _terms(folder, lang, {id(each.book): each.book for each in owned.values()}.values(), report)
    )
    return owned


def others_than(lang: str, game: str, reads: list[Program]) -> dict[str, tuple[Phrasebook, ...]]:
    """For every key the same rule set in each other language: what its sentences say, this one should say too."""
    found: dict[str, tuple[Phrasebook, ...]] = {}
    for other in told_languages(game_folder_of(game).folder):
        if other != lang:
            for key, owned in owned_by(game, other, Report(), reads).items():
                found[key] = (*found.get(key, ()), owned.book)
    return found


def _coverage(catalogue: Catalogue, owned: dict[str, Owned]) -> Iterator[Diagnostic]:
    place = _file(catalogue)
    for key, each in owned.items():
        message = catalogue.by_key.get(key)
        if message is None or not message.words:
            where = Label(message.span) if message is not None else place
            hint = None if message is not None else "`rulewright catalogue update` adds the entry"
            yield diagnostic("L710", where, Label(each.entry.span, "the rule"), hint=hint, about=key, key=key)
        elif message.rule != each.entry.text:
            labels = (Label(message.span), Label(each.entry.span, "the rule as it is now"))
            hint = f"{_changed(message.rule, each.entry.text)}; then `rulewright catalogue confirm`"
            yield diagnostic("L713", *labels, hint=hint, about=key, key=key)
        elif message.fuzzy:
            hint = "read it again, then remove the flag `fuzzy` or run `rulewright catalogue confirm`"
            yield diagnostic("L714", Label(message.span), hint=hint, about=key, key=key)
    for key, message in catalogue.by_key.items():
        if key not in owned:
            hint = did_you_mean(key, owned, "remove the entry")
            yield diagnostic("L711", Label(message.span), hint=hint, key=key)


def _changed(before: str, now: str) -> str:
    """The first line that is not the same."""
    old, new = before.splitlines(), now.splitlines()
    for left, right in zip(old, new, strict=False):
        if left != right:
            return f"it was `{left.strip()}` and is `{right.strip()}`"
    longer = new if len(new) > len(old) else old
    line = longer[min(len(old), len(new))].strip() if longer else ""
    return f"it has `{line}` now" if longer is new else f"it had `{line}`"


def _file(catalogue: Catalogue) -> Label:
    path = locale_folder(catalogue.folder) / f"{catalogue.lang}.po"
    return Label(catalogue.files[0].source.span(0) if catalogue.files else Source(shown(path), "").whole)


# --- the glossary


def wanted_terms(books: Iterable[Phrasebook], folder: Path) -> dict[str, Label]:
    """Everything of a folder that needs a word: zones, components, kinds and what they are made of."""
    found: dict[str, Label] = {}
    for book in books:
        for item in book.laid.items:
            for name in _named(item):
                if folder_of(name.span.path) == folder:
                    found.setdefault(name.text, Label(name.span, "named here"))
    return found


def _named(item: nodes.Item) -> Iterator[nodes.Name]:
    match item:
        case nodes.Zone() | nodes.Component():
            yield item.name
        case nodes.Kind():
            yield item.name
            yield from item.names
        case nodes.Die():
            yield from item.faces


def _terms(folder: Path, lang: str, books: Iterable[Phrasebook], report: Report) -> Iterator[Diagnostic]:
    own = own_glossary(folder, lang, report)
    every = list(books)
    path = shown(locale_folder(folder) / f"terms.{lang}.toml")
    for name, label in wanted_terms(every, folder).items():
        if all(book.term(name) is None for book in every):
            place = Label(Source(path, "").whole)
            yield diagnostic(
                "L715", place, label, hint=f'write `[{name}]` and below it `one = "..."`', name=name
            )
    used = {name for book in every for name in (*book.game.classes, *book.game.kinds)}
    used |= set(wanted_terms(every, folder)) | _counted(every, folder)
    for name, term in own.terms.items():
        # Amounts and what is worked out need no word, but a text that is held against the rules may have one.
        if name not in used and not any(term_concepts(book.game, name) for book in every):
            yield diagnostic("L716", Label(term.span), hint="remove it, or use it", name=name)


def _counted(books: list[Phrasebook], folder: Path) -> set[str]:
    """Terms that sentences use in their slots."""
    found: set[str] = set()
    for message in books[0].catalogues[folder].by_key.values() if books else ():
        read = template(message.words)
        if not isinstance(read, TemplateMistake):
            for slot in read.slots():
                found.update(part for part in (slot.term, *slot.value) if part is not None)
    return found
