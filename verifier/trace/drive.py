"""The driver of plays and its monitors: a run and a policy in, how the play ended out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

from verifier.engine import Engine, Move, State
from verifier.kernel.machine import Claim
from verifier.runtime import FINAL, Fault
from verifier.trace.policies.uniform import Policy
from verifier.trace.record import Run
from verifier.trace.trace import Trace

# A `late` play was broken off, one in a `loop` came back to where it had been.
End = Literal["over", "loop", "late", "dead end", "fault"]
Question = Callable[[State], bool]
# A claim by its name, whether it is a witness, and what is asked.
Asked = tuple[str, bool, Question]


class Monitor:
    """Looks on while plays are driven; each kind of monitor overrides what it needs."""

    def begin(self, run: Run) -> None:
        """Before the set-up."""

    def watch(self, state: State, moment: str | None) -> None:
        """At every marked moment, and with `None` at every pause and at the end."""

    def pause(self, run: Run) -> bool:
        """Somebody is to move; yes if the play is in a loop."""
        return False

    def chosen(self, run: Run, move: Move) -> None:
        """A move that is about to be made."""

    def stepped(self, run: Run) -> None:
        """After the set-up, and after every move."""


class Driver:
    """Drives plays of one engine while monitors look on, one after the other."""

    def __init__(self, engine: Engine, monitors: Sequence[Monitor] = ()) -> None:
        self.engine = engine
        self._begin = _overriding(monitors, "begin")
        self._pause = _overriding(monitors, "pause")
        self._chosen = _overriding(monitors, "chosen")
        self._stepped = _overriding(monitors, "stepped")
        watching = _overriding(monitors, "watch")

        def watch(state: State, moment: str | None) -> None:
            for each in watching:
                each(state, moment)

        if watching:
            engine.watch = watching[0] if len(watching) == 1 else watch

    def play(self, run: Run, policy: Policy, most: int) -> End:
        """The set-up, and so many moves at most."""
        for each in self._begin:
            each(run)
        try:
            run.begin()
        except Fault as fault:
            run.fault = fault
            return "fault"
        for each in self._stepped:
            each(run)
        return self.go_on(run, policy, most)

    def go_on(self, run: Run, policy: Policy, most: int) -> End:
        """More moves of a play, until it has so many."""
        legal_moves, step, state, moves = self.engine.legal, run.step, run.state, run.moves
        pausing, choosing, stepping = self._pause, self._chosen, self._stepped
        try:
            while len(moves) < most:
                legal = legal_moves(state)
                if not legal:
                    return "over" if state.at == FINAL else "dead end"
                for pause in pausing:
                    if pause(run):
                        return "loop"
                move = policy(state, legal)
                for chosen in choosing:
                    chosen(run, move)
                step(move)
                for stepped in stepping:
                    stepped(run)
        except Fault as fault:
            run.fault = fault
            return "fault"
        return "over" if state.at == FINAL else "late"


def _overriding(monitors: Sequence[Monitor], name: str) -> list[Callable[..., Any]]:
    """A method of every monitor that does something in it: nobody else is called at each step of each play."""
    return [
        getattr(each, name) for each in monitors if getattr(type(each), name) is not getattr(Monitor, name)
    ]


class Claims(Monitor):
    """Asks claims. `broken` and `met` are what a play has shown so far; what is `settled` is not asked again."""

    def __init__(self, claims: Iterable[Claim], questions: Mapping[str, Question]) -> None:
        self.at: dict[str | None, list[Asked]] = {}
        for claim in claims:
            asked = claim.name, claim.sort == "witness", questions[claim.name]
            self.at.setdefault(claim.moment, []).append(asked)
        self.asked: Counter[str] = Counter()
        self.settled: set[str] = set()
        self.broken: dict[str, str] = {}
        self.met: set[str] = set()

    def begin(self, run: Run) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets what was shown."""
        self.broken.clear()
        self.met.clear()

    def watch(self, state: State, moment: str | None) -> None:
        for name, is_witness, question in self.due(state, moment):
            if name in self.settled:
                continue
            self.asked[name] += 1
            if bool(question(state)) is not is_witness:
                continue
            if is_witness:
                self.met.add(name)
            else:
                self.fails(state, name, moment)

    def due(self, state: State, moment: str | None) -> Iterable[Asked]:
        """What is asked now."""
        return self.at.get(moment, ())

    def fails(self, state: State, name: str, moment: str | None) -> None:
        self.broken[name] = f"`{name}` does not hold" + (f" at {moment}" if moment else "")


class Circles(Monitor):
    """Has a play been in the same state before? It is asked once a play has `since` moves.

    `found` is a play that came back, and after how many moves it was there first.
    """

    def __init__(self) -> None:
        self.since = 0
        self.found: tuple[Trace, int] | None = None
        self._been: dict[Hashable, int] = {}

    def begin(self, run: Run) -> None:
        self.found = None
        self._been.clear()

    def pause(self, run: Run) -> bool:
        if len(run.moves) < self.since:
            return False
        first = self._been.setdefault(run.state.key(), len(run.moves))
        if first == len(run.moves):
            return False
        self.found = run.trace(), first
        return True
