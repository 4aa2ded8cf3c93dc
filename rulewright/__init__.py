"""Rulewright for programs: rule sets to play by, and questions to ask of them.

    >>> import rulewright
    >>> play = rulewright.load("lost-cities").new(seed=1)
    >>> play.apply(play.legal()[0]).player
    0

What is here is described in `docs/api.md`. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verifier import __all__ as __all__
from verifier import __version__ as __version__

if TYPE_CHECKING:
    from verifier import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # From where it is defined: a room of the package may bear the same name as a function.
    return getattr(import_module("verifier.interface"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
