"""Names and types: a composed text in, a Game out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal, TypeVar

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Number, Players, Truth, bounds
from verifier.kernel.machine import Cell, Claim, Definition, Measure, Rank
from verifier.kernel.visit import Node, preorder
from verifier.model import game as g
from verifier.model import steps as m
from verifier.model.from_surface.actions import StepReader
from verifier.model.from_surface.claims import acknowledged, refuse_taken_names
from verifier.model.from_surface.definitions import DefinitionReader, param_domain
from verifier.model.from_surface.expressions import (
    NO,
    YES,
    ExpressionReader,
    conjunction,
    first_of,
    number,
    ranking,
)
from verifier.model.from_surface.reserved import refuse_reserved_names
from verifier.model.from_surface.scenarios import ScenarioReader
from verifier.model.from_surface.scope import Declarations, Scope, Typed, whole
from verifier.model.from_surface.stores import declared
from verifier.model.measured import GO_ROUND
from verifier.model.somebody import with_nobody
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.index import player_counts

T = TypeVar("T")
MOMENTS = ("turn", "round", "game")


def typed_game(
    name: str, items: Sequence[nodes.Item], players: int, report: Report, scenarios: bool = True
) -> g.Game | None:
    """The game for so many players, or `None` with the mistakes in the report."""
    game = _Reading(name, items, players, report).game(scenarios)
    return None if report.has_errors else game


class _Reading:
    def __init__(self, name: str, items: Sequence[nodes.Item], players: int, report: Report) -> None:
        self.name, self.items, self.report = name, items, report
        self.counts = player_counts(items)
        self.world: Declarations = declared(items, players, name, report)
        self._own_cells()
        self.reader = ExpressionReader(self.world)
        self.definitions = DefinitionReader(items, self.reader)
        self.steps = StepReader(
            self.reader,
            self.definitions,
            {item.name.text: item for item in self.of(nodes.Action)},
            {item.name.text: item for item in self.of(nodes.Procedure)},
        )
        seats = self.world.seats
        self.me = Typed(k.Local("me", seats), seats)
        self.scope = Scope({}, self.me)
        # What claims call the places where somebody decides, and where they say so.
        self.decisions: dict[str, Span] = {}

    def of(self, kind: type[T]) -> list[T]:
        return [item for item in self.items if isinstance(item, kind)]

    def last(self, kind: type[T]) -> T | None:
        found = self.of(kind)
        return found[-1] if found else None

    def _own_cells(self) -> None:
        """The cells that every game has."""
        seats = self.world.seats
        rounds = self.rounds()
        item = self.last(nodes.Rounds)
        if item is not None and rounds is not None and rounds < 1:
            self.report.add(diagnostic("T323", Label(item.span), count=rounds))
        own = [
            Cell("active", (), seats, False, 0, "match"),
            Cell("next-player", (), seats, True, NOTHING, "turn"),
        ]
        if rounds is not None:
            own.append(Cell("round", (), Number(1, max(1, rounds)), False, 1, "match"))
        for cell in own:
            if cell.name in self.world.cells:
                span = self.world.spans[cell.name]
                self.report.add(
                    diagnostic("N246", Label(span, "every game already has this"), name=cell.name)
                )
            self.world.cells[cell.name] = cell

    def rounds(self) -> int | None:
        """How many rounds there are at most, if the rules say so."""
        item = self.last(nodes.Rounds)
        if item is None:
            return 1
        return whole(item.count, self.world) if item.count is not None else None

    def enough(self) -> k.Expr | None:
        """What must hold after a round for it to be the last."""
        item = self.last(nodes.Rounds)
        if item is None or item.until is None:
            return None
        return self.reader.truth(item.until, Scope({}, None))

    # --- the whole

    def game(self, with_scenarios: bool) -> g.Game:
        ends = self.ends()
        definitions: dict[str, Definition] = {}
        actions = {item.name.text: self.action(item) for item in self.of(nodes.Action)}
        procedures = {item.name.text: self.procedure(item) for item in self.of(nodes.Procedure)}
        texts = self.texts()
        phases = self.phases()
        once, every = self.setups(once=True), self.setups(once=False)
        hooks = self.hooks()
        winner, starter, later = self.rankings()
        claims = tuple(
            self.claim(item) for item in self.items if isinstance(item, nodes.Invariant | nodes.Witness)
        )
        refuse_taken_names(self.items, self.world)
        refuse_reserved_names(self.items, self.world)
        measures = tuple(self.measure(item) for item in self.of(nodes.Measure))
        definitions.update(self.definitions.all())
        definitions["over"] = Definition("over", (), Truth(), self.over(ends), ())
        self.check_ends(ends, definitions)
        title = self.last(nodes.Title)
        typed = g.Game(
            name=self.name,
            title=title.text.text if title else None,
            players=self.world.players,
            parameters=self.world.parameters,
            kinds=self.world.kinds,
            classes=self.world.classes,
            things=tuple(self.world.things),
            families=self.world.families,
            zones=self.world.zones,
            cells=self.world.cells,
            dice=self.world.dice,
            tables=self.world.tables,
            definitions=definitions,
            setup_once=once,
            setup=every,
            phases=phases,
            actions=actions,
            procedures=procedures,
            texts=texts,
            hooks=hooks,
            rounds=self.rounds(),
            enough=self.enough(),
            starter=starter,
            later_starter=later,
            winner=winner,
            score=self.score(winner),
            ends=ends,
            claims=claims,
            decisions=self.decisions,
            measures=measures,
            acknowledged=acknowledged(self.items, self.phase_names, self.steps.actions, self.world),
            scenarios=self.scenarios() if with_scenarios else (),
            rules=self.definitions.rules,
        )
        return typed if self.report.has_errors else with_nobody(typed)

    # --- parts of it

    def params(self, params: tuple[nodes.Param, ...]) -> tuple[tuple[g.Param, ...], Scope]:
        scope, found = self.scope, []
        for param in params:
            domain = param_domain(param, self.reader)
            found.append(g.Param(param.name.text, domain))
            scope = scope.bound(param.name.text, Typed(k.Local(param.name.text, domain), domain))
        return tuple(found), scope

    def action(self, item: nodes.Action) -> g.Action:
        params, scope = self.params(item.params)
        return g.Action(
            item.name.text, params, self.steps.block(item.steps, scope, item.name.text), span=item.span
        )

    def procedure(self, item: nodes.Procedure) -> g.Procedure:
        params, scope = self.params(item.params)
        return g.Procedure(
            item.name.text, params, self.steps.block(item.steps, scope, item.name.text), span=item.span
        )

    def texts(self) -> dict[tuple[str, str], g.Procedure]:
        found = {}
        for (design, text), item in self.definitions.texts.items():
            domain = self.world.classes.get(design)
            if domain is None:
                # Its own line has a mistake, which is told already.
                continue
            scope = self.scope.bound("this", Typed(k.Local("this", domain), domain))
            steps = self.steps.block(item.steps, scope, f"{design}.{text}")
            if not domain.ids:
                # Nobody can follow what stands on no component.
                continue
            found[design, text] = g.Procedure(
                f"{design}.{text}", (g.Param("this", domain),), steps, span=item.span
            )
        return found

    def phases(self) -> tuple[g.Phase, ...]:
        turn = self.last(nodes.Turn)
        if turn is None:
            self.report.add(diagnostic("C501", hint="write `turn` and its phases below it", name=self.name))
            return ()
        found = []
        for phase in turn.phases:
            if isinstance(phase.step, nodes.Offer):
                found.append(
                    g.Phase(phase.name.text, self.steps.offer(phase.step, self.scope), span=phase.span)
                )
                continue
            steps = self.steps.do(phase.step, self.scope)
            if steps and isinstance(steps[0], m.Do):
                found.append(g.Phase(phase.name.text, steps[0], span=phase.span))
        return tuple(found)

    @property
    def phase_names(self) -> list[str]:
        turn = self.last(nodes.Turn)
        return [phase.name.text for phase in turn.phases] if turn is not None else []

    def ends(self) -> tuple[g.EndRule, ...]:
        found = []
        for item in self.of(nodes.End):
            for rule in item.rules:
                scope = Scope({}, None, rule.name.text)
                self.definitions.noted(rule.name, "end", "end", rule.span)
                when = self.reader.truths(rule.when, scope)
                moment = self.moment(rule.moment)
                if (
                    moment is not None
                    and rule.moment is not None
                    and rule.moment.of.text in ("round", "game")
                ):
                    hint = "leave the line out, or write `at start of turn` or `at end of turn`"
                    self.report.add(diagnostic("C510", Label(rule.moment.span), moment=moment, hint=hint))
                found.append(g.EndRule(rule.name.text, moment, when, span=rule.span))
        if not found:
            self.report.add(diagnostic("C502", hint="write `end` and a rule below it", name=self.name))
        return tuple(found)

    def over(self, ends: tuple[g.EndRule, ...]) -> k.Expr:
        now = tuple(conjunction(rule.when) for rule in ends if rule.moment is None)
        return now[0] if len(now) == 1 else k.Logic("or", now) if now else NO

    def check_ends(self, ends: tuple[g.EndRule, ...], definitions: Mapping[str, Definition]) -> None:
        """Whether a round is over is asked of its end rules: none of them may ask that, by however many definitions."""
        for rule in ends:
            asked: set[str] = set()
            waiting: list[Node] = list(rule.when)
            while waiting:
                called = {part.definition for part in preorder(waiting.pop()) if isinstance(part, k.Call)}
                new = (called - asked) & definitions.keys() - {"over"}
                asked |= called
                waiting += [
                    each for name in new for each in (definitions[name].start, *definitions[name].clauses)
                ]
            if "over" in asked:
                label = Label(rule.span, f"through the end rule `{rule.rule}`")
                self.report.add(diagnostic("N230", label, name="over"))

    def moment(self, node: nodes.Moment | None) -> str | None:
        if node is None:
            return None
        if node.of.text not in MOMENTS:
            self.world.unknown("N247", node.of, MOMENTS, "a turn, a round or the game")
        return f"{node.edge} of {node.of.text}"

    def decision(self, node: nodes.Decision) -> str:
        """The name of what asks for the decision before which a claim is to hold."""
        name = _target(node.path)
        if self.happening(node.path) is not None:
            self.decisions.setdefault(name, node.path.span)
        return name

    def claim(self, item: nodes.Invariant | nodes.Witness) -> Claim:
        scope = Scope({}, None, item.name.text)
        sort: Literal["invariant", "witness"] = (
            "invariant" if isinstance(item, nodes.Invariant) else "witness"
        )
        at = item.moment
        moment = self.decision(at) if isinstance(at, nodes.Decision) else self.moment(at)
        return Claim(item.name.text, sort, moment, self.reader.truth(item.claim, scope))

    def measure(self, item: nodes.Measure) -> Measure:
        value = self.reader.number(item.value, Scope({}, None, item.name.text))
        if item.each.text != GO_ROUND:
            # A name of nothing is reported.
            self.happening(nodes.Path(False, (item.each,), span=item.each.span))
        low, high = bounds(value.domain or Number(0, 0))
        return Measure(item.name.text, item.way, item.each.text, value.expr, Number(low, high))

    def rankings(self) -> tuple[tuple[Rank, ...], k.Expr, k.Expr]:
        winner = self.last(nodes.Winner)
        if winner is None:
            self.report.add(
                diagnostic("C503", hint="write `winner highest score, then shared`", name=self.name)
            )
        starters = {item.later: item for item in self.of(nodes.Starter)}
        zero = k.Const(0, self.world.seats)
        ranks = self.winning(winner) if winner is not None else ()
        first = (
            first_of(ranking(starters[False].ranks, self.reader), self.reader) if False in starters else zero
        )
        later = (
            first_of(ranking(starters[True].ranks, self.reader), self.reader) if True in starters else first
        )
        return ranks, first, later

    def winning(self, winner: nodes.Winner) -> tuple[Rank, ...]:
        if not winner.together:
            return ranking(winner.ranks, self.reader)
        won: k.Expr = YES if winner.when is None else self.reader.truth(winner.when, Scope({}, None))
        return (Rank("together", won),)

    def score(self, winner: tuple[Rank, ...]) -> k.Expr:
        """What is shown as the score: the first value of the ranking, or the definition `score`."""
        for rank in winner:
            if rank.op in ("highest", "lowest"):
                return rank.value
        # One for each player, or the same for all of them.
        match self.definitions.params("score"):
            case ():
                return k.Call("score", ())
            case (Players(),):
                return k.Call("score", (k.Local("p", self.world.seats),))
            case _:
                return number(0).expr

    def scenarios(self) -> tuple[g.Scenario, ...]:
        reading = ScenarioReader(self.reader, self.steps, self.phase_names)
        lowest = self.counts.start
        return tuple(
            reading.read(item)
            for item in self.of(nodes.Scenario)
            if (item.players or lowest) == self.world.players
        )

    # --- hooks

    def hooks(self) -> dict[tuple[str, str], tuple[m.Step, ...]]:
        """More steps at named places. A card's own apply while it lies in play, the active player's first."""
        blocks: dict[tuple[str, str], list[tuple[m.Step, ...]]] = {}
        cards: dict[tuple[str, str], list[tuple[str, nodes.Hook]]] = {}
        for hook in self.of(nodes.Hook):
            scope = self.happening(hook.path)
            if scope is not None:
                key = (hook.when, _target(hook.path))
                blocks.setdefault(key, []).append(self.steps.block(hook.steps, scope, " ".join(key)))
        for item in self.of(nodes.Component):
            for line in item.lines:
                if isinstance(line, nodes.Hook):
                    cards.setdefault((line.when, _target(line.path)), []).append((item.name.text, line))
        for place, lines in cards.items():
            scope = self.happening(lines[0][1].path)
            if scope is not None:
                blocks.setdefault(place, []).append((self.card_hooks(place, lines, scope),))
        return {place: self.joined(found) for place, found in blocks.items()}

    def setups(self, once: bool) -> tuple[m.Step, ...]:
        return self.joined(
            [
                self.steps.block(item.steps, self.scope, "setup")
                for item in self.of(nodes.Setup)
                if item.once == once
            ]
        )

    def joined(self, blocks: Sequence[tuple[m.Step, ...]]) -> tuple[m.Step, ...]:
        """What several texts say of one place, one after the other."""
        return (*chain.from_iterable(map(self.apart, blocks[:-1])), *chain.from_iterable(blocks[-1:]))

    def apart(self, steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
        """A block of its own, if leaving out the rest of it would leave out what others add at the same place."""
        if not any(isinstance(step, m.Let | m.Choose | m.Show) for step in steps):
            return steps
        return (m.As(k.Local("me", self.world.seats), steps, span=steps[0].span),)

    def card_hooks(self, key: tuple[str, str], lines: list[tuple[str, nodes.Hook]], scope: Scope) -> m.Step:
        seats = self.world.seats
        owner = k.Local("owner", seats)
        rules: list[m.Step] = []
        for design, line in lines:
            for copy in self.world.designs.get(design, ()):
                this = Typed(k.Const(copy, self.world.classes[design]), self.world.classes[design])
                steps = self.steps.block(line.steps, scope.bound("this", this), f"{design} {' '.join(key)}")
                zone = k.ZoneOf(this.expr)
                mine = k.Compare("=", k.Lookup("zone player", (zone,)), owner)
                in_play = k.Lookup("zone in-play", (zone,))
                rules.append(
                    m.Rule(design, (in_play, mine), (m.As(owner, steps, span=line.span),), span=line.span)
                )
        bind = k.Bind("owner", k.Values(seats, k.Read("active", ())))
        return m.Each((bind,), None, tuple(rules), span=lines[0][1].span)

    def happening(self, path: nodes.Path) -> Scope | None:
        """What is known where something happens: its parameters and choices; a name of nothing is reported."""
        target = _target(path)
        parts = path.parts
        self.refuse_ambiguous(path)
        if target in self.steps.actions:
            return self.after_prelude(self.steps.actions[target])
        if target in self.steps.procedures:
            return self.params(self.steps.procedures[target].params)[1]
        course = ("setup", "turn", "round", *self.phase_names)
        if target in course:
            return self.scope
        if len(parts) == 2 and (parts[0].text, parts[1].text) in self.definitions.texts:
            domain = self.world.classes[parts[0].text]
            return self.scope.bound("this", Typed(k.Local("this", domain), domain))
        near = nearest(target, [*self.steps.actions, *self.steps.procedures, *course])
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(
            diagnostic("N243", Label(path.span, "nothing with this name happens"), name=target, hint=hint)
        )
        return None

    def refuse_ambiguous(self, path: nodes.Path) -> None:
        """What is added before or after a name would come with each thing of that name."""
        sorts = {
            "an action": self.steps.actions,
            "a procedure": self.steps.procedures,
            "a phase": self.phase_names,
            "a part of the course": ("setup", "turn", "round"),
        }
        found = [sort for sort, names in sorts.items() if _target(path) in names]
        if len(found) > 1:
            label = Label(path.span, " and ".join(found))
            hint = "give one of them a different name"
            self.report.add(diagnostic("N251", label, name=_target(path), hint=hint))

    def after_prelude(self, action: nodes.Action) -> Scope:
        scope = self.params(action.params)[1]
        for node in action.steps:
            if not isinstance(node, nodes.Choose | nodes.Let | nodes.GuardRule):
                break
            if not isinstance(node, nodes.GuardRule):
                scope = self.steps.step(node, scope)[1]
        return scope


def _target(path: nodes.Path) -> str:
    return ".".join(part.text for part in path.parts)


__all__ = ["player_counts", "typed_game"]
