"""Random steps: effects, decisions, loops. What one procedure does is done by later ones, so that play goes on."""

from __future__ import annotations

from collections.abc import Callable

from tests.random_games.idioms import Idioms
from tests.random_games.scope import FAMILIES, TEXTS, Scope, indented

Lines = list[str]
# Procedures from here on carry out no texts: texts may call them.
CALLED_BY_TEXTS = 3


class Steps(Idioms):
    # The number of the procedure being written; -1 in actions, whatever comes first.
    level = -1
    may_ask = True
    going_round = False

    def block(self, scope: Scope, depth: int, least: int = 1, most: int = 3) -> Lines:
        """Steps in order; each knows the names of those before it."""
        lines: Lines = []
        for _ in range(self.small(least, most)):
            new, scope = self.step(scope, depth)
            lines += new
        return lines

    def step(self, scope: Scope, depth: int) -> tuple[Lines, Scope]:
        binding: list[Callable[[Scope], tuple[Lines, Scope]]] = [self.let]
        if self.may_ask:
            binding += [self.choose]
        if self.chance(0.25):
            return self.one(binding)(scope)
        plain = [
            self.move,
            self.move,
            self.move_some,
            self.move_every,
            self.move_every,
            self.store,
            self.store,
        ]
        plain += [self.store, self.chances, self.swap, self.show, self.do]
        nested = [self.each, self.each, self.repeat, self.steps_rule]
        if self.may_ask:
            nested += [self.offer, self.offer if self.going_round else self.go_round]
        if self.chance(0.2):
            return self.idiom(scope, self.may_ask, self.level < CALLED_BY_TEXTS), scope
        if depth > 0 and self.chance(0.35):
            return self.one(nested)(scope, depth), scope
        return self.one(plain)(scope), scope

    # --- names and decisions

    def let(self, scope: Scope) -> tuple[Lines, Scope]:
        lines, inner = self.named(scope)
        # Whoever reads the text is told that there may be nothing; whether it is said changes nothing.
        numbers = inner.numbers != scope.numbers
        return [lines[0] if numbers or self.chance(0.5) else f"{lines[0]} if any"], inner

    def named(self, scope: Scope) -> tuple[Lines, Scope]:
        match self.small(0, 7):
            case 6:
                name = self.fresh("p")
                return [f"let {name} be {self.the_player(scope, 1)}"], scope.player(name)
            case 7:
                name = self.fresh("c")
                return [f"let {name} be {self.the_digit(scope, 1)}"], scope.thing(name, "digit")
            case 0:
                name, of = self.fresh("c"), self.one(["digit", "card", "gem", "component"])
                end = self.one(["top", "bottom"])
                words, inner = f"{of} {self.fresh('c')} in {self.zone(scope)[0]}", scope
                where = (
                    f" where {self.truth(inner.thing(words.split()[1], of), 1)}" if self.chance(0.4) else ""
                )
                return [f"let {name} be {end} {words}{where}"], scope.thing(name, of)
            case 1:
                name = self.fresh("p")
                who = self.one([self.player(scope), "chief", "left of " + self.player(scope)])
                return [f"let {name} be {who}"], scope.player(name)
            case 2:
                name = self.fresh("s")
                known_suit = self.one([self.suit(scope), "trump", self.top_suit(scope)])
                return [f"let {name} be {known_suit}"], scope.suit(name)
            case 3:
                place, family = self.zone(scope)
                name = self.fresh("z")
                return [f"let {name} be {place}"], scope.zone(name, family)
            case 4 if self.thing(scope):
                name = self.fresh("c")
                known, of = self.one([*scope.things, ("latest", "digit")])
                return [f"let {name} be {known}"], scope.thing(name, of)
            case _:
                name = self.fresh("n")
                return [f"let {name} be {self.open_number(scope, 2)}"], scope.number(name)

    def choose(self, scope: Scope) -> tuple[Lines, Scope]:
        words, inner = self.ranges(scope, 2)
        who = self.player(scope)
        how = self.one(["choose", "may choose", f"{who} chooses", f"{who} may choose"])
        return [f"{how} {words}"], inner

    def offer(self, scope: Scope, depth: int) -> Lines:
        how = self.one(["one of", "at most one of", "any number of"])
        offered = ["nod"] if how == "one of" and self.chance(0.7) else []
        offered += self.some(lambda: self.small_action(scope), 1, 2)
        by = f", by {self.player(scope)}" if self.chance(0.4) else ""
        return [f"{how} {', '.join(offered)}{by}"]

    def small_action(self, scope: Scope) -> str:
        return self.one(
            ["nod", "grab", f"pay with {self.suit(scope)}" if "." not in self.suit(scope) else "nod"]
        )

    def go_round(self, scope: Scope, depth: int) -> Lines:
        """Seat after seat, until nobody is keen any more."""
        name, other, all_of = self.fresh("p"), self.fresh("p"), self.fresh("p")
        # Those who are not keen from the start are passed over.
        some = self.one(["", f" where {all_of} is not {self.player(scope)}", f" where {all_of}.coins is 2"])
        inner = scope.player(name)
        # Whoever makes everybody keen again in here would never come to an end.
        level, self.level, self.going_round = self.level, len(self.procedures), True
        asks = [f"one of nod, leave, by {name}"] if self.chance(0.5) else self.block(inner, depth - 1)
        self.level, self.going_round = level, False
        return [
            f"each player {all_of}{some}",
            f"    set {all_of}.keen",
            f"go round player {name} from {self.one([self.player(scope), 'left of ' + self.player(scope)])}"
            f" where {name} is keen until no player {other} where {other} is keen",
            *indented([*asks, self.mark(inner), f"clear {name}.keen"]),
        ]

    # --- moving

    def move(self, scope: Scope) -> Lines:
        to = self.target(scope)
        known = self.thing(scope)
        if known is not None and self.chance(0.6):
            return [f"move {known} to {to}"]
        of = self.one(["digit", "card", "component", "gem"])
        return [f"move {self.one(['top', 'bottom'])} {of} {self.fresh('c')} in {self.zone(scope)[0]} to {to}"]

    def target(self, scope: Scope) -> str:
        return self.one(["", "", "", "bottom of ", "top of "]) + self.zone(scope)[0]

    def move_some(self, scope: Scope) -> Lines:
        if self.chance(0.3):
            to = self.one(["bank", f"{self.whose(scope)}coins"])
            return [f"move {self.one(['1', 'few'])} from {self.whose(scope)}coins to {to}"]
        return [
            f"move {self.one(['1', '2', 'few', 'cube'])} from {self.zone(scope)[0]} to {self.target(scope)}"
        ]

    def move_every(self, scope: Scope) -> Lines:
        words, inner = self.range(scope)
        if self.chance(0.3):
            first, middle = self.any_range(scope)
            words, inner = self.range(middle)
            words = f"{first}, {words}"
        where = f" where {self.truth(inner, 1)}" if self.chance(0.4) else ""
        return [f"move every {words}{where} to {self.target(inner)}"]

    def swap(self, scope: Scope) -> Lines:
        alike = [(one, other) for one, of in scope.things for other, its in scope.things if of == its]
        if alike and self.chance(0.5):
            one, other = self.one(alike)
            return [f"swap {one} with {other}"]
        family = self.one([f for f, (_, index) in FAMILIES.items() if index == ("player",)])
        return [f"swap {self.whose(scope)}{family} with {self.whose(scope)}{family}"]

    def chances(self, scope: Scope) -> Lines:
        return [
            self.one(
                ["roll cube", "roll toss", f"shuffle {self.zone(scope)[0]}", f"shuffle {self.zone(scope)[0]}"]
            )
        ]

    def show(self, scope: Scope) -> Lines:
        what = self.thing(scope) if self.chance(0.4) else None
        return [f"show {what or self.zone(scope)[0]} to {self.one(['everyone', self.player(scope)])}"]

    # --- amounts and notes

    def store(self, scope: Scope) -> Lines:
        amount = self.one(
            [f"{self.whose(scope)}coins", "bank", f"store of {self.suit(scope)}", f"{self.whose(scope)}fame"]
        )
        digit = self.thing(scope, "digit")
        ways = [
            f"add {self.number(scope, 1)} to {amount}",
            f"take {self.number(scope, 1)} from {amount}",
            f"set {amount} to {self.number(scope, 1)}",
            f"clear {self.one(['bank', 'latest', 'chief', 'trump', 'quiet', self.whose(scope) + 'bold'])}",
            f"set {self.one(['quiet', self.whose(scope) + 'bold'])}",
            f"set chief to {self.player(scope)}",
            f"set trump to {self.suit(scope)}",
            f"set mood to {self.one(['calm', 'stormy'])}",
            f"set next-player to {self.player(scope)}",
        ]
        if digit is not None:
            ways += [f"set latest to {digit}", f"add 1 to {digit}.tally", f"set {digit}.tally to 2"]
        return [self.one(ways)]

    # --- doing

    def do(self, scope: Scope) -> Lines:
        names = list(self.procedures)[self.level + 1 :]
        things = [name for name, of in scope.things if of in ("gem", "wind", "card", "component", "treasure")]
        if things and self.level < CALLED_BY_TEXTS and self.chance(0.6):
            return [f"do {self.one(things)}.{self.one(TEXTS)}"]
        if not names:
            return self.store(scope)
        name = self.one(names)
        args = [self.argument(scope, of) for of in self.procedures[name]]
        return [f"do {name} with {', '.join(args)}" if args else f"do {name}"]

    def argument(self, scope: Scope, of: str) -> str:
        match of:
            case "player":
                return self.player(scope)
            case "suit":
                return self.suit(scope)
            case "digit":
                return self.thing(scope, "digit") or f"top digit {self.fresh('c')} in {self.zone(scope)[0]}"
            case "level":
                # Mostly one of its numbers: another ends the play.
                return self.number(scope, 1) if self.chance(0.2) else self.one(["0", "few", "2"])
            case _:
                return self.number(scope, 1)

    # --- loops and cases

    def each(self, scope: Scope, depth: int) -> Lines:
        words, inner = self.ranges(scope, 2)
        return [f"each {words}", *indented(self.block(inner, depth - 1, 1, 2))]

    def repeat(self, scope: Scope, depth: int) -> Lines:
        count = self.one(["2", "few", f"count digit {self.fresh('c')} in {self.zone(scope)[0]}", "cube"])
        return [f"repeat {count} times", *indented(self.block(scope, depth - 1, 1, 2))]

    def steps_rule(self, scope: Scope, depth: int) -> Lines:
        return self.alternatives("steps", scope, lambda: self.block(scope, depth - 1, 1, 2))

    def guard(self, scope: Scope) -> Lines:
        return self.alternatives(
            "guard", scope, lambda: self.some(lambda: f"require {self.open_truth(scope)}", 1, 2)
        )

    def alternatives(self, sort: str, scope: Scope, lines: Callable[[], Lines]) -> Lines:
        """A rule, and perhaps some that apply where it does not."""
        whens = self.some(lambda: f"when {self.open_truth(scope)}", 0, 2)
        found = [f"rule {self.rule(sort)}", *indented([*whens, *lines()])]
        while whens and self.chance(0.3):
            whens = self.some(lambda: f"when {self.open_truth(scope)}", 0, 1)
            found += [f"otherwise rule {self.rule(sort)}", *indented([*whens, *lines()])]
        return found
