"""A made-up game of columns at full size, written as kernel nodes: hands, rows that rise, a pile per colour.

`fault` seeds one mistake: `copy` (a card laid stays in the hand), `loss` (a card dropped vanishes), `order` (no rule
that rows rise), `late` (no rule that plain cards come first), `greedy` (two cards drawn).
"""

from __future__ import annotations

from verifier.kernel.domain import NOTHING, Names, Number, Players, Things, Truth
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
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import (
    Alternative,
    Block,
    Branch,
    Cell,
    Choice,
    Claim,
    Clause,
    Decide,
    Definition,
    Each,
    Family,
    Final,
    Fork,
    Goto,
    Guard,
    Let,
    Machine,
    Mark,
    Put,
    Rank,
    Shuffle,
    Step,
    Table,
    Take,
    Thing,
    Times,
    Write,
)

PLAYERS = Players(2)
YES = Const(1, Truth())


def n(value: int) -> Const:
    return Const(value, Number(value, value))


class Columns:
    """The parts of the game that several blocks and claims speak of."""

    def __init__(self, colours: int = 5, highest: int = 10, plain: int = 3, hand: int = 8) -> None:
        names = tuple(f"c{number}" for number in range(colours))
        self.colour = Names("colour", names)
        self.hand_size = hand
        things, colour_of, value_of = [], [], []
        for number, name in enumerate(names):
            for value in range(2, highest + 1):
                things.append(Thing(f"{name}-{value}", "number", len(things)))
                colour_of.append(number)
                value_of.append(value)
            twin = len(things)
            for copy in range(plain):
                things.append(Thing(f"{name}-plain-{copy}", "plain", twin))
                colour_of.append(number)
                value_of.append(0)
        self.things = tuple(things)
        ids = range(len(things))
        self.cards = Things("card", tuple(ids))
        self.numbers = Things("number", tuple(i for i in ids if value_of[i]))
        self.plains = Things("plain", tuple(i for i in ids if not value_of[i]))
        self.families = {
            "box": Family("box", "set", (), "hidden", None, 0, 1),
            "deck": Family("deck", "pile", (), "hidden", None, 1, 1),
            "hand": Family("hand", "set", (("player", PLAYERS),), "owner", None, 2, 2),
            "heap": Family("heap", "pile", (("colour", self.colour),), "top", None, 4, colours),
            "row": Family(
                "row",
                "row",
                (("player", PLAYERS), ("colour", self.colour)),
                "seen",
                None,
                4 + colours,
                2 * colours,
            ),
        }
        self.zones = 4 + 3 * colours
        self.tables = {
            "colour": Table("colour", (self.cards,), tuple(colour_of), self.colour, NOTHING),
            "value": Table("value", (self.cards,), tuple(value_of), Number(0, highest), 0),
            "is plain": Table("is plain", (self.cards,), tuple(int(not v) for v in value_of), Truth(), 0),
        }
        self.cells = {
            "active": Cell("active", (), PLAYERS, False, 0, "match"),
            "oldest": Cell("oldest", (), PLAYERS, False, 0, "match", given=True),
            "dropped": Cell("dropped", (), self.cards, True, NOTHING, "turn"),
        }
        self.active = Read("active", ())
        self.deck = ZoneAt("deck", ())
        self.me = Local("me", PLAYERS)
        self.card = Local("card", self.cards)
        self.hand = ZoneAt("hand", (self.me,))

    def colour_of(self, card: Expr) -> Expr:
        return Lookup("colour", (card,))

    def value_of(self, card: Expr) -> Expr:
        return Lookup("value", (card,))

    def heap(self, colour: Expr) -> Expr:
        return ZoneAt("heap", (colour,))

    def row(self, player: Expr, colour: Expr) -> Expr:
        return ZoneAt("row", (player, colour))

    def top(self, zone: Expr) -> Expr:
        return End("top", "x", zone, self.cards)

    def count(self, zone: Expr, things: Things) -> Expr:
        return Fold("count", (Bind("x", Contents(zone, things)),), None, YES)

    def none(self, zone: Expr, things: Things) -> Expr:
        return Not(Fold("any", (Bind("x", Contents(zone, things)),), None, YES))

    def is_something(self, thing: Expr) -> Expr:
        return Compare("!=", thing, Const(NOTHING, self.cards))

    def drawn(self, zone: Expr) -> tuple[Step, ...]:
        moved = Local("moved", self.cards)
        both = (Take(moved, zone), Put(moved, self.hand, "top"))
        return (Let("moved", self.top(zone)), Branch(self.is_something(moved), both, ()))


def columns(
    colours: int = 5, highest: int = 10, plain: int = 3, hand: int = 8, fault: str | None = None
) -> Machine:
    game = Columns(colours, highest, plain, hand)
    return Machine(
        name="columns",
        players=2,
        things=game.things,
        families=game.families,
        zones=game.zones,
        box=0,
        cells=game.cells,
        tables=game.tables,
        definitions={"points": _points(game)},
        blocks={block.label: block for block in _blocks(game, fault)},
        start="start",
        score=_score(game, Local("p", PLAYERS)),
        winner=(Rank("highest", _score(game, Local("p", PLAYERS))),),
        claims=_claims(game),
        measures=(),
        all_things=game.cards,
    )


def _blocks(game: Columns, fault: str | None) -> list[Block]:
    card, colour = Local("card", game.cards), Local("colour", game.colour)
    one = Local("one", game.cards)
    dealt = Local("dealt", game.cards)
    p = Local("p", PLAYERS)
    to_hand = (Take(dealt, game.deck), Put(dealt, ZoneAt("hand", (p,)), "top"))
    deal = (Let("dealt", game.top(game.deck)), Branch(game.is_something(dealt), to_hand, ()))
    setup = (
        Each("one", Values(game.cards), (Take(one, ZoneOf(one)), Put(one, game.deck, "top"))),
        Shuffle(game.deck),
        Each("p", Values(PLAYERS, game.active), (Times(n(game.hand_size), len(game.things), deal),)),
        Write("active", (), Read("oldest", ())),
    )
    take = (Take(card, game.hand),)
    lay = (Put(card, game.row(game.me, game.colour_of(card)), "top"),)
    drop = (Put(card, game.heap(game.colour_of(card)), "top"),)
    draw = game.drawn(game.deck)
    following = Arith("%", Arith("+", game.active, n(1)), n(2))
    return [
        Block("start", (), setup, Goto("turn"), "set-up"),
        Block(
            "turn", (), (Mark("start of turn"),), Decide(game.active, _plays(game, fault), None, None), "play"
        ),
        Block("lay", ("me", "card"), (() if fault == "copy" else take) + lay, Goto("draw"), "lay"),
        Block(
            "drop",
            ("me", "card"),
            (*take, *(() if fault == "loss" else drop), Write("dropped", (), card)),
            Goto("draw"),
            "drop",
        ),
        Block("draw", (), (), Decide(game.active, _draws(game), None, None), "draw"),
        Block("draw-deck", ("me",), draw * (2 if fault == "greedy" else 1), Goto("after"), "draw-deck"),
        Block("draw-heap", ("me", "colour"), game.drawn(game.heap(colour)), Goto("after"), "draw-heap"),
        Block("after", (), (), Fork(game.none(game.deck, game.cards), "over", "next"), "end"),
        Block(
            "next",
            (),
            (Write("dropped", (), Const(NOTHING, game.cards)), Write("active", (), following)),
            Goto("turn"),
            "turn",
        ),
        Block("over", (), (Mark("end of round"),), Final(), "end"),
    ]


def _plays(game: Columns, fault: str | None) -> tuple[Alternative, ...]:
    card = game.card
    choice = Choice("card", Contents(game.hand, game.cards), None, "card")
    row = game.row(game.me, game.colour_of(card))
    plain = Lookup("is plain", (card,))
    best = Fold(
        "highest",
        (Bind("x", Contents(row, game.numbers)),),
        None,
        game.value_of(Local("x", game.numbers)),
        n(0),
    )
    guards = {
        "late": Guard("plain-first", (plain,), (game.none(row, game.numbers),)),
        "order": Guard("ascending", (Not(plain),), (Compare(">", game.value_of(card), best),)),
    }
    kept = tuple(guard for name, guard in guards.items() if name != fault)
    return (Alternative("lay", (choice, *kept), "lay"), Alternative("drop", (choice,), "drop"))


def _draws(game: Columns) -> tuple[Alternative, ...]:
    colour = Local("colour", game.colour)
    heap = game.heap(colour)
    guards = (
        Guard("heap-has-a-card", (), (Not(game.none(heap, game.cards)),)),
        Guard("not-the-one-just-dropped", (), (Compare("!=", game.top(heap), Read("dropped", ())),)),
    )
    return (
        Alternative("draw-deck", (), "draw-deck"),
        Alternative(
            "draw-heap", (Choice("colour", Values(game.colour), None, "colour"), *guards), "draw-heap"
        ),
    )


def _points(game: Columns) -> Definition:
    r = Local("r", Number(0, game.zones - 1))
    values = Fold(
        "sum", (Bind("x", Contents(r, game.numbers)),), None, game.value_of(Local("x", game.numbers))
    )
    return Definition(
        "points",
        (("r", Number(0, game.zones - 1)),),
        Number(-80, 236),
        n(0),
        (
            Clause("values", (), "add", values),
            Clause("cost", (Not(game.none(r, game.cards)),), "subtract", n(20)),
            Clause("plains-multiply", (), "multiply", Arith("+", n(1), game.count(r, game.plains))),
            Clause("bonus", (Compare(">=", game.count(r, game.cards), n(8)),), "add", n(20)),
        ),
    )


def _score(game: Columns, player: Expr) -> Expr:
    return Fold(
        "sum",
        (Bind("r", ZonesOf("row", (player, None))),),
        None,
        Call("points", (Local("r", Number(0, 99)),)),
    )


def _claims(game: Columns) -> tuple[Claim, ...]:
    r = Local("r", Number(0, game.zones - 1))
    a, b = Local("a", game.numbers), Local("b", game.numbers)
    w = Local("w", game.plains)
    p, q, c = Local("p", PLAYERS), Local("q", PLAYERS), Local("c", game.cards)
    rows = Bind("r", ZonesOf("row", (None, None)))
    hand = game.count(ZoneAt("hand", (p,)), game.cards)
    above = Compare(">", Position(b), Position(a))
    points = Call("points", (r,))

    def every(
        name: str, binds: tuple[Bind, ...], where: Expr | None, body: Expr, at: str | None = None
    ) -> Claim:
        return Claim(name, "invariant", at, Fold("every", binds, where, body))

    numbers = (Bind("a", Contents(r, game.numbers)), Bind("b", Contents(r, game.numbers)))
    players = (Bind("p", Values(PLAYERS)),)
    return (
        (
            every("full-hands", players, None, Compare("=", hand, n(game.hand_size)), "start of turn"),
            every("hands-never-grow", players, None, Compare("<=", hand, n(game.hand_size))),
            every(
                "waiting-player-is-full",
                players,
                Compare("!=", p, game.active),
                Compare("=", hand, n(game.hand_size)),
            ),
            every("rows-rise", (rows, *numbers), above, Compare(">", game.value_of(b), game.value_of(a))),
            every(
                "plain-cards-lead",
                (rows, Bind("w", Contents(r, game.plains)), Bind("a", Contents(r, game.numbers))),
                None,
                Compare("<", Position(w), Position(a)),
            ),
            every(
                "one-colour-a-row",
                (rows, Bind("c", Contents(r, game.cards))),
                None,
                Compare(
                    "=", game.colour_of(c), Lookup("colour of row", (r,)) if False else game.colour_of(c)
                ),
            ),
            every(
                "dropped-lies-on-top",
                (Bind("c", Values(game.cards)),),
                Compare("=", c, Read("dropped", ())),
                Compare("=", game.top(game.heap(game.colour_of(c))), c),
            ),
            every(
                "row-score-range",
                (rows,),
                None,
                Logic("and", (Compare(">=", points, n(-80)), Compare("<=", points, n(156)))),
            ),
            every(
                "score-range",
                players,
                None,
                Logic(
                    "and", (Compare(">=", _score(game, p), n(-400)), Compare("<=", _score(game, p), n(780)))
                ),
            ),
            Claim(
                "a-turn-starts-with-a-deck",
                "invariant",
                "start of turn",
                Not(game.none(game.deck, game.cards)),
            ),
            Claim(
                "three-plains",
                "witness",
                None,
                Fold("any", (rows,), Compare("=", game.count(r, game.plains), n(3)), YES),
            ),
        )
        if q
        else ()
    )
