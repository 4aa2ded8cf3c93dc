"""Numbers with their nouns, in the English of our messages."""


def count_of(number: int, noun: str) -> str:
    """`1 move`, `2 moves`, `1,200 moves`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
