"""The table of methods. The command line, the pages and the tests read it; a new method is one line here."""

from __future__ import annotations

from importlib import import_module

from verifier.verdict.method import Method

# In the order in which they are begun: cheap ones first. What a play has refuted is not asked of a slow method, save
# for a shorter play.
MODULES = (
    "verifier.check.simulate.method",
    "verifier.check.scenarios.method",
    "verifier.check.deal.method",
    "verifier.check.prove.method",
    "verifier.check.explore.method",
    "verifier.check.unroll.method",
)


def _method(module: str) -> Method:
    found = import_module(module).METHOD
    assert isinstance(found, Method)
    return found


METHODS: dict[str, Method] = {method.name: method for method in map(_method, MODULES)}


def methods_for(only: frozenset[str] | None) -> list[Method]:
    """The methods that can say anything about the properties wanted."""
    listed = frozenset[str]().union(
        *((each.properties or frozenset()) - each.shared for each in METHODS.values())
    )
    return [
        each
        for each in METHODS.values()
        if only is None or (only - listed if each.properties is None else only & each.properties)
    ]
