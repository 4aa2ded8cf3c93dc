"""Random overlays of a random game, and scenarios for it."""

from __future__ import annotations

from tests.random_games.games import NOBODY, Games
from tests.random_games.scope import Scope, indented
from tests.random_games.steps import Lines


class Texts(Games):
    """Several units in one text: a game with scenarios, a part of it, overlays, an instance."""

    def text(self) -> tuple[str, list[str]]:
        """The text, and the rule sets that it holds: the game, and each overlay on top of it."""
        game = self.game()
        name = game[0].split()[1]
        units = [[*game, *(line for part in self.scenarios() for line in (*part, ""))]]
        names = [name]
        sorts = self.random.sample(["variant", "house-rule", "edition", "instance", "part"], self.small(1, 2))
        for sort in sorts:
            own = self.fresh(f"{sort}-")
            units.append([f"{sort} {own} of {name}", *self.lines_of(sort)])
            if sort != "part":
                names.append(own)
        if len(names) == 3 and self.chance(0.3):
            units.append([f"variant both of {names[1]}, {names[2]}", "set few to 2"])
            names.append("both")
        first = "\n" if self.chance(0.1) else ""
        return first + "\n".join(line for unit in units for line in (*unit, "")), names

    def senseless(self) -> str:
        """Lines that can be read and have no meaning: whoever reads a text must say so and go on."""
        lines = [
            "number plain: red is 1",
            "scenario odd\n    given bank: few -1",
            "number tall by suit: most",
            "number odd by suit: red or more is 1",
        ]
        return "\n".join(["game senseless", *self.some(lambda: self.one(lines), 1, 3), ""])

    def lines_of(self, sort: str) -> Lines:
        if sort == "instance":
            fewer = ["set suit to red, blue"] if len(self.suits) == 2 else []
            return [*fewer, "set deal to 1", *self.one([["set level to 0..3"], []])]
        if sort == "part":
            return [
                line
                for part in (*self.some(lambda: self.hooks() or [self.hook()], 1, 1),)
                for each in part
                for line in (*each, "")
            ]
        parts = self.some(self.edit, 1, 3)
        return [line for part in parts for line in part]

    def hook(self) -> Lines:
        return ["after rest", *indented(["add 1 to bank"])]

    def edit(self) -> Lines:
        """One thing that an overlay changes."""
        ways = [
            lambda: [f"set few to {self.one(['1', '2', 'most', '0'])}"],
            lambda: ["set level to 0..4"],
            lambda: ["set depth to -2"],
            lambda: [f"set suit to {', '.join(self.suits)}"],
            lambda: self.replaced("guard", lambda: self.guard(Scope())),
            lambda: self.replaced("steps", lambda: self.steps_rule(Scope(), 1)),
            lambda: self.replaced("value", lambda: self.value_rule_of_stores(NOBODY)),
            lambda: self.replaced("end", lambda: ["rule x", *indented(["when deck is empty"])]),
            lambda: ["replace main: any number of act-1, rest"],
            self.also,
            lambda: [f"replace number deal: {self.small(1, 2)}"],
            lambda: ["replace action rest", *indented(self.simple_block(Scope()))],
            lambda: [
                f"remove rule {self.one([r for sort, rules in self.rules.items() if sort != 'end' for r in rules])}"
            ],
            lambda: ["change rich", *indented(self.truth_rule(NOBODY.player("p")))],
            lambda: ["change act-1", *indented(self.guard(Scope()))],
            lambda: ["before act-1", *indented(self.simple_block(Scope()))],
            lambda: ["expect quick", *indented(self.some(self.outcome, 1, 2))],
            lambda: [f"number {self.fresh('new-')}: 2"],
        ]
        return self.any_of(*ways)

    def also(self) -> Lines:
        """An action more in a phase, alone or beside one that may be there already."""
        new = self.fresh("hop-")
        beside = self.one(["", ", act-2"])
        return [f"change main: also {new}{beside}", f"action {new}", *indented(self.simple_block(Scope()))]

    def replaced(self, sort: str, make: object) -> Lines:
        """A rule of the game under its own name, said anew."""
        known = self.rules.get(sort)
        if not known:
            return ["set few to 1"]
        name = self.one(known)
        lines = make()  # type: ignore[operator]
        # Its alternatives, if there are any, are rules of their own.
        own = next((n for n, line in enumerate(lines) if line.startswith("otherwise")), len(lines))
        return [f"replace rule {name}", *lines[1:own]]

    # --- scenarios

    def scenarios(self) -> list[Lines]:
        quick = ["scenario quick", *indented(["when I rest", self.outcome()])]
        return [quick, *self.some(self.scenario, 0, 2)]

    def scenario(self) -> Lines:
        players = (
            f" for {self.one(range(self.players[0], self.players[1] + 1))} players"
            if self.chance(0.5)
            else ""
        )
        lines = [*self.some(self.given, 0, 3), *self.some(self.act, 1, 2), self.outcome()]
        return [f"scenario {self.fresh('case-')}{players}", *indented(lines)]

    def given(self) -> str:
        digit = f"{self.one(self.suits)} {self.small(1, 2)}"
        return self.one(
            [
                f"given my hand: {digit}, {self.one(self.suits)} 2",
                f"given {self.one(['heap', 'market', 'second.hand'])}: {digit}",
                "given market is empty",
                f"given my coins: {self.small()}",
                "given my fame: -1",
                f"given my track of red: {self.small(1, 2)}",
                f"given my hand: {self.one(self.suits)} digit, {digit}, gem",
                "given my debt of red: 1",
                "given my fame: -1",
                "given phase: main",
                "given round: 1" if self.rounds_are_counted else "given bank: 1",
                "given mood: stormy",
                f"given chief: {self.one(['first', 'second'])}",
            ]
        )

    def act(self) -> str:
        free = [name for name, params in self.procedures.items() if not params]
        one = [name for name, params in self.procedures.items() if params == ("suit",)]
        pairs = [name for name, params in self.procedures.items() if params == ("suit", "player")]
        ways = [
            "when I rest",
            "when I act-1",
            f"when second act-2 {self.one(self.suits)} 1, red 2",
            "when I stop",
        ]
        ways += ["when turn ends", "when round ends", "when roll cube 2", "when roll toss tails"]
        ways += [f"when do {name}" for name in free]
        ways += [f"when do {name} with red" for name in one] + [
            f"when do {name} with red, second" for name in pairs
        ]
        return self.one(ways)

    def outcome(self) -> str:
        rules = [rule for rules in self.rules.values() for rule in rules]
        return self.one(
            [
                f"then {self.truth(NOBODY, 1)}",
                "then my coins is at least 0",
                "then allowed",
                "then game ends",
                f"then refused by {self.one(rules)}",
                "then winner first",
                "then winner first, second",
                "then winner everyone",
                "then winner nobody",
            ]
        )
