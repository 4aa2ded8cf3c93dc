"""Questions to Z3, in rounds that tell more and more. Anything but a sure `unsat` is a refusal."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from verifier.check.certificate.names import EVERYTHING, NAMED, WORKED_OUT, Names
from verifier.check.certificate.terms import Term, is_known

# What one question may cost, in steps of the solver and not in seconds, so that two runs agree.
GLANCE, TRY, EFFORT = 300_000, 3_000_000, 30_000_000


class Solver:
    """What is assumed at one cutpoint, and the questions that follow from there."""

    def __init__(self, names: Names, assumed: Sequence[Term]) -> None:
        self.names = names
        self.questions = 0
        self._solver = z3.Solver(ctx=names.context)
        # By their own numbers: kept here, so that none is given away twice.
        self._told: dict[int, Term] = {}
        # Names in what is assumed: from the second round on their definitions are told too.
        self._assumed: frozenset[str] = frozenset()
        self.assume(assumed)

    def assume(self, parts: Sequence[Term]) -> None:
        """What holds at the cutpoint, with the facts about the names it uses."""
        for part in parts:
            self._assumed |= self.names.inside(part)
            for fact in self.names.cone(part, (), NAMED):
                if is_known(fact):
                    self._solver.add(z3.BoolVal(bool(fact), self.names.context))
                elif id(fact) not in self._told:
                    self._told[id(fact)] = fact
                    self._solver.add(fact)

    def is_impossible(self, path: Sequence[Term]) -> bool:
        """Is it sure, at a glance, that nothing satisfies the last condition of a path?"""
        if not path:
            return False
        return self._ask(path[-1], path[:-1], NAMED, GLANCE, heights=False)

    def follows(self, goals: Sequence[Term], path: Sequence[Term]) -> Term | None:
        """The first goal that is not seen to follow, `None` if all do."""
        if self.all_follow(goals, path):
            return None
        for goal in goals:
            denied = _denied(goal, self.names.context)
            if not any(self._ask(denied, path, level, EFFORT) for level in range(NAMED, EVERYTHING + 1)):
                return goal
        return None

    def all_follow(self, goals: Sequence[Term], path: Sequence[Term]) -> bool:
        """Do all goals follow without much ado?"""
        bad = [_denied(goal, self.names.context) for goal in goals]
        every = bad[0] if len(bad) == 1 else z3.Or([z3.BoolVal(False, self.names.context), *bad])
        tries = (NAMED, False), (NAMED, True), (WORKED_OUT, True)
        return not bad or any(self._ask(every, path, level, TRY, heights) for level, heights in tries)

    def _ask(self, denied: Term, path: Sequence[Term], level: int, effort: int, heights: bool = True) -> bool:
        self.questions += 1
        beside = self._assumed if level in (WORKED_OUT, EVERYTHING) else frozenset[str]()
        parts = self.names.cone(denied, path, level, heights, beside)
        if any(part is False for part in parts):
            return True
        self._solver.set("rlimit", effort)
        self._solver.push()
        for part in parts:
            if part is not True and id(part) not in self._told:
                # As `add` does, without its casts: there are millions of these.
                z3.Z3_solver_assert(self.names.context.ref(), self._solver.solver, part.as_ast())
        answer = self._solver.check()
        self._solver.pop()
        return bool(answer == z3.unsat)


def _denied(goal: Term, context: z3.Context) -> Term:
    return z3.BoolVal(not goal, context) if is_known(goal) else z3.Not(goal)
