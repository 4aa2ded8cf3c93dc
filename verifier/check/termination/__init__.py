"""Termination: a machine in, a proved bound on the length of its plays out."""

from verifier.check.termination.bound import Bound, bound_of

__all__ = ["Bound", "bound_of"]
