"""A machine in, Python text out: readable, the same every time, importing nothing of ours but the runtime."""

from __future__ import annotations

from types import SimpleNamespace

from verifier.backends.machine.code import Code
from verifier.backends.machine.layout import Layout
from verifier.backends.machine.names import clean
from verifier.backends.machine.state import keyed, mergeable, unordered, write_state
from verifier.kernel.machine import Machine


def generated(machine: Machine, layout: Layout, lazy: frozenset[str], checked: bool) -> str:
    code = Code()
    game = f"{clean(machine.name)}, {machine.players} players"
    code.add(f'"""{game}. Generated from its rules: do not edit."""')
    code.add("")
    code.add("from verifier.runtime import FINAL, NOTHING, twin_key")
    code.add("")
    code.add(f"TWINS = {mergeable(layout)!r}")
    code.add(f"SETS = {unordered(layout, lazy)!r}")
    code.add(f"KEYED = {keyed(layout)!r}")
    code.add("")
    code.add("")
    write_state(code, layout)
    return code.text()


def compiled(machine: Machine, layout: Layout, lazy: frozenset[str], checked: bool) -> SimpleNamespace:
    """The generated module, ready to be called."""
    namespace: dict[str, object] = {"__name__": "rulewright_machine"}
    text = generated(machine, layout, lazy, checked)
    exec(compile(text, "<rulewright machine>", "exec"), namespace)
    return SimpleNamespace(**namespace, text=text)
