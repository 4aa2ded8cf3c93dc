"""Which claims an atom may be about, and whether it says what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.words.judge.anchors import Concepts, Surroundings, actions_told, clause_at
from verifier.words.seam import THINGS, VERBS, Atom, BoundOp, Claim, Clause, Concept, Doing, Sentence, Value

OF_THE_GAME = frozenset({"zone", "class", "kind", "cell", "name", "define"})
_NOUNS = frozenset(THINGS)
# What a clause without a verb that is read may be recognised by.
_TELLING = frozenset({"class", "name", "phase"})
_OF_EACH = frozenset({"kind:colour", "colour:each", "quantifier:each"})
_FLIPPED = {"empty": "not-empty", "not-empty": "empty", "last": "not-empty"}
_DENIED = {"less-than": "at-least", "more-than": "at-most", "at-least": "less-than", "at-most": "more-than"}
_UNBOUNDED: dict[BoundOp, BoundOp] = {"more-than": "at-most", "less-than": "at-least"}
_NOT_SO_MANY = {"several": "one", "all": "some"}
# A bare number may stand for these bounds: `8 cards` for at least 8.
_SPOKEN_BARE = frozenset({"at-least", "at-most", "exactly"})
# Words for components of any kind.
_BARE = frozenset({"card", "tile", "figure", "token", "rest", "game", "round"})
# `27 tokens with a tile on them` counts tokens.
_OTHER_SORTS = frozenset({"token", "figure", "die"})


def is_about(claim: Claim, around: Surroundings, atom: Atom) -> bool:
    """Do the anchors of a claim stand around an atom of its slot?"""
    counted = claim.head is None or counts_head(claim.head, around.heads)
    left_open = atom.slot == "modal" and around.heads <= {"contain"} and _names_it(claim, around)
    if not counted and not left_open:
        return False
    # A claim without anchors looks at its own clause alone.
    beside = around.near if claim.near or claim.context else around.explicit
    if atom.slot == "modal" and not around.explicit & _NOUNS:
        # `The card you have just discarded, you may take`: what it is about stands outside the clause.
        beside |= around.sentence
    if claim.excluded & (beside | around.heads):
        return False
    # What is said to be so in that case points back.
    wide = around.wide | around.before if claim.slot == "modal" and len(claim.context) > 1 else around.wide
    return all(group & (around.near | around.heads) for group in claim.near) and all(
        group & wide for group in claim.context
    )


def names_all(claim: Claim, around: Surroundings) -> bool:
    """Are all anchors there but the verb, and one of them a word of the game or of its turn in the clause itself?"""
    groups = (*claim.near, *claim.context)
    told = any(
        each.partition(":")[0] in _TELLING for group in groups for each in group & around.near if ":" in each
    )
    return told and not claim.excluded & around.wide and all(group & around.wide for group in groups)


def _names_it(claim: Claim, around: Surroundings) -> bool:
    """`Several of them are permitted`: the doing is left open, but what it is done to is named."""
    return any(each.startswith("class:") for group in claim.near for each in group & around.near)


def counts_head(head: frozenset[Concept], heads: frozenset[Concept]) -> bool:
    """Is one of the heads there? The empty concept is a number that counts nothing it names."""
    named = heads - {"qualified", "definite"}
    if named & _OTHER_SORTS and not named & _OTHER_SORTS & head and "card" not in named:
        return False
    if head & named:
        # `15 cards of a class` counts that class: the bare word `card` stands for all only where nothing else is named.
        special = {each for each in named if each.startswith("class:")} or heads & {"qualified"}
        return not special or bool(head & special) or not (head & named <= _BARE)
    return "" in head and not named


_ADDED, _TAKEN = frozenset({"add", "earn"}), frozenset({"subtract", "cost", "lose"})
_GAINS, _LOSSES = frozenset({"add", "earn", "bonus"}), frozenset({"subtract", "cost", "lose", "pay"})


def has_other_sign(claim: Claim, around: Surroundings) -> bool:
    """Does the clause add what a claim subtracts, or the other way round?"""
    known = _known(claim)
    if known & _LOSSES and not known & _GAINS:
        return "add" in around.explicit and not around.explicit & _LOSSES
    if known & _GAINS and not known & _LOSSES:
        return bool(around.explicit & {"subtract", "lose"}) and not around.explicit & (_GAINS - {"bonus"})
    return False


def with_other_sign(around: Surroundings) -> Surroundings | None:
    """What stands around an atom, gained instead of lost or the other way round; nothing if it is neither or both."""
    gains, losses = bool(around.explicit & _ADDED), bool(around.explicit & _TAKEN)
    if gains == losses:
        return None
    old, new = (_ADDED, _TAKEN) if gains else (_TAKEN, _ADDED)

    def turned(concepts: Concepts) -> Concepts:
        return (concepts - old) | new if concepts & old else concepts

    return replace(
        around, heads=turned(around.heads), near=turned(around.near), explicit=turned(around.explicit),
        sentence=turned(around.sentence),
    )  # fmt: skip


def decides_nothing(claim: Claim) -> bool:
    """A claim that allows a thing and its contrary licenses everything."""
    match claim.slot:
        case "modal":
            return {"may", "must-not"} <= claim.allowed
        case "quantifier":
            return {"some", "all"} <= claim.allowed or {"none", "all"} <= claim.allowed
    return False


def is_wholly_explicit(claim: Claim, around: Surroundings) -> bool:
    """Has the clause words of its own for every anchor that must stand near, or without such for the context?"""
    said = around.explicit | around.heads
    anchors = claim.near or tuple(group for group in claim.context if not group & around.above)
    return all(group & said for group in anchors) and not (claim.excluded & around.wide)


def is_in_another_zone(claim: Claim, around: Surroundings) -> bool:
    """Does the clause name zones, and none that the claim speaks of?"""
    zones, mine = _zones(around.explicit), _zones(_known(claim))
    return bool(zones and mine) and not zones & mine


def _zones(concepts: Concepts) -> Concepts:
    """The zones among concepts; the box is one, whether the rules speak of it or not."""
    named = frozenset(each for each in concepts if each.startswith("zone:"))
    return named | {"zone:box"} if "box" in concepts else named


def is_elsewhere(claim: Claim, around: Surroundings) -> bool:
    """Is the clause about another zone, another action, or each of something?"""
    if is_in_another_zone(claim, around):
        return claim.slot != "zone"
    told = {each for each in around.near if each.startswith("action:")}
    actions = {each for group in claim.near for each in group if each.startswith("action:")}
    if told and actions and not told & actions:
        return True
    # `nine cards of each colour` is no word on how many there are in all.
    return "colour:each" in around.explicit and claim.slot == "number" and not _known(claim) & _OF_EACH


def _known(claim: Claim) -> Concepts:
    return frozenset[Concept]().union(*claim.near, *claim.context)


def names_its_thing(claim: Claim, around: Surroundings) -> bool:
    """Has the clause a word of the game itself for what a claim is about: a zone, a class, a kind?"""
    known = _known(claim)
    return any(each.partition(":")[0] in OF_THE_GAME for each in known & around.explicit)


def effective(atom: Atom) -> Value:
    """What an atom says: an emptiness whose consequence is denied says the contrary, and not lower is at least."""
    if atom.negated and isinstance(atom.value, str):
        if atom.slot == "emptiness":
            return _FLIPPED.get(atom.value, atom.value)
        if atom.slot == "comparison":
            return _DENIED.get(atom.value, atom.value)
        if atom.slot == "owner" and atom.value == "opponent":
            return "own"
        if atom.slot == "quantifier":
            return _NOT_SO_MANY.get(atom.value, atom.value)
    return atom.value


def agrees(claim: Claim, atom: Atom) -> bool:
    """Does an atom say what a claim says?"""
    value = effective(atom)
    match claim.slot:
        case "number":
            return isinstance(value, int) and _same_bound(claim, atom, value)
    return value in claim.allowed


def _same_bound(claim: Claim, atom: Atom, value: int) -> bool:
    if claim.op is None:
        return value in claim.allowed and atom.op in (None, "exactly", "at-most", "at-least")
    bounds = {_normal(claim.op, each) for each in claim.allowed if isinstance(each, int)}
    op = bound_said(atom)
    if op is None:
        return claim.op in _SPOKEN_BARE and value in claim.allowed
    return _normal(op, value) in bounds


def bound_said(atom: Atom) -> BoundOp | None:
    """`More than three do not fit`: what a clause denies is bounded the other way."""
    turned = atom.op in _UNBOUNDED and "negation:not" in atom.explicit
    return _UNBOUNDED[atom.op] if turned and atom.op is not None else atom.op


def _normal(op: str, value: int) -> tuple[str, int]:
    match op:
        case "more-than":
            return "at-least", value + 1
        case "less-than":
            return "at-most", value - 1
    return op, value


def joins(claim: Claim, atom: Atom, sentence: Sentence, doings: Sequence[Doing]) -> bool:
    """Does an `and` or `or` stand between two different actions of a choice, or between two conditions of a truth?"""
    if claim.kind == "condition":
        return _joins_conditions(claim, atom, sentence)
    if claim.excluded & sentence.concepts:
        return False
    group = claim.near[0] if claim.near else frozenset()
    left, right = _told_beside(atom, sentence, doings)
    left, right = left & group, right & group
    if effective(atom) in claim.allowed:
        return bool(left and right) and len(left | right) > 1
    return len(left) == 1 and len(right) == 1 and left != right


def _joins_conditions(claim: Claim, atom: Atom, sentence: Sentence) -> bool:
    """`At least three and more than your opponent`: the one before it, the other behind, in a sentence about both."""
    index = clause_at(sentence, atom.start)
    sides = [
        frozenset[Concept]().union(*(each.explicit for each in beside))
        for beside in (sentence.clauses[max(0, index - 1) : index], sentence.clauses[index : index + 1])
    ]
    first, second = claim.near
    spoken = sentence.concepts | sentence.above
    across = (sides[0] & first and sides[1] & second) or (sides[0] & second and sides[1] & first)
    return bool(across) and all(group & spoken for group in claim.context)


def _told_beside(atom: Atom, sentence: Sentence, doings: Sequence[Doing]) -> tuple[Concepts, Concepts]:
    """The actions told before and behind a connective; a clause without a verb takes that of its neighbour."""
    index = clause_at(sentence, atom.start)
    own = sentence.clauses[index]
    if atom.start - own.start > 3:
        return frozenset(), frozenset()
    before = sentence.clauses[max(0, index - 2) : index]
    left = frozenset[Concept]().union(*(_told(each, doings) for each in before[-1:])) or frozenset[
        Concept
    ]().union(*(_told(each, doings) for each in before))
    return left, _told(own, doings)


def _told(clause: Clause, doings: Sequence[Doing]) -> Concepts:
    spoken = clause.explicit | {each for each in clause.concepts if each in VERBS}
    named = frozenset(each for each in clause.explicit if each.startswith("action:"))
    return named or actions_told(spoken, frozenset(), doings) or _taken_from(clause, doings)


def _taken_from(clause: Clause, doings: Sequence[Doing]) -> Concepts:
    """`The top of the deck or the top of a pile`: without any verb a place is where something is taken from."""
    if clause.concepts & frozenset(VERBS):
        return frozenset()
    zones = {each for each in clause.explicit if each.startswith("zone:")}
    return frozenset(each.concept for each in doings if "take" in each.verbs and each.source & zones)


def weight(claim: Claim, around: Surroundings) -> float:
    """How surely an atom is about a claim: words of the game in its own clause weigh most, headings least."""
    said = around.explicit | around.heads
    groups = [*claim.near, *claim.context, *([claim.head] if claim.head is not None else [])]
    return sum(_weight(group, said, around) for group in groups)


def _weight(group: Concepts, said: Concepts, around: Surroundings) -> float:
    own = group & said
    if any(each.partition(":")[0] in OF_THE_GAME for each in own):
        return 2.0
    if own:
        return 1.0
    return 0.5 if group & (around.near | around.sentence) else 0.0


def specificity(claim: Claim) -> tuple[int, int]:
    """How much must stand around an atom for a claim to be meant."""
    return len(claim.near) + len(claim.context) + (claim.head is not None), -sum(map(len, claim.near))
