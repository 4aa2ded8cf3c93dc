"""A rule set described for programs, as JSON and as text: actions, zones, cells, chance, what is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from verifier.engine import Engine
from verifier.engine.explain import worded
from verifier.engine.moves import choices
from verifier.kernel import domain as kd
from verifier.kernel.expression import Contents, Expr, ZoneAt
from verifier.kernel.graph import decision, reachable_from
from verifier.kernel.machine import Alternative, Block, Cell, Decide, Family, Guard, Machine, Roll, Shuffle
from verifier.kernel.visit import steps_within
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given

# The set-up is played with so many seeds; if its shuffles and rolls differ, the answer says so.
SET_UPS = 8
# A list for people shows so many values.
SHOWN = 8

SEEN_BY = {
    "seen": "everybody",
    "told": "everybody",
    "owner": "owner",
    "others": "everybody but the owner",
    "hidden": "nobody",
    "top": "everybody, the topmost only",
    "bottom": "everybody, the lowest only",
}


def description_of(engine: Engine, ruleset: str) -> dict[str, Any]:
    """Everything a program must know of a rule set before it plays one move."""
    machine = engine.machine
    cells = [cell for cell in machine.cells.values() if cell.life != "spilled"]
    shown = {machine.shown_zones, machine.shown_things}
    return {
        "ruleset": ruleset,
        "players": machine.players,
        # What a play is given is never nothing, though the rules may clear it later.
        "given": [{**_cell(engine, cell), "optional": False} for cell in cells if cell.given],
        "actions": _actions(engine),
        "components": _components(machine),
        "zones": [_family(engine, each) for each in machine.families.values() if each.base != machine.box],
        "cells": [_cell(engine, cell) for cell in cells if not cell.given and cell.name not in shown],
        "dice": _dice(engine),
        "chance": {"set_up": _set_up(engine), "in_play": _in_play(engine)},
    }


# --- values


def domain_as_json(engine: Engine, domain: kd.Domain) -> dict[str, Any]:
    """What a value may be: its kind, and its values or their range."""
    match domain:
        case kd.Truth():
            return {"kind": "truth"}
        case kd.Number(low, high):
            return {"kind": "number", "low": low, "high": high}
        case kd.Players(count):
            return {"kind": "player", "values": list(range(count))}
        case kd.Names(name, members):
            return {"kind": "name", "of": name, "values": list(members)}
        case kd.Things(name, ids):
            return {
                "kind": "component",
                "of": name,
                "values": [engine.machine.things[each].name for each in ids],
            }
        case kd.Zones(name, ids):
            return {"kind": "zone", "of": name, "values": [engine.speech.zone(each) for each in ids]}
        case kd.Labels(members):
            return {"kind": "label", "values": list(members)}
        case _:
            assert_never(domain)


def _cell(engine: Engine, cell: Cell) -> dict[str, Any]:
    return {
        "name": cell.name,
        **domain_as_json(engine, cell.domain),
        "optional": cell.optional,
        "starts": engine.speech.value(cell.domain, cell.starts),
        "for_each": [domain_as_json(engine, domain) for domain in cell.index],
        "seen_by": SEEN_BY[cell.view],
        "lasts": cell.life,
    }


def _family(engine: Engine, family: Family) -> dict[str, Any]:
    index = [{"name": name, **domain_as_json(engine, domain)} for name, domain in family.index]
    owned = any(isinstance(domain, kd.Players) for _, domain in family.index)
    return {
        "name": family.name,
        "shape": family.shape,
        "ordered": family.shape in ("pile", "row"),
        "for_each": index,
        "owned": owned,
        "seen_by": SEEN_BY[family.view],
        "holds": family.holds,
        "zones": [engine.speech.zone(zone) for zone in range(family.base, family.base + family.size)],
    }


def _components(machine: Machine) -> list[dict[str, Any]]:
    """Every design with the names of its copies."""
    found: dict[str, list[str]] = {}
    for thing in machine.things:
        found.setdefault(thing.design, []).append(thing.name)
    return [{"design": design, "count": len(names), "names": names} for design, names in found.items()]


# --- actions


def _actions(engine: Engine) -> list[dict[str, Any]]:
    """Every action by name; one with other choices at another decision has more than one form."""
    found: dict[str, list[dict[str, Any]]] = {}
    for block in engine.machine.blocks.values():
        if isinstance(block.out, Decide):
            for alternative in block.out.alternatives:
                _add_form(engine, block, alternative, found.setdefault(alternative.action, []))
            if block.out.stop is not None:
                _add_decision(found.setdefault("stop", [{"choices": [], "rules": [], "at": []}])[0], block)
    return [{"action": action, "forms": forms} for action, forms in found.items()]


def _add_form(engine: Engine, block: Block, alternative: Alternative, forms: list[dict[str, Any]]) -> None:
    parts = [_choice(engine, part.local, part.source) for part in choices(alternative)]
    rules = [part.rule for part in alternative.prelude if isinstance(part, Guard)]
    form = next((each for each in forms if each["choices"] == parts and each["rules"] == rules), None)
    if form is None:
        form = {"choices": parts, "rules": rules, "at": []}
        forms.append(form)
    _add_decision(form, block)


def _add_decision(form: dict[str, Any], block: Block) -> None:
    name = decision(block)
    if name not in form["at"]:
        form["at"].append(name)


def _choice(engine: Engine, name: str, source: Any) -> dict[str, Any]:
    found = {"name": name, **domain_as_json(engine, engine.speech.domain(source))}
    if isinstance(source, Contents):
        zones = source.zones
        found["from"] = zones.family if not isinstance(zones, Expr) else _zone_words(engine, zones)
    return found


def _zone_words(engine: Engine, zone: Expr) -> str:
    return zone.family if isinstance(zone, ZoneAt) else worded(zone, engine.speech)


# --- chance


class _Listening(Seeded):
    """Chance by a seed that lists what it was asked."""

    def __init__(self, engine: Engine, seed: int) -> None:
        super().__init__(seed)
        self.engine = engine
        self.asked: list[dict[str, Any]] = []

    def shuffle(self, zone: int, pile: list[int]) -> None:
        self.asked.append({"shuffle": self.engine.speech.zone(zone), "count": len(pile)})
        super().shuffle(zone, pile)

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        self.asked.append({"roll": cell})
        return super().roll(cell, faces)


def _set_up(engine: Engine) -> dict[str, Any]:
    """What chance is asked before the first decision, in order, as several set-ups show it."""
    found = []
    for seed in range(SET_UPS):
        chance = _Listening(engine, seed)
        engine.new(chance, random_given(engine, chance.random))
        found.append(chance.asked)
    return {"order": found[0], "always": all(each == found[0] for each in found)}


def _in_play(engine: Engine) -> list[dict[str, Any]]:
    """Where chance is asked after a decision."""
    machine = engine.machine
    pauses = [label for label, block in machine.blocks.items() if isinstance(block.out, Decide)]
    found: list[dict[str, Any]] = []
    for label in sorted(reachable_from(pauses, machine), key=list(machine.blocks).index):
        block = machine.blocks[label]
        for step in steps_within(block.steps):
            if isinstance(step, Shuffle | Roll):
                _once(found, {**_of_chance(engine, step), "in": block.origin})
    return found


def _of_chance(engine: Engine, step: Shuffle | Roll) -> dict[str, Any]:
    match step:
        case Shuffle(zone=zone):
            return {"shuffle": _zone_words(engine, zone)}
        case Roll(cell=cell):
            return {"roll": cell}
        case _:
            assert_never(step)


def _once(found: list[dict[str, Any]], entry: dict[str, Any]) -> None:
    if entry not in found:
        found.append(entry)


def _dice(engine: Engine) -> list[dict[str, Any]]:
    machine = engine.machine
    faces: dict[str, tuple[int, ...]] = {}
    for block in machine.blocks.values():
        faces |= {step.cell: step.faces for step in steps_within(block.steps) if isinstance(step, Roll)}
    return [
        {"die": cell, "faces": [engine.speech.value(machine.cells[cell].domain, each) for each in sides]}
        for cell, sides in sorted(faces.items())
    ]


# --- for people


Said = Callable[[str], str]
"""A line of ours with holes in the reader's language, before the holes are filled in."""


def _as_it_is(english: str) -> str:
    return english


def description_lines(content: Mapping[str, Any], said: Said = _as_it_is) -> Iterator[str]:
    """The description, a line for each thing."""
    yield said("{ruleset} ({players} players)").format(**content)
    yield from _section(said("given with a play"), [_cell_line(each, said) for each in content["given"]])
    yield from _section(said("actions"), list(_action_lines(content["actions"], said)))
    count, designs = sum(each["count"] for each in content["components"]), len(content["components"])
    sorts = said("{count}, of {designs} designs" if designs != 1 else "{count}, of {designs} design")
    yield from _section(said("components"), [sorts.format(count=count, designs=designs)])
    yield from _section(said("zones"), [_zone_line(each, said) for each in content["zones"]])
    yield from _section(said("amounts and notes"), [_cell_line(each, said) for each in content["cells"]])
    dice = [f"{each['die']}: {', '.join(map(str, each['faces']))}" for each in content["dice"]]
    yield from _section(said("dice"), dice)
    chance = content["chance"]
    order = [_chance_line(each, said) for each in chance["set_up"]["order"]]
    yield from _section(said("chance in the set-up, in order"), order)
    if not chance["set_up"]["always"]:
        yield f"    {said('(other set-ups ask otherwise)')}"
    in_play = [
        said("{chance} in {place}").format(chance=_chance_line(each, said), place=each["in"])
        for each in chance["in_play"]
    ]
    yield from _section(said("chance in play"), in_play)


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"  {title}"
        yield from (f"    {line}" for line in lines)


def _values_line(each: Mapping[str, Any], said: Said) -> str:
    if each["kind"] == "number":
        return said("{low} to {high}").format(**each)
    if each["kind"] == "truth":
        return said("yes or no")
    values = each["values"]
    if each["kind"] in ("component", "zone"):
        return f"{each['of']} ({len(values)})"
    listed = ", ".join(map(str, values[:SHOWN]))
    more = said(" and {count} more").format(count=len(values) - SHOWN) if len(values) > SHOWN else ""
    return f"{said(each['kind'])} {listed}{more}"


def _for_each(parts: Sequence[Mapping[str, Any]], said: Said) -> str:
    words = [str(part.get("name") or part.get("of") or said(part["kind"])) for part in parts]
    return said(" for each {what}").format(what=", ".join(words)) if words else ""


def _cell_line(each: Mapping[str, Any], said: Said) -> str:
    nothing = said(", or nothing") if each["optional"] else ""
    seen = "" if each["seen_by"] == "everybody" else f"; {_seen_by(each, said)}"
    name = f"{each['name']}{_for_each(each['for_each'], said)}"
    return f"{name}: {_values_line(each, said)}{nothing}{seen}"


def _seen_by(each: Mapping[str, Any], said: Said) -> str:
    return said("seen by {who}").format(who=said(each["seen_by"]))


def _zone_line(each: Mapping[str, Any], said: Said) -> str:
    holds = "" if each["holds"] is None else said(", at most {holds}").format(**each)
    order = said("in order" if each["ordered"] else "in no order")
    name = f"{each['name']}{_for_each(each['for_each'], said)}"
    return f"{name}: {said(each['shape'])}, {order}{holds}; {_seen_by(each, said)}"


def _action_lines(actions: Sequence[Mapping[str, Any]], said: Said) -> Iterator[str]:
    for each in actions:
        for form in each["forms"]:
            parts = [f"{part['name']}: {_values_line(part, said)}" for part in form["choices"]]
            chosen = f" ({'; '.join(parts)})" if parts else ""
            at = said(", at {places}").format(places=", ".join(form["at"]))
            yield f"{each['action']}{chosen}{at}"


def _chance_line(each: Mapping[str, Any], said: Said) -> str:
    if "roll" in each:
        return said("roll {roll}").format(**each)
    count = said(" ({count} components)").format(**each) if "count" in each else ""
    return said("shuffle {shuffle}").format(**each) + count
