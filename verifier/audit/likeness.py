"""How much two sentences have in common: the things of the game under any of their names, and the stems of words."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.words.lexicon import Lexicon
from verifier.words.terms import Glossary

_WORD = re.compile(r"[^\W\d_]{4,}")
STEM = 5
Tokens = frozenset[str]


@dataclass
class Reader:
    """What a text speaks of. A rarer word is worth more."""

    things: list[tuple[str, re.Pattern[str]]]
    alike: list[tuple[str, re.Pattern[str]]]
    worth: dict[str, float] = field(default_factory=dict)

    def tokens(self, text: str) -> Tokens:
        low = text.lower()
        found = {f"={name}" for name in self.units(low)} | {
            f"~{name}" for name, words in self.alike if words.search(low)
        }
        return frozenset(found | {stem(word) for word in _WORD.findall(low)})

    def units(self, low: str) -> set[str]:
        """The things of the game that are named."""
        return {name for name, words in self.things if words.search(low)}

    def weigh(self, sentences: Iterable[Tokens]) -> None:
        every = list(sentences)
        seen = Counter(token for own in every for token in own)
        # What the lexicon knows is no chance likeness of letters.
        self.worth = {
            token: math.log(1 + len(every) / count) * (1.5 if token[0] in "=~" else 1.0)
            for token, count in seen.items()
        }

    def weight(self, tokens: Tokens) -> float:
        return sum(self.worth.get(token, 0.0) for token in tokens)

    def share(self, ours: Tokens, theirs: Tokens, heading: Tokens) -> float:
        """How much of a sentence of ours a foreign one has; its heading counts half."""
        whole = self.weight(ours)
        both = self.weight(ours & theirs) + self.weight((ours & heading) - theirs) / 2
        # A long sentence shares words by chance.
        return 2 * both / (whole + min(self.weight(theirs), 2 * whole)) if whole else 0.0


def reader(glossary: Glossary, lexicon: Lexicon) -> Reader:
    """Knows each thing by every word of the glossary, those too that our own sentences avoid."""
    things = [
        (name, _any_of((*term.forms, *term.avoid, *term.elsewhere)))
        for name, term in glossary.over(lexicon.general).terms.items()
    ]
    return Reader(things, [(name, _any_of(words)) for name, words in lexicon.alike.items()])


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    listed = (re.escape(word.lower()).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)")


def stem(word: str) -> str:
    """The beginning of a word without its accents: what scans and endings leave alone."""
    bare = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))[:STEM]
