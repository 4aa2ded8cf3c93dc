"""What claims are made from: a game with its surface, and how its things are called among concepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from verifier.diagnostics import Rejected
from verifier.kernel import expression as ex
from verifier.kernel.domain import NOTHING, Names, Number, Players, Things, Zones
from verifier.kernel.machine import Family
from verifier.model import steps as st
from verifier.model.game import Game
from verifier.program import Program
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.words.entries import Entry, entries_of
from verifier.words.seam import Concept

# Classes that every game has. What a game has of one sort only is called by the sort.
SORTS = ("card", "tile", "figure")
ROOTS = (*SORTS, "component")
# Cells that every game has; whose turn it is says nothing about a rule.
OF_THE_FRAME = ("active", "next-player", "round")
_KINDS: dict[type[Any], tuple[str, ...] | None] = {}
Group = frozenset[Concept]
T = TypeVar("T")


def group(*concepts: Concept) -> Group:
    return frozenset(concepts)


def parts(whole: Any, apart: tuple[type[Any], ...] = ()) -> Iterator[Any]:
    """A node of the model and every node below it, in the order of the rules; nothing below those set apart."""
    if isinstance(whole, Mapping):
        for value in whole.values():
            yield from parts(value, apart)
    elif isinstance(whole, tuple):
        for value in whole:
            yield from parts(value, apart)
    elif (names := _fields(whole)) is not None:
        yield whole
        if not isinstance(whole, apart):
            for name in names:
                yield from parts(getattr(whole, name), apart)


def _fields(whole: Any) -> tuple[str, ...] | None:
    """The fields of a node that has nodes below it; nothing for what is none. They are the same for all of a kind."""
    kind = type(whole)
    if kind not in _KINDS:
        is_node = is_dataclass(whole) and not isinstance(whole, type | Span)
        is_leaf = isinstance(whole, (Names, Number, Players, Things, Zones))
        names = tuple(each.name for each in fields(whole)) if is_node and not is_leaf else ()
        _KINDS[kind] = names if is_node else None
    return _KINDS[kind]


@dataclass(frozen=True)
class Subject:
    """A rule set as claims are made from it: for the fewest players, with the counts for all."""

    game: Game
    laid: Composition
    entries: Mapping[str, Entry]
    counts: range
    # The same game for the most players, to tell what each has from what all have.
    most: Game

    @cached_property
    def _known(self) -> dict[Callable[[Subject], Any], Any]:
        return {}

    def once(self, work: Callable[[Subject], T]) -> T:
        """What a function works out about the whole game, worked out once."""
        if work not in self._known:
            self._known[work] = work(self)
        found: T = self._known[work]
        return found

    # --- zones

    def family(self, node: Any) -> str | None:
        """The family of the first zone that a node speaks of, through definitions too."""
        return next(iter(self.families(node)), None)

    def families(self, node: Any, depth: int = 3) -> list[str]:
        """Every family that a node speaks of, in the order of the rules."""
        found: dict[str, None] = {}
        for each in parts(node):
            match each:
                case ex.ZoneAt(family) | ex.ZonesOf(family):
                    found.setdefault(family)
                case ex.Local(_, Zones(name)) if name in self.game.families:
                    found.setdefault(name)
                case ex.Call(name) if depth:
                    own = self.game.definitions[name]
                    found |= dict.fromkeys(self.families((own.start, own.clauses), depth - 1))
        return list(found)

    def zone_words(self, family: str | None) -> Group:
        """A family among concepts: its own word, and what such a zone is called anywhere."""
        if family is None:
            return frozenset()
        if family == "box":
            return group("zone:box", "box")
        own = {f"zone:{family}", *(f"zone:{other}" for other in self.origins.get(family, ()))}
        found = self.game.families[family]
        if found.view == "owner":
            own.add("hand")
        elif found.shape == "row" and _is_owned(found):
            own.add("row")
        return frozenset(own)

    @cached_property
    def origins(self) -> dict[str, set[str]]:
        """Piles that are there for the set-up only, by the zones that are made of them: one word for both."""
        later = {zone for steps in self.played() for zone in self.families(steps)}
        found: dict[str, set[str]] = {}
        for each in parts(self.set_up):
            source = self.family(each.source) if isinstance(each, st.Deal) else None
            to = self.family(each.to) if isinstance(each, st.Deal) else None
            if source is not None and to is not None and source not in later and to in later:
                found.setdefault(to, set()).add(source)
        return found

    @cached_property
    def done_in_play(self) -> frozenset[str]:
        """The procedures that are done anywhere but at set-up."""
        game = self.game
        hooks = tuple(steps for key, steps in game.hooks.items() if key[1] == "setup")
        at_first = {
            each.procedure for each in parts((game.setup_once, game.setup, hooks)) if isinstance(each, st.Do)
        }
        outside = (
            game.actions, game.texts, game.phases,
            tuple(steps for key, steps in game.hooks.items() if key[1] != "setup"),
            tuple(each for each in game.procedures.values() if each.name not in at_first),
        )  # fmt: skip
        return frozenset(each.procedure for each in parts(outside) if isinstance(each, st.Do))

    def played(self) -> Iterator[Any]:
        """Everything but the set-up."""
        game = self.game
        used = {each.procedure for each in parts((game.setup_once, game.setup)) if isinstance(each, st.Do)}
        yield from (each.steps for each in game.actions.values())
        yield from (each.steps for name, each in game.procedures.items() if name not in used)
        yield from (each.steps for each in game.texts.values())
        yield from (steps for key, steps in game.hooks.items() if key[1] != "setup")
        yield from (each.when for each in game.ends)

    def is_owned(self, family: str) -> bool:
        return family in self.game.families and _is_owned(self.game.families[family])

    # --- components

    @cached_property
    def classes(self) -> dict[str, Things]:
        """Every class with components, without what only tells cards from tiles."""
        return {
            name: things for name, things in self.game.classes.items() if things.ids and name not in ROOTS
        }

    @cached_property
    def designs(self) -> frozenset[str]:
        """Classes that are one design, with their own name on every copy."""
        return frozenset(thing.design for thing in self.game.things)

    def class_words(self, name: str) -> Group:
        """A class among concepts; what is no class of its own is a card, a tile or a figure."""
        if name in SORTS:
            return group(name)
        if name == "component":
            return frozenset(sort for sort in SORTS if self.game.classes[sort].ids)
        return group(f"class:{name}")

    def wide_words(self, name: str) -> Group:
        """A class with the classes below it: what is said of all ships is said of each sort of them."""
        if name in ROOTS:
            return self.class_words(name)
        ids = set(self.game.classes[name].ids)
        below = (each for each, things in self.classes.items() if set(things.ids) <= ids)
        return frozenset(f"class:{each}" for each in below)

    def sort_of(self, name: str) -> str:
        """Card, tile or figure."""
        ids = set(self.game.classes[name].ids)
        return next((sort for sort in SORTS if ids <= set(self.game.classes[sort].ids)), "card")

    def printed_on(self, words: Group) -> Group:
        """The numbers that are printed on classes: `a number` is what bears one."""
        found: set[str] = set()
        for name in (each.removeprefix("class:") for each in words if each.startswith("class:")):
            for kind, domain in self.game.kinds.items():
                table = self.game.tables.get(f"its {kind}")
                ids = self.game.classes[name].ids if name in self.game.classes else ()
                bears = table is not None and all(table.values[id] != table.missing for id in ids)
                if isinstance(domain, Number) and ids and bears:
                    found |= {f"kind:{kind}", "number-word"}
        return frozenset(found)

    def kind_words(self, name: str) -> Group:
        return group(f"kind:{name}")

    # --- amounts and definitions

    @cached_property
    def money(self) -> frozenset[str]:
        """Amounts that players hold and that change hands: whatever is subtracted from one and added to another."""
        found = set()
        for steps in self.all_blocks():
            taken = {step.cell for step in _writes(steps) if _changes(step, "-")}
            given = {step.cell for step in _writes(steps) if _changes(step, "+")}
            if taken and given and taken != given:
                found |= taken | given
        return frozenset(found)

    @cached_property
    def score_names(self) -> frozenset[str]:
        """Definitions and cells that are points: the score, and what it is made of."""
        found: set[str] = set()
        todo: list[Any] = [self.game.score, *(rank.value for rank in self.game.winner[:1])]
        while todo:
            # What a table is read by is no points itself.
            for each in parts(todo.pop(), apart=(ex.Lookup, ex.Compare)):
                name = each.definition if isinstance(each, ex.Call) else None
                if name is not None and name not in found and self._is_number(name):
                    found.add(name)
                    own = self.game.definitions[name]
                    todo += [own.start, *(clause.value for clause in own.clauses)]
                if isinstance(each, ex.Read) and each.cell not in found and self._is_points(each.cell):
                    found.add(each.cell)
                    todo += [step.value for step in _writes(self.game.procedures) if step.cell == each.cell]
        return frozenset(found)

    def _is_number(self, name: str) -> bool:
        return isinstance(self.game.definitions[name].domain, Number)

    def _is_points(self, cell: str) -> bool:
        """Kept from round to round for a player, and nothing that is paid with."""
        found = self.game.cells[cell]
        return isinstance(found.domain, Number) and found.life == "match" and bool(found.index)

    def cell_words(self, name: str) -> Group:
        """An amount or note among concepts."""
        own = {f"cell:{name}", *self._kinds_held(name)}
        if name in self.money:
            own.add("money")
        if name in self.score_names:
            own |= {"point", "score"}
        return frozenset(own)

    def _kinds_held(self, name: str) -> Iterator[str]:
        """An amount for each component is an amount of what is printed there: `stored per region` of its resource."""
        for index in self.game.cells[name].index:
            if isinstance(index, Things):
                held = {kind: len(domain.members) for kind, domain in self._printed_on(index)}
                yield from (f"kind:{kind}" for kind in held if held[kind] == max(held.values()))

    def _printed_on(self, things: Things) -> Iterator[tuple[str, Names]]:
        """Kinds with names of which a class bears every member."""
        for kind, domain in self.game.kinds.items():
            table = self.game.tables.get(f"its {kind}")
            if isinstance(domain, Names) and kind != "name" and table is not None:
                values = {table.values[id] for id in things.ids}
                if NOTHING not in values and len(values) == len(domain.members):
                    yield kind, domain

    def definition_words(self, name: str) -> Group:
        own = {f"define:{name}"}
        if name in self.score_names:
            own |= {"point", "score"}
        return frozenset(own)

    # --- steps

    def all_blocks(self) -> Iterator[tuple[st.Step, ...]]:
        """The steps of every action, procedure, text, hook and of the set-up."""
        game = self.game
        yield game.setup_once
        yield game.setup
        yield from (each.steps for each in game.actions.values())
        yield from (each.steps for each in game.procedures.values())
        yield from (each.steps for each in game.texts.values())
        yield from game.hooks.values()

    def carried_out(
        self, steps: Iterable[st.Step], seen: frozenset[str] = frozenset()
    ) -> tuple[st.Step, ...]:
        """Steps with those of the procedures they do in their place; what a card says is left to the card."""
        found: list[st.Step] = []
        for step in steps:
            if isinstance(step, st.Do) and step.procedure not in seen:
                inner = self.game.procedures[step.procedure].steps
                before = self.game.hooks.get(("before", step.procedure), ())
                after = self.game.hooks.get(("after", step.procedure), ())
                found += self.carried_out((*before, *inner, *after), seen | {step.procedure})
            elif isinstance(step, st.Each | st.Repeat | st.GoRound | st.Rule | st.As):
                found.append(replace(step, steps=self.carried_out(step.steps, seen)))
            else:
                found.append(step)
        return tuple(found)

    @cached_property
    def set_up(self) -> tuple[st.Step, ...]:
        """Every step of the set-up with its hooks."""
        hooks = self.game.hooks
        own = (*self.game.setup_once, *hooks.get(("before", "setup"), ()))
        return self.carried_out((*own, *self.game.setup, *hooks.get(("after", "setup"), ())))

    # --- entries of the catalogue

    def entry(self, id: str) -> str:
        """An id if there is such an entry, else nothing."""
        return id if id in self.entries else ""

    def surface(self, entry: str) -> Any:
        """The node of an entry on the surface."""
        return self.entries[entry].node if entry in self.entries else ()

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Every named number with one value."""
        return {name: each.value for name, each in self.game.parameters.items() if each.value is not None}

    def items(self, sort: type[Any]) -> list[Any]:
        return [item for item in self.laid.items if isinstance(item, sort)]


def subject_of(program: Program) -> Subject:
    """What claims of a program are made from."""
    laid, counts = program.composition, program.counts
    try:
        most = Program(program.ruleset, laid, counts[-1], scenarios=False).game
    except Rejected:
        most = program.game
    return Subject(program.game, laid, entries_of(laid), counts, most)


def _is_owned(family: Family) -> bool:
    return any(isinstance(domain, Players) for _, domain in family.index)


def _writes(steps: Any) -> list[st.Write]:
    return [each for each in parts(steps) if isinstance(each, st.Write)]


def _changes(step: st.Write, op: str) -> bool:
    """`add` or `take`: the new value is the old one with something added or taken away."""
    value = step.value
    return (
        isinstance(value, ex.Arith)
        and value.op == op
        and isinstance(value.left, ex.Read)
        and value.left.cell == step.cell
    )


def names_in(node: Any) -> Iterator[str]:
    """Every name that stands in a node of the surface."""
    return (each.text for each in parts(node) if isinstance(each, nodes.Name))
