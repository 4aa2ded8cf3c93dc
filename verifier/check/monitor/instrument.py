"""Instrumentation: a game in, a machine out that reports where rules apply, refuse, change a value or vanish.

The marks and questions are those of the exhaustive reader. A rule without a condition, and the text of a
component, get a name that can be marked too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number, Truth, Zones
from verifier.kernel.expression import Const
from verifier.kernel.visit import preorder, substituted
from verifier.lower import lowered
from verifier.model import steps as m
from verifier.model.game import EndRule, Game
from verifier.source import NOWHERE

# --- marks and questions


Sort = Literal["action", "guard", "line", "rule", "end", "skipped"]
YES = k.Const(1, Truth())
OVER = "search over"
ROUND_ENDS = "end of round"
CAPACITY = "search capacity of "


@dataclass(frozen=True, slots=True)
class CoverageGoal:
    """Something to be seen once: a guard refuses, a line changes a value, a rule applies, a round ends.

    `place` is the action, definition or block in which it stands.
    """

    sort: Sort
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class InstrumentedMachine:
    """`moments` says what a mark stands for, `asked` what a claim asks about, by the claim's name.

    `pauses` are the labels at which a claim is asked; one that is not listed is asked everywhere.
    """

    machine: km.Machine
    moments: Mapping[str, CoverageGoal]
    asked: Mapping[str, CoverageGoal]
    pauses: Mapping[str, str]

    @property
    def goals(self) -> tuple[CoverageGoal, ...]:
        """Every goal once, in the order of the rules."""
        return tuple(dict.fromkeys((*self.asked.values(), *self.moments.values())))


def instrumented(
    machine: km.Machine, claims: Sequence[km.Claim], ends: Sequence[EndRule] = ()
) -> InstrumentedMachine:
    """The machine with marks and questions; of its own claims only these are kept."""
    writer = _Writer(machine, claims)
    blocks = writer.blocks(bool(ends))
    asked: list[km.Claim] = []
    for number, rule in enumerate(ends):
        if rule.moment is None:
            asked.append(
                writer.ask(f"end {number}", CoverageGoal("end", rule.rule, "end"), _all(rule.when), OVER)
            )
    for label, block in machine.blocks.items():
        if isinstance(block.out, km.Decide):
            asked += writer.guards(label, block.out)
    asked += _capacities(machine)
    definitions = dict(machine.definitions)
    for definition in machine.definitions.values():
        asked += writer.lines(definition, definitions)
    extended = replace(machine, blocks=blocks, definitions=definitions, claims=(*claims, *asked))
    return InstrumentedMachine(extended, writer.moments, writer.asked, writer.pauses)


class _Writer:
    def __init__(self, machine: km.Machine, claims: Sequence[km.Claim]) -> None:
        self.machine = machine
        # What is worked out once a round is over is looked at then: no pause follows.
        self.wanted = {ROUND_ENDS, *(claim.moment for claim in claims)}
        self.moments: dict[str, CoverageGoal] = {}
        self.asked: dict[str, CoverageGoal] = {}
        self.pauses: dict[str, str] = {}

    def mark(self, goal: CoverageGoal) -> km.Mark:
        moment = f"search {len(self.moments)}"
        self.moments[moment] = goal
        return km.Mark(moment)

    def ask(self, name: str, goal: CoverageGoal, truth: k.Expr, moment: str | None = None) -> km.Claim:
        self.asked[f"search {name}"] = goal
        return km.Claim(f"search {name}", "witness", moment, truth)

    # --- marks

    def blocks(self, ends: bool) -> dict[str, km.Block]:
        found: dict[str, km.Block] = {}
        # They come last, so that every label keeps its number.
        ways: dict[str, km.Block] = {}
        for label, block in self.machine.blocks.items():
            new = replace(block, steps=self.steps(block.steps, block.origin))
            match block.out:
                case km.Decide(_, _, _, if_none) if if_none is not None:
                    goal = CoverageGoal("skipped", "nothing to choose", block.origin)
                    new = replace(new, out=replace(block.out, if_none=self.way(goal, if_none, ways)))
                case km.Fork(test, then, otherwise, rule):
                    out = block.out
                    if rule is not None:
                        out = replace(
                            out, then=self.way(CoverageGoal("rule", rule, block.origin), then, ways)
                        )
                    elif _asks_for_something(test):
                        goal = CoverageGoal("skipped", "nothing there", block.origin)
                        out = replace(out, otherwise=self.way(goal, otherwise, ways))
                    elif ends and _is_over(test):
                        out = replace(out, then=self.way(None, then, ways))
                    new = replace(new, out=out)
                case km.Goto() | km.Decide() | km.Return() | km.Final():
                    pass
                case _:
                    assert_never(block.out)
            found[label] = new
        return {**found, **ways}

    def way(self, goal: CoverageGoal | None, label: str, blocks: dict[str, km.Block]) -> str:
        """A block of its own on the way to a label, which leaves a mark."""
        passing = f"{label} marked {len(blocks)}"
        mark = km.Mark(OVER) if goal is None else self.mark(goal)
        blocks[passing] = km.Block(passing, (), (mark,), km.Goto(label), passing)
        return passing

    def steps(self, steps: Iterable[km.Step], origin: str) -> tuple[km.Step, ...]:
        return tuple(new for step in steps for new in self.step(step, origin))

    def step(self, step: km.Step, origin: str) -> tuple[km.Step, ...]:
        match step:
            case km.Mark(moment):
                return (step,) if moment in self.wanted else ()
            case km.Branch(test, then, otherwise, rule):
                first: tuple[km.Step, ...] = ()
                if rule is not None:
                    first = (self.mark(CoverageGoal("rule", rule, origin)),)
                elif not otherwise and _asks_for_something(test):
                    otherwise = (self.mark(CoverageGoal("skipped", "nothing there", origin)),)
                inner = (*first, *self.steps(then, origin))
                return (replace(step, then=inner, otherwise=self.steps_kept(otherwise, origin)),)
            case km.Each(_, _, inner_steps) | km.Times(_, _, inner_steps):
                return (replace(step, steps=self.steps(inner_steps, origin)),)
            case km.Let() | km.Write() | km.Take() | km.Put() | km.Shuffle() | km.Roll():
                return (step,)
            case _:
                assert_never(step)

    def steps_kept(self, steps: tuple[km.Step, ...], origin: str) -> tuple[km.Step, ...]:
        """The same, but for a mark just made."""
        return tuple(
            new
            for step in steps
            for new in (
                (step,)
                if isinstance(step, km.Mark) and step.moment in self.moments
                else self.step(step, origin)
            )
        )

    # --- questions

    def guards(self, label: str, decide: km.Decide) -> list[km.Claim]:
        """For each guard: is there a choice that it refuses, whatever other guards say?"""
        found = []
        for number, alternative in enumerate(decide.alternatives):
            for place, part in enumerate(alternative.prelude):
                if isinstance(part, km.Guard):
                    name = f"guard {label} {number} {place}"
                    goal = CoverageGoal("guard", part.rule, alternative.action)
                    found.append(self.ask(name, goal, _refuses(part, alternative, place, decide)))
                    self.pauses[f"search {name}"] = label
        return found

    def lines(self, definition: km.Definition, definitions: dict[str, km.Definition]) -> list[km.Claim]:
        """For each line of a definition: does it change the value for somebody?"""
        found = []
        args = tuple(k.Local(name, domain) for name, domain in definition.params)
        binds = tuple(k.Bind(name, k.Values(domain)) for name, domain in definition.params)
        for number, clause in enumerate(definition.clauses):
            before = replace(definition, name=f"{definition.name}, line {number}")
            before = replace(before, clauses=definition.clauses[:number])
            after = replace(definition, name=f"{definition.name}, line {number + 1}")
            after = replace(after, clauses=definition.clauses[: number + 1])
            definitions[before.name], definitions[after.name] = before, after
            changed: k.Expr = k.Compare("!=", k.Call(before.name, args), k.Call(after.name, args))
            # A case that does not hold changes nothing: asking that first is cheap.
            truth = _all((*clause.when, changed))
            truth = k.Fold("any", binds, None, truth) if binds else truth
            goal = CoverageGoal("line", clause.rule, definition.name)
            found.append(self.ask(f"line {definition.name} {number}", goal, truth))
        return found


def _capacities(machine: km.Machine) -> list[km.Claim]:
    """No zone holds more than it can."""
    found = []
    for name, family in machine.families.items():
        if family.holds is not None:
            zones = k.ZonesOf(name, (None,) * len(family.index))
            zone = k.Local("zone", Zones(name, tuple(range(family.base, family.base + family.size))))
            inside = k.Fold("count", (k.Bind("thing", k.Contents(zone, machine.all_things)),), None, YES)
            few = k.Compare("<=", inside, k.Const(family.holds, Number(family.holds, family.holds)))
            truth = k.Fold("every", (k.Bind("zone", zones),), None, few)
            found.append(km.Claim(f"{CAPACITY}{name}", "invariant", None, truth))
    return found


def _refuses(guard: km.Guard, alternative: km.Alternative, place: int, decide: km.Decide) -> k.Expr:
    names: dict[str, k.Expr] = {"me": decide.player}
    binds: list[k.Bind] = []
    tests: list[k.Expr] = []
    for part in alternative.prelude[:place]:
        match part:
            case km.Let(local, value):
                names[local] = substituted(value, names)
            case km.Choice(local, source, where, _):
                names.pop(local, None)
                binds.append(k.Bind(local, substituted(source, names)))
                if where is not None:
                    tests.append(substituted(where, names))
            case km.Guard():
                pass
            case _:
                assert_never(part)
    tests += [substituted(part, names) for part in guard.when]
    tests.append(k.Not(_all(tuple(substituted(part, names) for part in guard.require))))
    truth = _all(tuple(tests))
    return k.Fold("any", tuple(binds), None, truth) if binds else truth


def _all(truths: Sequence[k.Expr]) -> k.Expr:
    if not truths:
        return YES
    return truths[0] if len(truths) == 1 else k.Logic("and", tuple(truths))


def _asks_for_something(test: k.Expr) -> bool:
    match test:
        case k.Compare("!=", k.Local(), k.Const(value, _)):
            return value == NOTHING
        case _:
            return False


def _is_over(test: k.Expr) -> bool:
    return any(isinstance(part, k.Call) and part.definition == "over" for part in preorder(test))


# --- the instrumented machine


ALWAYS = (Const(1, Truth()),)


def instrumented_machine(game: Game, scenarios: bool = False) -> InstrumentedMachine:
    """The machine of a game with marks and questions; it plays exactly as the one without.

    With `scenarios` it is one that scenarios may enter anywhere.
    """
    named = replace(
        game,
        setup_once=_steps(game.setup_once),
        setup=_steps(game.setup),
        actions={name: replace(each, steps=_steps(each.steps)) for name, each in game.actions.items()},
        procedures={name: replace(each, steps=_steps(each.steps)) for name, each in game.procedures.items()},
        texts={name: replace(each, steps=_text(each.name, each.steps)) for name, each in game.texts.items()},
        hooks={place: _steps(steps) for place, steps in game.hooks.items()},
    )
    return instrumented(lowered(named, Report(), scenarios), game.claims, game.ends)


def _steps(steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    return tuple(_step(step) for step in steps)


def _step(step: m.Step) -> m.Step:
    match step:
        case m.Rule(_, when, inner):
            return replace(step, when=when or ALWAYS, steps=_steps(inner))
        case m.Each() | m.Repeat() | m.GoRound() | m.As():
            return replace(step, steps=_steps(step.steps))
        case _:
            return step


def _text(name: str, steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
    """The text of a component as a rule; what it demands first stays first."""
    demands = 0
    while demands < len(steps) and isinstance(steps[demands], m.Guard | m.Let):
        demands += 1
    rest = steps[demands:]
    return (*steps[:demands], m.Rule(name, ALWAYS, _steps(rest), span=NOWHERE)) if rest else steps


def coverage_goal_in_words(goal: CoverageGoal) -> str:
    """What should be seen once, in words."""
    match goal.sort:
        case "action":
            return f"action {goal.name}"
        case "skipped":
            return f"{goal.place}: {goal.name}"
        case _:
            return goal.name
