"""The machine as Python: fast play, and explanations of it."""

from verifier.engine.engine import Engine, Result
from verifier.engine.explain import Refusal
from verifier.engine.state import Move, State

__all__ = ["Engine", "Move", "Refusal", "Result", "State"]
