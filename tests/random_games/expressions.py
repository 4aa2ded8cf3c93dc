"""Random expressions of each type. An open expression runs to the end of its line; a closed one may stand in others."""

from __future__ import annotations

from tests.random_games.scope import CLASSES, FAMILIES, PRINTED, TEXTS, Author, Scope

DEEP = 2


class Expressions(Author):
    rounds_are_counted = True

    # --- players, suits, components, zones

    def player(self, scope: Scope) -> str:
        """A path to a player."""
        known = [*scope.players, *scope.players, "active", "first", "second"]
        if scope.me:
            known += ["me", "me", "left"]
            if self.players == (2, 2):
                known.append("opponent")
        if scope.players:
            known.append(f"{self.one(scope.players)}.left")
        return self.one(known)

    def whose(self, scope: Scope) -> str:
        """The beginning of a path to something of a player's: `my `, `p.`."""
        if scope.me and self.chance(0.6):
            return "my left." if self.chance(0.1) else "my "
        return f"{self.player(scope)}."

    def suit(self, scope: Scope) -> str:
        digits = [f"{name}.suit" for name, of in scope.things if of == "digit"]
        return self.one([*self.suits, *scope.suits, *scope.suits, *digits])

    def top_suit(self, scope: Scope) -> str:
        """The suit of what lies at an end of a zone, or nothing."""
        return f"{self.one(['top', 'bottom'])} suit of digit {self.fresh('c')} in {self.zone(scope)[0]}"

    def thing(self, scope: Scope, of: str | None = None) -> str | None:
        """A name for a component, if there is one."""
        known = [name for name, each in scope.things if of is None or each == of]
        if of in (None, "digit") and self.chance(0.2):
            known.append("latest")
        return self.one(known) if known else None

    def zone(self, scope: Scope, plain: bool = False) -> tuple[str, str]:
        """One zone as a place (a path alone, if it is to be plain) and its family."""
        if scope.zones and self.chance(0.2):
            return self.one(scope.zones)
        family = self.one([f for f, (_, index) in FAMILIES.items() if not plain or "suit" not in index])
        index = FAMILIES[family][1]
        owner = self.owner(scope, plain) if "player" in index else ""
        of = f" of {self.index(scope)}" if "suit" in index else ""
        return f"{owner}{family}{of}", family

    def owner(self, scope: Scope, plain: bool) -> str:
        return self.whose(scope) if plain or self.chance(0.85) else f"(left of {self.player(scope)})."

    def index(self, scope: Scope) -> str:
        return f"({self.suit(scope)})" if self.chance(0.1) else self.suit(scope)

    def zones(self, scope: Scope) -> str:
        """One zone or several."""
        several = ["hand", "track", "stack", "pouch", f"{self.whose(scope)}track"]
        return self.one(several) if self.chance(0.25) else self.zone(scope)[0]

    def the_player(self, scope: Scope, depth: int) -> str:
        """The one that fits, or nobody."""
        name = self.fresh("p")
        start = f" from {self.player(scope)}" if self.chance(0.4) else ""
        return f"the player {name}{start} where {self.truth(scope.player(name), depth)}"

    def the_digit(self, scope: Scope, depth: int) -> str:
        """A component by its place, or the one that fits; or nothing."""
        if self.chance(0.5):
            return f"digit at {self.one(['1', '2', 'few'])} in {self.zone(scope)[0]}"
        words, inner = self.range(scope, "digit")
        return f"the {words} where {self.truth(inner, depth)}"

    # --- ranges: what is bound, and the words for it

    def range(self, scope: Scope, of: str | None = None) -> tuple[str, Scope]:
        """A range over components in a zone, or over something else."""
        of = of or self.one(["digit", "digit", "gem", "card", "component", *CLASSES])
        name = self.fresh("c")
        return f"{of} {name} in {self.zones(scope)}", scope.thing(name, of)

    def any_range(self, scope: Scope) -> tuple[str, Scope]:
        match self.small(0, 8):
            case 0:
                name = self.fresh("p")
                return f"player {name}", scope.player(name)
            case 1:
                name = self.fresh("s")
                return f"suit {name}", scope.suit(name)
            case 2:
                name = self.fresh("z")
                family = self.one(["track", "stack", "hand"])
                mine = self.whose(scope) if family == "track" and self.chance(0.4) else ""
                return f"{mine}{family} {name}", scope.zone(name, family)
            case 3:
                name = self.fresh("n")
                low = self.one(["0", "1", "few", "bank"])
                return (
                    f"{name} from {low} to {self.one(['3', 'most', 'my coins' if scope.me else 'bank'])}",
                    scope.number(name),
                )
            case 4:
                name, of = self.fresh("c"), self.one(["digit", "pawn", "wind"])
                return f"{of} {name}", scope.thing(name, of)
            case 5:
                name = self.fresh("n")
                return f"level {name}", scope.number(name)
            case 6 if all(name != "digit" for name, _ in scope.things):
                return f"digit in {self.zones(scope)}", scope.thing("digit", "digit")
            case _:
                return self.range(scope)

    def ranges(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """Several ranges of one line, with or without a condition."""
        words = []
        for _ in range(self.small(1, 2) + self.chance(0.1)):
            text, scope = self.any_range(scope)
            words.append(text)
        where = f" where {self.truth(scope, depth - 1)}" if self.chance(0.4) else ""
        return ", ".join(words) + where, scope

    # --- numbers

    def number(self, scope: Scope, depth: int = DEEP) -> str:
        """A closed expression: sums, products, counts."""
        if depth > 0 and self.chance(0.3):
            op = self.one(["+", "+", "-", "*", "/"])
            left, right = self.factor(scope, depth - 1), self.factor(scope, depth - 1)
            return f"{left} {op} {right}"
        return self.factor(scope, depth)

    def factor(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.chance(0.45):
            return self.plain_number(scope)
        of = self.one(list(PRINTED))
        field = self.one(PRINTED[of])
        best = self.one(["highest", "lowest"])
        end = self.one(["top", "bottom"])
        match self.small(0, 8):
            case 0:
                return f"count {self.range(scope)[0]}"
            case 1:
                return f"sum {field} of {self.range(scope, of)[0]}"
            case 2:
                return f"{best} {field} of {self.range(scope, of)[0]} else {self.plain_number(scope)}"
            case 3:
                name = self.fresh("c")
                return f"{end} {field} of {of} {name} in {self.zone(scope)[0]} else {self.small()}"
            case 4:
                return f"({self.open_number(scope, depth - 1)})"
            case 5:
                return (
                    f"-{self.plain_number(scope)}"
                    if self.chance(0.5)
                    else f"({self.number(scope, depth - 1)})"
                )
            case 6:
                return f"{best} {self.one(['coins', 'fame'])} of player {self.fresh('p')}"
            case 7:
                of_level = self.one([f"({self.number(scope, 0)})", str(self.small(0, 3))])
                twice = f"debt of {self.player(scope)} {self.suit(scope)}"
                dotted = self.one(
                    [f"({self.the_player(scope, 0)}).coins", f"({self.the_digit(scope, 0)}).value"]
                )
                return self.one([f"worth of {of_level}", f"tax of {self.suit(scope)}", twice, dotted])
            case _:
                return f"{self.player(scope)}.{self.one(['riches', 'debts'])}"

    def plain_number(self, scope: Scope) -> str:
        known = [str(self.small()), "most", "few", "bank", *scope.numbers, *scope.numbers]
        known += [f"{self.whose(scope)}coins", f"store of {self.suit(scope)}", "players", "extra of players"]
        for name, of in scope.things:
            known += [f"{name}.{field}" for field in PRINTED.get(of, ())] * 2
            known += [f"{name}.position"]
            known += [f"{name}.tally"] if of == "digit" else []
            known += [f"{name}.cost of {self.suit(scope)}", f"{name}.price"] if of == "gem" else []
        known += [f"{name}.{field}" for name in scope.players for field in ("coins", "fame")]
        return self.one([*known, "cube", *(["round"] if self.rounds_are_counted else [])])

    def open_number(self, scope: Scope, depth: int) -> str:
        if depth <= 0:
            return self.number(scope, 0)
        match self.small(0, 3):
            case 0:
                words, inner = self.range(scope)
                return f"count {words} where {self.truth(inner, depth - 1)}"
            case 1:
                words, inner = self.ranges(scope, depth)
                return f"sum over {words}: {self.number(inner, depth - 1)}"
            case 2:
                name = self.fresh("s")
                best = self.one(["highest", "lowest"])
                return f"{best} over suit {name}: {self.number(scope.suit(name), depth - 1)}"
            case _:
                return self.number(scope, depth)

    # --- yes or no

    def open_truth(self, scope: Scope, depth: int = DEEP) -> str:
        if depth <= 0 or self.chance(0.6):
            return self.truth(scope, depth)
        words, inner = self.ranges(scope, depth)
        match self.small(0, 2):
            case 0:
                return f"every {words}: {self.truth(inner, depth - 1)}"
            case 1:
                return f"any {words}"
            case _:
                return f"no {words}"

    def truth(self, scope: Scope, depth: int = DEEP) -> str:
        """Comparisons, joined."""
        if depth > 0 and self.chance(0.3):
            word = self.one(["and", "or"])
            return f" {word} ".join(self.some(lambda: self.compared(scope, depth - 1), 2, 3))
        if depth > 0 and self.chance(0.15):
            return f"not {self.compared(scope, depth - 1)}"
        return self.compared(scope, depth)

    def compared(self, scope: Scope, depth: int) -> str:
        if depth > 0 and self.chance(0.1):
            return f"({self.open_truth(scope, depth - 1)})"
        if self.chance(0.45):
            return self.about_numbers(scope, depth)
        ways = [self.about_zones, self.about_players, self.about_notes]
        if scope.things:
            ways += [self.about_things] * 3
        return self.one(ways)(scope)

    def about_numbers(self, scope: Scope, depth: int) -> str:
        left, right = self.number(scope, depth), self.number(scope, depth - 1)
        than = self.one(["is", "is not", "is at least", "is at most", "is more than", "is less than"])
        return f"{left} {than} {right}"

    def about_zones(self, scope: Scope) -> str:
        return f"{self.zones(scope)} {self.one(['is empty', 'is not empty'])}"

    def about_players(self, scope: Scope) -> str:
        one, other = self.player(scope), self.player(scope)
        return self.one(
            [
                f"{one} is {other}",
                f"{one} is not {other}",
                f"{one} is bold",
                f"{one} is not bold",
                f"{one} is rich",
                f"{one} is friend-of {other}",
                f"{one} is not friend-of {other}",
            ]
        )

    def about_notes(self, scope: Scope) -> str:
        return self.one(
            [
                "mood is stormy",
                f"trump is {self.suit(scope)}",
                f"trump is {self.top_suit(scope)}",
                f"{self.top_suit(scope)} is {self.one(self.suits)}",
                "latest is nothing",
                "latest is not nothing",
                f"chief is {self.player(scope)}",
                "toss is heads",
                "quiet",
                "over",
            ]
        )

    def about_things(self, scope: Scope) -> str:
        name, of = self.one(scope.things)
        other = self.thing(scope, of) or name
        ways = [
            f"{name} is in {self.zones(scope)}",
            f"{name} is not in {self.zones(scope)}",
            f"{name} has {self.one(TEXTS)}",
            f"{name} is uncovered",
            f"{name}.owner is {self.player(scope)}",
            f"{name} is {self.one(['digit', 'gem', 'card', 'heavy', 'treasure'])}",
            f"{name} is not {other}",
        ]
        if of == "digit":
            ways += [f"{name}.suit is {self.suit(scope)}"] * 2
            negated = self.one(["", " not"])
            ways += [f"{name}.value is{negated} one of {self.small(1, 2)}, few, {self.small(2, 3)}"]
        if of == "pawn":
            ways += [f"{name}.player is {self.player(scope)}"] * 3
        if of == "wind":
            ways += [f"{name}.side is left-side", f"{name}.strength is 2"]
        return self.one(ways)
