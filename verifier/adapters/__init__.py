"""Rule sets for other libraries: PettingZoo (`aec`), OpenSpiel (`spiel`), each imported when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports what belongs to an extra; where that is not installed, the error says how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        words = f"{missing.name} is not installed: pip install 'rulewright[{name}]'"
        raise ModuleNotFoundError(words, name=missing.name) from None
