"""Which engine is used: the environment and the amount of work in, a compiled machine or `None` out.

Whoever plays in Python loads nothing of the compiled reader but this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.engine.native.compiler import NoCompilerError, compiler, engine_wanted, is_cached
from verifier.kernel.machine import Machine

if TYPE_CHECKING:
    from verifier.engine.native.module import Form
    from verifier.engine.native.reader import NativeMachine

# Compiling costs as much as so many steps in Python, and so many more for each block.
STEPS, STEPS_A_BLOCK = 40_000, 150
# Seeds from here on need more than one word.
MOST_SEED = 1 << 32


def compiled_machine(
    machine: Machine, lazy: frozenset[str] = frozenset(), form: Form | None = None
) -> NativeMachine | None:
    """The machine, compiled; `None` where Python is wanted, nothing can compile it, or it does not fit."""
    if engine_wanted() == "python" or compiler() is None:
        return None
    from verifier.engine.native.reader import NativeMachine
    from verifier.engine.native.unit import NotCompilableError

    try:
        return NativeMachine(machine, lazy, form)
    except (NoCompilerError, NotCompilableError):
        return None


def pays(machine: Machine, steps: int, form: Form | None = None) -> bool:
    """Is it worth while to compile for so many steps? It always is where that was done before."""
    wanted = engine_wanted()
    if wanted != "auto" or compiler() is None:
        return wanted == "native"
    if steps >= STEPS + STEPS_A_BLOCK * len(machine.blocks):
        return True
    from verifier.engine.native.module import c_text
    from verifier.engine.native.unit import NotCompilableError

    try:
        return is_cached(c_text(machine, form=form))
    except NotCompilableError:
        return False


def lacks_compiler() -> bool:
    """Would a compiler make it faster?"""
    return engine_wanted() != "python" and compiler() is None
