"""Rules as questions about a state: does this guard refuse something, does this line change a value?

They are added to a machine as witnesses of a moment that never comes, so that the machine reads them as fast
as it reads everything else, and only when asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Zones
from verifier.kernel.walk import substituted
from verifier.model.game import Game

ASKED = "only when asked"


@dataclass(frozen=True, slots=True)
class Lookout:
    """A rule to be seen at work: the claim that asks for it, and the one pause at which it can be asked."""

    rule: str
    claim: str
    pause: str | None


def with_lookouts(game: Game, machine: km.Machine) -> tuple[km.Machine, tuple[Lookout, ...]]:
    """The machine with a question for each guard, each line of a definition and each end."""
    found: list[Lookout] = []
    claims: list[km.Claim] = []
    definitions = dict(machine.definitions)

    def ask(rule: str, truth: k.Expr, pause: str | None) -> None:
        name = f"{rule} at work {len(claims)}"
        claims.append(km.Claim(name, "witness", ASKED, truth))
        found.append(Lookout(rule, name, pause))

    for label, block in machine.blocks.items():
        if isinstance(block.out, km.Decide):
            for alternative in block.out.alternatives:
                for rule, truth in _refusals(alternative, block.out, machine):
                    ask(rule, truth, label)
    for definition in machine.definitions.values():
        for number, rung in enumerate(definition.rungs):
            ask(rung.rule, _changes(definition, number, definitions), None)
    for end in game.ends:
        if end.when:
            ask(end.rule, end.when[0] if len(end.when) == 1 else k.Logic("and", end.when), None)
    whole = replace(machine, definitions=definitions, claims=(*machine.claims, *claims))
    return whole, tuple(found)


def _refusals(
    alternative: km.Alternative, decide: km.Decide, machine: km.Machine
) -> Iterator[tuple[str, k.Expr]]:
    """For each guard of an action: some choice to which it says no."""
    names: dict[str, k.Expr] = {"me": decide.player}
    binds: list[k.Bind] = []
    wheres: list[k.Expr] = []
    for part in alternative.prelude:
        match part:
            case km.Let(local, value):
                names[local] = substituted(value, names)
            case km.Choice(local, source, where, _):
                bound = f"{local} chosen {len(binds)}"
                binds.append(k.Bind(bound, substituted(source, names)))
                names[local] = _member(bound, source, machine)
                if where is not None:
                    wheres.append(substituted(where, names))
            case km.Guard(rule, when, require):
                no = k.Not(k.Logic("and", tuple(substituted(part, names) for part in require)))
                refused = k.Logic("and", (*(substituted(part, names) for part in when), no))
                among = k.Logic("and", tuple(wheres)) if wheres else None
                yield rule, k.Fold("any", tuple(binds), among, refused) if binds else refused


def _member(local: str, source: k.Source, machine: km.Machine) -> k.Local:
    match source:
        case k.Values(domain, _):
            return k.Local(local, domain)
        case k.Contents(_, things):
            return k.Local(local, things)
        case k.ZonesOf(name, _):
            family = machine.families[name]
            return k.Local(local, Zones(name, tuple(range(family.base, family.base + family.size))))


def _changes(definition: km.Definition, number: int, definitions: dict[str, km.Definition]) -> k.Expr:
    """For some arguments, the line makes another value of the one before it."""
    before = replace(definition, name=f"{definition.name} before {number}", rungs=definition.rungs[:number])
    after = replace(definition, name=f"{definition.name} with {number}", rungs=definition.rungs[: number + 1])
    for part in (before, after):
        definitions[part.name] = part
    args = tuple(k.Local(name, domain) for name, domain in definition.params)
    differ = k.Compare("!=", k.Call(before.name, args), k.Call(after.name, args))
    binds = tuple(k.Bind(name, k.Values(domain)) for name, domain in definition.params)
    return k.Fold("any", binds, None, differ) if binds else differ
