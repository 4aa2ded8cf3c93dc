"""A sentence held against the same sentence of the other languages: what is turned round, left out or added.

Words that have opposites are counted on every axis (`flow`: in or out, `modal`: may or must). Whoever writes the
opposite says more of one sense than any other language does and less of another than all of them: that is a slip,
however freely the sentence is worded. One of the two alone is weaker evidence: it counts for senses that translators
keep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.diagnostics import Diagnostic
from verifier.words.book import Phrasebook, slot_text, typeset
from verifier.words.catalogue import Message
from verifier.words.opposites import Opposed, opposed, tally, wordings_of
from verifier.words.said_senses import zones_said
from verifier.words.sentence_context import Case
from verifier.words.spoken import spoken
from verifier.words.template import Template, TemplateMistake, Text, template

# So many other languages must agree before they are believed.
WITNESSES = 2
# What all other languages say must be said; what none of them says must not.
KEPT = frozenset(
    {("face", "up"), ("face", "down"), ("end", "top"), ("end", "bottom"), ("rank", "most"), ("rank", "least"),
     ("polarity", "not"), ("modal", "may"), ("modal", "must"), ("modal", "must-not"), ("all", "all"),
     ("all", "any-number"), ("empty", "empty"), ("who", "opponent"), ("who", "winner"), ("who", "loser"),
     ("who", "left"), ("who", "right"), ("join", "or"), ("time", "before"), ("sum", "subtract"), ("sum", "multiply")}
)  # fmt: skip
NEW = frozenset(
    {("polarity", "not"), ("face", "up"), ("face", "down"), ("end", "top"), ("end", "bottom"), ("rank", "least"),
     ("who", "opponent"), ("who", "loser"), ("who", "left"), ("who", "right"), ("time", "before"),
     ("sum", "divide"), ("all", "some"), ("flow", "lose"), ("all", "part")}
)  # fmt: skip
# What one of these says more often than anywhere else needs no words of its own: `costs 20` for `subtract 20`.
TOLD_BY: Mapping[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("sum", "subtract"): (("flow", "lose"), ("sum", "remove")),
    ("flow", "out"): (("flow", "lose"),),
    ("flow", "lose"): (("flow", "out"),),
    ("modal", "must"): (("only", "only"),),
    ("modal", "must-not"): (("only", "only"), ("polarity", "not")),
    ("modal", "may"): (("all", "any-number"), ("cond", "if")),
    ("all", "all"): (("cond", "if"), ("all", "any-number")),
    ("all", "any-number"): (("all", "all"), ("modal", "may")),
    ("polarity", "not"): (("only", "only"),),
}
# Opposites that a denial undoes.
LOGICAL = frozenset({"modal", "empty", "size", "polarity"})
NOT, BAN = ("polarity", "not"), ("modal", "must-not")
ACCEPTED = "said otherwise:"
KNOWN = "words that would be read: {}"
ACCEPT = f"if the sentence is right all the same, write above it: `# {ACCEPTED} {{}}`"
# Components that every game has are called by plain words.
GENERAL = frozenset({"card", "tile", "figure", "player"})


Counted = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """`says` is here more often than anywhere else, `instead` less often; one of them may be nothing."""

    axis: str
    says: str | None
    instead: str | None
    words: str = ""

    @property
    def names(self) -> frozenset[str]:
        return frozenset(spoken(self.axis, each) for each in (self.says, self.instead) if each is not None)


def witness_problems(case: Case, others: Sequence[Phrasebook]) -> Iterator[Diagnostic]:
    """Where a sentence parts from all other languages; what a translator has looked at is quiet."""
    said = [(book.lang, read) for book in others if (read := _sentence(case, book)) is not None]
    if len(said) < WITNESSES:
        return
    langs = ", ".join(lang for lang, _ in said)
    accepted = accepted_senses(case.message)
    own = _words(case.template, case.book)
    for each in (
        *_differences(own, [words for _, (words, _) in said]),
        *_zones(case, [z for _, (_, z) in said]),
    ):
        if not each.names & accepted:
            yield _told(case, each, langs)


def accepted_senses(message: Message) -> frozenset[str]:
    """What a translator has looked at and found right: `# said otherwise: the top, all or each` above the entry."""
    listed = [each.removeprefix(ACCEPTED) for each in message.comments if each.startswith(ACCEPTED)]
    return frozenset(each.strip() for line in listed for each in line.split(","))


def _told(case: Case, each: Difference, langs: str) -> Diagnostic:
    if each.says is None and each.instead is not None:
        name = spoken(each.axis, each.instead)
        known = ", ".join(f"`{words}`" for words in _wordings(case.book, each.axis, each.instead))
        hint = f"{KNOWN.format(known)}; {ACCEPT.format(name)}" if known else ACCEPT.format(name)
        return case.whole("L767", hint, langs=langs, said=name)
    assert each.says is not None
    name = spoken(each.axis, each.says)
    hint = ACCEPT.format(name)
    if each.instead is None:
        return case.whole("L768", hint, words=each.words, langs=langs, said=name)
    other = spoken(each.axis, each.instead)
    return case.whole("L769", hint, words=each.words, langs=langs, said=name, other=other)


def _wordings(book: Phrasebook, axis: str, sense: str) -> tuple[str, ...]:
    """Some words that a sentence could use."""
    term = book.glossary.terms.get(sense) if axis == "zone" else None
    return (term.one,) if term is not None else wordings_of(book.lang, axis, sense)


# --- what is counted


def _differences(own: tuple[Opposed, ...], others: Sequence[tuple[Opposed, ...]]) -> Iterator[Difference]:
    mine, theirs = _counted(own), [_counted(each) for each in others]
    senses = dict.fromkeys((*mine, *(sense for each in theirs for sense in each)))
    more = [sense for sense in senses if mine[sense] > max(each[sense] for each in theirs)]
    fewer = [sense for sense in senses if mine[sense] < min(each[sense] for each in theirs)]
    turned = {
        a for a, one in more for b, other in fewer if a == b and (a, one) not in TOLD_BY.get((b, other), ())
    }
    quiet = LOGICAL if _is_denied_twice(mine, theirs, turned) else frozenset()
    words = {(each.axis, each.sense): each.words for each in own}
    words.setdefault(("sum", "subtract"), words.get(("sum", "remove"), ""))
    for axis, sense in more:
        instead = next((other for name, other in fewer if name == axis), None) if axis in turned else None
        if axis not in quiet and (instead is not None or (axis, sense) in NEW):
            yield Difference(axis, sense, instead, words[axis, sense])
    for axis, sense in fewer:
        told = any(each in more for each in TOLD_BY.get((axis, sense), ()))
        if axis not in quiet | turned and (axis, sense) in KEPT and not told:
            yield Difference(axis, None, sense)


def _counted(said: Iterable[Opposed]) -> Counted:
    """What is taken away may be subtracted: it counts as both."""
    found = tally(said)
    found["sum", "subtract"] += found["sum", "remove"]
    return +found


def _is_denied_twice(mine: Counted, theirs: Sequence[Counted], turned: set[str]) -> bool:
    """`An empty pile may not be chosen` for `the pile must have a card`: two opposites that undo each other."""
    nots = [each[NOT] for each in theirs]
    denials = max(mine[NOT] - max(nots), min(nots) - mine[NOT], 0)
    bans = max(mine[BAN] - max(each[BAN] for each in theirs), 0) if BAN[0] not in turned else 0
    flips = denials + bans + len(turned & LOGICAL)
    return flips > 1 and flips % 2 == 0


def _zones(case: Case, others: Sequence[Counted]) -> Iterator[Difference]:
    """A zone for another one; one that nobody speaks of here, unless it is a hand, where cards are kept anyway."""
    own = _named_zones(case.template, case.book)
    names = sorted({name for each in (own, *others) for name in each})
    fewer = [name for name in names if own[name] < min(each[name] for each in others)]
    for name in names:
        if fewer and own[name] > max(each[name] for each in others):
            yield Difference("zone", name[1], fewer[0][1], case.book.name(name[1]))
            return
    for sense in fewer:
        if not own[sense] and case.book.game.families[sense[1]].view != "owner":
            yield Difference("zone", None, sense[1])


# --- what is read


def _sentence(case: Case, book: Phrasebook) -> tuple[tuple[Opposed, ...], Counted] | None:
    catalogue = book.catalogues.get(case.entry.folder)
    message = catalogue.by_key.get(case.entry.key) if catalogue is not None else None
    read = template(message.words) if message is not None and message.words else None
    if read is None or isinstance(read, TemplateMistake):
        return None
    return _words(read, book), _named_zones(read, book)


def _words(read: Template, book: Phrasebook) -> tuple[Opposed, ...]:
    return opposed(_text(read, book), book.lang, _things(book))


def _text(read: Template, book: Phrasebook) -> str:
    """All words, those of marks too: what a mark says of them is not believed here."""
    pieces = (
        piece.text if isinstance(piece, Text) else slot_text(piece, book.values, book.glossary, book.lang)
        for piece in read.flat()
    )
    return typeset("".join(pieces), book.lang)


def _things(book: Phrasebook) -> tuple[str, ...]:
    """What zones and components are called: a `discard pile` is no discarding."""
    terms = book.glossary.terms
    names = [
        name for name in (*book.game.families, *book.game.classes) if name in terms and name not in GENERAL
    ]
    return tuple(dict.fromkeys(form for name in names for form in terms[name].forms))


def _named_zones(read: Template, book: Phrasebook) -> Counted:
    return Counter((each.slot, each.value) for each in zones_said(_text(read, book), book))
