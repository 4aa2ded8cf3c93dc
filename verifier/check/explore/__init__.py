"""Explicit-state search: every state of a small machine, and loops in machines of any size."""

from verifier.check.explore.explore import explore
from verifier.check.explore.loops import find_loop
from verifier.check.explore.results import (
    Exploration,
    FoundFault,
    Lasso,
    Leak,
    ResultRanges,
    SearchLimits,
    SearchProgress,
)
from verifier.check.monitor.instrument import CoverageGoal

__all__ = [
    "CoverageGoal",
    "Exploration",
    "FoundFault",
    "Lasso",
    "Leak",
    "ResultRanges",
    "SearchLimits",
    "SearchProgress",
    "explore",
    "find_loop",
]
