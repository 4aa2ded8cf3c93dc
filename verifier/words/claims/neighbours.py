"""What a wrong text would say: a claim in, the values beside the right ones out."""

from __future__ import annotations

from verifier.words.seam import VALUES, Claim, Value

# Values of one slot that nobody takes for one another: a text with the one does not contradict the other.
APART: dict[str, frozenset[str]] = {
    "modal": frozenset({"assert"}),
    "superlative": frozenset({"first", "last"}),
    "quantifier": frozenset({"some"}),
}
OPPOSITES: dict[str, frozenset[str]] = {
    "most": frozenset({"least", "lowest"}),
    "highest": frozenset({"lowest", "least"}),
    "least": frozenset({"most", "highest"}),
    "lowest": frozenset({"highest", "most"}),
}


def neighbours(claim: Claim) -> frozenset[Value]:
    """Every value of the slot that would make a text wrong about this claim."""
    match claim.slot:
        case "number" | "ordinal":
            near = {value + step for value in claim.allowed if isinstance(value, int) for step in (-1, 1)}
            found: set[Value] = {value for value in near if value >= 0}
        case "range" | "list":
            found = {other for value in claim.allowed if isinstance(value, tuple) for other in _beside(value)}
        case "order":
            found = {
                reversed_order(value) for value in claim.allowed if isinstance(value, str) and "<" in value
            }
        case "zone":
            found = set()
        case "superlative":
            found = {other for value in claim.allowed for other in _opposites(value)}
        case _:
            found = {value for value in VALUES.get(claim.slot, ()) if value not in APART.get(claim.slot, ())}
    return frozenset(found - claim.allowed)


def reversed_order(pair: str) -> str:
    """`put<take` the other way round."""
    first, _, second = pair.partition("<")
    return f"{second}<{first}"


def _beside(value: tuple[int, ...]) -> set[Value]:
    """Each number of a range or list moved by one."""
    found: set[Value] = set()
    for place, number in enumerate(value):
        for step in (-1, 1):
            found.add((*value[:place], number + step, *value[place + 1 :]))
    return found


def _opposites(value: Value) -> frozenset[str]:
    """The other end of a scale; of what is given about players every other."""
    if isinstance(value, str) and value in OPPOSITES:
        return OPPOSITES[value]
    return frozenset(VALUES["superlative"]) - {"first", "last"}
