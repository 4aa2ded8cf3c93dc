"""The table of methods. The command line, the pages and the tests read it; a new method is one line here."""

from __future__ import annotations

from verifier.verify import by_plays, by_proof, by_scenarios, by_search, by_unrolling
from verifier.verify.method import Method

# In the order in which they are begun: cheap ones first. What a play has refuted is not asked of a slow method, save
# for a shorter play.
METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        by_plays.METHOD,
        by_scenarios.METHOD,
        by_proof.METHOD,
        by_search.METHOD,
        by_unrolling.METHOD,
    )
}


def methods_for(only: frozenset[str] | None) -> list[Method]:
    """The methods that can say anything about the properties wanted."""
    listed = frozenset[str]().union(*(each.properties or () for each in METHODS.values()))
    return [
        each
        for each in METHODS.values()
        if only is None or (only - listed if each.properties is None else only & each.properties)
    ]
