"""What goes wrong while rules are carried out: a mistake in the rules, never in the move."""

from typing import Any

# The subject of a fault of a step that would be repeated too often, and of play that comes to no decision any more.
REPEATED, UNDECIDED = "times", "undecided"
# More jumps than any play makes between two decisions.
MOST_JUMPS = 20_000


class Fault(Exception):  # noqa: N818 - a fault of the rules, not an error of ours
    """A step that cannot be carried out.

    `property` is what is broken: `bounds` (a value outside its range) or `conservation` (a component taken
    from where it does not lie, or put where it cannot lie), or `it-ends` (rounds, or a `go round`, that go on for
    ever and ask nobody). `subject` names the cell, zone or component.
    """

    def __init__(self, property: str, subject: str, value: int) -> None:
        # A number of repetitions has no name in the rules.
        told = {
            REPEATED: f"a step is to be repeated {value} times, more often than it can be",
            UNDECIDED: "play goes on and on without a decision of anybody",
        }
        super().__init__(f"{property}: {told.get(subject, f'{subject} {value}')}")
        self.property = property
        self.subject = subject
        self.value = value


def nowhere(where: list[int]) -> None:
    """A fault if a component lies in no zone; the last entry, that of nothing, always does."""
    thing = where.index(-1)
    if thing < len(where) - 1:
        raise Fault("conservation", "pause", thing)


def undecided(jumps: int) -> Fault:
    """What is wrong where play goes on and nobody is ever asked again."""
    return Fault("it-ends", UNDECIDED, jumps)


def go_on(onward: Any, s: object, o: object) -> None:
    """From block to block up to the next pause; a fault where there is none."""
    for _ in range(MOST_JUMPS):
        onward = onward(s, o)
        if onward is None:
            return
    raise undecided(MOST_JUMPS)
