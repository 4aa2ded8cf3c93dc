"""`rulewright catalogue`: the words of the games, held against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save, text_of
from verifier.cli.frame import Command, Commands, Exit, TextLanguage
from verifier.cli.show import answer, exactly, near, reader, tell, texts, worded
from verifier.cli.working_copy import writable
from verifier.diagnostics import Diagnostic, Rejected, Report, diagnostic, did_you_mean
from verifier.diagnostics import as_json as diagnostic_as_json
from verifier.languages import ENGLISH, language, languages, shipped_languages
from verifier.surface.files import ENDING, game_names, is_game, shown
from verifier.words.audit.decisions import Decision, read_decisions
from verifier.words.audit.tongue import Tongue
from verifier.words.book import Phrasebook
from verifier.words.catalogue import Catalogue, told_languages
from verifier.words.catalogue_page import catalogue_page, entry_key
from verifier.words.check import checked, game_folder_of, others_than, owned_by, reads_of, wanted_terms
from verifier.words.exchange.files import brought, written
from verifier.words.exchange.glossary import glossary_csv, glossary_rows, glossary_tbx
from verifier.words.exchange.merge import updated, with_words
from verifier.words.exchange.rows import Brought, exported, read_by_players, settled
from verifier.words.lexicon import lexicon
from verifier.words.meaning import EntryChange, changes
from verifier.words.sentences import sentence_problems
from verifier.words.swapped_slots import Owned

# A sentence or a word that nobody has written yet; more of them than this are counted, not shown.
LACKING = ("L710", "L715")
MOST_LACKING = 3

langs = click.option(
    "--text-lang",
    "--lang",
    "langs",
    cls=TextLanguage,
    multiple=True,
    metavar="LANG",
    help=f"Only sentences in this language: {shipped_languages()}.",
)
games = click.argument("games", nargs=-1, metavar="[GAME]...")
UNREADABLE = frozenset({"L701", "L703", "L704"})
# Typography is mended later; it does not change what a sentence says.
HARMLESS = frozenset({"L780", "L781", "L782", "L783", "L784"})


@click.group(cls=Commands)
def catalogue() -> None:
    """Catalogues of sentences for players in every language: check, complete and confirm them."""


@catalogue.command(cls=Command)
@games
@langs
@click.option("--only", metavar="KEY", help="Only entries whose key begins with this.")
@frame.path("--accept", "Decisions saved on the page: false alarms in them stay quiet.", metavar="FILE")
@frame.path("--html", "Also write a page to work with: one game in one language.", metavar="FILE")
@frame.force("the page")
@frame.as_json
def check(
    games: tuple[str, ...],
    langs: tuple[str, ...],
    only: str | None,
    accept: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Report every sentence that is missing, superfluous, out of date, or different from its rule."""
    if html is not None and (len(games) != 1 or len(langs) != 1):
        raise click.UsageError("--html is for one GAME and one --text-lang")
    if html is not None:
        check_free(html, force)
    decisions = read_decisions(text_of(accept)) if accept is not None else {}
    found: list[Diagnostic] = []
    rows = []
    for game in _games(games):
        wanted = _langs(langs, game)
        reads = reads_of(game)
        for lang in wanted:
            own = Report()
            owned = checked(game, lang, own, reads)
            kept = [each for each in own.diagnostics if only is None or (each.rule or "").startswith(only)]
            if html is not None:
                _save_page(html, force, (game, lang), owned, kept, decisions)
            kept = _speaking(kept, owned, lang, decisions)
            found += kept
            missing = sum(each.code == "L710" for each in kept)
            rows.append(
                {"game": game, "lang": lang, "entries": len(owned), "missing": missing, "problems": len(kept)}
            )
    diagnostics = [near(each) for each in found]
    shown, more = _first_of_each_lack(diagnostics)
    told = [texts(shown), ""] if shown else []
    if more:
        told += [worded(f"{more} more are missing; `rulewright catalogue missing` lists all"), ""]
    words = "{game} {lang}: {entries} entries, {missing} missing, {problems} problems"
    told += [words.format(**row) for row in rows]
    content = {"catalogues": rows, "diagnostics": [diagnostic_as_json(each) for each in diagnostics]}
    answer("catalogue-check", as_json, content, told)
    if any(each.code in UNREADABLE for each in diagnostics):
        return Exit.MISUSE
    return Exit.PROBLEM if diagnostics else Exit.WELL


def _first_of_each_lack(found: list[Diagnostic]) -> tuple[list[Diagnostic], int]:
    """Of what is merely missing the first few, and how many more there are: a translation begins with nothing."""
    seen: Counter[str] = Counter()
    kept = []
    for each in found:
        seen[each.code] += each.code in LACKING
        if seen[each.code] <= MOST_LACKING:
            kept.append(each)
    return kept, len(found) - len(kept)


def _save_page(
    html: Path,
    force: bool,
    of: tuple[str, str],
    owned: dict[str, Owned],
    problems: list[Diagnostic],
    decisions: dict[str, Decision],
) -> None:
    game, lang = of
    english = owned if lang == ENGLISH else owned_by(game, ENGLISH, Report())
    told = [near(each) for each in problems]
    page = catalogue_page(game, lang, owned, english, told, decisions, Tongue(reader()))
    save(html, page, force)


def _speaking(
    found: list[Diagnostic], owned: dict[str, Owned], lang: str, decisions: dict[str, Decision]
) -> list[Diagnostic]:
    """What nobody has called a false alarm."""
    by_entry: dict[str, list[Diagnostic]] = {}
    for each in found:
        by_entry.setdefault(each.rule or "", []).append(each)
    quiet = {
        key
        for key, own in by_entry.items()
        if key in owned
        and (said := decisions.get(entry_key(lang, key, owned[key], own))) is not None
        and said.choice == "false alarm"
    }
    return [each for each in found if (each.rule or "") not in quiet]


@catalogue.command(cls=Command)
@games
@langs
def missing(games: tuple[str, ...], langs: tuple[str, ...]) -> None:
    """List entries without a sentence, with their rules and what English players read."""
    for game in _games(games):
        for lang in _langs(langs, game):
            report = Report()
            owned = checked(game, lang, report)
            codes = Counter(each.code for each in report.diagnostics)
            keys = [each.rule for each in report.diagnostics if each.code == "L710"]
            english = _english(game, lang)
            tell([f"{game} {lang}: {len(keys)} of {len(owned)} missing, {codes['L715']} terms missing"])
            for key in keys:
                if key is not None:
                    click.echo(f"\n{key}\n    " + owned[key].entry.text.replace("\n", "\n    "))
                    sentence = english[key].book.sentence(key) if key in english else None
                    if sentence:
                        click.echo(f"    en{language(reader()).sign(':')} {sentence}")


@catalogue.command(cls=Command)
@games
@langs
@click.option("--prune", is_flag=True, help="Remove entries that are no longer in the rules.")
def update(games: tuple[str, ...], langs: tuple[str, ...], prune: bool) -> None:
    """Add an empty entry for every rule without a sentence; without --prune nothing is removed."""
    for game in map(writable, _games(games)):
        for lang in _langs(langs, game):
            _write(owned_by(game, lang, Report()), game, lang, frozenset(), prune)


@catalogue.command(cls=Command)
@click.argument("game")
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@langs
def confirm(game: str, keys: tuple[str, ...], langs: tuple[str, ...]) -> None:
    """Confirm that sentences agree with the current rules; without a KEY, all of the game's."""
    game = writable(_games((game,))[0])
    for lang in _langs(langs, game):
        owned = owned_by(game, lang, Report())
        _write(owned, game, lang, frozenset(keys or owned))


@catalogue.command(cls=Command)
@click.argument("ruleset")
@langs
@click.option("--only", metavar="ID", help="Only ids that begin with this.")
def show(ruleset: str, langs: tuple[str, ...], only: str | None) -> None:
    """Print every sentence of a rule set as players read it."""
    from verifier.words import phrasebook

    shown = False
    for lang in _langs(langs, ruleset.partition("+")[0]):
        book = phrasebook(ruleset, lang)
        for id in book.entries:
            sentence = book.sentence(id)
            if sentence is not None and (only is None or id.startswith(only)):
                shown = True
                click.echo(f"{id}\n    {sentence}")
    if only is not None and not shown:
        raise click.UsageError(f"no entry begins with `{only}`")


lang = click.option(
    "--text-lang", "--lang", "lang", cls=TextLanguage, required=True, metavar="LANG",
    help=f"The language of the sentences: {shipped_languages()}.",
)  # fmt: skip
words_files = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))


@catalogue.command(cls=Command)
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path))
@lang
@click.option(
    "--with", "overlays", multiple=True, metavar="OVERLAY", help="The sentences of this overlay too."
)
@click.option("--all", "every", is_flag=True, help="All entries: labels, claims and every overlay too.")
@frame.force("an existing file")
def export(game: str, file: Path, lang: str, overlays: tuple[str, ...], every: bool, force: bool) -> None:
    """Write the sentences of a game for a translator, from English.

    FILE.po is for Poedit or Weblate, FILE.xlf (XLIFF 2) for other tools, FILE.csv for a spreadsheet, FILE.txt for any
    editor. Without --all or --with these are the sentences that players of the game itself read.
    """
    owned = owned_by(_games((game,))[0], _langs((lang,), game)[0], Report())
    folder = game_folder_of(game).folder
    known = {each.entry.unit for each in owned.values()}
    for name in overlays:
        if name not in known:
            _refuse(diagnostic("O302", hint=did_you_mean(name, known), name=name))
    wanted = owned if every else read_by_players(owned, folder, overlays)
    rows = exported(wanted, _english(game, lang), folder)
    save(file, written(rows, file.suffix, lang, folder.name), force)
    tell([f"{len(rows)} entries, {sum(not row.words for row in rows)} without a sentence: {file}"])


@catalogue.command(cls=Command)
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path))
@lang
@frame.force("an existing file")
def glossary(game: str, file: Path, lang: str, force: bool) -> None:
    """Write the glossary of a game for a translator's tool: FILE.tbx (TBX), or FILE.csv for a spreadsheet."""
    owned = owned_by(_games((game,))[0], _langs((lang,), game)[0], Report())
    folder = game_folder_of(game).folder
    books = list({id(each.book): each.book for each in owned.values()}.values())
    english = next(iter(owned_by(game, ENGLISH, Report()).values())).book.glossary
    own = books[0].glossary
    for book in books:
        own = own.over(book.glossary)
    rows = glossary_rows(english, own, wanted_terms(books, folder))
    text = glossary_tbx(rows, lang, folder.name) if file.suffix == ".tbx" else glossary_csv(rows)
    save(file, text, force)
    tell([f"{len(rows)} terms: {file}"])


@catalogue.command("import", cls=Command)
@click.argument("game")
@words_files
@lang
@click.option("--force", is_flag=True, help="Take sentences that do not say what their rules say, too.")
def import_(game: str, files: tuple[Path, ...], lang: str, force: bool) -> Exit:
    """Import sentences from a PO file, XLIFF, a table (CSV) or a plain text.

    A sentence that says something different from its rule is refused and told; the others are taken. Entries that are
    not in the file, and empty cells, stay as they are.
    """
    game = writable(_games((game,))[0])
    owned, old, new = _brought(game, files, lang, force)
    found = _changes(owned, old, new)
    entries = {key: each.entry for key, each in owned.items()}
    beside = others_than(lang, game, reads_of(game))
    problems = _problems(owned, old, with_words(old, entries, new), found, beside)
    refused = frozenset() if force else frozenset(problems)
    kept = {
        key: each for key, each in new.items() if key not in refused and (each.words or key not in old.by_key)
    }
    _save(updated(with_words(old, entries, kept), entries))
    if refused:
        tell([texts([near(each) for key in refused for each in problems[key]])])
    tell(_told(found))
    if refused:
        tell(
            [f"{len(refused)} refused, left as they were (--force takes them): {', '.join(sorted(refused))}"]
        )
    return Exit.PROBLEM if refused else Exit.WELL


def _problems(
    owned: dict[str, Owned],
    old: Catalogue,
    catalogue: Catalogue,
    found: list[EntryChange],
    beside: dict[str, tuple[Phrasebook, ...]],
) -> dict[str, list[Diagnostic]]:
    """What is wrong with sentences that somebody brings.

    They are held against their rules; against the sentence before only if that one is right by the rule of today.
    """

    def wrong(key: str, own: Catalogue) -> list[Diagnostic]:
        problems = sentence_problems(owned[key].entry, own.by_key[key], owned[key].book, beside.get(key, ()))
        return [each for each in problems if each.code not in HARMLESS]

    def is_reference(key: str) -> bool:
        before = old.by_key.get(key)
        return before is not None and before.rule == owned[key].entry.text and not wrong(key, old)

    problems: dict[str, list[Diagnostic]] = {}
    for each in found:
        if each.sort in ("new", "wording", "meaning"):
            own = wrong(each.key, catalogue)
            if own or (each.sort == "meaning" and is_reference(each.key)):
                problems[each.key] = own
    return problems


@catalogue.command(cls=Command)
@click.argument("game")
@words_files
@lang
@frame.as_json
def diff(game: str, files: tuple[Path, ...], lang: str, as_json: bool) -> Exit:
    """Show what a file would change, in wording and in meaning; nothing is written."""
    owned, old, new = _brought(game, files, lang)
    found = _changes(owned, old, new)
    content = {"game": game, "lang": lang, "changes": [asdict(each) for each in found]}
    answer("catalogue-diff", as_json, content, _told(found))
    return Exit.PROBLEM if any(each.sort == "meaning" for each in found) else Exit.WELL


def _brought(
    game: str, files: tuple[Path, ...], lang: str, force: bool = False
) -> tuple[dict[str, Owned], Catalogue, dict[str, Brought]]:
    report = Report()
    owned = owned_by(_games((game,))[0], _langs((lang,), game)[0], report)
    new: dict[str, Brought] = {}
    for file in files:
        own = brought(text_of(file), report)
        strange = len(own.keys() - owned.keys())
        # Of a file for these rules few entries are gone since.
        if not force and 2 * strange > len(own):
            of = f"{strange} of its {len(own)} entries are not in the rules of `{game}`"
            raise click.UsageError(f"{shown(file)} is for another game: {of} (--force takes the others)")
        new |= own
    report.reject_errors()
    folder = game_folder_of(game).folder
    book = next(iter(owned.values())).book
    return owned, book.catalogues[folder], settled(new, owned, _english(game, lang), folder)


def _english(game: str, lang: str) -> dict[str, Owned]:
    """The entries with their English sentences, from which all other languages are translated."""
    return {} if lang == ENGLISH else owned_by(game, ENGLISH, Report())


def _changes(owned: dict[str, Owned], old: Catalogue, new: dict[str, Brought]) -> list[EntryChange]:
    book = next(iter(owned.values())).book
    return changes(old, new, frozenset(owned), lexicon(book.lang), book.glossary)


SAID = {
    "new": "new",
    "wording": "different wording, same meaning",
    "meaning": "different meaning",
    "kept": "empty in the file, kept",
    "unknown": "not in the rules",
}


def _told(found: list[EntryChange]) -> Iterator[str]:
    counts = Counter(each.sort for each in found)
    colon = language(reader()).sign(":")
    for each in found:
        if each.sort in ("meaning", "unknown"):
            yield f"{each.key}: {SAID[each.sort]}"
            for aspect, before, after in each.aspects:
                yield f"    {exactly(aspect)}{colon} {', '.join(before) or '-'} -> {', '.join(after) or '-'}"
            yield f"    - {each.before}\n    + {each.after}"
    yield "; ".join(f"{count} {SAID[sort]}" for sort, count in counts.items()) or "nothing changed"


def _write(
    owned: dict[str, Owned], game: str, lang: str, confirmed: frozenset[str], prune: bool = False
) -> None:
    book = next(iter(owned.values())).book
    entries = {key: each.entry for key, each in owned.items()}
    _save(updated(book.catalogues[game_folder_of(game).folder], entries, confirmed, prune))


def _save(texts: dict[Path, str]) -> None:
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(shown(path))


def _games(games: tuple[str, ...]) -> list[str]:
    known = game_names()
    for name in games:
        if not is_game(name) and not name.endswith(ENDING):
            _refuse(diagnostic("L705", hint=f"one of {', '.join(known)}", name=name))
    return list(games or known)


def _langs(langs: tuple[str, ...], game: str) -> tuple[str, ...]:
    """The languages asked for, or those in which the game is told."""
    known = languages()
    for lang in langs:
        if lang not in known:
            _refuse(diagnostic("L702", hint=f"one of {', '.join(known)}", lang=lang))
    return langs or told_languages(game_folder_of(game).folder) or (ENGLISH,)


def _refuse(diagnostic: Diagnostic) -> None:
    report = Report()
    report.add(diagnostic)
    raise Rejected(report)
