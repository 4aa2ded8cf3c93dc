"""The Hypothesis reader: plays and states as strategies, a state machine, many random plays.

The plugin for pytest stands here too, and every run of pytest loads it: the rest is loaded when asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.testing.random_plays import Broken, Tested, tested
    from verifier.testing.strategies import ClaimFailedError, Playing, Position, playing, plays, states

_OF_PLAYS = ("Broken", "Tested", "tested")
__all__ = [
    "Broken",
    "ClaimFailedError",
    "Playing",
    "Position",
    "Tested",
    "playing",
    "plays",
    "states",
    "tested",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "random_plays" if name in _OF_PLAYS else "strategies"
    return getattr(import_module(f"{__name__}.{home}"), name)
