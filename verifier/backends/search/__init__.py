"""The exhaustive reader: every state of a small machine, and loops in machines of any size."""

from verifier.backends.search.explore import explore
from verifier.backends.search.found import Exploration, FoundFault, Limits, Loop, Peek, Progress, Results
from verifier.backends.search.instrument import Goal
from verifier.backends.search.loops import find_loop

__all__ = [
    "Exploration",
    "FoundFault",
    "Goal",
    "Limits",
    "Loop",
    "Peek",
    "Progress",
    "Results",
    "explore",
    "find_loop",
]
