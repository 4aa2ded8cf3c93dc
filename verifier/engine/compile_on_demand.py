"""Lazy compilation: each function of a machine is generated when it is first called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import CodeType, SimpleNamespace
from typing import Any

from verifier.engine.generate.module import as_text, head, tables, writers
from verifier.engine.generate.scope import Module

Function = Callable[..., Any]
# Machines that differ in one place share nearly all of their functions.
KEPT = 8_192


def written_when_called(module: Module) -> SimpleNamespace:
    """The functions of a machine, as those of the whole module, but each one written only if it is needed."""
    module.functions = list(module.machine.blocks)
    namespace: dict[str, Any] = {"__name__": "rulewright_machine"}
    exec(_code(as_text(head(module))), namespace)
    namespace |= dict(_unwritten(module, namespace))
    exec(_code(as_text(tables(module))), namespace)
    return SimpleNamespace(**namespace)


def _unwritten(module: Module, namespace: dict[str, Any]) -> Iterator[tuple[str, Function]]:
    for name, write in writers(module):
        yield name, partial(_first, _Unwritten(name, write, module, namespace))


class _Unwritten:
    """A function that nobody has called yet."""

    def __init__(
        self, name: str, write: Callable[[], list[str]], module: Module, namespace: dict[str, Any]
    ) -> None:
        self.name = name
        self.write = write
        self.module = module
        self.namespace = namespace
        self.function: Function | None = None

    def written(self) -> Function:
        lines = self.write()
        for constant, text in self.module.constants.items():
            if constant not in self.namespace:
                exec(_code(f"{constant} = {text}"), self.namespace)
        exec(_code("\n".join(lines)), self.namespace)
        found: Function = self.namespace[self.name]
        return found


def _first(unwritten: _Unwritten, *given: Any) -> Any:
    """The first call, and later ones by those who have kept hold of what was not yet written."""
    if unwritten.function is None:
        unwritten.function = unwritten.written()
    return unwritten.function(*given)


@lru_cache(maxsize=KEPT)
def _code(text: str) -> CodeType:
    return compile(text, "<rulewright machine>", "exec")
