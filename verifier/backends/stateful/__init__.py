"""The Hypothesis reader: plays and states as strategies, a state machine, many random plays.

The plugin for pytest stands here too, and every run of pytest loads it: the rest is loaded when asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.backends.stateful.random_plays import Broken, Tested, tested
    from verifier.backends.stateful.state_machine import ClaimFailedError, Playing, playing
    from verifier.backends.stateful.strategies import Position, plays, states

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

_HOME = {
    "ClaimFailedError": "state_machine",
    "Playing": "state_machine",
    "playing": "state_machine",
    "Position": "strategies",
    "plays": "strategies",
    "states": "strategies",
    "Broken": "random_plays",
    "Tested": "random_plays",
    "tested": "random_plays",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
