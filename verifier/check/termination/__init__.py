"""Does every play end, and after how many moves at most? A machine in, a bound with its proof out."""

from verifier.check.termination.bound import Bound, bound_of

__all__ = ["Bound", "bound_of"]
