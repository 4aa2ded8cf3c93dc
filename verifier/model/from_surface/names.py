"""Names: what a word, a path with dots or a place with `of` means where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones
from verifier.model.from_surface.scope import (
    SEATS,
    UNKNOWN,
    ClassName,
    Field,
    Meaning,
    Pending,
    Scope,
    SurfaceReader,
    Typed,
    ZoneSet,
    number,
)
from verifier.model.types import ANYTHING, called, fits
from verifier.surface import nodes

# --- names: what a word, a path with dots or a place with `of` means where it stands


# Words that people use as if the language had them.
MEANT = {
    **dict.fromkeys(("more", "higher", "greater"), "write `is at least ...`"),
    **dict.fromkeys(("less", "fewer", "lower"), "write `is at most ...`"),
    **dict.fromkeys(("all", "everybody"), "write `everyone`, or `every player p: ...`"),
    **dict.fromkeys(("size", "length", "full"), "count what lies there: `count card in ...`"),
    **dict.fromkeys(
        ("yes", "no", "true", "false"), "a yes or no is a condition by itself: `visited`, `not visited`"
    ),
    **dict.fromkeys(
        ("second", "third", "fourth", "fifth", "sixth"),
        "with fewer players there is no such seat; say who is meant: `left of active`, `the player p where ...`",
    ),
}


def _entries(field: Field, word: str | int) -> frozenset[int]:
    """The values by which a table shows a word that stands on a component."""
    found = set[int]()
    match field.domain:
        case Number() if isinstance(word, int):
            found.add(word)
        case Names(_, members):
            found.update(value for value, name in enumerate(members) if name == word)
    if field.name == "player":
        found.update(value for value, name in enumerate(SEATS) if name == word)
    return frozenset(found)


class Meanings(SurfaceReader):
    """Words and places."""

    def value(self, place: nodes.Place, scope: Scope, want: Domain | None = None) -> Typed:
        """A place that must be one value."""
        meaning = self.meaning(place, scope, want)
        match meaning:
            case Typed():
                return meaning
            case ZoneSet(source):
                name = source.family
                return self.wrong("T312", place.span, "more than one zone", scope, name=name)
            case ClassName(things):
                return self.wrong(
                    "T313",
                    place.span,
                    "a class of components, not one of them",
                    scope,
                    name=things.name,
                    hint=f"choose one first: `choose {things.name} in ...`",
                )
            case Pending(_, name, _, wanted):
                missing = called(wanted[0])
                whose = isinstance(wanted[0], Players) and scope.me is not None
                return self.wrong(
                    "T314",
                    place.span,
                    f"of which {missing[2:] if missing[:2] == 'a ' else missing}?",
                    scope,
                    f"write `my {name}` for that of whoever acts, or `p.{name}`" if whose else None,
                    name=name,
                    missing=missing,
                )

    def meaning(self, place: nodes.Place, scope: Scope, want: Domain | None = None) -> Meaning:
        bare = want if not place.index else None
        bracketed = isinstance(place.path, nodes.Dotted)
        if place.index and not bracketed and [part.text for part in place.path.parts] == ["left"]:
            return self.left_of(place, scope)
        found = (
            self.path(place.path, scope, bare)
            if isinstance(place.path, nodes.Path)
            else self.dotted(place.path, scope)
        )
        if not place.index:
            return self.partial(found)
        if not isinstance(found, Pending):
            return self.wrong("T315", place.span, "this takes no `of`", scope, name=place.path.parts[-1].text)
        if len(place.index) > len(found.wanted) and not (scope.told and isinstance(found.wanted[0], Things)):
            return self.wrong(
                "T316",
                place.span,
                f"{len(place.index)} are given",
                scope,
                name=found.name,
                count=len(found.wanted),
            )
        if scope.told and isinstance(found.wanted[0], Things):
            return self.told(found, place, scope)
        args = list(found.args)
        for index, wanted in zip(place.index, found.wanted, strict=False):
            args.append(self.expected(self.index(index, scope, wanted), wanted, index.span, scope))
        rest = found.wanted[len(place.index) :]
        done = Pending(found.sort, found.name, tuple(args), rest)
        return self.partial(self.complete(done) if not rest else done)

    def told(self, found: Pending, place: nodes.Place, scope: Scope) -> Typed:
        """In a scenario, the words after `of` describe a component as they do elsewhere in it."""
        said = [
            index.parts[-1].text if isinstance(index, nodes.Path) else index.span.text
            for index in place.index
        ]
        wanted = found.wanted[0]
        assert isinstance(wanted, Things)
        described = [self.described(int(w) if w.isdigit() else w) for w in said]
        fitting = [i for i in wanted.ids if all(i in those for those in described)]
        if not fitting:
            return self.wrong("N245", place.span, "no component has this name", scope, name=" ".join(said))
        return self.complete(
            replace(found, args=(*found.args, Typed(k.Const(fitting[0], wanted), wanted)), wanted=())
        )

    def described(self, word: str | int) -> frozenset[int]:
        """Every component of which a word says something true: its name, design, class, or what is printed on it."""
        world, found = self.world, set[int]()
        if isinstance(word, str):
            found.update(n for n, known in enumerate(world.things) if word in (known.name, known.design))
            found.update(world.classes.get(word, Things("", ())).ids)
        for field in world.fields.values():
            meant = _entries(field, word) if field.per is None else ()
            for table in field.tables if meant else ():
                values = world.tables[table].values
                found.update(thing for thing in field.things if values[thing] in meant)
        return frozenset(found)

    def left_of(self, place: nodes.Place, scope: Scope) -> Typed:
        index, seats = place.index[0], self.world.seats
        if isinstance(index, nodes.Path) and (index.my or len(index.parts) > 1):
            whose = self.value(nodes.Place(index, (), span=index.span), scope, seats)
            if not fits(whose.domain, seats):
                *front, last = (part.text for part in index.parts)
                owner = ("my " if index.my else "") + ".".join(front) if front else "me"
                hint, got = f"write `(left of {owner}).{last}`", called(whose.domain)
                return self.wrong(
                    "T310", index.span, f"this is {got}", scope, hint, wanted="a player", got=got
                )
        return self.left(self.expected(self.index(index, scope, seats), seats, index.span, scope))

    def index(self, node: nodes.Path | nodes.Integer | nodes.Bracket, scope: Scope, want: Domain) -> Typed:
        match node:
            case nodes.Integer(value):
                return number(value)
            case nodes.Bracket(inner):
                return self.typed(inner, scope, want)
            case nodes.Path():
                return self.value(nodes.Place(node, (), span=node.span), scope, want)

    def left(self, player: Typed) -> Typed:
        one, count = number(1).expr, number(self.world.players).expr
        return Typed(k.Arith("%", k.Arith("+", player.expr, one), count), self.world.seats)

    def partial(self, found: Meaning) -> Meaning:
        if isinstance(found, Pending) and found.sort == "family":
            held = tuple(arg.expr for arg in found.args) + (None,) * len(found.wanted)
            return ZoneSet(k.ZonesOf(found.name, held))
        return found

    def path(self, path: nodes.Path, scope: Scope, want: Domain | None = None) -> Meaning:
        parts = list(path.parts)
        found: Meaning
        if path.my:
            if scope.me is None:
                return self.wrong("N220", path.span, "nobody acts here", scope, name="my")
            found = scope.me
        else:
            found = self.head(parts.pop(0), scope, want if len(path.parts) == 1 else None)
        return self.dots(found, parts, scope)

    def dotted(self, path: nodes.Dotted, scope: Scope) -> Meaning:
        return self.dots(self.typed(path.inner, scope), path.parts, scope)

    def dots(self, found: Meaning, parts: Sequence[nodes.Name], scope: Scope) -> Meaning:
        """What follows the dots, one after the other."""
        for part in parts:
            if isinstance(found, Pending) or not isinstance(found, Typed):
                found = self.value_of_partial(found, part, scope)
                if found is UNKNOWN:
                    return found
            assert isinstance(found, Typed)
            found = self.property(found, part, scope)
        return found

    def value_of_partial(self, found: Meaning, part: nodes.Name, scope: Scope) -> Typed:
        if isinstance(found, Typed):
            return found
        return self.wrong(
            "T314", part.span, "it is not clear whose", scope, name=part.text, missing="an owner"
        )

    def head(self, name: nodes.Name, scope: Scope, want: Domain | None) -> Meaning:
        text, world = name.text, self.world
        if text in scope.locals:
            return scope.locals[text]
        if isinstance(want, Names) and text in want.members:
            return Typed(k.Const(want.members.index(text), want), want)
        known = self.known(text, scope, name)
        if known is not None:
            return known
        found = self.declared(text, ())
        if found is not None:
            return found
        parameter = world.parameters.get(text)
        if parameter is not None and parameter.value is not None:
            return number(parameter.value)
        kinds = world.members.get(text)
        if kinds:
            return Typed(k.Const(kinds[0].members.index(text), kinds[0]), kinds[0])
        if text in world.classes:
            return ClassName(world.classes[text])
        return self.unknown(name, scope, want)

    def unknown(self, name: nodes.Name, scope: Scope, want: Domain | None = None) -> Typed:
        fitting = want.members if isinstance(want, Names) else ()
        near = nearest(name.text, [*fitting, *self.everything(scope)])
        hint = f"did you mean `{near}`?" if near else MEANT.get(name.text)
        return self.wrong("N221", name.span, "nothing has this name", scope, hint, name=name.text)

    def everything(self, scope: Scope) -> list[str]:
        world = self.world
        names = [
            *scope.locals,
            *world.cells,
            *world.families,
            *world.parameters,
            *world.members,
            *world.classes,
        ]
        return [*names, *self.definitions.names, "active", "opponent", "players", "me", "over", "nothing"]

    def known(self, text: str, scope: Scope, name: nodes.Name) -> Typed | None:
        """The names that every game has."""
        seats = self.world.seats
        match text:
            case "me" | "opponent" if scope.me is None:
                return self.wrong("N220", name.span, "nobody acts here", scope, name=text)
            case "me":
                return scope.me
            case "opponent":
                assert scope.me is not None
                return self.opponent(scope.me, name, scope)
            case "left" if scope.me is not None:
                return self.left(scope.me)
            case "active":
                return Typed(k.Read("active", ()), seats)
            case "round" if text not in self.world.cells:
                hint = "say how many there are at most: `rounds 20 until ...`"
                return self.wrong("N250", name.span, "nobody counts them", scope, hint)
            case "next-player" | "round":
                self.read_cells.add(text)
                return Typed(k.Read(text, ()), self.world.cells[text].domain)
            case "players":
                return None if text in self.world.tables else number(self.world.players)
            case "nothing":
                return Typed(k.Const(NOTHING, self.world.all_things), None)
            case "over":
                return Typed(k.Call("over", ()), Truth())
            case _ if text in SEATS[: self.world.players] and text not in self.world.cells:
                seat = SEATS.index(text)
                return Typed(k.Const(seat, seats), seats)
        return None

    def opponent(self, of: Typed, name: nodes.Name, scope: Scope) -> Typed:
        if self.world.players != 2:
            return self.wrong(
                "N222",
                name.span,
                f"with {self.world.players} players",
                scope,
                hint="write `left of me`, or iterate over players",
            )
        return Typed(k.Arith("-", number(1).expr, of.expr), self.world.seats)

    def declared(self, text: str, args: tuple[Typed, ...]) -> Meaning | None:
        """A cell, family, table or definition of this name whose first indexes are `args`."""
        world = self.world
        candidates: list[tuple[str, tuple[Domain, ...]]] = []
        if text in world.cells:
            candidates.append(("cell", world.cells[text].index))
        if text in world.families:
            candidates.append(("family", tuple(domain for _, domain in world.families[text].index)))
        if text in world.tables and text in world.parameters:
            candidates.append(("table", world.tables[text].index))
        params = self.definitions.params(text)
        if params is not None:
            candidates.append(("definition", params))
        for sort, wanted in candidates:
            if len(args) <= len(wanted) and all(
                fits(a.domain, w) for a, w in zip(args, wanted, strict=False)
            ):
                pending = Pending(sort, text, args, wanted[len(args) :])
                return self.complete(pending) if not pending.wanted else pending
        return None

    def complete(self, pending: Pending) -> Typed:
        """A family, cell, ... with all its indexes."""
        exprs = tuple(arg.expr for arg in pending.args)
        world = self.world
        match pending.sort:
            case "cell":
                self.read_cells.add(pending.name)
                return Typed(k.Read(pending.name, exprs), world.cells[pending.name].domain)
            case "family":
                family = world.families[pending.name]
                ids = tuple(range(family.base, family.base + family.size))
                return Typed(k.ZoneAt(pending.name, exprs), Zones(pending.name, ids))
            case "table" | "field":
                return Typed(k.Lookup(pending.name, exprs), world.tables[pending.name].domain)
            case _:
                return Typed(k.Call(pending.name, exprs), self.definitions.domain(pending.name))


# --- what may follow a dot: properties of players, components and zones


class Properties(Meanings):
    def property(self, of: Typed, name: nodes.Name, scope: Scope) -> Meaning:
        text, domain = name.text, of.domain
        if domain is None or domain == ANYTHING:
            return UNKNOWN
        match domain:
            case Players():
                if text == "opponent":
                    return self.opponent(of, name, scope)
                if text == "left":
                    return self.left(of)
            case Things():
                found = self.thing_property(of, domain, text)
                if found is not None:
                    return found
            case Zones():
                index = "player" if text == "owner" else text
                family = self.world.families.get(domain.name)
                if family is not None and index in dict(family.index):
                    return Typed(k.Lookup(f"zone {index}", (of.expr,)), dict(family.index)[index])
            case _:
                pass
        declared = self.declared(text, (of,))
        if declared is not None:
            return declared
        near = nearest(text, self.properties(domain))
        hint = f"did you mean `{near}`?" if near else None
        cell, family = self.world.cells.get(text), self.world.families.get(text)
        if (cell is not None and not cell.index) or (family is not None and not family.index):
            hint = f"there is one for all: write `{text}`"
        return self.wrong(
            "N223",
            name.span,
            "unknown property",
            scope,
            hint,
            name=text,
            of=called(domain),
        )

    def thing_property(self, of: Typed, domain: Things, text: str) -> Meaning | None:
        field = self.world.fields.get(text)
        if field is not None and (not domain.ids or field.things & set(domain.ids)):
            if field.per is not None:
                return Pending("field", field.tables[0], (of,), (field.per,))
            return Typed(k.Lookup(field.tables[0], (of.expr,)), field.domain)
        if text == "position":
            return Typed(k.Position(of.expr), Number(0, max(1, len(self.world.things)) - 1))
        index = "player" if text == "owner" else text
        table = self.world.tables.get(f"zone {index}")
        if table is not None:
            return Typed(k.Lookup(f"zone {index}", (k.ZoneOf(of.expr),)), table.domain)
        if field is not None:
            return Typed(k.Lookup(field.tables[0], (of.expr,)), field.domain)
        return None

    def properties(self, domain: Domain) -> list[str]:
        """Every name that may follow a dot here."""
        world = self.world
        names = [name for name, cell in world.cells.items() if cell.index and fits(domain, cell.index[0])]
        names += [
            name
            for name in self.definitions.names
            if (p := self.definitions.params(name)) and fits(domain, p[0])
        ]
        match domain:
            case Things():
                names += [*world.fields, "position", "owner"]
                names += [name[5:] for name in world.tables if name.startswith("zone ")]
            case Players():
                names += ["opponent", "left"]
                names += [f.name for f in world.families.values() if f.index and f.index[0][0] == "player"]
            case Zones(name, _):
                names += [index for index, _ in world.families[name].index] if name in world.families else []
            case _:
                pass
        return names
