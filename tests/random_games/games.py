"""A random game: what there is, the course of play, actions, definitions, claims."""

from __future__ import annotations

import re

from tests.random_games.scope import FAMILIES, TEXTS, Scope, indented
from tests.random_games.steps import CALLED_BY_TEXTS, Lines, Steps

NOBODY = Scope(me=False)


class Games(Steps):
    def game(self) -> Lines:
        """A whole game, from its header to its claims."""
        self.players = self.one([(2, 2), (2, 3), (3, 3)])
        self.suits = self.one([("red", "blue"), ("red", "blue"), ("red", "blue", "green")])
        self.rounds_are_counted = self.chance(0.9)
        low, high = self.players
        # Signatures first: what is called later in the text is known before.
        self.procedures = {f"proc-{n}": tuple(self.some(self.sort, 0, 3)) for n in range(5)}
        parts = [
            [f"game tiny-{self.small(1, 99)}"],
            ['title "A small game"'] if self.chance(0.5) else [],
            [f"players {low}" if low == high else f"players {low}..{high}"],
            self.numbers(),
            self.kinds(),
            self.components(),
            self.zone_lines(),
            self.stores(),
            self.setup(),
            self.course(),
            self.turn(),
            *self.actions(),
            *self.procedure_items(),
            *self.hooks(),
            self.end(),
            *self.definitions(),
            *self.claims(),
        ]
        return [line for part in parts if part for line in (*part, "")]

    def sort(self) -> str:
        return self.one(["player", "suit", "digit", "number", "level"])

    # --- what there is

    def numbers(self) -> Lines:
        plain = [
            "number most: 3",
            f"number few: {self.small(1, 2)}",
            "number deal: most - 1",
            "number depth: -1",
        ]
        by_suit = ", ".join(f"{suit} is {self.small()}" for suit in self.suits)
        return [
            *plain,
            "number extra by players: 2 is 1, 3 is 0",
            f"number tax by suit: {by_suit}",
            "number flat by level: 0 or more is 1",
            *self.one(
                [
                    ["number worth by level: 0 is 0, 1 is few, 2 or more is 5"],
                    ["number worth by level:", *indented(["0 is 0", "1 is few", "2 or more is 5"])],
                ]
            ),
        ]

    def kinds(self) -> Lines:
        return [
            f"kind suit: {', '.join(self.suits)}",
            f"kind level: 0..{self.one(['4', 'most'])}",
            "kind side: left-side, right-side",
            "kind treasure: gem",
        ]

    def components(self) -> Lines:
        cost = " ".join(f"{suit} {self.small(0, 2)}" for suit in self.suits)
        power = self.one(["1", "2 3", "-1"])
        gem = f"card gem: copies {self.one(['2', 'few'])}, cost {cost}, power {power}" + self.one(
            [", heavy", ""]
        )
        gems = [gem, *indented(self.card_lines("gem"))] if self.chance(0.8) else [gem]
        winds = [
            f"tile wind: side {self.one(['left-side', 'right-side'])}, strength 1..2",
            *indented(["on gust", *indented(self.text_block("wind"))]),
        ]
        return [
            f"card digit: each suit, value 1..{self.small(2, 3)}",
            *gems,
            *winds,
            "figure pawn: each player",
            *self.stone(),
        ]

    def stone(self) -> Lines:
        if self.chance(0.3):
            return ["card stone: heavy"]
        return ["card stone: heavy", *indented(["on boost", *indented(self.text_block("stone"))])]

    def text_block(self, design: str) -> Lines:
        """What stands on a component; it may do what comes late enough."""
        self.level, self.may_ask = CALLED_BY_TEXTS, self.chance(0.4)
        head = self.guard(Scope().thing("this", design)) if self.chance(0.4) else []
        lines = [*head, self.mark(Scope()), *self.block(Scope().thing("this", design), 1)]
        self.level, self.may_ask = -1, True
        return lines

    def card_lines(self, design: str) -> Lines:
        scope = Scope().thing("this", design)
        lines = ["on boost", *indented(self.text_block(design))]
        if self.chance(0.5):
            self.may_ask = self.chance(0.3)
            self.level = len(self.procedures)
            target = self.one(["act-1", "turn", "proc-4"])
            body = [self.mark(scope), *self.block(scope, 1, 0, 2)]
            lines += [f"{self.one(['before', 'after'])} {target}", *indented(body)]
            self.level, self.may_ask = -1, True
        if self.chance(0.5):
            lines += ["change riches", *indented(self.value_rule(scope.player("p")))]
        if self.chance(0.5):
            shape = self.small(0, 2)
            if shape == 0:
                lines += [f"define bonus: {self.number(replace_me(scope), 1)}"]
            else:
                start = "" if shape == 1 else f": {self.number(replace_me(scope), 1)}"
                lines += [f"define bonus{start}", *indented(self.value_rule(replace_me(scope)))]
        return lines

    def zone_lines(self) -> Lines:
        lines = []
        for family, (shape, index) in FAMILIES.items():
            views = ["hidden", "seen", "top seen", "bottom seen"]
            if "player" in index:
                views += ["seen by owner", "seen by others"]
            options = [self.one(views)]
            if family == "hold":
                options.append("in play")
            if self.chance(0.2):
                options.append(f"holds {self.one(['2', 'most'])}")
            per = "".join(f" per {each}" for each in index)
            lines.append(f"zone {family}: {shape}{per}, {', '.join(options)}")
        return lines

    def stores(self) -> Lines:
        lost = self.one([", rest lost"] * 4 + [""])
        return [
            f"amount coins per player: 0..{self.small(5, 9)}{lost}",
            "amount fame per player: depth..9, rest lost, kept",
            f"amount bank: 0..{self.small(4, 9)}, rest lost, starts {self.one(['3', 'few'])}",
            f"amount store per suit: -2..4, rest lost{self.one(['', ', until turn ends'])}",
            "amount tally per digit: 0..3, rest lost",
            "amount pot: 0..3",
            "amount debt per player per suit: 0..2" + self.one(["", ", rest lost"]),
            f"note bold per player{self.one(['', ', until turn ends', ', kept'])}",
            f"note keen per player{self.one(['', ', seen by owner', ', seen by others'])}",
            f"note quiet{self.one(['', ', until turn ends', ', until round ends'])}",
            f"note latest: digit{self.one(['', ', until turn ends'])}",
            f"note chief: player{self.one(['', ', given', ', kept'])}",
            f"note trump: suit{self.one(['', ', hidden', ', told'])}",
            f"note trump-of per player: suit{self.one(['', ', kept'])}",
            f"note mood: calm or stormy{self.one(['', ' or wild'])}{self.one([', starts calm', ''])}",
            f"die cube: 1..{self.small(2, 3)}",
            "die toss: heads, tails, tails",
        ]

    # --- the course of play

    def setup(self) -> Lines:
        self.may_ask = self.chance(0.2)
        deals = [
            "move every digit to deck",
            *(["shuffle deck"] if self.chance(0.8) else []),
            "move every gem to market",
            *(["move every stone to market"] if self.chance(0.7) else []),
            "move every wind to heap",
            "each player p",
            "    move deal from deck to p.hand",
            "    set p.coins to 2",
            *([f"    move top gem {self.fresh('c')} in market to p.hold"] if self.chance(0.5) else []),
            *(["    move every pawn c where c.player is p to p.spot"] if self.chance(0.7) else []),
            *self.block(Scope(), 1, 0, 2),
        ]
        once = ["setup once", *indented(self.block(Scope(), 1, 1, 2)), ""] if self.chance(0.4) else []
        self.may_ask = True
        return [*once, "setup", *indented(deals)]

    def course(self) -> Lines:
        ranks = [["highest fame"], ["lowest coins"], ["chief"], ["highest riches"], ["first"], ["active"]]
        some = self.random.sample(ranks, self.small(1, 3))
        winner = [rank for each in some for rank in each]
        starter = self.one(["chief", "highest coins, then first", "second", "lowest fame"])
        later = self.one(["left of active", "highest fame, then left of active"])
        return [
            self.rounds(),
            *([f"starter {starter}"] if self.chance(0.6) else []),
            *([f"later starter {later}"] if self.chance(0.5) else []),
            self.one(
                [f"winner {', then '.join(winner)}{self.one([', then shared', ''])}"] * 3 + self.together()
            ),
        ]

    def together(self) -> Lines:
        return ["winner everyone", f"winner everyone when {self.one(['bank is 0', 'deck is empty'])}"]

    def rounds(self) -> str:
        most = self.one(["1", "2", "few"]) if self.rounds_are_counted else ""
        until = f"until {self.one(['bank is 0', 'any player p where p.fame is at least 3', 'deck is empty'])}"
        return (
            f"rounds {most} {until}".replace("  ", " ") if not most or self.chance(0.3) else f"rounds {most}"
        )

    def turn(self) -> Lines:
        how = self.one(["one of", "at most one of", "any number of"])
        self.phase_names = ["main"]
        lines = [f"main: {how} act-1, act-2, rest"]
        if self.chance(0.5):
            lines = [*self.some(self.phase, 1, 1), *lines]
        if self.chance(0.5):
            lines += self.some(self.phase, 1, 1)
        return ["turn", *indented(lines)]

    def phase(self) -> str:
        name = self.fresh("phase-")
        self.phase_names.append(name)
        free = [each for each, params in self.procedures.items() if not params]
        known = [each for each, params in self.procedures.items() if params]
        if known and self.chance(0.3):
            args = [self.argument(Scope(), of) for of in self.procedures[known[0]]]
            return f"{name}: do {known[0]} with {', '.join(args)}"
        return (
            f"{name}: do {self.one(free)}"
            if free and self.chance(0.6)
            else f"{name}: at most one of act-3, nod"
        )

    # --- actions and procedures

    def actions(self) -> list[Lines]:
        found = [self.action(f"act-{n}") for n in (1, 2, 3)]
        simple = ["action rest", *indented([self.mark(Scope()), *self.simple_block(Scope())])]
        nod = ["action nod", *indented([f"add 1 to {self.one(['my coins', 'bank'])}"])]
        grab = ["action grab", *indented(["choose digit in market", "move digit to my hand"])]
        leave = ["action leave", *indented(["clear my keen"])]
        pay = ["action pay with suit s", *indented([*self.guard(Scope().suit("s")), "add 1 to store of s"])]
        return [*found, simple, nod, grab, leave, pay]

    def simple_block(self, scope: Scope) -> Lines:
        self.may_ask, self.level = False, len(self.procedures)
        lines = self.block(scope, 0, 1, 2)
        self.may_ask, self.level = True, -1
        return lines

    def action(self, name: str) -> Lines:
        scope, lines = Scope(), []
        for _ in range(self.small(0, 3)):
            match self.small(0, 3):
                case 0:
                    new, scope = self.let_in_head(scope)
                    lines += new
                case 1:
                    lines += self.guard(scope)
                case _:
                    words, scope = self.ranges(scope, 2)
                    lines.append(f"choose {words}")
        if self.chance(0.3):
            # A rule at the head of the text refuses the action.
            named = self.fresh("c")
            scope = scope.thing(named, "card")
            where = self.one(["market", "market", "my hold", "my hand"])
            lines += [f"choose card {named} in {where}", f"do {named}.{self.one(TEXTS)}"]
        elif self.chance(0.15):
            lines += self.moved_again()
        return [f"action {name}", *indented([*lines, *self.block(scope, 2, 1, 4)])]

    def let_in_head(self, scope: Scope) -> tuple[Lines, Scope]:
        name = self.fresh("n")
        return [f"let {name} be {self.open_number(scope, 2)}"], scope.number(name)

    def procedure_items(self) -> list[Lines]:
        found = []
        for number, (name, params) in enumerate(self.procedures.items()):
            scope, words = Scope(), []
            for of in params:
                given = self.fresh("x")
                words.append(f"{of} {given}")
                scope = {
                    "player": scope.player,
                    "suit": scope.suit,
                    "number": scope.number,
                    "level": scope.number,
                    "digit": lambda known, scope=scope: scope.thing(known, "digit"),
                }[of](given)
            self.level, self.may_ask = number, self.chance(0.6)
            header = f"procedure {name} with {', '.join(words)}" if words else f"procedure {name}"
            found.append([header, *indented([self.mark(scope), *self.block(scope, 2, 0, 4)])])
        self.level, self.may_ask = -1, True
        return found

    def hooks(self) -> list[Lines]:
        places = ["act-1", "rest", *self.procedures, "main", "setup", "turn", "round"]
        found = []
        for place in self.random.sample(places, self.small(1, 4)):
            self.may_ask = self.chance(0.3)
            # What a procedure does, what hangs on it may do: later ones.
            self.level = max(1, list(self.procedures).index(place) if place in self.procedures else 1)
            for when in self.one([("before",), ("after",), ("before", "after")]):
                body = [self.mark(Scope()), *self.block(Scope(), 1, 0, 2)]
                found.append([f"{when} {place}", *indented(body)])
        self.level, self.may_ask = -1, True
        return found

    def end(self) -> Lines:
        lines = []
        for _ in range(self.small(1, 2)):
            moment = [self.one(["at end of turn", "at start of turn"])] if self.chance(0.4) else []
            when = self.one(
                ["deck is empty", "bank is 0", "count digit c in deck is at most 1", "heap is empty"]
            )
            more = [f"when {self.truth(NOBODY, 1)}"] if self.chance(0.3) else []
            # Whether the round is over cannot be asked here, nor by what is asked here.
            more = [line for line in more if not re.search(r"\b(over|rich|friend-of|riches|debts)\b", line)]
            lines += [f"rule {self.rule('end')}", *indented([*moment, f"when {when}", *more])]
        return ["end", *indented(lines)]

    # --- definitions

    def value_rule(self, scope: Scope) -> Lines:
        ways = [
            lambda: f"add {self.open_number(scope, 2)}",
            lambda: f"subtract {self.open_number(scope, 1)}",
            lambda: f"multiply by {self.small(0, 2)}",
            lambda: f"at least {self.number(scope, 0)}",
            lambda: f"at most {self.number(scope, 1)}",
        ]
        return self.alternatives("value", scope, lambda: self.some(lambda: self.any_of(*ways), 1, 2))

    def definitions(self) -> list[Lines]:
        p, c = NOBODY.player("p"), NOBODY.thing("c", "gem")
        both = p.player("q")
        rules = [line for part in self.some(lambda: self.value_rule_of_stores(p), 1, 2) for line in part]
        debts = f"define debts for player p: {self.sober(p)}"
        found = [
            ["define riches for player p", *indented(rules)],
            [debts, *indented(self.value_rule_of_stores(p))] if self.chance(0.4) else [debts],
            [f"define price for gem c: {self.one(['c.power', 'sum over suit s: c.cost of s', 'most'])}"],
            ["define rich for player p", *indented(self.truth_rule(p))],
            ["define friend-of for player p, player q", *indented(self.truth_rule(both))],
            [f"define calm-sea: {self.one(['mood is calm', 'bank is 0', 'quiet'])}"],
            ["define total", *indented(self.value_rule_of_stores(NOBODY))],
            ["define zero"] if self.chance(0.2) else [],
            ["define zero-for for player p"] if self.chance(0.2) else [],
            ["change riches", *indented(self.value_rule_of_stores(p))] if self.chance(0.4) else [],
        ]
        del c
        return found

    def sober(self, scope: Scope) -> str:
        """A number that needs no definition: definitions run in no circle."""
        known = ["bank", "most", f"store of {self.one(self.suits)}", f"count digit {self.fresh('c')} in hand"]
        known += [f"{name}.{of}" for name in scope.players for of in ("coins", "fame")]
        known += [f"count card {self.fresh('c')} in {name}.hand" for name in scope.players]
        return self.one(known)

    def value_rule_of_stores(self, scope: Scope) -> Lines:
        whens = self.some(lambda: f"when {self.sober(scope)} is at least {self.small()}", 0, 1)
        step = self.one(["add", "subtract", "multiply by", "at least", "at most"])
        return [f"rule {self.rule('value')}", *indented([*whens, f"{step} {self.sober(scope)}"])]

    def truth_rule(self, scope: Scope) -> Lines:
        whens = self.some(lambda: f"when {self.sober(scope)} is more than {self.small()}", 0, 1)
        return [
            f"rule {self.rule('truth')}",
            *indented([*whens, f"require {self.sober(scope)} is not {self.small()}"]),
        ]

    # --- claims

    def claims(self) -> list[Lines]:
        found = []
        for sort in ("invariant", "invariant", "witness", "witness"):
            places = ["at start of turn", "at end of round", "at main", "at act-1", "at gem.boost"]
            moment = [self.one(places[:3])] if self.chance(0.4) else []
            found.append([f"{sort} {self.fresh('claim-')}", *indented([*moment, self.open_truth(NOBODY)])])
        way = self.one(["falls", "rises"])
        each = self.one(["turn", "round", "rest"])
        found.append([f"measure {self.fresh('measure-')} {way} each {each}: {self.sober(NOBODY)}"])
        which = self.one(["", "", " between turns", " in main", " by rest", " by rest, act-1"])
        found.append([f'may-loop endless{which}: "nobody need ever stop"'] if self.chance(0.6) else [])
        some_rule = self.one([rule for rules in self.rules.values() for rule in rules])
        found.append([f'accept every-rule-lives of {some_rule}: "it is a random game"'])
        found.append(['accept no-peeking: "nobody minds"'] if self.chance(0.3) else [])
        found.append([f"renamed {self.fresh('former-')} to {some_rule}"] if self.chance(0.3) else [])
        found.append(['accept nothing-vanishes of gem.boost: "it need not"'] if self.chance(0.3) else [])
        return found


def replace_me(scope: Scope) -> Scope:
    return Scope(False, scope.things, scope.players, scope.suits, scope.numbers, scope.zones)
