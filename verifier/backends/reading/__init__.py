"""What the steps of a machine say outright, whatever its size: nothing is played, and no solver is asked."""

from verifier.backends.reading.conserving import Doubt, doubts, moves

__all__ = ["Doubt", "doubts", "moves"]
