"""For each rule that may refuse a move a short play at whose end it does: what a page opens to show it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from verifier.engine import Engine
from verifier.kernel.machine import Guard
from verifier.program import Program
from verifier.runtime import Seeded
from verifier.surface import nodes
from verifier.surface.index import rules_in
from verifier.trace.links import play_fragment
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import random_given
from verifier.trace.record import Recorder
from verifier.trace.vectors import any_wish

# So many plays at random, of so many moves at most, and so many wishes at each position.
PLAYS, LONGEST, WISHES = 3, 150, 8


def refused_links(program: Program) -> dict[str, str]:
    """The ends of links to the playable page, by rule: a play, and a move after it that the rule alone refuses."""
    return {rule: play_fragment(play) for rule, play in refused_plays(program).items()}


def refused_plays(program: Program) -> dict[str, Mapping[str, Any]]:
    """The shortest play found for each rule; where other rules refuse every such move too, one with them."""
    wanted = set(_guards(program.composition.items))
    alone: dict[str, Mapping[str, Any]] = {}
    beside: dict[str, Mapping[str, Any]] = {}
    engine = Engine(program.machine, piecemeal=True)
    for seed in range(1, PLAYS + 1 if wanted else 1):
        _watch(engine, program.ruleset, seed, wanted, (alone, beside))
    return {**beside, **alone}


def _guards(items: Iterable[nodes.Item]) -> Iterable[str]:
    for item in items:
        if isinstance(item, nodes.Action | nodes.Component):
            yield from (rule.name.text for rule in rules_in(item) if isinstance(rule, nodes.GuardRule))


def _watch(
    engine: Engine,
    ruleset: str,
    seed: int,
    wanted: set[str],
    known: tuple[dict[str, Mapping[str, Any]], dict[str, Mapping[str, Any]]],
) -> None:
    """One play at random; at each position somebody wishes for this and that."""
    oracle, chance = Seeded(seed), random.Random(seed)
    given = random_given(engine, oracle.random)
    recorder = Recorder(MoveNotation(engine), ruleset, oracle, given).begin()
    for number in range(LONGEST):
        moves = engine.legal(recorder.state)
        short = {rule for rule, play in known[0].items() if len(play["moves"]) <= number + 1}
        if not moves or wanted <= short:
            return
        for rules, wish in _refused(engine, recorder, chance, wanted - short):
            found = known[0 if len(rules) == 1 else 1]
            for rule in rules & wanted:
                if rule not in found or len(found[rule]["moves"]) > number + 1:
                    play = recorder.written().as_json()
                    found[rule] = {**play, "moves": [*play["moves"], wish]}
        recorder.step(chance.choice(moves))


def _refused(
    engine: Engine, recorder: Recorder, chance: random.Random, wanted: set[str]
) -> Iterable[tuple[set[str], dict[str, Any]]]:
    """Refused moves with all rules that are against them, of the actions that a wanted rule may refuse."""
    state = recorder.state
    player = engine.player(state)
    alternatives = [
        each
        for each in engine.decide(state).alternatives
        if any(isinstance(part, Guard) and part.rule in wanted for part in each.prelude)
    ]
    for _ in range(WISHES if alternatives else 0):
        alternative = chance.choice(alternatives)
        wish = any_wish(engine, alternative, state, chance)
        if wish is None:
            continue
        move = {"player": player, "action": alternative.action, "with": wish}
        refusals = engine.parse(state, move)
        if isinstance(refusals, list):
            yield {each.rule for each in refusals}, move
