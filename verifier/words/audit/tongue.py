"""What an audit tells, in the language of its reader: phrases with holes, and words for values and places."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.languages import ENGLISH
from verifier.words.audit.rulebook import Place
from verifier.words.comparisons import SPOKEN
from verifier.words.messages import messages
from verifier.words.seam import Atom, Claim, Value
from verifier.words.spoken import spoken

MOST_VALUES = 3


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language to answer in; what nobody has translated is said in English."""

    lang: str = ENGLISH

    def __call__(self, english: str, /, **holes: object) -> str:
        """A phrase with its holes filled in. What is filled in is never read as a phrase itself."""
        return self.phrase(english).format_map(holes)

    def phrase(self, english: str) -> str:
        """A phrase with its holes open, for somebody else to fill in."""
        return messages(self.lang).phrases.get(english, english)

    def word(self, english: str) -> str:
        """A word for a value; those that diagnostics use too are found there. A name in the rules stays as it is."""
        if self.lang == ENGLISH:
            return english
        first, between, second = english.partition(" before ")
        if between:
            return self("{first} before {second}", first=self._doing(first), second=self._doing(second))
        known = messages(self.lang)
        return known.phrases.get(english) or known.words.get(english, english)

    def _doing(self, english: str) -> str:
        return messages(self.lang).phrases.get(f"to {english}", english)

    def place(self, place: Place) -> str:
        if place.page is not None:
            return self("page {page}, line {line}", page=place.page, line=place.line)
        if place.unit == "paragraph":
            return self("paragraph {line}", line=place.line)
        return self("line {line}", line=place.line)

    def sentence(self, english: str) -> str:
        """A sentence that somebody else has put together from a phrase of ours."""
        for phrase in (
            "line {line} of the text says otherwise",
            "follows from {claim}",
            "it comes to {number}",
        ):
            head, _, rest = phrase.partition("{")
            tail = rest.partition("}")[2]
            if english.startswith(head) and english.endswith(tail):
                hole = english.removeprefix(head).removesuffix(tail)
                return self(phrase, **{rest.partition("}")[0]: hole})
        return self(english) if "{" not in english else english

    def read_as(self, atom: Atom) -> str:
        """What was read, in a word or two."""
        return self.value(atom.op, atom.value, atom.slot)

    def expected(self, claim: Claim | None) -> str:
        """What the rules say, in a word or two; a cost may be written with its sign or without."""
        if claim is None:
            return ""
        values = [value for value in sorted(claim.allowed, key=str) if not _is_signed(value, claim.allowed)]
        shown = list(dict.fromkeys(self.value(claim.op, value, claim.slot) for value in values))
        more = " ..." if len(shown) > MOST_VALUES else ""
        return f" {self.word('or')} ".join(shown[:MOST_VALUES]) + more

    def value(self, op: str | None, value: Value, slot: str) -> str:
        """A value in a slot of a sentence, in a word or two."""
        if isinstance(value, tuple):
            between = (" to " if self.lang == ENGLISH else "–") if slot == "range" else ", "
            return between.join(map(str, value))
        if isinstance(value, int):
            bound = SPOKEN.get(op or "")
            return f"{self.word(bound)} {value}" if bound else str(value)
        return self.word(spoken(slot, value))


def _is_signed(value: Value, allowed: frozenset[Value]) -> bool:
    return isinstance(value, int) and value < 0 and -value in allowed
