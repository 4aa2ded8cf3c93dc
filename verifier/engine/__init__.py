"""The engine: machines compiled to Python for fast play, and explanations of moves."""

from verifier.engine.engine import Engine, Result
from verifier.engine.explain import Refusal
from verifier.engine.state import Move, State

__all__ = ["Engine", "Move", "Refusal", "Result", "State"]
