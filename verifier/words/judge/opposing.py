"""What may be held against a claim: of all values that a slot can have, those that speak against it."""

from __future__ import annotations

from verifier.words.judge.anchors import Surroundings
from verifier.words.judge.matching import OF_THE_GAME, effective
from verifier.words.seam import PERSONAL, THINGS, Atom, Claim, Concept, Value

# The two ends of a scale.
HIGH, LOW = frozenset({"most", "highest", "longest"}), frozenset({"least", "lowest", "shortest"})
INVERSE = {"add": "subtract", "subtract": "add", "multiply": "divide", "divide": "multiply"}
FORBIDS = frozenset({"must-not", "negated", "only"})
RISING, FALLING = frozenset({"more-than", "at-least"}), frozenset({"less-than", "at-most"})
NEIGHBOURS = frozenset({"left-neighbour", "right-neighbour"})
# What might be taken for one of something.
SMALL = 3
# A claim with more values is a table of which a text may tell anything.
MOST_VALUES = 5
# Shorter lists are seldom a table.
TABLE = 3


def opposes(claim: Claim, atom: Atom, around: Surroundings) -> bool:
    """Can an atom that does not agree be held against a claim at all?"""
    value = effective(atom)
    match claim.slot:
        case "order":
            if value == "turn-start":
                return "after-turn" in claim.allowed
            # Only the same pair the other way round.
            return (
                isinstance(value, str)
                and _is_reversed(claim, value)
                and "role:opponent" not in around.near
                and not any(each.startswith("class:") for each in around.sentence)
            )
        case "quantifier":
            return _other_quantity(claim, value)
        case "arithmetic":
            return INVERSE.get(str(value)) in claim.allowed
        case "superlative":
            return _other_end(claim, value)
        case "list":
            rising = isinstance(value, tuple) and list(value) == sorted(set(value))
            numbers = {number for each in claim.allowed if isinstance(each, tuple) for number in each}
            if claim.kind == "range" and isinstance(value, tuple):
                rising = rising and len(value) == value[-1] - value[0] + 1
            return isinstance(value, tuple) and rising and len(value) >= TABLE and bool(numbers & set(value))
        case "modal":
            # Where something must be done because another thing may not, that it may not is no word against it.
            because = any(f"modal:{value}" in group for group in claim.context)
            return not because and _other_modal(claim, value, around)
        case "number":
            return _other_number(claim, atom, around)
        case "zone":
            # What must be empty for the game to end.
            return claim.kind == "end" and bool(around.explicit & {"emptiness:empty", "emptiness:last"})
        case "connective":
            return value == "and" or "and" in claim.allowed
        case "place":
            # Single classes may have a place of their own.
            classes = {each for each in around.explicit if each.startswith("class:")}
            known = frozenset[Concept]().union(*claim.near, *claim.context)
            return not classes or bool(classes & known)
        case "comparison":
            # Whoever says what may not be lower need not say what may be equal.
            other_way = (claim.allowed <= RISING and value in FALLING) or (
                claim.allowed <= FALLING and value in RISING
            )
            return other_way if atom.negated else value not in ("exactly", "other")
        case "colour":
            # One of each colour is no word against different ones; any pile may be meant to take from.
            putting = bool((around.near | around.sentence) & {"put", "discard"}) and "take" not in around.near
            return value != "each" and (value != "any" or putting)
        case "role":
            # Who sits on the one side does not sit on the other; what happens to all does not happen to one alone.
            alone = value == "acting" and claim.allowed <= {"each", "all"}
            return alone or {value} | claim.allowed == NEIGHBOURS
    return True


def _other_quantity(claim: Claim, value: Value) -> bool:
    """Nobody is not everybody, and one at most is not as many as you like."""
    if claim.allowed <= {"none"}:
        return value in ("all", "each", "several")
    if claim.kind == "tiebreak":
        return value == "none"
    if claim.allowed <= {"one", "some", "none"}:
        return value in ("all", "several")
    return value == "some" or (value == "one" and claim.allowed <= {"several", "all"})


def _is_reversed(claim: Claim, pair: str) -> bool:
    """Something is added more than once, and inside an action a text need not keep the order of its steps."""
    first, _, second = pair.partition("<")
    named = ":" in first and ":" in second
    if {first, second} <= INVERSE.keys() or (claim.rule.startswith(("action:", "procedure:")) and not named):
        return False
    return f"{second}<{first}" in claim.allowed


def _other_end(claim: Claim, value: Value) -> bool:
    if claim.allowed & HIGH:
        return value in LOW
    if claim.allowed & LOW:
        return value in HIGH
    if claim.allowed <= {"first"}:
        return value == "last"
    return value in PERSONAL


def _other_modal(claim: Claim, value: Value, around: Surroundings) -> bool:
    """People say `may` of what must be done in a phase, and tell what is done without a modal."""
    if claim.allowed <= FORBIDS:
        told = _told_of(claim, around)
        beside = told | around.before | (around.above if claim.kind == "tiebreak" else frozenset())
        return value == "may" or (
            value == "assert"
            and bool(claim.context)
            and all(group & told for group in claim.context[:1])
            and all(group & beside for group in claim.context)
        )
    if value == "may":
        particular = any(not each.startswith(("action:", "phase:")) for group in claim.near for each in group)
        # What is over for good nobody may begin again.
        over = "must-not" in claim.allowed and "contain" not in around.heads
        return particular or over or "modal:need-not" in around.near
    return value in ("must", "must-not", "negated")


def _told_of(claim: Claim, around: Surroundings) -> frozenset[Concept]:
    """What breaks a tie is told in one sentence, anything else in one clause."""
    if claim.kind == "tiebreak":
        return around.sentence
    # `..., and this is multiplied too`: without a noun of its own a clause speaks of what the one before it named.
    named = any(each in THINGS or each.partition(":")[0] in OF_THE_GAME for each in around.explicit)
    return around.explicit if named else around.near


def _other_number(claim: Claim, atom: Atom, around: Surroundings) -> bool:
    """Some of many may be meant anywhere but in a list of what there is, or where all of them are meant."""
    if atom.value == 0 or (claim.allowed <= {0, 1} and not _is_small(atom.value)):
        return False
    if len(claim.allowed) > MOST_VALUES:
        return False
    if not atom.heads - {"qualified", "definite"} and not _is_spoken_of(claim, around):
        return False
    if claim.kind == "count":
        said = around.near | (around.sentence if _is_named(atom) else frozenset())
        beside = any(group & said - (claim.head or frozenset()) for group in claim.context)
        return bool({"contents", "set-up"} & around.wide) or "definite" in atom.heads or beside
    return True


def _is_spoken_of(claim: Claim, around: Surroundings) -> bool:
    """A number that counts nothing it names is held only against what its own sentence speaks of."""
    said = around.explicit | around.sentence
    beside = not claim.context or any(group & said for group in claim.context)
    return beside and all(group & around.explicit for group in claim.near)


def _is_named(atom: Atom) -> bool:
    return any(each.startswith("class:") for each in atom.heads)


def _is_small(value: Value) -> bool:
    return isinstance(value, int) and abs(value) <= SMALL
