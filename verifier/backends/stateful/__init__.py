"""The Hypothesis reader: plays and states as strategies, a state machine, many random plays."""

from verifier.backends.stateful.playing import ClaimFailedError, Playing, playing
from verifier.backends.stateful.strategies import Position, plays, states
from verifier.backends.stateful.tested import Broken, Tested, tested

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
