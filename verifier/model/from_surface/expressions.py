"""Names and types of expressions: surface nodes in, kernel expressions with their domains out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from verifier.diagnostics import Label, Level, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones, bounds
from verifier.model.from_surface.scope import ClassName, Meaning, Pending, Scope, Typed, ZoneSet
from verifier.model.from_surface.world import SEATS, World
from verifier.model.types import called, combined, fits, joined
from verifier.source import Span
from verifier.surface import nodes

if TYPE_CHECKING:
    from verifier.model.from_surface.definitions import Definitions

UNKNOWN = Typed(k.Const(0, Truth()), None)
YES = k.Const(1, Truth())
NO = k.Const(0, Truth())


def number(value: int) -> Typed:
    return Typed(k.Const(value, Number(value, value)), Number(value, value))


def conjunction(parts: tuple[k.Expr, ...]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", parts) if parts else YES


class Expressions:
    """Reads expressions against a world; `definitions` is filled in by the definitions themselves."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.report = world.report
        self.definitions: Definitions
        self.read_cells: set[str] = set()

    # --- diagnostics

    def wrong(
        self, code: str, span: Span, text: str, scope: Scope, hint: str | None = None, **names: object
    ) -> Typed:
        self.report.add(diagnostic(code, Label(span, text), rule=scope.rule, hint=hint, **names))
        return UNKNOWN

    def expected(self, got: Typed, want: Domain | None, span: Span, scope: Scope) -> Typed:
        """`got`, or a reported mistake when it does not fit."""
        if fits(got.domain, want):
            return got
        return self.wrong(
            "T310", span, f"this is {called(got.domain)}", scope, wanted=called(want), got=called(got.domain)
        )

    # --- entry points

    def truth(self, node: nodes.Expr, scope: Scope) -> k.Expr:
        return self.expected(self.typed(node, scope, Truth()), Truth(), node.span, scope).expr

    def truths(self, many: tuple[nodes.Expr, ...], scope: Scope) -> tuple[k.Expr, ...]:
        return tuple(self.truth(node, scope) for node in many)

    def number(self, node: nodes.Expr, scope: Scope) -> Typed:
        got = self.typed(node, scope, Number(0, 0))
        return self.expected(got, Number(0, 0), node.span, scope)

    def player(self, path: nodes.Path, scope: Scope) -> k.Expr:
        got = self.value(nodes.Place(path, (), path.span), scope, self.world.seats)
        return self.expected(got, self.world.seats, path.span, scope).expr

    def typed(self, node: nodes.Expr, scope: Scope, want: Domain | None = None) -> Typed:
        match node:
            case nodes.Integer(value, span):
                if abs(value) > 1_000_000:
                    return self.wrong("T302", span, "", scope, name=str(value))
                return number(value)
            case nodes.Place():
                return self.value(node, scope, want)
            case nodes.Negative(operand, _):
                inner = self.number(operand, scope)
                zero = number(0)
                return Typed(k.Arith("-", zero.expr, inner.expr), combined("-", zero.domain, inner.domain))
            case nodes.Binary(op, left, right, _):
                a, b = self.number(left, scope), self.number(right, scope)
                return Typed(k.Arith(op, a.expr, b.expr), combined(op, a.domain, b.domain))
            case nodes.Compare():
                return Typed(self.compared(node, scope), Truth())
            case nodes.Within(left, place, negated, span):
                return Typed(self.within(left, place, negated, span, scope), Truth())
            case nodes.Empty(left, negated, span):
                return Typed(self.empty(left, negated, span, scope), Truth())
            case nodes.Related(left, name, right, negated, _):
                held = self.related(left, name, right, scope)
                return Typed(k.Not(held) if negated else held, Truth())
            case nodes.HasText(left, name, _):
                return Typed(self.has_text(left, name, scope), Truth())
            case nodes.Logic(op, parts, _):
                return Typed(k.Logic(op, self.truths(parts, scope)), Truth())
            case nodes.Not(operand, _):
                return Typed(k.Not(self.truth(operand, scope)), Truth())
            case nodes.Fold():
                return self.fold(node, scope)
            case nodes.FieldFold():
                return self.field_fold(node, scope)
            case nodes.EndOf(end, range_, where, _):
                return self.end_of(end, range_, where, scope)
            case nodes.EndField():
                return self.end_field(node, scope)

    # --- names

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
                return self.wrong(
                    "T314", place.span, f"of which {missing[2:] if missing[:2] == 'a ' else missing}?", scope, name=name, missing=missing
                )

    def meaning(self, place: nodes.Place, scope: Scope, want: Domain | None = None) -> Meaning:
        bare = want if not place.index else None
        if place.index and [part.text for part in place.path.parts] == ["left"]:
            return self.left_of(place, scope)
        found = self.path(place.path, scope, bare)
        if not place.index:
            return self.partial(found)
        if not isinstance(found, Pending):
            return self.wrong("T315", place.span, "this takes no `of`", scope, name=place.path.parts[-1].text)
        if len(place.index) > len(found.wanted) and not (scope.told and isinstance(found.wanted[0], Things)):
            return self.wrong(
                "T316", place.span, f"{len(place.index)} are given", scope, name=found.name, count=len(found.wanted)
            )
        if scope.told and isinstance(found.wanted[0], Things):
            return self.told(found, place, scope)
        args = list(found.args)
        for index, wanted in zip(place.index, found.wanted, strict=False):
            if isinstance(index, nodes.Integer):
                got = number(index.value)
            else:
                got = self.value(nodes.Place(index, (), index.span), scope, wanted)
            args.append(self.expected(got, wanted, index.span, scope))
        rest = found.wanted[len(place.index) :]
        done = Pending(found.sort, found.name, tuple(args), rest)
        return self.partial(self.complete(done) if not rest else done)

    def told(self, found: Pending, place: nodes.Place, scope: Scope) -> Typed:
        """In a scenario, the words after `of` describe a component as they do elsewhere in it."""
        said = [str(index.value) if isinstance(index, nodes.Integer) else index.parts[-1].text for index in place.index]
        wanted = found.wanted[0]
        assert isinstance(wanted, Things)
        fitting = [i for i in wanted.ids if all(self.describes(int(w) if w.isdigit() else w, i) for w in said)]
        if not fitting:
            return self.wrong("N245", place.span, "no component is called so", scope, name=" ".join(said))
        return self.complete(replace(found, args=(*found.args, Typed(k.Const(fitting[0], wanted), wanted)), wanted=()))

    def describes(self, word: str | int, thing: int) -> bool:
        """Does this word say something true of the component: its name, design, class, or what is printed on it?"""
        world = self.world
        if isinstance(word, str):
            known = world.things[thing]
            if word in (known.name, known.design) or thing in world.classes.get(word, Things("", ())).ids:
                return True
        for field in world.fields.values():
            if field.per is not None or thing not in field.things:
                continue
            for table in field.tables:
                value = world.tables[table].values[thing]
                match field.domain:
                    case Number() if value == word:
                        return True
                    case Names(_, members) if 0 <= value < len(members) and members[value] == word:
                        return True
                    case _ if field.name == "player" and 0 <= value < len(SEATS) and SEATS[value] == word:
                        return True
        return False

    def left_of(self, place: nodes.Place, scope: Scope) -> Typed:
        index = place.index[0]
        if isinstance(index, nodes.Integer):
            return self.wrong("T310", index.span, "this is a number", scope, wanted="a player", got="a number")
        return self.left(Typed(self.player(index, scope), self.world.seats))

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
        return self.wrong("T314", part.span, "it is not clear whose", scope, name=part.text, missing="an owner")

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
        return self.unknown(name, scope)

    def unknown(self, name: nodes.Name, scope: Scope) -> Typed:
        near = nearest(name.text, self.everything(scope))
        hint = f"did you mean `{near}`?" if near else None
        return self.wrong("N221", name.span, "nothing has this name", scope, hint, name=name.text)

    def everything(self, scope: Scope) -> list[str]:
        world = self.world
        names = [*scope.locals, *world.cells, *world.families, *world.parameters, *world.members, *world.classes]
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
            case "next-player" | "round":
                self.read_cells.add(text)
                return Typed(k.Read(text, ()), self.world.cells[text].domain)
            case "players":
                return None if text in self.world.tables else number(self.world.players)
            case "nothing":
                return Typed(k.Const(NOTHING, Truth()), None)
            case "over":
                return Typed(k.Call("over", ()), Truth())
            case _ if text in SEATS[: self.world.players] and text not in self.world.cells:
                seat = SEATS.index(text)
                return Typed(k.Const(seat, seats), seats)
        return None

    def opponent(self, of: Typed, name: nodes.Name, scope: Scope) -> Typed:
        if self.world.players != 2:
            return self.wrong(
                "N222", name.span, f"with {self.world.players} players", scope, hint="write `left of me`, or range over players"
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
            if len(args) <= len(wanted) and all(fits(a.domain, w) for a, w in zip(args, wanted, strict=False)):
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

    def property(self, of: Typed, name: nodes.Name, scope: Scope) -> Meaning:
        text, domain = name.text, of.domain
        if domain is None:
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
        return self.wrong("N223", name.span, f"{called(domain)} has no such thing", scope, hint, name=text, of=called(domain))

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
        names += [name for name in self.definitions.names if (p := self.definitions.params(name)) and fits(domain, p[0])]
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

    # --- comparisons

    def compared(self, node: nodes.Compare, scope: Scope) -> k.Expr:
        if node.op in ("is", "is-not"):
            held = self.identity(node.left, node.right, node.span, scope)
            return k.Not(held) if node.op == "is-not" else held
        a, b = self.number(node.left, scope), self.number(node.right, scope)
        signs: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
            "at-least": ">=",
            "at-most": "<=",
            "more-than": ">",
            "less-than": "<",
        }
        return k.Compare(signs[node.op], a.expr, b.expr)

    def identity(self, left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        if isinstance(right, nodes.Place) and not right.index and not right.path.my and len(right.path.parts) == 1:
            said = self.said_of(a, right.path.parts[0], left, scope)
            if said is not None:
                return said
        b = self.typed(right, scope, a.domain)
        if a.domain is not None and b.domain is not None and not fits(b.domain, a.domain):
            self.wrong(
                "T317", right.span, f"this is {called(b.domain)}", scope, left=called(a.domain), right=called(b.domain)
            )
            return NO
        return self.equal(a, b)

    def equal(self, a: Typed, b: Typed) -> k.Expr:
        """Equality; a field with several numbers equals each of them."""
        options = [a.expr]
        if isinstance(a.expr, k.Lookup):
            slots = [f.tables for f in self.world.fields.values() if f.tables[0] == a.expr.table and len(f.tables) > 1]
            options = [k.Lookup(table, a.expr.index) for table in slots[0]] if slots else options
        tests = tuple(k.Compare("=", option, b.expr) for option in options)
        return tests[0] if len(tests) == 1 else k.Logic("or", tests)

    def said_of(self, a: Typed, name: nodes.Name, left: nodes.Expr, scope: Scope) -> k.Expr | None:
        """`card is special`, `p is bidding`, `e is uncovered`: a class, a note, a definition, or nothing of these."""
        text = name.text
        if text in scope.locals:
            return None
        if isinstance(a.domain, Things):
            if text == "uncovered":
                anything = self.world.all_things
                return k.Compare("=", k.End("top", "x", k.ZoneOf(a.expr), anything), a.expr)
            if text in self.world.classes:
                return k.Lookup(f"is {text}", (a.expr,))
        if a.domain is None:
            return NO if text in self.world.classes else None
        if isinstance(a.domain, Names) and text in a.domain.members:
            return None
        declared = self.declared(text, (a,))
        if isinstance(declared, Typed) and isinstance(declared.domain, Truth):
            return declared.expr
        return None

    def related(self, left: nodes.Expr, name: nodes.Name, right: nodes.Path, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        params = self.definitions.params(name.text)
        if params is None or len(params) != 2:
            known = [d for d in self.definitions.names if len(self.definitions.params(d) or ()) == 2]
            near = nearest(name.text, known)
            hint = f"did you mean `{near}`?" if near else "`is NAME OTHER` needs a definition for two things"
            return self.wrong("N224", name.span, "no definition for two things", scope, hint, name=name.text).expr
        b = self.value(nodes.Place(right, (), right.span), scope, params[1])
        self.expected(a, params[0], left.span, scope)
        self.expected(b, params[1], right.span, scope)
        if not isinstance(self.definitions.domain(name.text), Truth):
            return self.wrong("T318", name.span, "this gives a value, not a yes or no", scope, name=name.text).expr
        return k.Call(name.text, (a.expr, b.expr))

    def has_text(self, left: nodes.Expr, name: nodes.Name, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        designs = [design for design, text in self.definitions.texts if text == name.text]
        if not designs:
            self.no_such_text(name)
            return NO
        tests = tuple(k.Lookup(f"is {design}", (a.expr,)) for design in designs)
        return tests[0] if len(tests) == 1 else k.Logic("or", tests)

    def no_such_text(self, name: nodes.Name) -> None:
        """Only a warning: the components that have it may come with an overlay."""
        near = nearest(name.text, {text for _, text in self.definitions.texts})
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(
            diagnostic("N225", Label(name.span, "no component has it"), hint=hint, level=Level.WARNING, name=name.text)
        )

    def within(self, left: nodes.Expr, place: nodes.Place, negated: bool, span: Span, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        self.expected(a, self.world.all_things, left.span, scope)
        held = self.lies_in(a.expr, self.zones(place, scope))
        return k.Not(held) if negated else held

    def lies_in(self, thing: k.Expr, zones: k.ZonesOf | k.Expr) -> k.Expr:
        where = k.ZoneOf(thing)
        if not isinstance(zones, k.ZonesOf):
            return k.Compare("=", where, zones)
        families = list(self.world.families)
        number_of = k.Const(families.index(zones.family), Number(0, len(families)))
        tests: list[k.Expr] = [k.Compare("=", k.Lookup("zone family", (where,)), number_of)]
        for (name, _), index in zip(self.world.families[zones.family].index, zones.index, strict=True):
            if index is not None:
                tests.append(k.Compare("=", k.Lookup(f"zone {name}", (where,)), index))
        return conjunction(tuple(tests))

    def empty(self, left: nodes.Expr, negated: bool, span: Span, scope: Scope) -> k.Expr:
        if not isinstance(left, nodes.Place):
            return self.wrong("T319", left.span, "this is no zone", scope).expr
        size = k.Fold("count", (k.Bind("x", k.Contents(self.zones(left, scope), self.world.all_things)),), None, YES)
        return k.Compare(">" if negated else "=", size, number(0).expr)

    # --- ranges and folds

    def zones(self, place: nodes.Place, scope: Scope) -> k.ZonesOf | k.Expr:
        """The zone, or the zones, that a place names."""
        meaning = self.meaning(place, scope)
        match meaning:
            case ZoneSet(source):
                return source
            case Typed(expr, Zones()):
                return expr
            case Typed(_, None):
                return k.ZonesOf("box", ())
            case _:
                got = called(meaning.domain) if isinstance(meaning, Typed) else "not a zone"
                self.wrong("T319", place.span, f"this is {got}", scope)
                return k.ZonesOf("box", ())

    def bind(self, node: nodes.Range | nodes.NumberRange, scope: Scope) -> tuple[k.Bind, str, Domain]:
        """A range as a binder, the author's name for it, and its domain."""
        if isinstance(node, nodes.NumberRange):
            low, high = self.number(node.low, scope), self.number(node.high, scope)
            domain = Number(bounds(low.domain or Number(0, 0))[0], bounds(high.domain or Number(0, 0))[1])
            if domain.high < domain.low:
                domain = Number(domain.low, domain.low)
            if domain.high - domain.low > 10_000:
                self.wrong("T304", node.span, "", scope, count=domain.high - domain.low + 1, most=10_000)
                domain = Number(domain.low, domain.low)
            return k.Bind(self.fresh(node.name.text, scope), k.Values(domain)), node.name.text, domain
        word = (node.name or node.head.parts[-1]).text
        local = self.fresh(word, scope)
        source, found = self.source(node, scope)
        return k.Bind(local, source), word, found

    def fresh(self, word: str, scope: Scope) -> str:
        """The author's name, made unlike any name bound outside it."""
        held = {typed.expr.name for typed in scope.locals.values() if isinstance(typed.expr, k.Local)} | scope.taken
        local, count = word, 2
        while local in held:
            local, count = f"{word} {count}", count + 1
        return local

    def source(self, node: nodes.Range, scope: Scope) -> tuple[k.Source, Domain]:
        head = node.head
        single = head.parts[0].text if len(head.parts) == 1 and not head.my else None
        if node.place is not None:
            things = self.class_of(head, scope)
            return k.Contents(self.zones(node.place, scope), things), things
        if single is not None and (single not in scope.locals or node.name is not None):
            if single == "player":
                return k.Values(self.world.seats, k.Read("active", ())), self.world.seats
            if single in self.world.kinds and single != "name" and single not in self.world.families:
                return k.Values(self.world.kinds[single]), self.world.kinds[single]
            if single in self.world.classes:
                return k.Values(self.world.classes[single]), self.world.classes[single]
            if single in self.world.dice:
                return k.Values(self.world.cells[single].domain), self.world.cells[single].domain
        meaning = self.meaning(nodes.Place(head, (), head.span), scope)
        match meaning:
            case ZoneSet(source):
                return source, self.family_domain(source.family)
            case Typed(k.ZoneAt(family, index), Zones()):
                return k.ZonesOf(family, tuple(index)), self.family_domain(family)
            case Typed(_, None):
                return k.Values(Truth()), Truth()
            case _:
                hint = "range over a kind, a class of components, or a zone"
                self.wrong("T320", head.span, "not something to range over", scope, hint)
                return k.Values(Truth()), Truth()

    def family_domain(self, name: str) -> Zones:
        family = self.world.families[name]
        return Zones(name, tuple(range(family.base, family.base + family.size)))

    def class_of(self, head: nodes.Path, scope: Scope) -> Things:
        name = head.parts[-1]
        if head.my or len(head.parts) > 1 or name.text not in self.world.classes:
            known = list(self.world.classes)
            near = nearest(name.text, known)
            hint = f"did you mean `{near}`?" if near else None
            self.wrong("N226", head.span, "no class of components", scope, hint, name=name.text)
            return self.world.all_things
        return self.world.classes[name.text]

    def binds(
        self, ranges: nodes.Ranges, scope: Scope
    ) -> tuple[tuple[k.Bind, ...], k.Expr | None, Scope]:
        """All binders of a line, the `where` among them, and the scope inside. Number bounds become a `where`."""
        found: list[k.Bind] = []
        tests: list[k.Expr] = []
        for node in ranges.ranges:
            bind, word, domain = self.bind(node, scope)
            local = Typed(k.Local(bind.local, domain), domain)
            if isinstance(node, nodes.NumberRange):
                low, high = self.number(node.low, scope), self.number(node.high, scope)
                if not isinstance(low.expr, k.Const):
                    tests.append(k.Compare(">=", local.expr, low.expr))
                if not isinstance(high.expr, k.Const):
                    tests.append(k.Compare("<=", local.expr, high.expr))
            scope = scope.bound(word, local)
            found.append(bind)
        if ranges.where is not None:
            tests.append(self.truth(ranges.where, scope))
        return tuple(found), conjunction(tuple(tests)) if tests else None, scope

    def fold(self, node: nodes.Fold, scope: Scope) -> Typed:
        binds, where, inner = self.binds(node.ranges, scope)
        match node.op:
            case "every":
                assert node.body is not None
                return Typed(k.Fold("every", binds, where, self.truth(node.body, inner)), Truth())
            case "any":
                return Typed(k.Fold("any", binds, where, YES), Truth())
            case "no":
                return Typed(k.Not(k.Fold("any", binds, where, YES)), Truth())
            case "count":
                return Typed(k.Fold("count", binds, where, YES), Number(0, self.most(binds)))
            case "sum" | "highest" | "lowest":
                assert node.body is not None
                body = self.number(node.body, inner)
                return self.numeric(node.op, binds, where, body, None, node.span, scope)

    def numeric(
        self,
        op: Literal["sum", "highest", "lowest"],
        binds: tuple[k.Bind, ...],
        where: k.Expr | None,
        body: Typed,
        default: Typed | None,
        span: Span,
        scope: Scope,
    ) -> Typed:
        low, high = bounds(body.domain or Number(0, 0))
        if op == "sum":
            most = self.most(binds)
            return Typed(k.Fold("sum", binds, where, body.expr), Number(min(0, low) * most, max(0, high) * most))
        empty = where is not None or any(isinstance(bind.source, k.Contents) for bind in binds)
        if empty and default is None:
            self.wrong(
                "T311", span, "this may range over nothing", scope, hint="say what it is then: `else 0`", op=op
            )
        domain = joined(Number(low, high), default.domain if default else None)
        return Typed(k.Fold(op, binds, where, body.expr, default.expr if default else None), domain)

    def most(self, binds: tuple[k.Bind, ...]) -> int:
        """A bound on how many members the binders range over."""
        count = 1
        for bind in binds:
            match bind.source:
                case k.Values(domain, _):
                    low, high = bounds(domain)
                    count *= len(domain.ids) if isinstance(domain, Things | Zones) else high - low + 1
                case k.ZonesOf(family, index):
                    size = self.world.families[family].size
                    for (_, domain), given in zip(self.world.families[family].index, index, strict=True):
                        low, high = bounds(domain)
                        size //= (high - low + 1) if given is not None else 1
                    count *= size
                case k.Contents(_, things):
                    count *= len(things.ids)
        return count

    def field_fold(self, node: nodes.FieldFold, scope: Scope) -> Typed:
        binds, where, inner = self.binds(nodes.Ranges((node.range,), None, node.range.span), scope)
        body = self.member_value(node.field, node.range, inner, scope)
        default = self.number(node.default, scope) if node.default is not None else None
        return self.numeric(node.op, binds, where, body, default, node.span, scope)

    def member_value(self, field: nodes.Name, range_: nodes.Range, inner: Scope, scope: Scope) -> Typed:
        """The property `field` of the member that the range binds."""
        word = (range_.name or range_.head.parts[-1]).text
        found = self.property(inner.locals[word], field, scope)
        if isinstance(found, Typed):
            return self.expected(found, Number(0, 0), field.span, scope)
        return self.wrong("T314", field.span, "this needs an index", scope, name=field.text, missing="an index")

    def end_of(
        self, end: Literal["top", "bottom"], range_: nodes.Range, where: nodes.Expr | None, scope: Scope
    ) -> Typed:
        if range_.place is None:
            return self.wrong(
                "T321", range_.span, "of which zone?", scope, hint=f"write `{end} ... in ZONE`", end=end
            )
        bind, word, domain = self.bind(range_, scope)
        assert isinstance(bind.source, k.Contents) and isinstance(domain, Things)
        zones = bind.source.zones
        if isinstance(zones, k.ZonesOf):
            if all(index is not None for index in zones.index):
                zones = k.ZoneAt(zones.family, tuple(i for i in zones.index if i is not None))
            else:
                return self.wrong("T312", range_.place.span, "more than one zone", scope, name=zones.family)
        test = None
        if where is not None:
            test = self.truth(where, scope.bound(word, Typed(k.Local(bind.local, domain), domain)))
        return Typed(k.End(end, bind.local, zones, domain, test), domain)

    def end_field(self, node: nodes.EndField, scope: Scope) -> Typed:
        thing = self.end_of(node.end, node.range, None, scope)
        if thing.domain is None:
            return UNKNOWN
        found = self.property(thing, node.field, scope)
        if not isinstance(found, Typed):
            return self.wrong("T314", node.field.span, "this needs an index", scope, name=node.field.text, missing="an index")
        default = self.typed(node.default, scope, found.domain) if node.default is not None else None
        if default is None:
            if isinstance(found.domain, Number):
                self.wrong(
                    "T311", node.span, "there may be none", scope, hint="say what it is then: `else 0`", op=node.end
                )
            return found
        if default.expr == k.Const(0, Number(0, 0)) and isinstance(found.expr, k.Lookup):
            if self.world.tables[found.expr.table].missing == 0:
                return Typed(found.expr, joined(found.domain, default.domain))
        nothing = k.Compare("=", thing.expr, k.Const(NOTHING, self.world.all_things))
        return Typed(k.If(nothing, default.expr, found.expr), joined(found.domain, default.domain))
