"""Made-up machines, written directly as kernel nodes: each is small and there for one point."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, values
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
    Lookup,
    Not,
    Read,
    Values,
    ZoneAt,
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
    Out,
    Put,
    Rank,
    Return,
    Roll,
    Shuffle,
    Step,
    Table,
    Take,
    Thing,
    Write,
)

TRUTH = Truth()
YES, NO = Const(1, TRUTH), Const(0, TRUTH)


def number(value: int) -> Const:
    return Const(value, Number(value, value))


def cell(name: str, domain: Domain, *index: Domain, starts: int = 0, **more: object) -> Cell:
    options = {"optional": False, "life": "match", **more}
    return Cell(name=name, index=index, domain=domain, starts=starts, **options)


def block(label: str, steps: Iterable[Step], out: Out, *params: str) -> Block:
    return Block(label, params, tuple(steps), out, origin=label)


def move(thing: Expr, source: Expr, target: Expr) -> tuple[Step, ...]:
    return Take(thing, source), Put(thing, target, "top")


class Families:
    """Numbers zones as families are added; the box comes first."""

    def __init__(self) -> None:
        self.all: dict[str, Family] = {}
        self.zones = 0
        self.add("box", "set", "hidden")

    def add(
        self, name: str, shape: str, view: str, *index: tuple[str, Domain], holds: int | None = None
    ) -> None:
        size = 1
        for _, domain in index:
            size *= len(values(domain))
        self.all[name] = Family(name, shape, index, view, holds, self.zones, size)
        self.zones += size


def machine(
    name: str,
    things: tuple[Thing, ...],
    families: Families,
    blocks: Iterable[Block],
    *,
    players: int = 2,
    cells: Iterable[Cell] = (),
    tables: Iterable[Table] = (),
    definitions: Iterable[Definition] = (),
    score: Expr | None = None,
    winner: tuple[Rank, ...] = (),
    claims: tuple[Claim, ...] = (),
) -> Machine:
    all_blocks = tuple(blocks)
    return Machine(
        name=name,
        players=players,
        things=things,
        families=families.all,
        zones=families.zones,
        box=0,
        cells={each.name: each for each in cells},
        tables={each.name: each for each in tables},
        definitions={each.name: each for each in definitions},
        blocks={each.label: each for each in all_blocks},
        start=all_blocks[0].label,
        score=score or number(0),
        winner=winner,
        claims=claims,
        measures=(),
        all_things=Things("thing", tuple(range(len(things)))),
    )


def next_player(players: int = 2) -> Step:
    passed = Arith("%", Arith("+", Read("active", ()), number(1)), number(players))
    return Write("active", (), passed)


def drawing(cards: int = 6, players: int = 2) -> Machine:
    """Players draw from a shuffled deck, or take the pebble once; at the end the cards count."""
    things = tuple(Thing(f"card-{n}", f"card-{n}", n) for n in range(cards))
    things += tuple(Thing(f"pebble-{n}", "pebble", cards) for n in (1, 2))
    deck_cards = Things("card", tuple(range(cards)))
    pebbles = Things("pebble", (cards, cards + 1))
    who = Players(players)
    families = Families()
    families.add("deck", "pile", "hidden")
    families.add("hand", "set", "owner", ("player", who))
    families.add("bowl", "set", "seen")
    me, card, pebble = Local("me", who), Local("card", deck_cards), Local("pebble", pebbles)
    deck, hand, box = ZoneAt("deck", ()), ZoneAt("hand", (me,)), ZoneAt("box", ())
    empty = Compare("=", Fold("count", (Bind("c", Contents(deck, deck_cards)),), None, YES), number(0))
    top = End("top", "c", deck, deck_cards)
    points = Fold(
        "sum",
        (Bind("c", Contents(ZoneAt("hand", (Local("p", who),)), deck_cards)),),
        None,
        Lookup("value", (Local("c", deck_cards),)),
    )
    mine = Fold("count", (Bind("s", Contents(hand, pebbles)),), None, YES)
    blocks = [
        block(
            "setup",
            [
                Each("card", Contents(box, deck_cards), move(card, box, deck)),
                Each("pebble", Contents(box, pebbles), move(pebble, box, ZoneAt("bowl", ()))),
                Shuffle(deck),
            ],
            Goto("turn"),
        ),
        block(
            "turn",
            [Mark("start of turn")],
            Decide(
                Read("active", ()),
                (
                    Alternative("draw", (), "draw"),
                    Alternative(
                        "grab",
                        (
                            Choice("pebble", Contents(ZoneAt("bowl", ()), pebbles), None, "pebble"),
                            Guard("one-pebble-each", (), (Compare("=", mine, number(0)),)),
                        ),
                        "grab",
                    ),
                ),
                stop=None,
                if_none=None,
            ),
        ),
        block("draw", [Let("card", top), *move(card, deck, hand)], Goto("turn-ends"), "me"),
        block("grab", move(pebble, ZoneAt("bowl", ()), hand), Goto("turn-ends"), "me", "pebble"),
        block("turn-ends", [next_player(players)], Fork(empty, "end", "turn", rule="deck-is-empty")),
        block("end", [], Final()),
    ]
    everything = Fold(
        "every",
        (Bind("p", Values(who)),),
        None,
        Compare("<=", Call("points", (Local("p", who),)), number(cards * cards)),
    )
    return machine(
        "drawing",
        things,
        families,
        blocks,
        players=players,
        cells=[cell("active", who, given=True)],
        tables=[
            Table(
                "value",
                (Things("thing", tuple(range(len(things)))),),
                (*range(cards), 0, 0),
                Number(0, cards),
                0,
            )
        ],
        definitions=[
            Definition(
                "points",
                (("p", who),),
                Number(0, 99),
                number(0),
                (Clause("cards-count", (), "add", points),),
            )
        ],
        score=Call("points", (Local("p", who),)),
        winner=(Rank("highest", Call("points", (Local("p", who),))),),
        claims=(
            Claim("points-are-few", "invariant", None, everything),
            Claim("deck-is-not-empty", "invariant", "start of turn", Not(empty)),
        ),
    )


def auction(players: int = 3, purse: int = 5) -> Machine:
    """Players raise or pass, going round, until one is left; nothing else happens."""
    who, money = Players(players), Number(0, purse)
    me, p = Local("me", who), Local("p", who)
    bidders = Fold("count", (Bind("p", Values(who)),), None, Read("bidding", (p,)))
    raised = Local("offer", money)
    over = Compare("=", Call("bidders", ()), number(1))
    following = Fold(
        "lowest",
        (Bind("d", Values(Number(1, players))),),
        Read(
            "bidding",
            (Arith("%", Arith("+", Read("turn", ()), Local("d", Number(1, players))), number(players)),),
        ),
        Local("d", Number(1, players)),
        number(players),
    )
    blocks = [
        block("setup", [Each("p", Values(who), (Write("bidding", (p,), YES),))], Goto("ask")),
        block(
            "ask",
            [],
            Decide(
                Read("turn", ()),
                (
                    Alternative(
                        "raise",
                        (
                            Choice("offer", Values(money), None, "offer"),
                            Guard("bids-rise", (), (Compare(">", raised, Read("bid", ())),)),
                        ),
                        "raise",
                    ),
                    Alternative("pass", (), "pass"),
                ),
                stop=None,
                if_none=None,
            ),
        ),
        block(
            "raise",
            [Write("bid", (), raised), Write("leader", (), me)],
            Goto("on"),
            "me",
            "offer",
        ),
        block("pass", [Write("bidding", (me,), NO)], Goto("on"), "me"),
        block(
            "on",
            [Write("turn", (), Arith("%", Arith("+", Read("turn", ()), following), number(players)))],
            Fork(over, "paid", "ask", rule="one-bidder-left"),
        ),
        block(
            "paid",
            [
                Branch(
                    Compare("!=", Read("leader", ()), Const(NOTHING, who)),
                    (
                        Write(
                            "purse",
                            (Read("leader", ()),),
                            Arith("-", Read("purse", (Read("leader", ()),)), Read("bid", ())),
                        ),
                    ),
                    (),
                    rule="leader-pays",
                )
            ],
            Final(),
        ),
    ]
    return machine(
        "auction",
        (),
        Families(),
        blocks,
        players=players,
        cells=[
            cell("turn", who),
            cell("bid", money),
            cell("leader", who, optional=True, starts=NOTHING),
            cell("bidding", TRUTH, who),
            cell("purse", money, who, starts=purse),
        ],
        definitions=[
            Definition(
                "bidders", (), Number(0, players), number(0), (Clause("those-in", (), "add", bidders),)
            )
        ],
        score=Read("purse", (p,)),
        winner=(Rank("holder", Compare("=", Read("leader", ()), p)), Rank("highest", Read("purse", (p,)))),
    )


def dice(rounds: int = 4, saturates: bool = True) -> Machine:
    """A die is rolled; a store holds three at most; rolling again is open-ended."""
    faces = Names("face", ("blank", "one", "two"))
    store = Number(0, 3)
    gained = Lookup("gain", (Read("die", ()),))
    blocks = [
        block("setup", [], Goto("ask")),
        block(
            "ask",
            [],
            Decide(
                Const(0, Players(1)),
                (
                    Alternative(
                        "roll",
                        (Guard("rolls-left", (), (Compare(">", Read("left", ()), number(0)),)),),
                        "roll",
                    ),
                ),
                stop="end",
                if_none="end",
            ),
        ),
        block(
            "roll",
            [
                Roll("die", (0, 1, 1, 2)),
                Write("left", (), Arith("-", Read("left", ()), number(1))),
                Write("store", (), Arith("+", Read("store", ()), gained)),
            ],
            Goto("ask"),
            "me",
        ),
        block("end", [], Final()),
    ]
    return machine(
        "dice",
        (),
        Families(),
        blocks,
        players=1,
        cells=[
            cell("die", faces, optional=True, starts=NOTHING),
            cell("store", store, saturates=saturates),
            cell("left", Number(0, rounds), starts=rounds),
        ],
        tables=[Table("gain", (faces,), (0, 1, 2), Number(0, 2), 0)],
        score=Read("store", ()),
        winner=(Rank("highest", Read("store", ())),),
    )


def suspended() -> Machine:
    """A procedure asks the other player in the middle of an action; a frame keeps what comes after."""
    who = Players(2)
    colour = Names("colour", ("red", "green", "blue"))
    me = Local("me", who)
    back = Labels(("after-gift", "after-toll"))
    other = Arith("-", number(1), me)

    def ask_from(label: str, number_of_label: int) -> Block:
        steps = [
            Write("asked", (), other),
            Write("asker", (), me),
            Write("return", (), Const(number_of_label, back)),
        ]
        return block(label, steps, Goto("ask-colour"), "me")

    blocks = [
        block("setup", [], Goto("turn")),
        block(
            "turn",
            [Mark("start of turn")],
            Decide(
                Read("active", ()),
                (Alternative("gift", (), "gift"), Alternative("toll", (), "toll")),
                stop=None,
                if_none=None,
            ),
        ),
        ask_from("gift", 0),
        ask_from("toll", 1),
        block(
            "ask-colour",
            [],
            Decide(
                Read("asked", ()),
                (
                    Alternative(
                        "choose",
                        (
                            Choice(
                                "colour",
                                Values(colour),
                                Not(Read("used", (Local("colour", colour),))),
                                "colour",
                            ),
                        ),
                        "chosen",
                    ),
                ),
                stop=None,
                if_none="none-left",
            ),
        ),
        block(
            "chosen",
            [
                Write("used", (Local("colour", colour),), YES),
                Write("wish", (), Local("colour", colour)),
            ],
            Return("return"),
            "me",
            "colour",
        ),
        block("none-left", [Write("wish", (), Const(NOTHING, colour))], Return("return")),
        block(
            "after-gift",
            [
                Branch(
                    Compare("!=", Read("wish", ()), Const(NOTHING, colour)),
                    (
                        Write(
                            "gold",
                            (Read("asker", ()),),
                            Arith(
                                "+",
                                Read("gold", (Read("asker", ()),)),
                                Lookup("worth", (Read("asker", ()), Read("wish", ()))),
                            ),
                        ),
                    ),
                    (),
                    rule="gift-is-gold",
                )
            ],
            Goto("frame-ends"),
        ),
        block(
            "after-toll",
            [
                Write(
                    "gold",
                    (Read("asked", ()),),
                    Arith(
                        "+",
                        Read("gold", (Read("asked", ()),)),
                        If(Compare("=", Read("wish", ()), Const(1, colour)), number(2), number(0)),
                    ),
                )
            ],
            Goto("frame-ends"),
        ),
        block(
            "frame-ends",
            [
                Write("asked", (), Const(NOTHING, who)),
                Write("asker", (), Const(NOTHING, who)),
                Write("wish", (), Const(NOTHING, colour)),
                Write("return", (), Const(NOTHING, back)),
                Write("turns", (), Arith("+", Read("turns", ()), number(1))),
                next_player(),
            ],
            Fork(Compare(">=", Read("turns", ()), number(5)), "end", "turn"),
        ),
        block("end", [], Final()),
    ]
    frame = {"optional": True, "starts": NOTHING, "life": "spilled"}
    return machine(
        "suspended",
        (),
        Families(),
        blocks,
        cells=[
            cell("active", who),
            cell("turns", Number(0, 5)),
            cell("gold", Number(0, 30), who),
            cell("used", TRUTH, colour),
            cell("asked", who, **frame),
            cell("asker", who, **frame),
            cell("wish", colour, **frame),
            cell("return", back, **frame),
        ],
        tables=[Table("worth", (who, colour), (1, 2, 3, 4, 5, 6), Number(1, 6), 0)],
        score=Read("gold", (Local("p", who),)),
        winner=(Rank("highest", Read("gold", (Local("p", who),))),),
    )
