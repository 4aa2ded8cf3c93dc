"""How many components lie where when the first player is asked: the set-up carried out on numbers alone."""

from __future__ import annotations

from dataclasses import replace

from verifier.compare.ending.carry_out import Carrying, Change, Outcome, TooManyError
from verifier.compare.ending.facts import Facts, folded
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Names, Players, Things, values

MOST_TIMES = 300


class Dealing(Carrying):
    """Carries out the set-up; the `change` of an outcome is how many there are, not how many more."""

    def dealt(self, label: str, facts: Facts) -> Change:
        """How many components may lie in each family when a player is first asked from a block on."""
        whole = len(self.machine.things)
        anywhere = {name: (0, min(whole, len(self.possible[name]))) for name in self.machine.families}
        found: list[Change] = []
        waiting = [(label, Outcome(facts, {}, frozenset(), anywhere))]
        for _ in range(MOST_TIMES):
            if not waiting:
                break
            here, now = waiting.pop()
            block = self.machine.blocks[here]
            for after in self.steps(block.steps, now):
                match block.out:
                    case km.Goto(to):
                        waiting.append((to, after))
                    case km.Fork(test, then, otherwise):
                        new = folded(self.folding, test, after.facts, after.sure)
                        to = then if isinstance(new, k.Const) and new.value else otherwise
                        if not isinstance(new, k.Const):
                            waiting.append((then, after))
                        waiting.append((to, after))
                    case km.Decide():
                        found.append(after.change)
                    case km.Final():
                        pass
                    case _:
                        raise TooManyError
        if waiting or not found:
            raise TooManyError
        return {
            name: (min(each[name][0] for each in found), max(each[name][1] for each in found))
            for name in self.machine.families
        }

    def is_there(self, end: k.End, now: Outcome) -> bool:
        if super().is_there(end, now):
            return True
        zone = end.zone
        alone = isinstance(zone, k.ZoneAt) and self.machine.families[zone.family].size == 1
        if not alone or end.where is not None or not isinstance(zone, k.ZoneAt):
            return False
        every = self.possible[zone.family] <= frozenset(end.things.ids)
        return every and now.change.get(zone.family, (0, 0))[0] >= 1

    def step(self, step: km.Step, now: Outcome) -> list[Outcome]:
        match step:
            case km.Each(local, k.Values(Things(_, ids)), (km.Take(), km.Put(k.Local(name, _), zone, _))) if (
                name == local and isinstance(zone, k.ZoneAt) and not zone.index
            ):
                return [self._gathered(frozenset(ids), zone.family, now)]
        now = replace(now, brought=("", frozenset()))
        match step:
            case km.Each(local, k.Values(Players() | Names() as domain), inner):
                return self._times(inner, replace(now, sure=now.sure | {local}), len(values(domain)))
        if isinstance(step, km.Times):
            times = folded(self.folding, step.count, now.facts, now.sure)
            if isinstance(times, k.Const) and times.value <= MOST_TIMES:
                return self._times(step.steps, now, times.value)
        return super().step(step, now)

    def _times(self, inner: tuple[km.Step, ...], now: Outcome, times: int) -> list[Outcome]:
        found = [now]
        for _ in range(times):
            found = self._merged([after for before in found for after in self.steps(inner, before)])
        return found

    def _merged(self, outcomes: list[Outcome]) -> list[Outcome]:
        return list({(each.facts, tuple(each.change.items())): each for each in outcomes}.values())

    def _gathered(self, ids: frozenset[int], family: str, now: Outcome) -> Outcome:
        """Some components, wherever they lie, are brought to one place."""
        there = ids | (now.brought[1] if now.brought[0] == family else frozenset())
        whole = len(self.machine.things)
        change = {}
        for name, (low, high) in now.change.items():
            if name == family:
                change[name] = (len(there), whole)
            else:
                rest = len(self.possible[name] - there)
                change[name] = (max(0, low - len(ids)), min(high, rest))
        if len(there) == whole:
            change[family] = (whole, whole)
        facts = replace(now.facts, full=frozenset())
        return replace(now, change=change, facts=facts, brought=(family, there))
