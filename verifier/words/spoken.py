"""What a value in a slot of a sentence is called when people are told of it."""

from __future__ import annotations

from verifier.words.seam import Value

_PLAIN: dict[tuple[str, str], str] = {
    ("face", "up"): "open to all",
    ("face", "down"): "face down",
    ("place", "top"): "the top",
    ("place", "bottom"): "the bottom",
    ("place", "start"): "at the start",
    ("place", "end"): "at the end",
    ("place", "anywhere"): "anywhere",
    ("who", "opponent"): "the opponent",
    ("owner", "own"): "one's own",
    ("owner", "opponent"): "the opponent's",
    ("owner", "any"): "anybody's",
    ("who", "left-neighbour"): "the player on the left",
    ("who", "right-neighbour"): "the player on the right",
    ("superlative", "most"): "the highest or most",
    ("superlative", "least"): "the lowest or fewest",
    ("quantifier", "all"): "all or each",
    ("quantifier", "each"): "all or each",
    ("connective", "either"): "or",
    ("emptiness", "not-empty"): "not empty",
    ("emptiness", "last"): "the last card",
    ("condition", "if"): "where it is there",
    ("condition", "unless"): "where it is not there",
    ("arithmetic", "add"): "added",
    ("arithmetic", "subtract"): "subtracted",
    ("arithmetic", "multiply"): "multiplied",
    ("arithmetic", "divide"): "divided",
    ("verb", "lose"): "lost",
    ("verb", "discard"): "discarded",
    ("modal", "assert"): "done",
    ("modal", "negated"): "not done",
    ("modal", "must-not"): "must not",
    ("modal", "only"): "may only",
    ("colour", "same"): "the same colour",
    ("colour", "other"): "another colour",
    ("colour", "any"): "any colour",
    ("colour", "each"): "each colour",
    ("flow", "in"): "gained",
    ("flow", "out"): "given away",
    ("flow", "lose"): "lost or paid",
    ("sum", "add"): "added",
    ("sum", "subtract"): "subtracted",
    ("sum", "remove"): "subtracted",
    ("sum", "multiply"): "multiplied",
    ("sum", "divide"): "divided",
    ("all", "all"): "all or each",
    ("all", "any-number"): "any number",
    ("all", "part"): "one of them",
    ("end", "top"): "the top",
    ("end", "bottom"): "the bottom",
    ("rank", "most"): "the highest or most",
    ("rank", "least"): "the lowest or fewest",
    ("empty", "full"): "not empty",
    ("who", "winner"): "the winner",
    ("who", "loser"): "the loser",
    ("who", "left"): "the left",
    ("who", "right"): "the right",
    ("comparison", "more-than"): "more than",
    ("comparison", "at-least"): "at least",
    ("comparison", "less-than"): "less than",
    ("comparison", "at-most"): "at most",
}


def spoken(slot: str, value: Value) -> str:
    """A value in plain words; what has a name of its own in the game keeps it."""
    known = _PLAIN.get((slot, str(value)))
    if known is not None:
        return known
    return " before ".join(part.rpartition(":")[2] for part in str(value).split("<"))


def spoken_choice(slot: str, values: frozenset[str]) -> str:
    return " or ".join(dict.fromkeys(spoken(slot, value) for value in sorted(values)))
