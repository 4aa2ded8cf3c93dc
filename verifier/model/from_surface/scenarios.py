"""Scenarios: what is given, done and expected, with every name resolved."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.diagnostics import Label, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Names, Number, Things, Truth, Zones
from verifier.model import game as g
from verifier.model.from_surface.actions import StepReader
from verifier.model.from_surface.expressions import ExpressionReader
from verifier.model.from_surface.scope import SEATS, Scope, Typed
from verifier.surface import nodes

AT_ANY_TABLE = ("I", "opponent", "yes", "no")
EVERYWHERE = ("choose", "chooses", "stop", "stops")


class ScenarioReader:
    def __init__(self, reader: ExpressionReader, steps: StepReader, phases: Sequence[str]) -> None:
        self.reader = reader
        self.phases = phases
        self.steps = steps
        self.world = reader.world
        self._called: dict[str | int, frozenset[int]] = {}
        self.spoken = {*AT_ANY_TABLE, *SEATS, *self.world.families, *self.world.members}
        seats = self.world.seats
        self.scope = Scope({}, Typed(k.Const(0, seats), seats), told=True)

    def read(self, node: nodes.Scenario) -> g.Scenario:
        scope = self.scope.within(node.name.text)
        self.given_first(node, scope)
        facts = [fact for each in node.facts if (fact := self.fact(each, scope)) is not None]
        return g.Scenario(node.name.text, tuple(facts), span=node.span)

    def given_first(self, node: nodes.Scenario, scope: Scope) -> None:
        """All that is given makes one position: further down it would look like a change on the way."""
        begun = next((fact for fact in node.facts if not isinstance(fact, nodes.Given)), None)
        if begun is None:
            return
        for fact in node.facts[node.facts.index(begun) + 1 :]:
            if isinstance(fact, nodes.Given):
                hint = "put it above, or write a scenario of its own for it"
                labels = (Label(fact.span, "too late for this"), Label(begun.span, "here it has begun"))
                self.world.report.add(diagnostic("T343", *labels, rule=scope.rule, hint=hint))
                return

    def fact(self, node: nodes.Fact, scope: Scope) -> g.Fact | None:
        match node:
            case nodes.Given():
                return self.given(node, scope)
            case nodes.Act(player, action, literals, span=span):
                if action.text not in self.steps.actions and action.text not in EVERYWHERE:
                    known = [*self.steps.actions, "choose", "stop"]
                    self.world.unknown("N242", action, known, "no action has this name")
                return g.Act(self.actor(player, scope), action.text, self.chosen(literals), span=span)
            case nodes.ActProcedure(procedure, literals, span=span):
                if procedure.text not in self.steps.procedures:
                    self.world.unknown("N241", procedure, self.steps.procedures, "no procedure has this name")
                    return None
                seat = k.Const(0, self.world.seats)
                return g.Act(seat, f"do {procedure.text}", self.chosen(literals), span=span)
            case nodes.ActEnd(what, span=span):
                if what.text not in ("turn", "round"):
                    self.world.unknown("N211", what, ["turn", "round"], "a turn or a round ends")
                return g.Act(k.Const(0, self.world.seats), f"{what.text} ends", (), span=span)
            case nodes.ActRoll(die, face, span=span):
                if die.text not in self.world.dice:
                    self.world.unknown("N240", die, self.world.dice, "this is not a die")
                    return None
                value = self.literal_value(face, self.world.cells[die.text].domain, scope)
                return g.ActRoll(die.text, value, span=span) if value is not None else None
            case nodes.Outcome(claim, span=span):
                return g.Then(self.reader.truth(claim, scope), span=span)
            case nodes.Refused(rule, span=span):
                return g.ThenRefused(rule.text, span=span)
            case nodes.Allowed(span=span):
                return g.ThenAllowed(span=span)
            case nodes.Ended(what, span=span):
                if what.text != "game":
                    self.world.unknown("N211", what, ["game"], "what is expected to end is the game")
                return g.ThenOver(span=span)
            case nodes.Won(players, span=span):
                seats = [self.simple(self.actor(player, scope)) for player in players]
                return g.ThenWinner(tuple(sorted(seat for seat in seats if seat is not None)), span=span)

            case nodes.WonTogether(everyone, span=span):
                return g.ThenWinner(tuple(range(self.world.players) if everyone else ()), span=span)

    def chosen(self, literals: Sequence[nodes.Literal_]) -> tuple[tuple[str | int, ...], ...]:
        """What is chosen. A word that means nothing at all would be refused, whatever the rules say."""
        for word in (word for literal in literals for word in literal.words):
            if isinstance(word, nodes.Name) and word.text not in self.spoken and not self.called(word.text):
                self.world.unknown("N221", word, self.spoken, "nothing in the game is called so")
        return tuple(map(words, literals))

    def actor(self, name: nodes.Name, scope: Scope) -> k.Expr:
        if name.text == "I":
            return k.Const(0, self.world.seats)
        path = nodes.Path(False, (name,), span=name.span)
        return self.reader.player(path, scope)

    def given(self, node: nodes.Given, scope: Scope) -> g.Fact | None:
        if [part.text for part in node.place.path.parts] == ["phase"] and "phase" not in self.world.cells:
            return self.given_phase(node, scope)
        typed = self.reader.meaning(node.place, scope)
        if not isinstance(typed, Typed):
            typed = self.reader.value(node.place, scope)
        if typed.domain is None:
            return None
        if isinstance(typed.domain, Zones):
            return self.given_zone(node, typed.expr, scope)
        if not isinstance(typed.expr, k.Read):
            self.reader.wrong("T340", node.place.span, "this is computed, not stored", scope)
            return None
        if len(node.literals) != 1:
            self.reader.wrong("T341", node.span, f"{len(node.literals)} values are given", scope)
            return None
        value = self.literal_value(node.literals[0], typed.domain, scope)
        if value is None:
            return None
        return g.GivenCell(typed.expr.cell, typed.expr.index, k.Const(value, typed.domain), span=node.span)

    def given_phase(self, node: nodes.Given, scope: Scope) -> g.Fact | None:
        name = node.literals[0].words[0] if node.literals else None
        if not isinstance(name, nodes.Name) or name.text not in self.phases:
            near = nearest(name.text, self.phases) if isinstance(name, nodes.Name) else None
            hint = f"did you mean `{near}`?" if near else "one of " + ", ".join(self.phases)
            self.reader.wrong(
                "N248", node.span, "", scope, hint, name=node.literals[0].span.text if node.literals else ""
            )
            return None
        return g.GivenPhase(name.text, span=node.span)

    def literal_value(self, literal: nodes.Literal_, domain: Domain, scope: Scope) -> int | None:
        """The value that the words of a literal stand for in this domain."""
        said = words(literal)
        if len(said) == 1:
            word = said[0]
            match domain:
                case Number() if isinstance(word, int):
                    return word
                case Number() if isinstance(word, str) and word in self.world.parameters:
                    return self.world.parameters[word].value
                case Names(_, members) if word in members:
                    return members.index(str(word))
                case Truth() if word in ("yes", "no"):
                    return int(word == "yes")
                case _ if isinstance(word, str) and isinstance(literal.words[0], nodes.Name):
                    if type(domain).__name__ == "Players":
                        actor = self.actor(literal.words[0], scope)
                        return actor.value if isinstance(actor, k.Const) else self.simple(actor)
                case _:
                    pass
        if isinstance(domain, Things):
            found = self.candidates(literal, {}, scope)
            return next((i for i in found if i in domain.ids), None)
        self.reader.wrong("T342", literal.span, "this does not fit", scope)
        return None

    def simple(self, expr: k.Expr) -> int | None:
        """A seat worked out from seats: `opponent`, `left`."""
        match expr:
            case k.Const(value, _):
                return value
            case k.Arith(op, left, right):
                a, b = self.simple(left), self.simple(right)
                if a is None or b is None:
                    return None
                return {"+": a + b, "-": a - b, "%": a % b if b else 0}.get(op)
            case _:
                return None

    def given_zone(self, node: nodes.Given, zone: k.Expr, scope: Scope) -> g.Fact | None:
        told: dict[str, int] = {}
        if isinstance(zone, k.ZoneAt):
            for (name, _), index in zip(self.world.families[zone.family].index, zone.index, strict=True):
                if isinstance(index, k.Const):
                    told[name] = index.value
        sets = []
        for literal in node.literals:
            found = self.candidates(literal, told, scope)
            if not found:
                return None
            sets.append(found)
        pile = isinstance(zone, k.ZoneAt) and self.world.families[zone.family].shape == "pile"
        # A pile is told from its top, a row in the order in which it was laid.
        return g.GivenZone(zone, tuple(reversed(sets)) if pile else tuple(sets), span=node.span)

    def candidates(self, literal: nodes.Literal_, told: dict[str, int], scope: Scope) -> tuple[int, ...]:
        """The components that the words describe; what the zone tells (its suit, say) decides among them."""
        said = [self.called(word) for word in words(literal)]
        found = sorted(frozenset(range(len(self.world.things))).intersection(*said))
        close = [n for n in found if all(self.agrees(n, name, value) for name, value in told.items())]
        if not found:
            self.reader.wrong(
                "N245", literal.span, "no component has this name", scope, name=literal.span.text
            )
        return tuple(close or found)

    def agrees(self, thing: int, name: str, value: int) -> bool:
        field = self.world.fields.get(name)
        if field is None or thing not in field.things or field.per is not None:
            return True
        return self.world.tables[field.tables[0]].values[thing] == value

    def called(self, word: str | int) -> frozenset[int]:
        """Every component of which the word says something true."""
        known = self._called.get(word)
        if known is None:
            known = self._called[word] = self.reader.described(word)
        return known


def words(literal: nodes.Literal_) -> tuple[str | int, ...]:
    return tuple(word.value if isinstance(word, nodes.Integer) else word.text for word in literal.words)
