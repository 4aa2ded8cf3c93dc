"""The transition graph of a search: has it a cycle, and if not, how long is the longest path?"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Iterator

# So many circles are compared.
MOST_CIRCLES = 8


class Graph:
    """States by their numbers, in order. The transitions of the state at work are appended to `targets`, and
    to `lucky` whether chance had a choice; then the state is closed."""

    def __init__(self) -> None:
        self.targets = array("i")
        self.first = array("q", [0])
        self.lucky = bytearray()

    def close(self) -> None:
        """The state at work has no more transitions."""
        self.first.append(len(self.targets))

    def __len__(self) -> int:
        return len(self.first) - 1

    def after(self, state: int, certain: bool = False) -> Iterator[int]:
        """Where the transitions of a state lead; with `certain`, those without luck only."""
        if state < len(self):
            for edge in range(self.first[state], self.first[state + 1]):
                if not (certain and self.lucky[edge]):
                    yield self.targets[edge]

    def peeled(self, certain: bool) -> tuple[array[int], array[int]]:
        """States are taken away while nothing leads to them: what still leads to each, how late each went."""
        states = max(len(self), 1 + max(self.targets, default=-1))
        leading = array("i", bytes(4 * states))
        for state in range(len(self)):
            for target in self.after(state, certain):
                leading[target] += 1
        late = array("i", bytes(4 * states))
        waiting = deque(state for state in range(states) if not leading[state])
        while waiting:
            state = waiting.popleft()
            later = late[state] + 1
            for target in self.after(state, certain):
                if late[target] < later:
                    late[target] = later
                leading[target] -= 1
                if not leading[target]:
                    waiting.append(target)
        return leading, late

    def longest(self) -> int | None:
        """The length of the longest way, or `None` if there is a circle."""
        leading, late = self.peeled(certain=False)
        return None if any(leading) else max(late, default=0)

    def circle(self, certain: bool) -> list[int] | None:
        """The states of a short circle that is reached early, the first one again at its end."""
        leading, _ = self.peeled(certain)
        if not any(leading):
            return None
        component = self._components(certain, leading)
        sizes = Counter(component.values())
        best: list[int] | None = None
        tried = 0
        for state in sorted(component):
            if sizes[component[state]] > 1 or state in self.after(state, certain):
                found = self._back(state, certain, component)
                if best is None or len(found) < len(best):
                    best = found
                tried += 1
                if tried >= MOST_CIRCLES:
                    break
        return best

    def _components(self, certain: bool, leading: array[int]) -> dict[int, int]:
        """Of each state not taken away: a number shared by those that lead to each other (Tarjan)."""
        number: dict[int, int] = {}
        low: dict[int, int] = {}
        found: dict[int, int] = {}
        stack: list[int] = []
        for root, count in enumerate(leading):
            if not count or root in number:
                continue
            work = [(root, self.after(root, certain))]
            number[root] = low[root] = len(number)
            stack.append(root)
            while work:
                state, ways = work[-1]
                for target in ways:
                    if target not in number:
                        number[target] = low[target] = len(number)
                        stack.append(target)
                        work.append((target, self.after(target, certain)))
                        break
                    if target not in found:
                        low[state] = min(low[state], number[target])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[state])
                    if low[state] == number[state]:
                        while True:
                            member = stack.pop()
                            found[member] = state
                            if member == state:
                                break
        return found

    def _back(self, start: int, certain: bool, component: dict[int, int]) -> list[int]:
        """A shortest way from a state back to itself, among those that lead to each other."""
        before = {start: -1}
        waiting = deque([start])
        while waiting:
            state = waiting.popleft()
            for target in self.after(state, certain):
                if target == start:
                    way = [start]
                    while state != -1:
                        way.append(state)
                        state = before[state]
                    return way[::-1]
                if target not in before and component.get(target) == component[start]:
                    before[target] = state
                    waiting.append(target)
        raise AssertionError("no way back")
