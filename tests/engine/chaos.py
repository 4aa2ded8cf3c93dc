"""Machines made at random: senseless games that use every node of the kernel, for agreement tests.

One small world (two players, three colours, seven components) and expressions over it by kind of value.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.tiny import Families, block, cell, machine, number
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones
from verifier.kernel.expression import (
    Arith,
    Bind,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import (
    Alternative,
    Branch,
    Choice,
    Claim,
    Clause,
    Decide,
    Definition,
    Each,
    Final,
    Fork,
    Goto,
    Guard,
    Let,
    Machine,
    Put,
    Rank,
    Roll,
    Shuffle,
    Step,
    Table,
    Take,
    Thing,
    Times,
    Write,
)

WHO = Players(2)
COLOUR = Names("colour", ("red", "green", "blue"))
SMALL = Number(-2, 3)
THINGS = Things("thing", tuple(range(7)))
COINS = Things("coin", (1, 3, 4))
KINDS = {"player": WHO, "colour": COLOUR, "number": SMALL, "thing": THINGS, "coin": COINS, "truth": Truth()}

FAMILIES = Families()
FAMILIES.add("hand", "set", "owner", ("player", WHO))
FAMILIES.add("row", "row", "seen", ("player", WHO), ("colour", COLOUR))
FAMILIES.add("deck", "pile", "hidden")
FAMILIES.add("step", "space", "seen", ("number", SMALL))
ZONES = Zones("zone", tuple(range(FAMILIES.zones)))
INDEXES: dict[str, tuple[str, ...]] = {
    "box": (),
    "hand": ("player",),
    "row": ("player", "colour"),
    "deck": (),
    "step": ("number",),
}

CELLS = {
    "level": cell("level", SMALL, saturates=True),
    "purse": cell("purse", Number(0, 9), WHO, starts=2),
    "grid": cell("grid", SMALL, SMALL, COLOUR),
    "flag": cell("flag", Truth(), THINGS),
    "friend": cell("friend", WHO, optional=True, starts=NOTHING),
    "tint": cell("tint", COLOUR, COINS, optional=True, starts=NOTHING),
    "marked": cell("marked", COINS, optional=True, starts=NOTHING),
    "ready": cell("ready", Truth()),
    "active": cell("active", WHO),
    "left": cell("left", Number(0, 12), starts=12),
    "place": cell("place", ZONES, optional=True, starts=NOTHING),
    "die": cell("die", Number(1, 3), starts=1),
}
TABLES = {
    "value": Table("value", (THINGS,), (3, 0, 2, 1, 5, 4, 2), Number(0, 5), 0),
    "hue": Table("hue", (THINGS,), (0, 1, 2, 0, 1, NOTHING, 2), COLOUR, NOTHING),
    "is coin": Table("is coin", (THINGS,), (0, 1, 0, 1, 1, 0, 0), Truth(), 0),
    "toll": Table("toll", (SMALL, COLOUR), tuple(range(18)), Number(0, 17), 0),
    "rich": Table("rich", (WHO,), (0, 1), Truth(), 0),
    "owner": Table("owner", (ZONES,), (-1, 0, 1, 0, 0, 0, 1, 1, 1, -1, *[-1] * 6), WHO, NOTHING),
}
CELL_INDEX = {"purse": ("player",), "grid": ("number", "colour"), "flag": ("thing",), "tint": ("coin",)}
TABLE_INDEX = {"toll": ("number", "colour"), "rich": ("player",), "owner": ("zone",)}

# What reads as what: cells, tables.
READS = {
    "number": ["level", "purse", "grid", "left", "die"],
    "player": ["friend", "active"],
    "colour": ["tint"],
    "truth": ["flag", "ready"],
    "thing": ["marked"],
    "coin": ["marked"],
    "zone": ["place"],
}
LOOKUPS = {
    "number": ["value", "toll"],
    "colour": ["hue"],
    "truth": ["is coin", "rich"],
    "player": ["owner"],
}

LEAVES = {"number": (-3, 6), "truth": (0, 1), "player": (0, 1), "colour": (-1, 2)}

WAYS = ["write", "write", "move", "draw", "branch", "each", "times", "shuffle", "roll", "let"]

Env = dict[str, tuple[str, Domain]]


class Maker:
    """Draws expressions and steps; `env` holds the names in reach by kind."""

    def __init__(self, draw: st.DrawFn, definitions: bool) -> None:
        self.draw = draw
        self.definitions = definitions
        self.count = 0

    def pick(self, options: list[str]) -> str:
        return self.draw(st.sampled_from(options))

    def yes(self) -> bool:
        return self.draw(st.booleans())

    def fresh(self) -> str:
        self.count += 1
        return f"name-{self.count}"

    def expr(self, kind: str, env: Env, depth: int) -> Expr:
        ways = ["leaf"] if depth <= 0 else ["leaf", "read", "read", "if", kind, kind, kind]
        way = self.pick(ways)
        if way == "leaf":
            return self.leaf(kind, env)
        if way == "read":
            return self.read(kind, env, depth)
        if way == "if":
            test = self.expr("truth", env, depth - 1)
            return If(test, self.expr(kind, env, depth - 1), self.expr(kind, env, depth - 1))
        made: Expr = getattr(self, f"{kind}_")(env, depth)
        return made

    def leaf(self, kind: str, env: Env) -> Expr:
        names = [name for name, (other, _) in env.items() if other == kind]
        if names and self.yes():
            name = self.pick(names)
            return Local(name, env[name][1])
        domain = ZONES if kind == "zone" else KINDS[kind]
        low, high = {"number": (-3, 6), "truth": (0, 1), "player": (0, 1), "colour": (-1, 2)}.get(
            kind, (-1, 6)
        )
        if kind == "coin":
            return Const(self.draw(st.sampled_from((1, 3, 4, NOTHING))), domain)
        return Const(self.draw(st.integers(low, high)), domain)

    def read(self, kind: str, env: Env, depth: int) -> Expr:
        names = [*READS.get(kind, []), *LOOKUPS.get(kind, [])]
        name = self.pick(names)
        if name in CELLS:
            return Read(name, self.index(CELL_INDEX.get(name, ()), env, depth))
        return Lookup(name, self.index(TABLE_INDEX.get(name, ("thing",)), env, depth))

    def index(self, kinds: tuple[str, ...], env: Env, depth: int) -> tuple[Expr, ...]:
        return tuple(self.expr(kind, env, depth - 1) for kind in kinds)

    def number_(self, env: Env, depth: int) -> Expr:
        way = self.pick(["arith", "fold", "fold", "position", "call"])
        if way == "arith":
            op = self.pick(["+", "-", "*", "/", "%", "min", "max"])
            return Arith(op, self.expr("number", env, depth - 1), self.expr("number", env, depth - 1))
        if way == "position":
            return Position(self.expr("thing", env, depth - 1))
        if way == "call" and self.definitions:
            return Call("sum-up", (self.expr("player", env, depth - 1), self.expr("thing", env, depth - 1)))
        op = self.pick(["count", "sum", "highest", "lowest"])
        binds, inner = self.binds(env, depth)
        where = self.expr("truth", inner, depth - 2) if self.yes() else None
        body = self.expr("truth" if op == "count" else "number", inner, depth - 1)
        default = self.expr("number", env, 0) if op in ("highest", "lowest") and self.yes() else None
        return Fold(op, binds, where, body, default)

    def truth_(self, env: Env, depth: int) -> Expr:
        way = self.pick(["compare", "compare", "not", "logic", "fold", "class", "call", "empty"])
        if way == "compare":
            kind = self.pick(["number", "number", "thing", "player", "colour", "zone", "truth"])
            op = self.pick(["=", "!=", "<", "<=", ">", ">="])
            return Compare(op, self.expr(kind, env, depth - 1), self.expr(kind, env, depth - 1))
        if way == "not":
            return Not(self.expr("truth", env, depth - 1))
        if way == "logic":
            parts = tuple(self.expr("truth", env, depth - 1) for _ in range(self.draw(st.integers(1, 3))))
            return Logic(self.pick(["and", "or"]), parts)
        if way == "class":
            return Lookup("is coin", (self.expr("thing", env, depth - 1),))
        if way == "call" and self.definitions:
            return Call("is-fine", (self.expr("zone", env, depth - 1),))
        if way == "empty":
            things = self.draw(st.sampled_from((THINGS, COINS)))
            inside = Fold(
                "count",
                (Bind(self.fresh(), Contents(self.zones(env, depth), things)),),
                None,
                Const(1, Truth()),
            )
            return Compare(self.pick(["=", ">", ">="]), inside, number(self.draw(st.integers(0, 2))))
        binds, inner = self.binds(env, depth)
        where = self.expr("truth", inner, depth - 2) if self.yes() else None
        return Fold(self.pick(["every", "any"]), binds, where, self.expr("truth", inner, depth - 1))

    def player_(self, env: Env, depth: int) -> Expr:
        return Arith("%", self.expr("number", env, depth - 1), number(2))

    def colour_(self, env: Env, depth: int) -> Expr:
        return Lookup("hue", (self.expr("thing", env, depth - 1),))

    def thing_(self, env: Env, depth: int) -> Expr:
        local = self.fresh()
        things = self.draw(st.sampled_from((THINGS, COINS)))
        inner = {**env, local: ("thing", things)}
        where = self.expr("truth", inner, depth - 1) if self.yes() else None
        return End(self.pick(["top", "bottom"]), local, self.expr("zone", env, depth - 1), things, where)

    def coin_(self, env: Env, depth: int) -> Expr:
        return End(self.pick(["top", "bottom"]), self.fresh(), self.expr("zone", env, depth - 1), COINS)

    def zone_(self, env: Env, depth: int) -> Expr:
        if self.yes():
            return ZoneOf(self.expr("thing", env, depth - 1))
        family = self.pick(list(INDEXES))
        return ZoneAt(family, self.index(INDEXES[family], env, depth))

    def zones(self, env: Env, depth: int) -> ZonesOf | Expr:
        if self.yes():
            return self.expr("zone", env, depth - 1)
        family = self.pick(list(INDEXES))
        index = tuple(self.expr(kind, env, depth - 1) if self.yes() else None for kind in INDEXES[family])
        return ZonesOf(family, index)

    def source(self, env: Env, depth: int) -> tuple[Source, str, Domain]:
        way = self.pick(["values", "players", "zones", "contents", "contents"])
        if way == "values":
            kind = self.pick(["colour", "number", "truth", "thing", "coin"])
            return Values(KINDS[kind]), kind, KINDS[kind]
        if way == "players":
            return Values(WHO, self.expr("player", env, depth - 1) if self.yes() else None), "player", WHO
        if way == "zones":
            family = self.pick(list(INDEXES))
            index = tuple(self.expr(kind, env, depth - 1) if self.yes() else None for kind in INDEXES[family])
            return ZonesOf(family, index), "zone", ZONES
        kind = self.pick(["thing", "coin"])
        things = THINGS if kind == "thing" else COINS
        return Contents(self.zones(env, depth), things), kind, things

    def binds(self, env: Env, depth: int) -> tuple[tuple[Bind, ...], Env]:
        found, inner = [], dict(env)
        for _ in range(self.draw(st.integers(1, 2))):
            source, kind, domain = self.source(inner, depth - 1)
            # Now and then a binder takes a name that is in use.
            local = self.pick(list(inner)) if inner and self.draw(st.integers(0, 5)) == 0 else self.fresh()
            found.append(Bind(local, source))
            inner[local] = (kind, domain)
        return tuple(found), inner

    def step(self, env: Env, depth: int) -> list[Step]:
        way = self.pick(
            ["write", "write", "move", "draw", "branch", "each", "times", "shuffle", "roll", "let"]
        )
        if way == "move":
            return self.moving(env)
        if way == "draw":
            return self.drawing(env)
        if way == "branch" and depth > 0:
            test = self.expr("truth", env, 2)
            return [Branch(test, self.steps(env, depth - 1), self.steps(env, depth - 1), "a-rule")]
        if way == "each" and depth > 0:
            source, kind, domain = self.source(env, 1)
            local = self.fresh()
            return [Each(local, source, self.steps({**env, local: (kind, domain)}, depth - 1))]
        if way == "times" and depth > 0:
            return [Times(self.expr("number", env, 1), 4, self.steps(env, depth - 1))]
        if way == "shuffle":
            return [Shuffle(self.expr("zone", env, 1))]
        if way == "roll":
            return [Roll("die", (1, 2, 2, 3))]
        if way == "let":
            local = self.fresh()
            kind = self.pick(["number", "thing", "zone", "player"])
            value = self.expr(kind, env, 2)
            env[local] = (kind, ZONES if kind == "zone" else KINDS[kind])
            return [Let(local, value)]
        return [self.write(env)]

    def write(self, env: Env) -> Step:
        name = self.pick([name for name in CELLS if name not in ("left", "die", "active")])
        domain = CELLS[name].domain
        kind = "zone" if domain == ZONES else "number" if isinstance(domain, Number) else ""
        kind = kind or next(kind for kind, other in KINDS.items() if other == domain)
        return Write(name, self.index(CELL_INDEX.get(name, ()), env, 2), self.expr(kind, env, 2), "a-rule")

    def moving(self, env: Env) -> list[Step]:
        end = self.pick(["top", "bottom"])
        thing, zone = self.expr("thing", env, 1), self.expr("zone", env, 1)
        if self.draw(st.integers(0, 9)) == 0:
            return [Take(thing, self.expr("zone", env, 1)), Put(thing, zone, end)]
        what, where = Local(self.fresh(), THINGS), Local(self.fresh(), ZONES)
        sure = tuple(Compare("!=", name, Const(NOTHING, THINGS)) for name in (what, where))
        moves = (Take(what, ZoneOf(what)), Put(what, where, end))
        return [Let(what.name, thing), Let(where.name, zone), Branch(Logic("and", sure), moves, ())]

    def drawing(self, env: Env) -> list[Step]:
        local, zone = self.fresh(), self.expr("zone", env, 1)
        thing = Local(local, THINGS)
        moves = (Take(thing, zone), Put(thing, self.expr("zone", env, 1), "top"))
        let = Let(local, End(self.pick(["top", "bottom"]), self.fresh(), zone, THINGS))
        if self.draw(st.integers(0, 9)) == 0:
            return [let, *moves]
        return [let, Branch(Compare("!=", thing, Const(NOTHING, THINGS)), moves, ())]

    def steps(self, env: Env, depth: int) -> tuple[Step, ...]:
        inner = dict(env)
        return tuple(step for _ in range(self.draw(st.integers(1, 3))) for step in self.step(inner, depth))

    def prelude(self) -> tuple[list[Choice | Let | Guard], Env]:
        env: Env = {"me": ("player", WHO)}
        found: list[Choice | Let | Guard] = []
        chosen = dict(env)
        for _ in range(self.draw(st.integers(0, 3))):
            way = self.pick(["choice", "let", "guard"])
            if way == "choice":
                source, kind, domain = self.source(env, 2)
                local = self.fresh()
                env[local] = chosen[local] = (kind, domain)
                where = self.expr("truth", env, 2) if self.yes() else None
                found.append(Choice(local, source, where, local))
            elif way == "let":
                local = self.fresh()
                found.append(Let(local, self.expr("thing", env, 2)))
                env[local] = ("thing", THINGS)
            else:
                when = (self.expr("truth", env, 1),) if self.yes() else ()
                require = tuple(self.expr("truth", env, 2) for _ in range(self.draw(st.integers(1, 2))))
                found.append(Guard(f"guard-{len(found)}", when, require))
        return found, chosen


def definitions(draw: st.DrawFn) -> list[Definition]:
    maker = Maker(draw, definitions=False)
    env: Env = {"who": ("player", WHO), "what": ("thing", THINGS)}
    clauses = []
    for nth in range(draw(st.integers(1, 3))):
        when = (maker.expr("truth", env, 1),) if maker.yes() else ()
        op = maker.pick(["add", "subtract", "multiply", "at-least", "at-most"])
        clauses.append(Clause(f"clause-{nth}", when, op, maker.expr("number", env, 2)))
    params = (("who", WHO), ("what", THINGS))
    start = number(draw(st.integers(0, 1)))
    here: Env = {"where": ("zone", ZONES)}
    demand = Clause("demand", (), "require", maker.expr("truth", here, 2))
    return [
        Definition("sum-up", params, Number(-99, 99), start, tuple(clauses)),
        Definition("is-fine", (("where", ZONES),), Truth(), Const(1, Truth()), (demand,)),
    ]


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    """A machine of one pause with two actions, after a set-up that deals the components out."""
    found = definitions(draw)
    maker = Maker(draw, definitions=True)
    thing, box, deck = Local("t", THINGS), ZoneAt("box", ()), ZoneAt("deck", ())
    blocks = [
        block(
            "setup",
            [
                Shuffle(deck),
                Each("t", Contents(box, THINGS), (Take(thing, box), Put(thing, deck, "top"))),
                *maker.steps({}, 1),
            ],
            Goto("turn"),
        )
    ]
    alternatives = []
    for name in ("one", "two"):
        prelude, env = maker.prelude()
        locals_ = [part.local for part in prelude if isinstance(part, Choice)]
        alternatives.append(Alternative(name, tuple(prelude), name))
        test = maker.expr("truth", env, 2)
        blocks.append(
            block(name, maker.steps(env, 2), Fork(test, "turn-ends", "onward", "a-rule"), "me", *locals_)
        )
    stop = "turn-ends" if maker.yes() else None
    if_none = "turn-ends" if maker.yes() else None
    blocks += [
        block("onward", maker.steps({}, 1), Goto("turn-ends")),
        block("turn", [], Decide(Read("active", ()), tuple(alternatives), stop, if_none)),
        block(
            "turn-ends",
            [
                Write("left", (), Arith("-", Read("left", ()), number(1))),
                Write("active", (), Arith("-", number(1), Read("active", ()))),
            ],
            Fork(Compare("=", Read("left", ()), number(0)), "end", "turn"),
        ),
        block("end", [], Final()),
    ]
    claims = tuple(Claim(f"claim-{nth}", "invariant", None, maker.expr("truth", {}, 3)) for nth in range(3))
    things = tuple(Thing(f"thing-{nth}", f"design-{nth // 2}", nth // 2) for nth in range(7))
    return machine(
        "chaos",
        things,
        FAMILIES,
        blocks,
        cells=CELLS.values(),
        tables=TABLES.values(),
        definitions=found,
        score=Call("sum-up", (Local("p", WHO), Const(0, THINGS))),
        winner=(Rank("highest", Call("sum-up", (Local("p", WHO), Const(0, THINGS)))),),
        claims=claims,
    )
