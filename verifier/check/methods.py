"""The table of methods. The command line, the pages and the tests read it; a new method is one line here."""

from __future__ import annotations

from verifier.check.explore.method import METHOD as EXPLORE
from verifier.check.prove.method import METHOD as PROVE
from verifier.check.scenarios.method import METHOD as SCENARIOS
from verifier.check.simulate.method import METHOD as SIMULATE
from verifier.check.unroll.method import METHOD as UNROLL
from verifier.verdict.method import Method

# In the order in which they are begun: cheap ones first. What a play has refuted is not asked of a slow method, save
# for a shorter play.
METHODS: dict[str, Method] = {method.name: method for method in (SIMULATE, SCENARIOS, PROVE, EXPLORE, UNROLL)}


def methods_for(only: frozenset[str] | None) -> list[Method]:
    """The methods that can say anything about the properties wanted."""
    listed = frozenset[str]().union(*(each.properties or () for each in METHODS.values()))
    return [
        each
        for each in METHODS.values()
        if only is None or (only - listed if each.properties is None else only & each.properties)
    ]
