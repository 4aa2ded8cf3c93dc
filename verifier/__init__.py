"""Rulewright: the rules of a game as a text, given one typed meaning and handed to several methods.

The public interface is what `__all__` names; `import rulewright` gives the same. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verifier.version import VERSION

if TYPE_CHECKING:
    from verifier.diagnostics import Diagnostic
    from verifier.engine import Refusal, Result
    from verifier.interface import (
        Play,
        Replayed,
        RuleSet,
        RulewrightError,
        Score,
        audit,
        diagnose,
        diff,
        games,
        load,
        replay,
        verify,
    )

__version__ = VERSION

__all__ = [
    "Diagnostic",
    "Play",
    "Refusal",
    "Replayed",
    "Result",
    "RuleSet",
    "RulewrightError",
    "Score",
    "audit",
    "diagnose",
    "diff",
    "games",
    "load",
    "replay",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("verifier.interface"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
