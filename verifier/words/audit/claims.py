"""What can be asked of a foreign text: the numbers of the rules and their comparisons, and how we tell them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.diagnostics import Rejected
from verifier.model.from_surface import player_counts
from verifier.model.game import Game
from verifier.program import Program
from verifier.words import Phrasebook
from verifier.words.book import rendered
from verifier.words.entries import Entry
from verifier.words.formal import formal
from verifier.words.template import Slot, Template, TemplateMistake, template

# What players are told; invariants and witnesses are ours alone.
TOLD = frozenset(
    {
        "rule",
        "setup",
        "setup-once",
        "rounds",
        "phase",
        "action",
        "procedure",
        "define",
        "zone",
        "card",
        "tile",
        "starter",
    }
)
_CLAUSE = re.compile(r"(?<=[.;!?])\s+")


@dataclass(frozen=True, slots=True)
class RulebookClaim:
    """Something the rules commit themselves to.

    A number: `name`, its `value`, what it counts, how a rule compares with it. Or, without a value, the comparison of
    one rule. `sentences` are the ones in which our catalogue tells of it, `ids` what these belong to.
    """

    name: str
    label: str
    value: int | None
    unit: str | None
    op: str | None
    ids: tuple[str, ...]
    sentences: tuple[str, ...]
    # Counts of components follow from what is printed on them: a text need not say them. A `sum` is of several sorts.
    is_count: bool = False
    is_sum: bool = False


def claims_of(book: Phrasebook) -> Iterator[RulebookClaim]:
    """Every claim of a rule set that its catalogue has words for."""
    yield from _quantities(book)
    yield from _counts(book)
    yield from _comparisons(book)


def _quantities(book: Phrasebook) -> Iterator[RulebookClaim]:
    """Numbers that the rules name and a sentence tells. The one of `one card` is an article, and left out."""
    uses: dict[str, list[tuple[Entry, str, Slot]]] = {}
    for entry, read in _templates(book):
        for slot in read.slots():
            if book.values.of(slot) is not None and not slot.value[0].lstrip("-").isdecimal():
                uses.setdefault(" ".join(slot.value), []).append((entry, _clause(book, read, slot), slot))
    for name, told in uses.items():
        value = book.values.of(told[0][2])
        if value is None or abs(value) <= 1:
            continue
        units = Counter(slot.term for _, _, slot in told if slot.term is not None)
        ops = {op for entry, _, _ in told if (op := _op(book, entry, name)) is not None}
        label = book.said(f"number:{name}") if f"number:{name}" in book.entries else name
        yield RulebookClaim(
            name,
            label,
            value,
            units.most_common(1)[0][0] if units else None,
            ops.pop() if len(ops) == 1 else None,
            tuple(dict.fromkeys(entry.id for entry, _, _ in told)),
            tuple(dict.fromkeys(f"{label}. {clause}" for _, clause, _ in told)),
        )


def _counts(book: Phrasebook) -> Iterator[RulebookClaim]:
    """How many there are of each sort of component, as far as the glossary has a word for it.

    What each player has of his own is counted by the player in a rulebook, and left out.
    """
    full = _game_for_most(book)
    for name, things in book.game.classes.items():
        same = full is not None and len(full.classes[name].ids) == len(things.ids)
        if len(things.ids) > 1 and name in book.glossary.terms and same:
            word = book.name(name, plural=True)
            several = any(
                set(other.ids) < set(things.ids) for other in book.game.classes.values() if other.ids
            )
            yield RulebookClaim(f"all {name}", word, len(things.ids), name, None, (), (word,), True, several)


def _game_for_most(book: Phrasebook) -> Game | None:
    most = player_counts(book.laid.items)[-1]
    try:
        return Program(book.game.name, book.laid, most, scenarios=False).game
    except Rejected:
        return None


def _comparisons(book: Phrasebook) -> Iterator[RulebookClaim]:
    """Rules that compare two things of the game, neither of them a number."""
    for entry, read in _templates(book):
        found = formal(entry, book.laid).comparisons
        between = {each.op for each in found if not any(_is_number(book, name) for name in each.numbers)}
        if entry.sort == "rule" and len(found) == 1 and between and not found[0].exact:
            told = rendered(read, book.values, book.glossary, book.lang)
            yield RulebookClaim(entry.id, told, None, None, found[0].op, (entry.id,), (told,))


def _is_number(book: Phrasebook, name: str) -> bool:
    """A number with a name, or one that says how much; nothing is where counting begins."""
    return name in book.values.numbers or (name.lstrip("-").isdecimal() and int(name) != 0)


def _templates(book: Phrasebook) -> Iterator[tuple[Entry, Template]]:
    for id, entry in book.entries.items():
        message = book.message(id)
        read = template(message.words) if message is not None and message.words else None
        if entry.sort in TOLD and read is not None and not isinstance(read, TemplateMistake):
            yield entry, read


def _clause(book: Phrasebook, read: Template, slot: Slot) -> str:
    """Of a long sentence the part in which the number stands."""
    whole = rendered(read, book.values, book.glossary, book.lang)
    value = str(book.values.of(slot))
    own = [clause for clause in _CLAUSE.split(whole) if re.search(rf"(?<!\d){value}(?!\d)", clause)]
    return own[0] if own else whole


def _op(book: Phrasebook, entry: Entry, name: str) -> str | None:
    """How a rule compares with a number, if it does so in one way."""
    ops = {each.op for each in formal(entry, book.laid).comparisons if name in each.numbers and each.exact}
    return ops.pop() if len(ops) == 1 else None
