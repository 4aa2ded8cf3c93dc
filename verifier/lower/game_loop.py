"""The course of play: set-up, turns, the end of a round, the next round; and where scenarios may enter."""

from __future__ import annotations

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Truth, values
from verifier.lower.flow import OVER, SCENARIO, Flow, StepContext
from verifier.lower.names import Env, conjunction
from verifier.model import steps as m

TURN, TURN_ENDS, FIRST = "turn", "turn ends", "first round"


class Course(Flow):
    def course(self, scenarios: bool) -> None:
        """Every block of the machine."""
        for label in ("start", "set-up", TURN, TURN_ENDS, OVER, "game over"):
            self.label(label)
        env = Env({"me": k.Read("active", ())})
        before, after = self.hooked("before", "setup"), self.hooked("after", "setup")
        setting_up = (*self.game.setup_once, *before, *self.game.setup, *after)
        if self.pauses((*setting_up, *self.hooked("after", "round"))):
            self.cells["playing"] = km.Cell("playing", (), Truth(), False, 0, "round")
        self.set_up(env)
        self.turn(env)
        self.round_over(env)
        if scenarios:
            self.scenario_pause(env)
        self.drain()

    def part(self, steps: tuple[m.Step, ...], env: Env, origin: str) -> None:
        if steps:
            behind = self.label(f"{origin} done")
            self.flow(steps, env, StepContext(origin, behind))
            self.then(behind, origin)

    # --- set-up

    def set_up(self, env: Env) -> None:
        self.open("start", "setup")
        by_the_deal = self.game.starts_by_the_deal
        if not by_the_deal:
            self.emit((km.Write("active", (), self.game.starter),))
        self.part(self.game.setup_once, env, "setup")
        self.then("set-up", "setup")
        for part in (self.hooked("before", "setup"), self.game.setup, self.hooked("after", "setup")):
            self.part(part, env, "setup")
        if by_the_deal:
            self.emit((km.Write("active", (), self.dealt_starter()),))
        if "playing" in self.cells:
            self.emit((km.Write("playing", (), k.Const(1, Truth())),))
        self.emit((km.Mark("start of round"),))
        # From here on the end may come.
        self.ends_tested = True
        self.part(self.hooked("before", "round"), env, "round")
        self.close(km.Goto(TURN))

    def dealt_starter(self) -> k.Expr:
        """In the first round, or in all of them, whoever the deal makes the starter."""
        if self.game.later_starter == self.game.starter or self.game.rounds == 1:
            return self.game.starter
        first: k.Expr = k.Compare("=", k.Read("round", ()), k.Const(1, Number(1, 1)))
        if self.game.rounds is None:
            # Nobody counts the rounds; that one has been played is all that matters.
            self.cells[FIRST] = km.Cell(FIRST, (), Truth(), False, 1, "match")
            first = k.Read(FIRST, ())
        return k.If(first, self.game.starter, k.Read("active", ()))

    # --- turns

    def turn(self, env: Env) -> None:
        self.open(TURN, "turn")
        self.emit((km.Mark("start of turn"),))
        self.ends_at("start of turn")
        self.part(self.hooked("before", "turn"), env, "turn")
        for phase in self.game.phases:
            step: tuple[m.Step, ...] = (phase.step,)
            self.then(self.label(f"phase {phase.name}"), phase.name)
            for part in (self.hooked("before", phase.name), step, self.hooked("after", phase.name)):
                self.part(part, env, phase.name)
        self.part(self.hooked("after", "turn"), env, "turn")
        self.then(TURN_ENDS, "turn")
        self.turn_ends()

    def turn_ends(self) -> None:
        self.emit((km.Mark("end of turn"),))
        self.ends_at("end of turn")
        seats = k.Const(self.game.players, Number(0, self.game.players))
        left = k.Arith("%", k.Arith("+", k.Read("active", ()), k.Const(1, Number(1, 1))), seats)
        following = k.Read("next-player", ())
        named = k.If(self.something(following), following, left)
        self.emit((km.Write("active", (), named if self.is_written("next-player") else left),))
        self.emit(self.resets("turn"))
        self.close(km.Goto(TURN))

    def ends_at(self, moment: str) -> None:
        """The round is over here if an end rule of this moment holds."""
        for rule in self.game.ends:
            if rule.moment == moment:
                on = self.label(f"not {rule.rule}")
                self.close(km.Fork(conjunction(rule.when), OVER, on, rule.rule))
                self.open(on, "turn")

    def resets(self, *lives: str) -> list[km.Step]:
        """Every note and amount that lasts no longer goes back to its start."""
        found: list[km.Step] = []
        for cell in self.cells.values():
            if cell.life in lives and cell.name not in ("active", "round"):
                found.append(self.reset(cell))
        return found

    def reset(self, cell: km.Cell) -> km.Step:
        locals_ = [k.Local(self.fresh("reset", cell.name), domain) for domain in cell.index]
        step: km.Step = km.Write(cell.name, tuple(locals_), k.Const(cell.starts, cell.domain))
        for local in reversed(locals_):
            step = km.Each(local.name, k.Values(local.domain), (step,))
        return step

    # --- the end of a round

    def round_over(self, env: Env) -> None:
        self.open(OVER, "round")
        self.emit((km.Mark("end of round"),))
        if self.pauses(self.hooked("after", "round")):
            # What ended the round may still hold, and must not end it again.
            self.emit((km.Write("playing", (), k.Const(0, Truth())),))
        self.part(self.hooked("after", "round"), env, "round")
        again = self.label("next round")
        tests = self.further_round()
        self.close(km.Fork(conjunction(tests), again, "game over") if tests else km.Goto("game over"))
        self.open(again, "round")
        if self.game.rounds is not None:
            following = k.Arith("+", k.Read("round", ()), k.Const(1, Number(1, 1)))
            self.emit((km.Write("round", (), following),))
        if FIRST in self.cells:
            self.emit((km.Write(FIRST, (), k.Const(0, Truth())),))
        if not (self.game.starts_by_the_deal and self.game.later_starter == self.game.starter):
            self.emit((km.Write("active", (), self.game.later_starter),))
        self.emit(self.resets("turn", "round"))
        self.close(km.Goto("set-up"))
        self.open("game over", "game")
        self.emit((km.Mark("end of game"),))
        self.close(km.Final())

    def further_round(self) -> list[k.Expr]:
        """What must hold for another round to be played; nothing where there is only one."""
        most, enough = self.game.rounds, self.game.enough
        if most is not None and most <= 1:
            return []
        left = (
            [] if most is None else [k.Compare("<", k.Read("round", ()), k.Const(most, Number(most, most)))]
        )
        return [*left, *([k.Not(enough)] if enough is not None else [])]

    # --- scenarios

    def scenario_pause(self, env: Env) -> None:
        """A pause from which a scenario may carry out any procedure, or end the turn or the round."""
        self.label(SCENARIO)
        taken: list[km.Alternative] = []
        for what, label in (("round ends", OVER), ("turn ends", TURN_ENDS)):
            to = self.label(f"when {what}")
            self.open(to, what)
            self.now.params = ("me",)
            self.close(km.Goto(label))
            taken.append(km.Alternative(what, (), to))
        for procedure in self.game.procedures.values():
            # A parameter without a bound of its own cannot be listed as a choice.
            choices = tuple(km.Choice(p.name, k.Values(p.domain), None, p.name) for p in procedure.params)
            if any(len(values(p.domain)) > 10_000 for p in procedure.params):
                continue
            to = self.label(f"when do {procedure.name}")
            self.open(to, procedure.name)
            self.now.params = ("me", *(p.name for p in procedure.params))
            names: dict[str, k.Expr] = {}
            for name, domain in (("me", self.seats), *((p.name, p.domain) for p in procedure.params)):
                local = k.Local(self.fresh(procedure.name, name), domain)
                self.emit((km.Let(local.name, k.Local(name, domain)),))
                names[name] = local
            args = tuple(k.Local(p.name, p.domain) for p in procedure.params)
            self.call(procedure, args, Env(names), StepContext(procedure.name, SCENARIO), procedure.span)
            self.close(km.Goto(SCENARIO))
            taken.append(km.Alternative(f"do {procedure.name}", choices, to))
        self.drafts[SCENARIO].out = km.Decide(k.Read("active", ()), tuple(taken), None, None)
        self.drafts[SCENARIO].origin = SCENARIO
