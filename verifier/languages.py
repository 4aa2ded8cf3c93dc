"""Human languages as data: a language is a folder `grammar/languages/<code>/`, and no code knows any by name.

`language.toml` has its name, its signs and its number words. The other files are optional, and where one is
missing, or a line of it, English stands in: `phrases.toml`, `pages.toml`, `keywords.toml`, `messages.po`.
Languages of one's own stand in a folder that RULEWRIGHT_LANGUAGES names.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from verifier.diagnostics import Diagnostic, Label, Rejected, Report, diagnostic
from verifier.source import Source

# What every reader is given where their own language has no words, and the language of messages in the code.
ENGLISH = "en"
OWN_LANGUAGES = "RULEWRIGHT_LANGUAGES"
SETTINGS = "language.toml"
QUOTES = '"“”„«»'
NBSP, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
_SPACES = f" {NBSP}{NARROW}"
HIGHEST_SPELLED = 100


# --- where languages are


def grammar_folder() -> Path:
    """`grammar/` beside the package in a checkout, or the copy that the wheel carries."""
    package = Path(__file__).resolve().parent
    checkout = package.parent / "grammar"
    return checkout if (checkout / "rules.lark").is_file() else package / "_data" / "grammar"


def grammar_text(name: str) -> str:
    return (grammar_folder() / name).read_text(encoding="utf-8")


def language_folders() -> Mapping[str, Path]:
    """The folder of every language, English first; one's own wins over one that is shipped."""
    shelves = [grammar_folder() / "languages"]
    if own := os.environ.get(OWN_LANGUAGES):
        shelves.append(Path(own))
    return _on(*shelves)


def _on(*shelves: Path) -> Mapping[str, Path]:
    found = {
        folder.name: folder
        for shelf in shelves
        if shelf.is_dir()
        for folder in shelf.iterdir()
        if (folder / SETTINGS).is_file()
    }
    return {code: found[code] for code in sorted(found, key=lambda code: (code != ENGLISH, code))}


def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return tuple(language_folders())


def shipped_languages() -> str:
    """Those that come with the program, as the help lists them: its sentences are translated with this list."""
    return ", ".join(_on(grammar_folder() / "languages"))


def language_text(code: str, name: str) -> str | None:
    """A file of a language, or nothing where the language does not have it."""
    path = _folder(code) / name
    return path.read_text(encoding="utf-8") if path.is_file() else None


def language_table(code: str, name: str) -> dict[str, Any]:
    """A TOML file of a language; an empty table where the language does not have it."""
    text = language_text(code, name)
    if text is None:
        return {}
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # People add wordings to these files: a slip in one is theirs to mend.
        raise _refused(code, name, str(error)) from None


def shown_path(code: str, name: str) -> str:
    """A file of a language as a reader of messages finds it."""
    folder = _folder(code)
    shelf = grammar_folder()
    return f"grammar/languages/{code}/{name}" if folder.is_relative_to(shelf) else str(folder / name)


def _folder(code: str) -> Path:
    found = language_folders().get(code)
    if found is None:
        raise _rejected(diagnostic("L702", hint=f"one of {', '.join(languages())}", lang=code))
    return found


def _refused(code: str, name: str, why: str) -> Rejected:
    path = shown_path(code, name)
    source = Source(path, language_text(code, name) or "")
    return _rejected(diagnostic("L703", Label(source.whole), hint=why, path=path))


def _rejected(found: Diagnostic) -> Rejected:
    report = Report()
    report.add(found)
    return Rejected(report)


# --- what a language is like


@dataclass(frozen=True, slots=True)
class Language:
    """`locale` is what Babel calls it; signs in `narrow` and `wide` keep a space before them."""

    code: str
    name: str
    locale: str
    quotes: tuple[str, str]
    narrow: str
    wide: str
    opening: str
    words: tuple[str, ...]
    # The word for one, by gender.
    one: Mapping[str, str]
    # Other spellings that a text may have.
    also: Mapping[str, int]
    # What our own lines count, by the form for several.
    singular: Mapping[str, str]

    def typeset(self, text: str) -> str:
        """True apostrophes, and the spaces that keep a sign with its word; between backticks all stays as it is."""
        parts = re.split(r"(`[^`\n]+`)", text)
        return "".join(self._typeset(part) if at % 2 == 0 else part for at, part in enumerate(parts))

    def _typeset(self, text: str) -> str:
        text = text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").replace("...", "\N{HORIZONTAL ELLIPSIS}")
        for signs, space in ((self.narrow, NARROW), (self.wide, NBSP)):
            if signs:
                text = re.sub(rf"[{_SPACES}]+([{re.escape(signs)}])", rf"{space}\1", text)
        if self.opening:
            text = re.sub(rf"([{re.escape(self.opening)}])[{_SPACES}]*", rf"\1{NBSP}", text)
        return text

    def counted(self, line: str) -> str:
        """A line of ours with the singular after 1: `1 move`, where it was made with `{n} moves`."""
        return _after_one(line, self.singular)

    def in_several(self, line: str) -> str:
        """The other way round: the line as if there were several, by which its template is known."""
        return _after_one(line, {one: several for several, one in self.singular.items()})

    def sign(self, sign: str) -> str:
        """A sign with the space that the language keeps before it."""
        return self.typeset(f" {sign}") if sign in self.narrow + self.wide else sign

    @property
    def foreign_quotes(self) -> frozenset[str]:
        return frozenset(QUOTES) - set(self.quotes)

    def tight_signs(self) -> re.Pattern[str] | None:
        """Signs that lack their space; group 1 is a sign that wants one before it."""
        parts = []
        if before := self.narrow + self.wide:
            parts.append(rf"(?<=[^\s{_SPACES}])([{re.escape(before)}])")
        if self.opening:
            parts.append(rf"[{re.escape(self.opening)}](?=\S)(?![{_SPACES}])")
        return re.compile("|".join(parts)) if parts else None

    def spelled(self, value: int, gender: str | None = None) -> str | None:
        """The number in words, as far as rulebooks write numbers in words."""
        if not 0 <= value < len(self.words):
            return None
        if value == 1 and self.one:
            return self.one.get(gender or "m") or next(iter(self.one.values()))
        return self.words[value]

    def number_words(self) -> dict[str, int]:
        """Every number word that a sentence could have: from two on, since the word for one is an article too."""
        usual = {word: value for value, word in enumerate(self.words) if value > 1}
        return {**self.also, **usual}


def _after_one(line: str, forms: Mapping[str, str]) -> str:
    """The line with the other form of what stands after the number 1; between backticks all stays as it is."""
    if "1 " not in line or not forms:
        return line
    nouns = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w.,:/−-])1 ({nouns})(?!\w)")
    parts = line.split("`")
    parts[::2] = (pattern.sub(lambda found: f"1 {forms[found[1]]}", part) for part in parts[::2])
    return "`".join(parts)


def language(code: str) -> Language:
    """A language by its code."""
    return _read(code, _folder(code))


@lru_cache
def _read(code: str, folder: Path) -> Language:
    table = language_table(code, SETTINGS)
    signs, numbers = table.get("typography", {}), table.get("numbers", {})
    words = tuple(str(numbers.get("words", "")).split())
    missing = [key for key in ("name",) if key not in table]
    if missing:
        raise _refused(code, SETTINGS, f"it has no `{missing[0]}`")
    if len(words) not in (0, HIGHEST_SPELLED + 1):
        why = f"`numbers.words` lists {len(words)} words; one is needed for each number from 0 to {HIGHEST_SPELLED}"
        raise _refused(code, SETTINGS, why)
    words = tuple(word.replace("_", " ") for word in words)
    left, right = str(signs.get("quotes", "“ ”")).split()
    also = {str(word): int(value) for word, value in numbers.get("also", {}).items()}
    for change in numbers.get("respelled", ()):
        also |= _respelled(words, str(change["from"]), str(change["to"]))
    return Language(
        code=code,
        name=str(table["name"]),
        locale=str(table.get("locale", code)),
        quotes=(left, right),
        narrow=str(signs.get("narrow-space-before", "")),
        wide=str(signs.get("space-before", "")),
        opening=str(signs.get("space-after", "")),
        words=words,
        one={gender: str(word) for gender, word in numbers.get("one", {}).items()},
        also=also,
        singular={str(several): str(one) for several, one in numbers.get("singular", {}).items()},
    )


def _respelled(words: tuple[str, ...], old: str, new: str) -> dict[str, int]:
    """`twenty two` beside `twenty-two`."""
    return {word.replace(old, new): value for value, word in enumerate(words) if value > 1 and old in word}
