"""Claims asked while plays are played: what was found broken or met, and how often each was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from verifier.backends.machine import Engine, State
from verifier.kernel.machine import Claim


class Watch:
    """Looks on at every state of an engine. What is known already is not asked again."""

    def __init__(self, engine: Engine, claims: Sequence[Claim]) -> None:
        questions = engine.claims
        self.claims = {
            moment: [(claim, questions[claim.name]) for claim in claims if claim.moment == moment]
            for moment in {claim.moment for claim in claims}
        }
        self.asked: Counter[str] = Counter()
        self.known: set[str] = set()
        self.broken: dict[str, str] = {}
        self.met: set[str] = set()

    def look(self, state: State, moment: str | None) -> None:
        for claim, question in self.claims.get(moment, ()):
            name = claim.name
            if name in self.known:
                continue
            self.asked[name] += 1
            if bool(question(state)) == (claim.sort == "invariant"):
                continue
            if claim.sort == "witness":
                self.met.add(name)
            else:
                self.broken[name] = f"`{name}` does not hold" + (f" at {moment}" if moment else "")

    def clear(self) -> None:
        self.broken.clear()
        self.met.clear()
