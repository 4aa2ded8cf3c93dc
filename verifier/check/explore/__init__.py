"""The exhaustive reader: every state of a small machine, and loops in machines of any size."""

from verifier.check.explore.explore import explore
from verifier.check.explore.loops import find_loop
from verifier.check.explore.results import Exploration, FoundFault, Limits, Loop, Peek, Progress, Results
from verifier.check.monitor.instrument import Goal

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
