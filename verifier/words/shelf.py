"""Where words are kept: `locale/` in a game's folder, with one language per PO file and one glossary each."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from verifier.diagnostics import Diagnostic, Label, Report
from verifier.source import Source
from verifier.surface.shelf import shown
from verifier.words.catalogue import LARGEST, Catalogue, catalogue_of
from verifier.words.codes import problem
from verifier.words.lexicon import lexicon
from verifier.words.terms import Glossary, glossary_of


def locale_folder(folder: Path) -> Path:
    return folder / "locale"


def files_of(folder: Path, lang: str) -> list[Path]:
    """The PO files of a language: `fr.po`, and any `fr.*.po` beside it."""
    below = locale_folder(folder)
    return [path for path in (below / f"{lang}.po", *sorted(below.glob(f"{lang}.*.po"))) if path.is_file()]


def catalogue(folder: Path, lang: str, report: Report) -> Catalogue:
    """The catalogue of a folder in a language; without a file it is empty."""
    sources = [source for path in files_of(folder, lang) if (source := text_of(path, report)) is not None]
    found, problems = _catalogue(lang, folder, tuple(sources))
    report.extend(problems)
    return found


@lru_cache(maxsize=64)
def _catalogue(
    lang: str, folder: Path, sources: tuple[Source, ...]
) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """The same texts are read once, however many rule sets ask for them."""
    report = Report()
    return catalogue_of(lang, folder, list(sources), report), report.diagnostics


def glossary(folders: list[Path], lang: str, report: Report) -> Glossary:
    """The words that every game has, then those of each folder, the last one's above all others."""
    found = lexicon(lang).general
    for folder in folders:
        found = own_glossary(folder, lang, report).over(found)
    return found


def own_glossary(folder: Path, lang: str, report: Report) -> Glossary:
    path = locale_folder(folder) / f"terms.{lang}.toml"
    source = text_of(path, report) if path.is_file() else None
    return glossary_of(source, report) if source is not None else Glossary()


def text_of(path: Path, report: Report) -> Source | None:
    """The text of a file; one that cannot be read is reported."""
    name = shown(path)
    try:
        with open(path, "rb") as file:
            found = file.read(LARGEST + 1)
        if len(found) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST} bytes")
        return Source(name, found.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        report.add(problem("L701", Label(Source(name, "").whole), hint=why.lower(), path=name))
        return None
