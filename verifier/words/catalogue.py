"""A catalogue: the PO files of a game's folder in one language, read and written with Babel."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from verifier.diagnostics import Diagnostic, Label, Report, diagnostic
from verifier.languages import language, languages
from verifier.source import Source, Span
from verifier.surface.files import shown
from verifier.surface.open_texts import open_text
from verifier.words.lexicon import lexicon
from verifier.words.terms import Glossary, glossary_of

LARGEST = 4_000_000


@dataclass(frozen=True, slots=True)
class Message:
    """One entry as it stands in a file: the rule it was confirmed for, and the words."""

    key: str
    rule: str
    words: str
    fuzzy: bool
    comments: tuple[str, ...]
    source: Source
    line: int

    @property
    def span(self) -> Span:
        """The line with the context, or whatever line the entry begins with."""
        start = _offset(self.source.text, self.line)
        end = self.source.text.find("\n", start)
        return self.source.span(start, len(self.source.text) if end < 0 else end)

    def at(self, offset: int, length: int = 1) -> Span:
        """The place of a letter of the words in the file, or the line of the entry if it cannot be found."""
        return _inside(self, offset, length)


@dataclass(frozen=True, slots=True)
class File:
    source: Source
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All files of one language in one folder."""

    lang: str
    folder: Path
    files: tuple[File, ...] = ()
    by_key: Mapping[str, Message] = field(default_factory=dict)


def catalogue_of(lang: str, folder: Path, sources: list[Source], report: Report) -> Catalogue:
    """The entries of some PO texts; what cannot be read and what stands twice is reported."""
    files = []
    by_key: dict[str, Message] = {}
    for source in sources:
        file = file_of(source, report)
        files.append(file)
        for message in file.messages:
            first = by_key.setdefault(message.key, message)
            if first is not message:
                report.add(
                    diagnostic(
                        "L712",
                        Label(message.span, "here again"),
                        Label(first.span, "first here"),
                        key=message.key,
                    )
                )
    return Catalogue(lang, folder, tuple(files), by_key)


def file_of(source: Source, report: Report) -> File:
    """The entries of one PO text."""
    unquoted = _unquoted(source)
    if unquoted is not None:
        report.add(diagnostic("L701", Label(unquoted), hint=QUOTES, path=source.path))
        return File(source, ())
    try:
        read = read_po(io.StringIO(source.text), abort_invalid=True)
    except (PoFileError, ValueError, IndexError, KeyError, AttributeError) as error:
        report.add(diagnostic("L701", Label(_where(source, error)), hint=QUOTES, path=source.path))
        return File(source, ())
    lines = _context_lines(source)
    messages = []
    for each in read:
        if not each.id:
            continue
        key = str(each.context or "")
        messages.append(
            Message(
                key,
                str(each.id if isinstance(each.id, str) else each.id[0]),
                str(each.string if isinstance(each.string, str) else (each.string or ("",))[0]),
                bool(each.fuzzy),
                tuple(each.user_comments),
                source,
                _line(lines.get(key, []), each.lineno or 1),
            )
        )
    # Babel keeps one of two entries that are alike; both are told.
    for message in list(messages):
        messages += [replace(message, line=line) for line in lines.get(message.key, ())]
    return File(source, tuple(messages))


def _line(lines: list[int], near: int) -> int:
    """The line of the context of an entry that Babel found near a line; each is taken once."""
    line = max((each for each in lines if each <= near), default=near)
    if line in lines:
        lines.remove(line)
    return line


def _where(source: Source, error: Exception) -> Span:
    line = getattr(error, "lineno", None)
    if not isinstance(line, int) or line < 0:
        return source.whole
    start = _offset(source.text, line + 1)
    end = source.text.find("\n", start)
    return source.span(start, len(source.text) if end < 0 else end)


_KEYWORD = re.compile(
    r"^(?:msgctxt|msgid|msgid_plural|msgstr)\b"
    r'(?!(?:\[\d\])?[ \t]+"(?:[^"\\\n]|\\.)*"[ \t]*$).*$',
    re.MULTILINE,
)
QUOTES = "each entry has `msgctxt`, `msgid` and `msgstr`, with their texts in quotes"


def _unquoted(source: Source) -> Span | None:
    """A line of an entry whose text is not in quotes: Babel would read it without its first letter."""
    found = _KEYWORD.search(source.text)
    return source.span(found.start(), found.end()) if found is not None else None


def _context_lines(source: Source) -> dict[str, list[int]]:
    """Where each context stands."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.startswith('msgctxt "'):
            lines.setdefault(line.rstrip()[len('msgctxt "') : -1], []).append(number)
    return lines


def _offset(text: str, line: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if at == 0:
            return len(text)
    return at


def _inside(message: Message, offset: int, length: int) -> Span:
    text = message.source.text
    start = _offset(text, message.line)
    at = text.find("\nmsgstr ", start)
    if at < 0:
        return message.span
    # Walk the quoted pieces, counting letters; an escape is two letters in the file and one in the words.
    position, seen, inside = at + len("\nmsgstr "), 0, False
    while position < len(text):
        sign = text[position]
        if sign == '"':
            inside = not inside
        elif inside:
            if seen == offset:
                end = min(position + length, max(position + 1, text.find("\n", position)))
                return message.source.span(position, end)
            seen += 1
            position += sign == "\\"
        elif sign == "\n" and text[position + 1 : position + 2] != '"':
            break
        position += 1
    return message.span


# --- writing


@dataclass(frozen=True, slots=True)
class PoEntry:
    """An entry to be written: what stands before it, its context, its rule, its words."""

    key: str
    rule: str
    words: str
    comments: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    fuzzy: bool = False


def po_text(entries: list[PoEntry], lang: str, title: str, headers: tuple[str, ...] = ()) -> str:
    """A PO file with these entries in this order and further `headers`; the same entries give the same bytes."""
    catalog = Catalog(locale=language(lang).locale, fuzzy=False, charset="utf-8")
    head = f"Words for {title}"
    body = io.BytesIO()
    for entry in entries:
        catalog.add(
            entry.rule,
            entry.words,
            context=entry.key,
            user_comments=entry.comments,
            auto_comments=entry.hints,
            flags={"fuzzy"} if entry.fuzzy else set(),
        )
    # The header of Babel has a date in it, and a file that did not change must not differ.
    write_po(body, catalog, omit_header=True, width=110)
    header = (
        f"# {head}.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {lang}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n' + "".join(f'"{each}\\n"\n' for each in headers) + "\n"
    )
    return header + body.getvalue().decode("utf-8").strip("\n") + "\n"


# --- where words are kept: `locale/` in a game's folder, with one language per PO file and one glossary each


def locale_folder(folder: Path) -> Path:
    return folder / "locale"


def told_languages(folder: Path) -> tuple[str, ...]:
    """The languages in which a game is told, English first."""
    return tuple(lang for lang in languages() if files_of(folder, lang))


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
    typed = open_text(path)
    if typed is not None:
        return Source(name, typed.replace("\r\n", "\n"))
    try:
        with open(path, "rb") as file:
            found = file.read(LARGEST + 1)
        if len(found) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST} bytes")
        return Source(name, found.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        report.add(diagnostic("L701", Label(Source(name, "").whole), hint=why.lower(), path=name))
        return None
