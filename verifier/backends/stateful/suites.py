"""Rule sets that are tested, each compiled once: what is asked of one in, what went wrong out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from verifier.backends.machine.scenarios import Scenarios
from verifier.backends.stateful.asked import Asked
from verifier.backends.stateful.random_plays import Broken, Tested, tested
from verifier.diagnostics import Rejected
from verifier.diagnostics.render import all_as_text
from verifier.program import program_of
from verifier.source import Span
from verifier.trace import WrittenTrace, told

# A few plays by seeds; `rulewright verify` plays many.
PLAYS = 3
MOVES = 400
SEED = 1


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that did not come out as asked: where, what, and a play that shows it."""

    span: Span | None
    words: str
    told: tuple[str, ...] = ()
    play: WrittenTrace | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A witness that no play met: that may be bad luck."""

    words: str


@dataclass
class Suite:
    """One rule set for so many players; compiled when first asked, and only as far as needed."""

    ruleset: str
    players: int | None

    def __post_init__(self) -> None:
        self.program = program_of(self.ruleset, self.players)
        self.machine = self.program.machine_with_scenarios

    @cached_property
    def scenarios(self) -> Scenarios:
        return Scenarios(self.program.game, self.machine)

    @cached_property
    def tested(self) -> Tested:
        return tested(self.machine, None, PLAYS, SEED, MOVES)

    def wrong(self, asked: Asked) -> Sequence[Wrong] | Unseen:
        """Everything that is wrong with what is asked."""
        if asked.sort in ("scenario", "expect"):
            return self._scenario(asked)
        if asked.sort == "invariant":
            broken = self.tested.broken.get(asked.name)
            return [self._broken(asked.span, broken)] if broken is not None else []
        if asked.name in self.tested.met:
            return []
        return Unseen(f"not met in {PLAYS} random plays; `rulewright verify` looks further")

    def _scenario(self, asked: Asked) -> list[Wrong]:
        scenario = next((each for each in self.program.game.scenarios if each.name == asked.name), None)
        if scenario is None:
            return [Wrong(asked.span, f"there is no scenario `{asked.name}` with so many players")]
        return [Wrong(failure.span, failure.text) for failure in self.scenarios.run(scenario)]

    def _broken(self, span: Span | None, broken: Broken) -> Wrong:
        return Wrong(span, broken.words, tuple(told(self.scenarios.engine, broken.play)), broken.play)


class RuleError(Exception):
    """Something in the rules is not as it should be; the text says what, and where it stands."""

    def __init__(self, wrong: Sequence[Wrong]) -> None:
        super().__init__("\n\n".join(map(as_text, wrong)))
        self.play = next((each.play for each in wrong if each.play is not None), None)


class Suites:
    """Every rule set asked about so far."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int | None], Suite | Rejected] = {}

    def wrong(self, asked: Asked) -> Sequence[Wrong] | Unseen:
        """What is wrong by the first rule set that can be compiled, or why none can."""
        rejected: Rejected | None = None
        for ruleset in asked.rulesets:
            found = self._suite(ruleset, asked.players)
            if isinstance(found, Suite):
                return found.wrong(asked)
            rejected = rejected or found
        reasons = all_as_text(rejected.report.diagnostics) if rejected is not None else ""
        return [Wrong(None, reasons)]

    def _suite(self, ruleset: str, players: int | None) -> Suite | Rejected:
        if (ruleset, players) not in self._made:
            try:
                self._made[ruleset, players] = Suite(ruleset, players)
            except Rejected as rejected:
                self._made[ruleset, players] = rejected
        return self._made[ruleset, players]


@lru_cache(maxsize=1)
def suites() -> Suites:
    """Those of this process."""
    return Suites()


def as_text(wrong: Wrong) -> str:
    """What went wrong as people read it: the place, the line of the text, the words, the play."""
    lines = []
    if wrong.span is not None and not wrong.span.is_nowhere:
        lines += [f"{wrong.span.path}:{wrong.span.line}", f"    {wrong.span.line_text.strip()}"]
    lines.append(wrong.words)
    lines += [f"  {number}. {line}" for number, line in enumerate(wrong.told, 1)]
    return "\n".join(lines)
