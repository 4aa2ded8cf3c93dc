"""Values that keep what has been worked out about them: one result for each function that was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

R = TypeVar("R")


class Analysed:
    """Keeps the results of analyses for as long as it lives itself.

    They belong to this object, not to its value: a changed copy (`dataclasses.replace`), a pickled one or an equal
    one begins with none.
    """

    __slots__ = ("_results",)
    _results: dict[Callable[..., Any], Any]

    def analysis(self, work: Callable[[Self], R]) -> R:
        """What the function finds out about this, worked out when it is first asked."""
        try:
            results = self._results
        except AttributeError:
            results = {}
            # Frozen values keep results too: nothing that can be read of the value changes.
            object.__setattr__(self, "_results", results)
        if work not in results:
            results[work] = work(self)
        found: R = results[work]
        return found
