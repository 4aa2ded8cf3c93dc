"""Verdicts against brute force: `python -m tests.random_games.verdicts` asks methods about small games.

Each finding of each method is compared with what is true of the game: all its states, visited by the plain interpreter.
A game is asked of the methods that prove, and by turns of the others; the rule set is its own, or a variant.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from unittest.mock import patch

import click

from tests.random_games.attack import TooLong, within
from tests.random_games.comparisons import Said, compared, idle, paired
from tests.random_games.guessed import Guesser, falsified, without, wrongly_accepted
from tests.random_games.locks import LockGame
from tests.random_games.programs import programs_in, read_text
from tests.random_games.truth import BruteForce, TooLarge, Truth
from verifier.check.certificate.check import checked
from verifier.check.explore import SearchLimits, explore
from verifier.check.explore.method import HEALTH, ExploredInstance, _exhausted
from verifier.check.induction import proof, samples
from verifier.check.methods import METHODS
from verifier.program import Program
from verifier.surface.compose import Library, library_of
from verifier.trace import shrink
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding
from verifier.verdict.method import Request

GAME, OVERLAYS = "vault", ("other", "extra")
STATES = 2_500
SECONDS = 120
# Of these the truth is known in both directions.
EXACT = frozenset(("conservation", "bounds", "no-dead-end", "it-ends", "somebody-wins"))
HOLDS = ("proved", "exhausted")
# How often a certificate is put to the checker again without the lines that it refused.
ROUNDS = 4

# What every game is asked of, and what by turns: a game has a turn by its seed. Plays by chance and bounded search
# refute rather than prove and cost more than all the others together: they come round less often.
ALWAYS = ("prove", "explored")
TURNS = (
    ("diff",),
    ("certificate",),
    ("idle", "paired"),
    ("explore", "deal"),
    ("diff",),
    ("idle", "paired"),
    ("simulate", "scenarios"),
    ("diff",),
    ("certificate",),
    ("explore", "deal"),
    ("diff",),
    ("unroll",),
)
ALL = frozenset((*ALWAYS, *(name for turn in TURNS for name in turn)))


@dataclass(slots=True)
class Judged:
    """What was asked of the games of some seeds, and what came out."""

    games: int = 0
    left_out: int = 0
    states: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    # Which properties of theirs fail, whether the lock opens: what there was to be wrong about.
    met: Counter[str] = field(default_factory=Counter)
    # Which properties were said to hold.
    held: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def add(self, other: Judged) -> None:
        self.games += other.games
        self.left_out += other.left_out
        self.states += other.states
        self.verdicts += other.verdicts
        self.met += other.met
        self.held += other.held
        self.false += other.false


def turn_of(seed: int) -> frozenset[str]:
    """What the game of a seed is asked of."""
    return frozenset((*ALWAYS, *TURNS[seed % len(TURNS)]))


def judged(seed: int, budget: float = 1.0, asked: Collection[str] | None = None) -> Judged:
    """The game of a seed or a rule set laid over it, asked of what has its turn, or of what is named."""
    found = Judged(games=1)
    asked = turn_of(seed) if asked is None else asked
    try:
        with within(SECONDS):
            _Question(seed, budget, asked, found).put()
    except TooLong:
        found.left_out += 1
    except Exception as error:
        # No rules may lead to an error of ours; `verify` would call it unknown and go on.
        found.false.append(f"seed {seed}: internal error ({type(error).__name__}: {error})")
    return found


def truth_of(program: Program) -> Truth | None:
    """What is true of it; none if it has too many states."""
    try:
        return BruteForce(program.machine, STATES, program.ties_are_shared).found()
    except TooLarge:
        return None


class _Question:
    """One game and what is asked about it."""

    def __init__(self, seed: int, budget: float, asked: Collection[str], found: Judged) -> None:
        self.seed, self.budget, self.asked, self.found = seed, budget, asked, found
        units, report = read_text(LockGame(seed).text())
        report.reject_errors()
        self.library: Library = library_of(units, report)
        self.luck = Random(seed)

    def put(self) -> None:
        game, other = (self._program(name) for name in (GAME, OVERLAYS[0]))
        program = other if self.luck.random() < 0.5 else game
        truth = truth_of(program)
        if truth is None:
            self.found.left_out += 1
            return
        self.found.states += truth.states
        self.found.met.update(truth.broken & (EXACT | {"no-peeking"}))
        self.found.met["the lock opens"] += "opened" in truth.applied
        for name, finding in findings(program, self.budget, asked=self.asked):
            self._judge(f"{name}: {finding.verdict}", contradiction(finding, truth, program))
            if finding.verdict in HOLDS:
                sort = finding.property if finding.kind == "health" else finding.kind
                self.found.held[f"{name}: {sort}"] += 1
        if "certificate" in self.asked:
            self._say(self._certified(program, truth))
        if "diff" in self.asked and truth_of(other if program is game else game) is not None:
            self._say(compared((game, other)))
        if "idle" in self.asked:
            self._say(idle(game, self.library, GAME))
        if "paired" in self.asked:
            self._say(paired(self.library, GAME, OVERLAYS))

    def _program(self, name: str) -> Program:
        made = next(iter(programs_in(self.library, [name])))
        if isinstance(made, Program):
            return made
        raise ValueError(f"{name} is refused: {made[0].title}")

    def _say(self, said: Said) -> None:
        for name, wrong in said:
            self._judge(name, wrong)

    def _judge(self, name: str, wrong: str | None) -> None:
        self.found.verdicts[name] += 1
        if wrong is not None:
            self.found.false.append(f"seed {self.seed}, {name}: {wrong}")

    def _certified(self, program: Program, truth: Truth) -> Said:
        """A guessed certificate, every other one falsified, until the checker accepts what is left of its lines."""
        if not truth.reached:
            return
        guess = Guesser(program.machine, truth, self.luck).certificate()
        if self.seed % 2:
            guess = falsified(guess, self.luck)
        for _ in range(ROUNDS):
            outcome = checked(program.machine, guess)
            for wrong in wrongly_accepted(outcome, guess, program.machine, truth):
                yield "checker: accepted", wrong
            if not outcome.broken:
                break
            yield "checker: certificate refused", None
            guess = without(guess, outcome.broken)
        yield from (("checker: accepted", None) for _ in outcome.accepted)
        yield from (("checker: refused", None) for _ in outcome.refused)
        self.found.held.update(
            f"checker: {name if name in EXACT else 'invariant'}" for name in outcome.accepted
        )


def findings(
    program: Program, budget: float, only: str | None = None, asked: Collection[str] = ALL
) -> Iterator[tuple[str, Finding]]:
    """Each method is asked everything, as if the others had found nothing; the game is an instance of itself."""
    request = Request(Budget(budget), only=None if only is None else frozenset((only,)))
    for name, method in METHODS.items():
        if name not in asked:
            continue
        with patch.multiple(shrink, **SHORT), patch.object(proof, "played_samples", _few_samples):
            found = method.run(program, request)
        yield from ((name, each) for each in found if request.wants(each.property))
    if "explored" in asked:
        yield from (("explored", each) for each in _explored(program, request))


# A play that shows something is as good when it is long: nobody reads it. And guesses that a sample does not rule
# out are left for the induction to refuse.
SHORT = {"MOST_STEPS": 2_000, "MOST_LUCKY_STEPS": 200}


def _few_samples(*given: object, **named: object) -> list[samples.Sample]:
    return samples.played_samples(*given, **{"most_steps": 100, **named})  # type: ignore[arg-type]


def _explored(program: Program, request: Request) -> Iterator[Finding]:
    searched = explore(program.machine, limits=SearchLimits(states=20 * STATES), ends=program.game.ends)
    if not searched.complete:
        return
    itself = [ExploredInstance(program, searched)]
    claims = [claim.name for claim in program.game.claims if claim.sort == "invariant"]
    for name in (*HEALTH, *claims):
        if request.wants(name):
            yield _exhausted(name, "invariant" if name in claims else "health", itself, 0.0)


def contradiction(finding: Finding, truth: Truth, program: Program) -> str | None:
    """Why a finding cannot be, if it cannot."""
    name, verdict = finding.property, finding.verdict
    if finding.kind == "witness":
        if verdict in HOLDS and name not in truth.met:
            return f"{name} is {verdict}, and no play reaches it"
        return (
            f"{name} is refuted, and a play reaches it"
            if verdict == "refuted" and name in truth.met
            else None
        )
    if verdict in HOLDS and not truth.holds(name):
        return f"{name} is {verdict} ({finding.method}), and a play breaks it"
    if verdict in HOLDS and name == "every-rule-lives":
        dead = sorted(_rules(program) - truth.applied - truth.taken)
        return f"{name} is {verdict}, and nothing comes to {dead}" if dead else None
    if verdict == "refuted" and truth.holds(name) and (name in EXACT or finding.kind == "invariant"):
        return f"{name} is refuted ({finding.detail}), and every play keeps it"
    return too_short(finding, truth)


def too_short(finding: Finding, truth: Truth) -> str | None:
    """A bound on the length of play that some play exceeds."""
    said = re.match(r"at most (?:\d+ turns, )?(\d+) moves(?: in each of (\d+) rounds)?;", finding.detail)
    if finding.property != "it-ends" or said is None or truth.longest is None:
        return None
    most = int(said[1]) * int(said[2] or 1)
    return f"{finding.detail}, and a play has {truth.longest}" if truth.longest > most else None


def _rules(program: Program) -> set[str]:
    """Actions that are offered, and steps with a condition of their own."""
    return {"dial", "rest", "right-code", "wrong-code", "opened"} & (
        program.game.actions.keys() | program.game.rules.keys()
    )


# --- the command


@click.command()
@click.option("--games", default=200, show_default=True, help="How many games, each with a variant.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first game.")
@click.option("--budget", default=1.0, show_default=True, help="Seconds of work for each method, about.")
@click.option("--all", "every", is_flag=True, help="Ask everything of every game, not by turns.")
@click.option(
    "--log", type=click.Path(path_type=Path), help="Keep what was found; go on from there if it is."
)
def main(games: int, seed: int, budget: float, every: bool, log: Path | None) -> None:
    """Every verdict on small random games is compared with the truth; 1 if one of them is false."""
    # Nothing of a game outlives it: what is left in circles is collected now and then, not all the time.
    gc.freeze()
    gc.disable()
    total, began = kept(log), time.process_time()
    for number in range(seed + total.games, seed + games):
        new = judged(number, budget, ALL if every else None)
        for false in new.false:
            click.echo(f"FALSE: {false}")
        total.add(new)
        if number % 10 == 9:
            gc.collect()
        if log is not None:
            keep(total, log)
        if sys.stderr.isatty() or total.games % 10 == 0:
            click.echo(f"\r{total.games:,} games, {len(total.false):,} false verdicts", err=True, nl=False)
    click.echo("", err=True)
    for line in figures(total):
        click.echo(line)
    click.echo(f"{time.process_time() - began:.0f} s of CPU")
    sys.exit(bool(total.false))


def kept(log: Path | None) -> Judged:
    """What earlier runs came to."""
    if log is None or not log.exists():
        return Judged()
    found = json.loads(log.read_text(encoding="utf-8"))
    return Judged(**{**found, **{name: Counter(found[name]) for name in ("verdicts", "met", "held")}})


def keep(total: Judged, log: Path) -> None:
    """Written beside and put in its place, so that a cut leaves one or the other."""
    beside = log.with_suffix(".new")
    parts = {each.name: getattr(total, each.name) for each in fields(Judged)}
    beside.write_text(json.dumps(parts), encoding="utf-8")
    beside.replace(log)


def figures(total: Judged) -> Iterator[str]:
    yield (
        f"{total.games:,} games, {total.left_out:,} left out, {total.states:,} states, "
        f"{sum(total.verdicts.values()):,} verdicts, {len(total.false):,} false"
    )
    for title, counted in (("verdicts", total.verdicts), ("said to hold", total.held), ("games", total.met)):
        yield f"{title}:"
        yield from (f"  {name}: {count:,}" for name, count in sorted(counted.items()))


if __name__ == "__main__":
    main()
