"""Numbers with their nouns, in the English of our messages."""


def count_of(number: int, noun: str, several: str | None = None) -> str:
    """`1 move`, `2 moves`, `1,200 moves`; a noun with a plural of its own brings it."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
