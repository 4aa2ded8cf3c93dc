"""The engine's interface: new states, legal moves, steps, results, explanations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from verifier.analysis.ranges import Ranges, ranges_of
from verifier.engine.compile_on_demand import written_when_called
from verifier.engine.explain import Explainer, Refusal
from verifier.engine.generate.module import compiled, generated
from verifier.engine.generate.scope import Module
from verifier.engine.interpret import Env, Interpreter
from verifier.engine.interpret_steps import Runner, within
from verifier.engine.moves import RequestedMove, choices, move_as_json
from verifier.engine.notation import Notation
from verifier.engine.state import Move, State
from verifier.engine.view import player_view
from verifier.kernel.domain import NOTHING, Things, bounds, values
from verifier.kernel.expression import Expr
from verifier.kernel.layout import Layout, flat
from verifier.kernel.machine import Cell, Decide, Machine, Rank
from verifier.runtime import FINAL, STOP, Oracle

# --- scores and ranking


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Worth = Callable[[State, int], int]


def ranked(state: State, players: int, ranks: Sequence[Rank], worth: Sequence[Worth]) -> tuple[int, ...]:
    """Each line of the ranking keeps the best of those still equal; who is left shares the victory."""
    left = list(range(players))
    for rank, value_for in zip(ranks, worth, strict=True):
        value = {player: value_for(state, player) for player in left}
        if rank.op == "together":
            left = [player for player in left if value[player]]
        elif rank.op == "holder":
            left = [player for player in left if value[player]] or left
        else:
            best = max(value.values()) if rank.op == "highest" else min(value.values())
            left = [player for player in left if value[player] == best]
    return tuple(left)


# --- the engine


Given = int | Sequence[int]
Watch = Callable[[State, str | None], None]


class Engine:
    """A machine, compiled once. States are changed in place by `step`; `copy` first to keep one.

    With `checked`, `watch(state, moment)` is called at every marked moment, and with `None` at every pause
    and at the end. The piles of `lazy` families have no order: what is drawn is asked of the oracle.
    With `anywhere`, a component may be placed in zones to which the rules never bring it. A `piecemeal` engine
    is ready sooner: it compiles what is asked of it, when it is asked; sooner still if there is one of a machine
    `near`, made in the same way, that differs in a place or two.
    """

    legal: Callable[[State], list[Move]]
    step: Callable[[State, Move, Oracle], None]
    wander: Callable[[State, Oracle, Callable[[], float], int], int]
    score: Callable[[State, int], int]

    def __init__(
        self,
        machine: Machine,
        *,
        lazy: frozenset[str] = frozenset(),
        checked: bool = False,
        anywhere: bool = False,
        piecemeal: bool = False,
        near: Engine | None = None,
    ) -> None:
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.read = Interpreter(machine, self.layout)
        self.speech = Notation(self.layout)
        self.explainer = Explainer(self.read, self.speech)
        self.watch: Watch = unwatched
        self.ranges: Ranges = ranges_of(machine, anywhere, None if near is None else near.ranges)
        form = _Form(lazy, checked, anywhere)
        # What is near differs from engine to engine: such code is nobody else's.
        made = machine.analysis(_Made) if near is None else {}
        code = made.get((form, False)) or made.get((form, piecemeal))
        if code is None:
            code = made[form, piecemeal] = _code(machine, self.ranges, form, piecemeal)
        self.text, self._code = code
        self.runner = Runner(machine, self.layout, lazy)
        self.legal = self._code.legal
        self.step = self._code.step
        self.wander = self._code.wander
        self.score = self._code.score

    def new(self, oracle: Oracle, given: Mapping[str, Given] | None = None) -> State:
        """A state at the first pause: what was given, then the set-up."""
        state = self.blank(given)
        self.enter(state, self.machine.start, oracle)
        return state

    def blank(self, given: Mapping[str, Given] | None = None) -> State:
        """A state before the set-up: every component in the box."""
        state: State = self._code.State()
        state.watch = self.watch
        known = given or {}
        for name in known:
            if name not in self.machine.cells or not self.machine.cells[name].given:
                raise ValueError(f"`{name}` is not given in plays")
        for name, cell in self.machine.cells.items():
            if cell.given:
                setattr(state, self.layout.slots[name], self._given(cell, known.get(name)))
        return state

    def _given(self, cell: Cell, value: Given | None) -> int | list[int]:
        if value is None:
            value = max(cell.starts, bounds(cell.domain)[0])
        row = self.layout.row(cell)
        found = [value] * max(1, len(row) - 1) if isinstance(value, int) else list(value)
        if len(found) != max(1, len(row) - 1):
            raise ValueError(f"`{cell.name}` needs {len(row) - 1} values")
        if any(one not in values(cell.domain) for one in found):
            raise ValueError(f"`{cell.name}` cannot be {value}")
        return [*found, row[-1]] if cell.index else found[0]

    def decide(self, state: State) -> Decide:
        """The pause at which a state stands."""
        return self.runner.decide(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def key(self, state: State, twins: bool = False) -> Hashable:
        """Equal for states that play the same; with `twins`, whichever copy is which."""
        return state.key(twins)

    def over(self, state: State) -> bool:
        return state.at == FINAL

    def player(self, state: State) -> int:
        """Who is to move; nobody when the play is over."""
        return NOTHING if state.at == FINAL else int(self._code.PLAYER[state.at](state))

    def result(self, state: State) -> Result:
        """Scores and winners as the state stands; they count when the play is over."""
        machine = self.machine
        scores = tuple(int(self.score(state, player)) for player in range(machine.players))
        return Result(scores, ranked(state, machine.players, machine.winner, self._code.RANKS))

    def get(self, state: State, cell: str, index: tuple[int, ...] = ()) -> int:
        """The value of a cell."""
        return self.read.read(cell, index, state)

    def set(self, state: State, cell: str, index: tuple[int, ...], value: int) -> None:
        """Give a cell a value, as when a position is set up."""
        shape = self.machine.cells[cell]
        kept, slot = within(shape, value), self.layout.slots[cell]
        if shape.index:
            getattr(state, slot)[flat(self.layout.cell_axes(shape), index)] = kept
        else:
            setattr(state, slot, kept)

    def place(self, state: State, thing: int, zone: int) -> None:
        """Bring a component to the top of a zone, wherever it lies, as when a position is set up."""
        if thing not in self.ranges.possible[zone]:
            name, there = self.machine.things[thing].name, self.speech.zone(zone)
            raise ValueError(f"`{name}` never comes to `{there}`")
        state.zones[state.where[thing]].remove(thing)
        state.where[thing] = zone
        state.zones[zone].append(thing)
        if zone in self.runner.unordered:
            state.zones[zone].sort()

    def enter(self, state: State, label: str, oracle: Oracle, env: Mapping[str, int] | None = None) -> None:
        """Go on at a block, as when a scenario begins in the middle of a play."""
        number, known = self.layout.label_number[label], env or {}
        if self._code.BLOCKS[number] is None:
            # The block stands inside others; it is carried out directly.
            self.runner.enter(state, label, oracle, known)
            return
        given = [known[name] for name in self.machine.blocks[label].params]
        self._code.enter(state, oracle, number, given)

    def distinct(self, moves: Sequence[Move], state: State) -> list[Move]:
        """The moves without those that differ only in which copy of a component is used."""
        if not moves or self.over(state):
            return list(moves)
        decide = self.decide(state)
        of_things = [
            [isinstance(self.speech.domain(choice.source), Things) for choice in choices(alternative)]
            for alternative in decide.alternatives
        ]
        found: dict[tuple[int, ...], Move] = {}
        for move in moves:
            found.setdefault(self._merged(move, of_things), move)
        return list(found.values())

    def _merged(self, move: Move, of_things: list[list[bool]]) -> tuple[int, ...]:
        if move[0] == STOP:
            return move
        things = self.machine.things
        return (
            move[0],
            *(
                things[value].twin if is_thing else value
                for value, is_thing in zip(move[1:], of_things[move[0]], strict=True)
            ),
        )

    def describe(self, move: Move, state: State) -> dict[str, Any]:
        """A move as it is written in a play."""
        return move_as_json(move, self.player(state), self.decide(state), self.speech)

    def parse(self, state: State, written: Mapping[str, Any]) -> Move | list[Refusal]:
        """The legal move that is meant, or every reason why there is none."""
        if self.over(state):
            return [Refusal("over", (("the play", "is over"),))]
        player = self.player(state)
        if written.get("player", player) != player:
            return [Refusal("player", (("to move", player),))]
        decide = self.decide(state)
        if written.get("action") == "stop":
            return (STOP,) if decide.stop is not None else [Refusal("stop", (("stopping", False),))]
        wish = RequestedMove(written, decide, self.speech)
        return wish.among(self.legal(state)) or wish.refusals(state, self.explainer)

    def refusals(self, state: State, action: str, choices: Mapping[str, int]) -> list[Refusal]:
        """Every rule against an action with these choices, with the values it read."""
        return self.explainer.refusals(state, self.decide(state), action, choices)

    def view(self, state: State, player: int) -> dict[str, Any]:
        """What a player sees."""
        return player_view(state, player, self.read, self.speech)

    def evaluate(self, expr: Expr, state: State, env: Env) -> int:
        """The value of an expression, read directly."""
        with self.read.remembering():
            return self.read.value(expr, state, env)

    def steps_of(self, definition: str, args: tuple[int, ...], state: State) -> list[tuple[str, int, int]]:
        """Each rule of a definition with the value before and after it."""
        return [
            (clause.rule, before, after)
            for clause, before, after in self.read.clauses(definition, args, state)
        ]

    @property
    def measures(self) -> Mapping[str, Callable[[State], int]]:
        """Every measure by its name, as the number it gives for a state."""
        names = (measure.name for measure in self.machine.measures)
        return dict(zip(names, self._code.MEASURES, strict=True))

    @property
    def claims(self) -> Mapping[str, Callable[[State], bool]]:
        """Every claim by its name, as a question about a state."""
        names = (claim.name for claim in self.machine.claims)
        return dict(zip(names, self._code.CLAIMS, strict=True))


@dataclass(frozen=True, slots=True)
class _Form:
    """What of an engine shows in its code."""

    lazy: frozenset[str]
    checked: bool
    anywhere: bool


# The text of a generated module (none if it is written piecemeal) and what it defines.
_Code = tuple[str, SimpleNamespace]


class _Made(dict[tuple[_Form, bool], _Code]):
    """The code that was made of a machine, by its form and whether it is written piecemeal; all engines share it."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()


def _code(machine: Machine, ranges: Ranges, form: _Form, piecemeal: bool) -> _Code:
    layout = machine.analysis(Layout)
    if piecemeal:
        return "", written_when_called(Module(machine, layout, ranges, form.lazy, form.checked))
    text = generated(machine, layout, ranges, form.lazy, form.checked)
    return text, compiled(text)


def unwatched(state: State, moment: str | None) -> None:
    """Nobody looks."""
