"""The whole way: a text in, its sentences with clauses, concepts and atoms out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from verifier.source import Source
from verifier.words.reader.atoms import atoms
from verifier.words.reader.clauses import Clauses, clauses
from verifier.words.reader.folding import plain_text
from verifier.words.reader.lexicon import Lexicon, worded
from verifier.words.reader.mending import mended
from verifier.words.reader.mentions import Mention, Vocabulary, mentions
from verifier.words.reader.numbers import Numbered, numbered
from verifier.words.reader.sentences import RawSentence, raw_sentences
from verifier.words.seam import CONCEPTS, VERBS, Atom, Clause, Concept, Sentence, Value

_COUNTED = re.compile(r" (\d{1,2}) ?[:.)–—-]")
# So many sentences behind a question answer it.
ANSWERED = 2
# Words that are nouns in every language.
NOUNS = frozenset({"row", "pile", "space", "card", "tile", "figure", "token"})


def read(
    text: Source | str, lexicon: Lexicon, terms: Mapping[Concept, Iterable[str]] | None = None
) -> list[Sentence]:
    """The sentences of a text, headings among them; `terms` words the things of a game."""
    source = text if isinstance(text, Source) else Source("", text)
    words = Vocabulary((*worded(terms or {}, lexicon), *lexicon.wordings))
    plain = mended(plain_text(source), lexicon)
    found: list[Sentence] = []
    titles = _Titles(lexicon, words)
    lead: frozenset[Concept] = frozenset()
    before: tuple[Mention, ...] = ()
    last: frozenset[Concept] = frozenset()
    trail: tuple[str, ...] = ()
    asked: list[frozenset[Concept]] = []
    steps: dict[tuple[str, ...], tuple[int, tuple[Concept, ...]]] = {}
    for raw in raw_sentences(plain, lexicon):
        if raw.trail != trail:
            trail, before, lead, asked, last = raw.trail, (), frozenset(), [], frozenset()
        above = titles.above(raw.trail).union(*asked[:1], lead if raw.is_item else ())
        sentence, own = _sentence(raw, lexicon, words, before, above)
        sentence = replace(sentence, before=last)
        last = sentence.concepts
        verbs = tuple(each.concept for each in own if each.group == "verbs")[:1]
        if _begins_with_then(own) and raw.scope == "rules" and verbs:
            earlier = tuple(each.concept for each in before if each.group == "verbs")[-1:]
            sentence = replace(sentence, atoms=(*sentence.atoms, *_in_order(earlier, verbs, own, sentence)))
        counted = raw.number if raw.number is not None else _step_of(own, sentence.folded)
        if counted is not None and raw.scope in ("rules", "heading"):
            number, earlier = steps.get(raw.trail, (0, ()))
            if counted == number + 1 and number:
                sentence = replace(
                    sentence,
                    atoms=(*sentence.atoms, *_in_order(earlier, verbs, own, sentence)),
                    concepts=sentence.concepts | {"order:then"},
                )
            steps[raw.trail] = (counted, verbs)
        found.append(sentence)
        before = own
        asked = [sentence.concepts] * ANSWERED if is_question(sentence.text) else asked[1:]
        if not raw.is_item:
            lead = sentence.concepts if raw.plain.text.endswith(":") else frozenset()
    return found


def _begins_with_then(own: Sequence[Mention]) -> bool:
    """`Draw a card. Then play one.`"""
    return bool(own) and own[0].concept == "order:then" and own[0].start <= 1


def _step_of(own: Sequence[Mention], text: str) -> int | None:
    """`Step 2: play a card` is the second of several."""
    if not own or own[0].concept != "step" or own[0].start > 1:
        return None
    number = _COUNTED.match(text[own[0].end :])
    return int(number[1]) if number is not None else None


def _in_order(
    earlier: Sequence[Concept], verbs: Sequence[Concept], own: Sequence[Mention], sentence: Sentence
) -> list[Atom]:
    """What is counted one, two, three is done in this order."""
    concepts = sentence.concepts
    return [
        Atom("order", f"{one}<{other}", None, frozenset(), concepts, concepts, False, each.start, each.end)
        for one in earlier
        for other in verbs
        if one != other
        for each in own
        if each.concept == other and each.group == "verbs"
    ][:1]


class _Titles:
    """What headings speak of; each is read once."""

    def __init__(self, lexicon: Lexicon, words: Vocabulary) -> None:
        self.lexicon, self.words = lexicon, words
        self._known: dict[str, frozenset[Concept]] = {}

    def above(self, trail: Sequence[str]) -> frozenset[Concept]:
        return frozenset().union(*(self._of(title) for title in trail))

    def _of(self, title: str) -> frozenset[Concept]:
        if title not in self._known:
            bare = self.lexicon.folded(title)
            own = {each.concept for each in mentions(bare, self.lexicon, self.words)}
            for name, patterns in self.lexicon.sections.items():
                if name in CONCEPTS and any(each.places(bare) for each in patterns):
                    own.add(name)
            self._known[title] = frozenset(own)
        return self._known[title]


def _sentence(
    raw: RawSentence,
    lexicon: Lexicon,
    words: Vocabulary,
    before: Sequence[Mention],
    above: frozenset[Concept],
) -> tuple[Sentence, tuple[Mention, ...]]:
    text = raw.plain.text
    bare = lexicon.folded(text)
    found = mentions(bare, lexicon, words, text)
    if lexicon.grammar.capital_nouns:
        found = [each for each in found if not _is_small(each, text)]
    numbers = list(numbered(bare, found, text, lexicon))
    parts = clauses(bare, [*found, *_as_mentions(numbers)], text, lexicon)
    parts = _with_things_before(parts, before)
    parts = _with_verbs_above(parts, above)
    own: tuple[Atom, ...] = () if is_question(text) else tuple(atoms(parts, numbers, text, lexicon))
    concepts = frozenset(each.concept for each in found) | frozenset(
        concept for part in parts.parts for concept in part.explicit
    )
    sentence = Sentence(
        text, bare, raw.plain.span(0, len(text)), raw.trail, raw.scope, parts.parts, concepts, above, own,
        raw.plain.places, is_title=raw.is_title,
    )  # fmt: skip
    return sentence, tuple(found)


def _as_mentions(numbers: Sequence[Numbered]) -> list[Mention]:
    """Ranges and lists hold their clause together; all stand in it as concepts: `range:2-5`, `number:8`."""
    return [
        Mention("number", f"{each.slot}:{_written(each.value)}", each.start, each.end) for each in numbers
    ]


def _written(value: Value) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _with_things_before(parts: Clauses, before: Sequence[Mention]) -> Clauses:
    """A sentence that begins without a noun speaks of what the one before it spoke of."""
    first = parts.parts[0]
    if any(each.group == "things" for each in parts.own[0]):
        return parts
    taken = frozenset(each.concept for each in before if each.group == "things")
    fresh = Clause(first.start, first.end, first.concepts | taken, first.explicit)
    return Clauses(parts.text, (fresh, *parts.parts[1:]), parts.own, parts.strong)


def _with_verbs_above(parts: Clauses, above: frozenset[Concept]) -> Clauses:
    """A sentence without any verb does what its heading, the line before a list or the question before it says."""
    if any(each.group == "verbs" for own in parts.own for each in own):
        return parts
    taken = frozenset(each for each in above if each in VERBS)
    fresh = tuple(Clause(each.start, each.end, each.concepts | taken, each.explicit) for each in parts.parts)
    return Clauses(parts.text, fresh, parts.own, parts.strong)


def _is_small(mention: Mention, text: str) -> bool:
    """A zone or a component in small letters, where nouns have capitals, is another word: `weg` is no `Weg`."""
    words = text[mention.start : mention.end].split()
    named = mention.concept.startswith(("zone:", "class:")) or mention.concept in NOUNS
    return named and not text.islower() and all(word[:1].islower() for word in words)


def is_question(text: str) -> bool:
    return text.rstrip(" '\")»”").endswith("?")
