"""The machine as Python: fast play, and explanations of it."""

from verifier.backends.machine.engine import Engine
from verifier.backends.machine.explain import Refusal
from verifier.backends.machine.result import Result
from verifier.backends.machine.state import Move, State

__all__ = ["Engine", "Move", "Refusal", "Result", "State"]
