"""What a name can mean at one place in the text, and the values that reading an expression gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from verifier.diagnostics import CODES, Diagnostic, Label, Level, Report, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Names, Number, Players, Things, Truth, Zones, values
from verifier.kernel.expression import Expr, ZonesOf
from verifier.kernel.machine import Cell, Family, Table, Thing
from verifier.model.game import Parameter
from verifier.model.types import called, fits
from verifier.source import Span
from verifier.surface import nodes

if TYPE_CHECKING:
    from verifier.model.from_surface.definitions import DefinitionReader


# --- what a name can mean at one place in the text, and the values that reading an expression gives


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression and what it gives; domain `None` fits anything (a mistake has been reported)."""

    expr: Expr
    domain: Domain | None


@dataclass(frozen=True, slots=True)
class ZoneSet:
    """Several zones of one family: `p.row` where a row needs a suit as well."""

    source: ZonesOf


@dataclass(frozen=True, slots=True)
class ClassName:
    things: Things


@dataclass(frozen=True, slots=True)
class Pending:
    """A family, cell, definition, table or field that still waits for indexes."""

    sort: str
    name: str
    args: tuple[Typed, ...]
    wanted: tuple[Domain, ...]


Meaning = Typed | ZoneSet | ClassName | Pending


@dataclass(frozen=True, slots=True)
class Scope:
    """Names bound so far. `me` is `None` where nobody acts; `told` inside a scenario."""

    locals: Mapping[str, Typed]
    me: Typed | None
    rule: str | None = None
    taken: frozenset[str] = frozenset()
    told: bool = False

    def bound(self, name: str, meaning: Typed) -> Scope:
        return replace(self, locals={**self.locals, name: meaning})

    def within(self, rule: str) -> Scope:
        return replace(self, rule=rule)


# --- the world of a game: what was declared, before anything is read against it


SEATS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip

MOST_VALUES = 10_000

MOST_THINGS = 1_000
# So many members are told one by one.
FEW = 12

MOST_ZONES = 5_000


@dataclass(slots=True)
class Field:
    """What is printed on components: a table by component, several if some carry several numbers."""

    name: str
    domain: Domain
    per: Domain | None
    tables: tuple[str, ...]
    things: frozenset[int]


@dataclass(slots=True)
class Declarations:
    players: int
    report: Report
    parameters: dict[str, Parameter] = field(default_factory=dict)
    kinds: dict[str, Domain] = field(default_factory=dict)
    members: dict[str, list[Names]] = field(default_factory=dict)
    classes: dict[str, Things] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)
    designs: dict[str, list[int]] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    zones: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)

    @property
    def seats(self) -> Players:
        return Players(self.players)

    @property
    def all_things(self) -> Things:
        return Things("component", tuple(range(len(self.things))))

    @property
    def all_zones(self) -> Zones:
        return Zones("zone", tuple(range(self.zones)))

    def unknown(
        self, code: str, name: nodes.Name, known: Iterable[str], text: str, hint: str | None = None
    ) -> None:
        """A name that means nothing: the nearest that does, else the hint."""
        near = nearest(name.text, known)
        hint = f"did you mean `{near}`?" if near else hint
        self.report.add(diagnostic(code, Label(name.span, text), hint=hint, name=name.text))


def whole(node: nodes.Name | nodes.Integer | None, world: Declarations) -> int:
    """A number written out or by its name."""
    match node:
        case None:
            return 0
        case nodes.Integer(value):
            return value
        case nodes.Name(text):
            if text == "players":
                return world.players
            parameter = world.parameters.get(text)
            if parameter is None or parameter.value is None:
                world.unknown("N202", node, world.parameters, "this is not a named number", named(text))
                return 0
            return parameter.value


def named(text: str) -> str:
    """What to do about a number that nobody has named; amounts and definitions change while people play."""
    return f"write a number, or give it its name with a line `number {text}: 10`"


def checked_range(low: int, high: int, span: Span, world: Declarations) -> Number:
    if high < low:
        world.report.add(diagnostic("T303", Label(span), low=low, high=high))
        return Number(low, low)
    if high - low > MOST_VALUES:
        world.report.add(diagnostic("T304", Label(span), count=high - low + 1, most=MOST_VALUES))
        return Number(low, low)
    return Number(low, high)


# --- what all reading of expressions shares: reports, the world, and the constants of the kernel


UNKNOWN = Typed(k.Const(0, Truth()), None)

Alternative = nodes.GuardRule | nodes.StepRule | nodes.ValueRule

YES = k.Const(1, Truth())

NO = k.Const(0, Truth())


def number(value: int) -> Typed:
    return Typed(k.Const(value, Number(value, value)), Number(value, value))


def conjunction(parts: tuple[k.Expr, ...]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", parts) if parts else YES


class SurfaceReader:
    """Reads against a world; `definitions` is filled in by the definitions themselves."""

    def __init__(self, world: Declarations) -> None:
        self.world = world
        self.report = world.report
        self.definitions: DefinitionReader
        self.read_cells: set[str] = set()

    # --- what the next rooms add

    def typed(self, node: nodes.Expr, scope: Scope, want: Domain | None = None) -> Typed:
        raise NotImplementedError

    def value(self, place: nodes.Place, scope: Scope, want: Domain | None = None) -> Typed:
        raise NotImplementedError

    def property(self, of: Typed, name: nodes.Name, scope: Scope) -> Meaning:
        raise NotImplementedError

    # --- what is wrong

    def wrong(
        self, code: str, span: Span, text: str, scope: Scope, hint: str | None = None, **names: object
    ) -> Typed:
        title = CODES[code].format_map(names)
        self.report.add(Diagnostic(code, (Label(span, text),), title, scope.rule, hint))
        return UNKNOWN

    def expected(self, got: Typed, want: Domain | None, span: Span, scope: Scope) -> Typed:
        """`got`, or a reported mistake when it does not fit."""
        if fits(got.domain, want):
            return got
        hint = None
        if isinstance(want, Truth) and isinstance(got.domain, Names):
            hint = "write each comparison in full, or one set: `x is one of A, B`"
        return self.wrong(
            "T310",
            span,
            f"this is {called(got.domain)}",
            scope,
            hint,
            wanted=called(want),
            got=called(got.domain),
        )

    def no_such_text(self, name: nodes.Name) -> None:
        """Only a warning: the components that have it may come with an overlay."""
        near = nearest(name.text, {text for _, text in self.definitions.texts})
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(
            diagnostic(
                "N225",
                Label(name.span, "no component has it"),
                hint=hint,
                level=Level.WARNING,
                name=name.text,
            )
        )

    # --- what is wanted

    def truth(self, node: nodes.Expr, scope: Scope) -> k.Expr:
        return self.expected(self.typed(node, scope, Truth()), Truth(), node.span, scope).expr

    def is_alternative(self, node: Alternative, before: Alternative | None) -> bool:
        """Is a rule an alternative to the one before it? Told if it says so and there is none that might not apply."""
        if not node.otherwise:
            return False
        if type(before) is type(node) and before is not None and before.when:
            return True
        hint = "write it directly below a rule of the same sort that has a `when`"
        self.wrong("T324", node.name.span, "an alternative to nothing", Scope({}, None, node.name.text), hint)
        return False

    def truths(self, many: tuple[nodes.Expr, ...], scope: Scope) -> tuple[k.Expr, ...]:
        return tuple(self.truth(node, scope) for node in many)

    def number(self, node: nodes.Expr, scope: Scope) -> Typed:
        got = self.typed(node, scope, Number(0, 0))
        return self.expected(got, Number(0, 0), node.span, scope)

    def player(self, path: nodes.Path, scope: Scope) -> k.Expr:
        got = self.value(nodes.Place(path, (), span=path.span), scope, self.world.seats)
        return self.expected(got, self.world.seats, path.span, scope).expr


def not_a_member(key: nodes.Name | nodes.Integer, by: str, keys: Domain) -> Diagnostic:
    """A word or a number that a kind does not have."""
    text = key.text if isinstance(key, nodes.Name) else str(key.value)
    known = [key_text(each, keys) for each in values(keys)]
    near = nearest(text, known)
    few = ", ".join(known) if len(known) <= FEW else f"{known[0]} to {known[-1]}"
    hint = f"did you mean `{near}`?" if near else f"its members are {few}"
    return diagnostic("N206", Label(key.span), hint=hint, name=text, kind=by)


def key_text(key: int, keys: Domain) -> str:
    return keys.members[key] if isinstance(keys, Names) else str(key)
