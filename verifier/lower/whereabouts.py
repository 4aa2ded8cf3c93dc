"""Where components that have a name are known to lie, and which steps make that uncertain."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel import expression as k
from verifier.kernel.domain import Things
from verifier.kernel.visit import free_locals
from verifier.lower.membership import Membership
from verifier.lower.names import Env
from verifier.model import steps as m

# What has steps of its own, or lets players act: anything may lie elsewhere afterwards.
_ANYTHING = (m.Do, m.DoText, m.Each, m.Rule, m.Repeat, m.As, m.Offer, m.GoRound)


class Whereabouts(Membership):
    def moved(self, step: m.Step, env: Env) -> Env:
        """What is still known of where components lie after a step: two names may stand for one component."""
        match step:
            case _ if isinstance(step, _ANYTHING):
                return Env(env.names)
            case m.Move(k.Local(name), _, _, _):
                return self._lifted(name, env.sources.get(name), env.forgetting(name))
            case m.Move(k.End(_, _, zone, _), _, _, _) | m.Deal(_, zone, _, _):
                return self._taken_from(zone, env)
            case m.Move():
                return Env(env.names)
            case m.Swap(left, right, zones):
                if not zones:
                    return Env(env.names)
                return self._taken_from(right, self._taken_from(left, env))
            case _:
                return env

    def moved_by(self, steps: Sequence[m.Step], env: Env) -> Env:
        """The same after several steps, for what comes behind their block; its own names are not known there."""
        for step in steps:
            env = self.moved(step, env)
        return env

    def _taken_from(self, zone: k.Expr, env: Env) -> Env:
        """Something went away from this zone: nobody knows which component."""
        if not free_locals(zone) <= env.names.keys():
            return Env(env.names)
        families = self.families_of(self.put_in(zone, env))
        gone = [name for name, home in env.sources.items() if self.families_of(home) & families]
        return self._without(gone, env)

    def _lifted(self, name: str, home: k.Expr | None, env: Env) -> Env:
        """A component went away: so did every other name that may stand for it."""
        lifted = self._ids(name, env)
        families = self.everywhere if home is None else self.families_of(home)
        gone = [
            other
            for other, place in env.sources.items()
            if self.families_of(place) & families and self._ids(other, env) & lifted
        ]
        return self._without(gone, env)

    def _ids(self, name: str, env: Env) -> frozenset[int]:
        domain = self.domain(env.names[name]) if name in env.names else self.all_things
        return frozenset(domain.ids if isinstance(domain, Things) else self.all_things.ids)

    @staticmethod
    def _without(gone: Sequence[str], env: Env) -> Env:
        for name in gone:
            env = env.forgetting(name)
        return env
