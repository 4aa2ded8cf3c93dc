"""What a command says to the shell when it ends."""

from enum import IntEnum


class Exit(IntEnum):
    WELL = 0
    PROBLEM = 1
    """The rules have a problem, or a move is illegal."""
    MISUSE = 2
    """Wrong use, or input that cannot be read."""
    UNKNOWN = 3
    """Something stayed unknown, and nothing worse was found."""
    INTERRUPTED = 130
