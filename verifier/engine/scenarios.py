"""The scenario runner: a position is set up, moves are made, and what follows is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verifier.engine.engine import Engine, Watch
from verifier.engine.explain import Refusal
from verifier.engine.moves import choices
from verifier.engine.notation import SEATS, ScenarioWording
from verifier.engine.state import Move, State
from verifier.kernel.domain import Domain, Labels, Number, Things, values
from verifier.kernel.expression import Compare, Expr, Read
from verifier.kernel.machine import Alternative, Choice, Decide, Machine
from verifier.model import game as g
from verifier.runtime import STOP, Fault, Oracle
from verifier.source import Span

SCENARIO = "scenario"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What did not come out as the scenario says."""

    span: Span
    text: str


@dataclass(slots=True)
class _Rolls:
    """Chance in a scenario: piles stay as they are, dice fall as it says, else on their first face."""

    said: list[tuple[str, int]] = field(default_factory=list)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        """Nobody shuffles: the order is the order of the text, first declared on top."""

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        for position, (die, face) in enumerate(self.said):
            if die == cell:
                del self.said[position]
                return face
        return faces[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        return pile.pop()


class ScenarioRunner:
    """Runs the scenarios of a game on its machine (one lowered with scenarios).

    Who watches is shown every state at which a scenario pauses, the given position first. For a few scenarios
    a `piecemeal` engine is quicker, and one of a machine `near` makes it quicker still.
    """

    def __init__(
        self,
        game: g.Game,
        machine: Machine,
        watch: Watch | None = None,
        piecemeal: bool = False,
        near: Engine | None = None,
    ) -> None:
        self.game = game
        self.machine = machine
        checked = watch is not None
        self.engine = Engine(machine, anywhere=True, checked=checked, piecemeal=piecemeal, near=near)
        if watch is not None:
            self.engine.watch = watch
        # Where a scenario may begin is tried on this one.
        self.trial = self.engine
        self.wording = ScenarioWording(machine)
        self._seated: State | None = None

    def seated(self) -> State:
        """Every scenario begins here: `I` am the first seat and on turn; nothing under way returns anywhere."""
        if self._seated is None:
            self._seated = self._seat(self.engine.new(_Rolls()))
        return self._seated.copy()

    def _seat(self, state: State) -> State:
        engine, oracle = self.engine, _Rolls()
        # In the set-up nobody does what need not be done; other choices fall to what is listed first.
        while "playing" in self.machine.cells and not engine.get(state, "playing"):
            moves = engine.legal(state)
            if not moves:
                raise Fault("dead end", "setup", 0)
            engine.step(state, (STOP,) if (STOP,) in moves else moves[0], oracle)
        engine.set(state, "active", (), 0)
        for name, cell in self.machine.cells.items():
            if isinstance(cell.domain, Labels):
                engine.set(state, name, (), cell.domain.members.index(SCENARIO))
        self.enter(state, "turn", oracle)
        return state

    def enter(self, state: State, block: str, oracle: Oracle) -> None:
        """Goes on elsewhere; what is left in the middle is shown no longer."""
        for name in (self.machine.shown_zones, self.machine.shown_things):
            if name is not None:
                marks = getattr(state, self.engine.layout.slots[name])
                marks[:] = [0] * len(marks)
        self.engine.enter(state, block, oracle)

    def run(self, scenario: g.Scenario) -> list[Mismatch]:
        """Everything that came out otherwise; nothing if all is as expected."""
        return _Run(self, scenario).failures()

    def position(self, scenario: g.Scenario) -> State | None:
        """The state at the end of a scenario, if the scenario gives the expected result."""
        run = _Run(self, scenario)
        return run.state if not run.failures() else None


class _Run:
    def __init__(self, suite: ScenarioRunner, scenario: g.Scenario) -> None:
        self.suite, self.engine, self.machine = suite, suite.engine, suite.machine
        self.scenario = scenario
        self.wording = suite.wording
        self.oracle = _Rolls()
        self.state: State
        self.refused: list[Refusal] | None = None
        self.given_zones: set[int] = set()
        self.acted = False

    def failures(self) -> list[Mismatch]:
        try:
            return self._play()
        except Fault as fault:
            return [Mismatch(self.scenario.span, f"the rules cannot be executed: {fault}")]

    def _play(self) -> list[Mismatch]:
        facts = self.scenario.facts
        self.state = self.suite.seated()
        found: list[Mismatch] = []
        failure = self._fill([fact for fact in facts if isinstance(fact, g.GivenZone)])
        if failure is not None:
            return [failure]
        for fact in facts:
            if isinstance(fact, g.GivenCell | g.GivenPhase):
                self._given(fact)
        self.engine.watch(self.state, None)
        for position, later in enumerate(facts):
            failure = self._after(later, facts[position + 1 :])
            if failure is not None:
                found.append(failure)
                if isinstance(later, g.Act):
                    return found
        return found

    def _value(self, expr: object) -> int:
        return self.engine.evaluate(expr, self.state, {"me": 0})  # type: ignore[arg-type]

    # --- given

    def _given(self, fact: g.GivenCell | g.GivenPhase) -> None:
        match fact:
            case g.GivenCell(cell, _, _) if cell not in self.machine.cells:
                # Nothing reads it: the round, where there is only one.
                return
            case g.GivenCell(cell, index, value):
                where = tuple(self._value(i) for i in index)
                self.engine.set(self.state, cell, where, self._value(value))
            case g.GivenPhase(phase):
                self.suite.enter(self.state, f"phase {phase}", self.oracle)

    def _fill(self, facts: Sequence[g.GivenZone]) -> Mismatch | None:
        """Zones hold exactly what is said, taken from the box, else from piles, else from elsewhere."""
        zones = [self._value(fact.zone) for fact in facts]
        self.given_zones = set(zones)
        for zone in zones:
            for thing in list(self.state.zones[zone]):
                self.engine.place(self.state, thing, self.machine.box)
        slots = [(n, spot, c) for n, fact in enumerate(facts) for spot, c in enumerate(fact.things)]
        chosen: dict[tuple[int, int], int] = {}
        # What is described most closely is looked for first: `red blank` before `blank`.
        for number, spot, candidates in sorted(slots, key=lambda slot: len(slot[2])):
            free = [
                thing
                for thing in candidates
                if thing not in chosen.values() and self._rank(thing) is not None
            ]
            if not free:
                return Mismatch(facts[number].span, "not enough of these components")
            chosen[number, spot] = min(free, key=lambda thing: self._rank(thing) or 0)
        for number, spot, _ in slots:
            self.engine.place(self.state, chosen[number, spot], zones[number])
        return None

    def _rank(self, thing: int) -> int | None:
        where = self.state.where[thing]
        if where in self.given_zones:
            return None
        if where == self.machine.box:
            return 0
        family = next(f for f in self.machine.families.values() if f.base <= where < f.base + f.size)
        return 1 if family.shape == "pile" else 2

    # --- done and expected

    def _after(self, fact: g.Fact, rest: Sequence[g.Fact]) -> Mismatch | None:
        match fact:
            case g.Act():
                return self._act(fact, rest)
            case g.Then(claim, span=span):
                if self.refused is not None:
                    return Mismatch(span, "the previous move was refused")
                return None if self._value(claim) else Mismatch(span, self._missed(claim, span))
            case g.ThenRefused(rule, span=span):
                if self.refused is None:
                    return Mismatch(span, "the move is legal")
                rules = [refusal.rule for refusal in self.refused]
                return (
                    None if rule in rules else Mismatch(span, "refused by " + ", ".join(rules or ["nothing"]))
                )
            case g.ThenAllowed(span=span):
                if self.refused is None:
                    return None
                return Mismatch(span, "refused by " + ", ".join(refusal.rule for refusal in self.refused))
            case g.ThenOver(span=span):
                return None if self.engine.over(self.state) else Mismatch(span, "the game has not ended")
            case g.ThenWinner(seats, span=span):
                return self._won(seats, span)
            case _:
                return None

    def _missed(self, claim: Expr, span: Span) -> str:
        """What was expected, and of a comparison what was found."""
        expected = f"expected `{span.text.partition(' ')[2].strip()}`"
        if not isinstance(claim, Compare):
            return f"{expected}, which does not hold"
        found = self.engine.explainer.said(claim.left, self.state, {"me": 0})
        if found is None or isinstance(found, bool):
            found = {None: "nothing", True: "yes", False: "no"}[found]
        return f"{expected}, found {found}"

    def _won(self, seats: tuple[int, ...], span: Span) -> Mismatch | None:
        if not self.engine.over(self.state):
            return Mismatch(span, "the game has not ended, nobody has won")
        winners = self.engine.result(self.state).winners
        if winners == seats:
            return None
        names = " and ".join(SEATS[seat] for seat in winners)
        return Mismatch(span, f"won by {names}" if winners else "won by nobody")

    def _act(self, fact: g.Act, rest: Sequence[g.Fact]) -> Mismatch | None:
        """Carries out a move; the rolls that follow it in the text are those that it asks for."""
        for later in rest:
            if isinstance(later, g.ActRoll):
                self.oracle.said.append((later.cell, later.face))
            elif isinstance(later, g.Act):
                break
        if fact.action.startswith("do ") or fact.action.endswith(" ends"):
            self.suite.enter(self.state, SCENARIO, self.oracle)
        self.refused = None
        if not self.acted:
            self._begin(fact, self._outcomes(rest))
        self.acted = True
        move = self._move(fact)
        if isinstance(move, Mismatch):
            return move
        if isinstance(move, list):
            self.refused = move
            judged = any(isinstance(f, g.ThenRefused | g.ThenAllowed) for f in self._outcomes(rest))
            return None if judged else Mismatch(fact.span, "refused by " + ", ".join(r.rule for r in move))
        self.engine.step(self.state, move, self.oracle)
        if self.oracle.said:
            return Mismatch(fact.span, f"the die `{self.oracle.said.pop()[0]}` is not rolled here")
        return None

    def _begin(self, fact: g.Act, outcomes: Sequence[g.Fact]) -> None:
        """The first act begins here or in the first phase that offers it and where it goes as the scenario says.

        Where it does so nowhere it begins where it is offered first. A scenario about its refusal stays here.
        """
        if any(isinstance(f, g.GivenPhase) for f in self.scenario.facts) or self.engine.over(self.state):
            return
        refusals = {f.rule for f in outcomes if isinstance(f, g.ThenRefused)}
        if fact.action in refusals:
            return
        places = list(self._places(fact))
        place = next(
            (each for each in places if self._goes(self._tried(fact, each), refusals)), (*places, None)[0]
        )
        if place is not None:
            self.suite.enter(self.state, place, self.oracle)

    def _places(self, fact: g.Act) -> Iterator[str | None]:
        """Where an act is offered: here (`None`), and at the start of a phase."""
        if fact.action in self._offered(self.engine.decide(self.state)):
            yield None
        for phase in self.suite.game.phases:
            block = self.machine.blocks.get(f"{phase.name} offer")
            if block and isinstance(block.out, Decide) and fact.action in self._offered(block.out):
                yield f"phase {phase.name}"

    def _tried(self, fact: g.Act, place: str | None) -> Move | list[Refusal] | Mismatch:
        """The act in a place, or what is against it; everything stays as it is."""
        here, engine = self.state, self.engine
        self.state, self.engine = here.copy(), self.suite.trial
        try:
            if place is not None:
                self.engine.enter(self.state, place, _Rolls(list(self.oracle.said)))
            return self._move(fact)
        finally:
            self.state, self.engine = here, engine

    def _goes(self, move: Move | list[Refusal] | Mismatch, refusals: set[str]) -> bool:
        """Is a move refused by these rules, or legal if there are none?"""
        refused = {each.rule for each in move} if isinstance(move, list) else set()
        return refusals <= refused and bool(refusals) == bool(refused) and not isinstance(move, Mismatch)

    def _offered(self, decide: Decide) -> set[str]:
        return {alternative.action for alternative in decide.alternatives}

    def _outcomes(self, rest: Sequence[g.Fact]) -> list[g.Fact]:
        found: list[g.Fact] = []
        for later in rest:
            if isinstance(later, g.Act):
                break
            found.append(later)
        return found

    def _move(self, fact: g.Act) -> Move | list[Refusal] | Mismatch:
        if self.engine.over(self.state):
            return [Refusal("over", ())]
        player = self._value(fact.player)
        self._ask(player)
        if self.engine.player(self.state) != player and fact.action != SCENARIO:
            return [Refusal("player", ())]
        decide = self.engine.decide(self.state)
        action = {"chooses": "choose", "stops": "stop"}.get(fact.action, fact.action)
        if action == "stop":
            return (STOP,) if decide.stop is not None else [Refusal("stop", ())]
        offered = [(n, a) for n, a in enumerate(decide.alternatives) if a.action == action]
        if not offered:
            return [Refusal(action, ())]
        refusals: list[Refusal] = []
        for number, alternative in offered:
            found = self._fitting(number, alternative, fact)
            if isinstance(found, Mismatch):
                return found
            if found and not isinstance(found[0], Refusal):
                return found
            refusals += found  # type: ignore[arg-type]
        return refusals or [Refusal(action, ())]

    def _ask(self, player: int) -> None:
        """A position given in the middle of an offer asks whoever the scenario lets act first."""
        decide = self.engine.decide(self.state)
        asked = decide.player.cell if isinstance(decide.player, Read) else "active"
        if self.machine.cells[asked].life == "spilled" and self.engine.get(self.state, asked) < 0:
            self.engine.set(self.state, asked, (), player)

    def _fitting(self, number: int, alternative: Alternative, fact: g.Act) -> Move | list[Refusal] | Mismatch:
        """The move that the literals describe, or what is against it."""
        wanted = choices(alternative)
        if len(fact.literals) > len(wanted):
            return Mismatch(fact.span, f"`{alternative.action}` needs {len(wanted)} choices")
        if alternative.action.startswith("do "):
            named = [self._first(c, words) for c, words in zip(wanted, fact.literals, strict=False)]
            if None in named or len(named) < len(wanted):
                return Mismatch(fact.span, "invalid values")
            return (number, *(value for value in named if value is not None))
        for move in self.engine.legal(self.state):
            if move[0] == number and all(
                self.wording.says(words, self._domain(choice), value)
                for words, choice, value in zip(fact.literals, wanted, move[1:], strict=False)
            ):
                return move
        meant = [self._meant(choice, words) for choice, words in zip(wanted, fact.literals, strict=False)]
        best: list[Refusal] | None = None
        for readings in _products(meant):
            told = dict(zip((choice.local for choice in wanted), readings, strict=False))
            found = self.engine.refusals(self.state, alternative.action, told)
            if found and (best is None or _farther(best, wanted) > _farther(found, wanted)):
                best = found
        return best or [Refusal(alternative.action, ())]

    def _domain(self, choice: Choice) -> Domain:
        return self.engine.speech.domain(choice.source)

    def _meant(self, choice: Choice, words: tuple[str | int, ...]) -> list[int]:
        """Everything the words could mean: those that may be chosen first, then any that exists."""
        domain = self._domain(choice)
        if isinstance(domain, Number):
            return [word for word in words if isinstance(word, int)][:1]
        everything: Domain = self.machine.all_things if isinstance(domain, Things) else domain
        found = [value for value in values(everything) if self.wording.says(words, everything, value)]
        if isinstance(domain, Things):
            mine = [v for v in found if self.state.where[v] != self.machine.box]
            found = sorted(mine or found, key=lambda v: v not in domain.ids)
        return found[:8]

    def _first(self, choice: Choice, words: tuple[str | int, ...]) -> int | None:
        found = self._meant(choice, words)
        return found[0] if found else None


def _farther(refusals: list[Refusal], wanted: Sequence[Choice]) -> tuple[int, int]:
    """How far a reading is from a legal move: something out of reach first, then how much is against it."""
    names = {choice.rule for choice in wanted}
    return sum(refusal.rule in names for refusal in refusals), len(refusals)


def _products(options: list[list[int]]) -> list[tuple[int, ...]]:
    """Every combination, few at most."""
    found: list[tuple[int, ...]] = [()]
    for each in options:
        found = [(*known, value) for known in found for value in each][:64]
    return found
