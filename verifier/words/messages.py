"""The tool's own messages in another language: a diagnostic in English in, the same in the reader's language out.

Every room words its messages in English, with names and numbers filled in. The catalogue of messages has the
English templates and their translations; a message is recognised by its template, and what was filled in is
filled in again. So no room needs to know that there are other languages.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from babel.messages.pofile import read_po

from verifier.diagnostics import Diagnostic, Label
from verifier.languages import language, language_text
from verifier.words.answers import SEMICOLON, Answers, joined

OF_A_CODE = re.compile(r"[A-Z]\d{3}")
_QUOTED = re.compile(r"`[^`]*`")
_HOLE = re.compile(r"\{(\w+)\}")
# Words of the frame around a message.
FRAME = ("error", "warning", "hint", "rule", "note")


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """An English message with holes, and its translation with the same holes."""

    english: str
    translated: str
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, english: str, translated: str) -> MessageTemplate:
        parts = _HOLE.split(english)
        # Between backticks stands one name; anywhere else a hole may have any words.
        regex = "".join(
            re.escape(part) if at % 2 == 0 else f"(?P<{part}>{_inside(parts, at)})"
            for at, part in enumerate(parts)
        )
        return cls(english, translated, re.compile(regex, re.DOTALL))


def _inside(parts: list[str], at: int) -> str:
    quoted = parts[at - 1].endswith("`") and parts[at + 1].startswith("`")
    return "[^`]*?" if quoted else ".+?"


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages of one language: titles by code, and sentences of labels and hints."""

    lang: str
    titles: Mapping[str, MessageTemplate]
    sentences: tuple[MessageTemplate, ...]
    words: Mapping[str, str]
    # `error`, `hint` and the like.
    frame: Mapping[str, str]
    # What `audit` and its pages say, by the English template.
    phrases: Mapping[str, str] = field(default_factory=dict)
    # What `--help` says, by the English paragraph.
    help: Mapping[str, str] = field(default_factory=dict)
    # Lines of answers, and parts of them.
    answers: Answers = field(default_factory=lambda: Answers(()))

    def diagnostic(self, found: Diagnostic) -> Diagnostic:
        """The diagnostic with its title, its labels and its hint in this language."""
        return replace(
            found,
            title=self.title(found.code, found.title),
            labels=tuple(Label(label.span, self.sentence(label.text)) for label in found.labels),
            hint=self.sentence(found.hint) if found.hint is not None else None,
        )

    def title(self, code: str, english: str) -> str:
        template = self.titles.get(code)
        return self._counted(template, english) or english if template is not None else english

    def sentence(self, english: str) -> str:
        """The sentence in this language, or as it is where nobody has translated it."""
        return self.known(english) or english

    def known(self, english: str) -> str | None:
        if english in self.words:
            return self.words[english]
        for template in self.sentences:
            filled = self._counted(template, english)
            if filled is not None:
                return filled
        # A hint may be put together from several.
        if SEMICOLON not in english:
            return None
        parts = [self.known(part) for part in english.split(SEMICOLON)]
        return None if None in parts else joined(map(str, parts), self.lang)

    def _counted(self, template: MessageTemplate, english: str) -> str | None:
        filled = self._filled(template, english)
        return language(self.lang).counted(filled) if filled is not None else None

    def _filled(self, template: MessageTemplate, english: str) -> str | None:
        found = template.pattern.fullmatch(english)
        if found is None:
            return None
        # What was filled in may itself be words of ours: `a number`, `at least`.
        holes = {name: self._word(value) for name, value in found.groupdict().items()}
        return _HOLE.sub(lambda hole: holes[hole[1]], template.translated)

    def _word(self, english: str) -> str:
        """A word of ours in this language, or several with an `or` between them."""
        if english in self.words:
            return self.words[english]
        parts = english.split(" or ")
        known = all(part in self.words or _QUOTED.fullmatch(part) for part in parts)
        if len(parts) > 1 and known and "or" in self.words:
            return f" {self.words['or']} ".join(self.words.get(part, part) for part in parts)
        return english


@lru_cache
def messages(lang: str) -> Messages:
    """The messages of a language; where nobody has translated them they stay as they are in the code, in English."""
    text = language_text(lang, "messages.po")
    if text is None:
        return Messages(lang, {}, (), {}, {word: word for word in FRAME})
    entries = read_po(io.StringIO(text))
    pairs = [(str(each.context), str(each.id), str(each.string)) for each in entries if each.id]
    titles = {
        context: MessageTemplate.of(one, two) for context, one, two in pairs if OF_A_CODE.fullmatch(context)
    }
    others = [(one, two) for context, one, two in pairs if context == "sentence"]
    frame = {one: two for context, one, two in pairs if context == "frame"}
    phrases, help = (
        {one: two for each, one, two in pairs if each == context} for context in ("audit", "help")
    )
    # The template with the most words of its own goes first: `write {a}` fits almost anything.
    holed = sorted(
        (pair for pair in others if _HOLE.search(pair[0])), key=lambda pair: -len(_HOLE.sub("", pair[0]))
    )
    words = {one: two for one, two in others if not _HOLE.search(one)}
    sentences = tuple(MessageTemplate.of(*pair) for pair in holed)
    return Messages(lang, titles, sentences, words, frame, phrases, help, Answers(pairs, lang))
