"""What goes wrong while rules are carried out: a mistake in the rules, never in the move."""

# The subject of a fault of a step that would be repeated too often.
REPEATED = "times"


class Fault(Exception):  # noqa: N818 - a fault of the rules, not an error of ours
    """A step that cannot be carried out.

    `property` is what is broken: `bounds` (a value outside its range) or `conservation` (a component taken
    from where it does not lie, or put where it cannot lie). `subject` names the cell, zone or component.
    """

    def __init__(self, property: str, subject: str, value: int) -> None:
        # A number of repetitions has no name in the rules.
        often = f"a step is to be repeated {value} times, more often than it can be"
        super().__init__(f"{property}: {often if subject == REPEATED else f'{subject} {value}'}")
        self.property = property
        self.subject = subject
        self.value = value


def nowhere(where: list[int]) -> None:
    """A fault if a component lies in no zone; the last entry, that of nothing, always does."""
    thing = where.index(-1)
    if thing < len(where) - 1:
        raise Fault("conservation", "pause", thing)
