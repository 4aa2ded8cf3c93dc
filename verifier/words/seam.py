"""The seam between the rules and a text: claims on one side, atoms of sentences on the other, in the same concepts.

`words/claims` makes claims from a game and reads no text; `words/reader` makes sentences with atoms from a text and
knows no rules; `words/judge` holds one against the other. All three speak of what is here and of nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span

# A thing of the game, `zone:deck`, `class:coin`, `kind:colour`, `name:red` (a member of a kind), `cell:total`,
# `number:rounds`, `action:draw`, `phase:play`, worded by its glossary; or a word of `CONCEPTS`, worded by the
# lexicon of the language.
Concept = str
# A number, a word of `VALUES` for its slot or a concept; for ranges (low, high), for lists all of them in order.
Value = int | str | tuple[int, ...]

SlotKind = Literal[
    "number",
    "ordinal",
    "range",
    "list",
    "comparison",
    "modal",
    "face",
    "place",
    "colour",
    "owner",
    "role",
    "direction",
    "superlative",
    "quantifier",
    "arithmetic",
    "order",
    "connective",
    "emptiness",
    "zone",
    "condition",
]
# At least, more than, at most, less than, exactly so many.
BoundOp = Literal["at-least", "more-than", "at-most", "less-than", "exactly"]
ClaimKind = Literal[
    "quantity",
    "count",
    "range",
    "comparison",
    "threshold",
    "table",
    "modality",
    "order",
    "choice",
    "role",
    "zone",
    "position",
    "visibility",
    "quantifier",
    "condition",
    "arithmetic",
    "superlative",
    "tiebreak",
    "starter",
    "direction",
    "end",
    "setup",
]

# Words that every game has, in every language the same list: each has its wordings in every lexicon.
THINGS: tuple[Concept, ...] = (
    "card", "player", "point", "game", "round", "turn", "step", "option", "copy", "sort", "rest", "box", "bonus",
    "cost", "score", "hand", "side", "money", "pile", "row", "space", "figure", "tile", "die", "token", "contents",
    "colour-word", "number-word", "edge", "symbol", "effect",
)  # fmt: skip
VERBS: tuple[Concept, ...] = (
    "put", "discard", "take", "deal", "shuffle", "start", "finish", "win", "add", "subtract", "multiply", "see",
    "contain", "earn", "lose", "pay", "swap", "move", "announce", "accomplish", "pass", "choose", "reveal", "roll",
    "build", "return", "remove", "share", "keep", "divide", "protect", "trade", "refill", "count",
)  # fmt: skip
OTHERS: tuple[Concept, ...] = (
    "tie", "just-dropped", "next-round", "negative", "covered", "previous", "consecutive", "condition", "exception",
    "at-once", "once", "set-up", "goal", "already",
)  # fmt: skip
CONCEPTS: tuple[Concept, ...] = (*THINGS, *VERBS, *OTHERS)

# What an atom of a slot without numbers may say. An atom also stands as the concept `<slot>:<value>` in its clause
# (`place:top`, `superlative:most`), so that claims can ask for it in `near` and shut it out in `excluded`.
VALUES: dict[SlotKind, tuple[str, ...]] = {
    "comparison": ("more-than", "at-least", "less-than", "at-most", "exactly", "other"),
    "modal": ("must", "may", "must-not", "only", "assert", "negated"),
    "face": ("up", "down"),
    "place": ("top", "bottom", "start", "end", "anywhere"),
    "colour": ("same", "other", "any", "each"),
    "owner": ("own", "opponent", "any"),
    "role": (
        "acting", "opponent", "left-neighbour", "right-neighbour", "next", "starter", "winner", "each", "all", "other",
    ),
    "direction": ("clockwise", "counter", "alternate"),
    # Besides these the names of what is given about players (`oldest`), worded by glossary or lexicon.
    "superlative": (
        "most", "least", "highest", "lowest", "oldest", "youngest", "first", "last", "longest", "shortest",
    ),
    "quantifier": ("all", "each", "some", "several", "one", "none"),
    "arithmetic": ("add", "subtract", "multiply", "divide"),
    # Besides these which doing comes before which: `put<take`.
    "order": ("first", "then", "before", "after", "earlier"),
    "connective": ("and", "or", "either"),
    "emptiness": ("empty", "not-empty", "last"),
    # Allowed, or forbidden, where something is there: a duty not to counts as a permission under the contrary.
    "condition": ("if", "unless"),
}  # fmt: skip

# Words that single out somebody by what the game knows nothing of.
PERSONAL: frozenset[Value] = frozenset({"oldest", "youngest", "longest-ago-birthday"})

PatchKind = Literal[
    "number", "comparison", "modal", "superlative", "face", "arithmetic", "order", "place", "literal"
]


@dataclass(frozen=True, slots=True)
class Patch:
    """One place of the rules that a text can contradict: what `audit` changes there to play the text out.

    `place` is the name of a number, or the id of the entry in which the node stands; `nth` counts the nodes of this
    kind in it; `was` is what the rules have there.
    """

    kind: PatchKind
    place: str
    was: Value
    nth: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing the rules commit themselves to, with the slot of a sentence that decides it."""

    # Unique: `<rule id>/<what>`, as `long-row/threshold`.
    id: str
    # The id of an entry of the catalogue (`rule:long-row`), or nothing for what follows from components.
    rule: str
    kind: ClaimKind
    slot: SlotKind
    # The values that are right: several wordings may be.
    allowed: frozenset[Value]
    # For numbers that are bounds.
    op: BoundOp | None = None
    # For numbers what is counted, for modals which doing; nothing leaves it open. The empty concept is no noun at all.
    head: frozenset[Concept] | None = None
    # One of each group in the same clause; one of each group in the sentence or its headings.
    near: tuple[frozenset[Concept], ...] = ()
    context: tuple[frozenset[Concept], ...] = ()
    # What shows that something else is meant.
    excluded: frozenset[Concept] = frozenset()
    # Would a rulebook say it? Else it only licenses what a text says.
    expected: bool = True
    patch: Patch | None = None
    # May a text be held against it? What is anchored too loosely to tell one thing from another only licenses.
    binding: bool = True
    # What is printed on a component is asked only of a text that names one of these; nothing asks it of every text.
    asked_of: frozenset[Concept] = frozenset()
    # A sentence that speaks of all of one of these shows it without a word for it: five colours by their names.
    shown_by: tuple[frozenset[Concept], ...] = ()


def what_is_done(claim: Claim) -> str:
    """What an action does, without its name: `card-to-row/face` of `lay/card-to-row/face`."""
    _, _, what = claim.id.partition("/")
    return what if claim.rule.startswith("action:") and ("-to-" in what or "carried-out" in what) else ""


@dataclass(frozen=True, slots=True)
class Doing:
    """What an action of the rules looks like in a text: a verb with the zones it moves things from and to.

    A clause speaks of the action when it has one of the verbs and no zone of another doing; the judge then counts
    `concept` (`action:draw`) among the concepts of that clause.
    """

    concept: Concept
    verbs: frozenset[Concept]
    source: frozenset[Concept]
    target: frozenset[Concept]
    # What is moved.
    things: frozenset[Concept]


@dataclass(frozen=True, slots=True)
class Atom:
    """One operator of a text: a number, a face, a comparison, a must. Never one for a whole sentence."""

    slot: SlotKind
    value: Value
    op: BoundOp | None
    # What a number counts, which doing a modal is about.
    heads: frozenset[Concept]
    # The concepts of the clause, and of them those that are not inherited from a neighbour clause.
    near: frozenset[Concept]
    explicit: frozenset[Concept]
    # Is it denied? For an emptiness: is what follows from it denied (`an empty row costs nothing`)?
    negated: bool
    # Its place in the sentence.
    start: int
    end: int


Scope = Literal["rules", "variant", "players", "example", "advice", "credits", "card", "heading"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence with one doing at most: from punctuation, coordination or a condition to the next."""

    start: int
    end: int
    concepts: frozenset[Concept]
    explicit: frozenset[Concept]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text as read: where it stands, below which headings, in which scope, and its atoms."""

    text: str
    # As the lexicon sees it: without accents and capitals, every character at its old place.
    folded: str
    span: Span
    # The headings above it, the nearest last.
    trail: tuple[str, ...]
    scope: Scope
    clauses: tuple[Clause, ...]
    # All concepts of the sentence, and those of its headings.
    concepts: frozenset[Concept]
    above: frozenset[Concept]
    atoms: tuple[Atom, ...]
    # Where each character of `text` stands in the source, whose lines it may have left.
    places: tuple[int, ...] = ()
    # What the sentence before it in the same passage speaks of: `this time`, `in that case` point there.
    before: frozenset[Concept] = frozenset()
    # Is it a heading, whatever its scope?
    is_title: bool = False
