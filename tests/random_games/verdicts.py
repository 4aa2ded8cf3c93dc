"""Verdicts against brute force: `python -m tests.random_games.verdicts` asks every method about small games.

Each finding of each method is compared with what is true of the game: all its states, visited by the plain interpreter.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path

import click

from tests.random_games.attack import TooLong, within
from tests.random_games.locks import LockGame
from tests.random_games.programs import programs
from tests.random_games.truth import BruteForce, TooLarge, Truth, alike
from verifier.check.explore import SearchLimits, explore
from verifier.check.explore.method import HEALTH, ExploredInstance, _exhausted
from verifier.check.methods import METHODS
from verifier.compare.diff import compared_programs
from verifier.compare.distinguish import JointSearchLimits
from verifier.program import Program
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding
from verifier.verdict.method import Request

STATES = 2_500
SECONDS = 120
# Of these the truth is known in both directions.
EXACT = frozenset(("conservation", "bounds", "no-dead-end", "it-ends", "somebody-wins"))
HOLDS = ("proved", "exhausted")


@dataclass(slots=True)
class Judged:
    """What was asked of the games of some seeds, and what came out."""

    games: int = 0
    left_out: int = 0
    states: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def add(self, other: Judged) -> None:
        self.games += other.games
        self.left_out += other.left_out
        self.states += other.states
        self.verdicts += other.verdicts
        self.false += other.false


def judged(seed: int, budget: float = 1.0) -> Judged:
    """Both rule sets of a seed, every method, and the comparison of the two."""
    found = Judged(games=1)
    made = [each for each in programs(LockGame(seed).text(), ["vault", "other"]) if isinstance(each, Program)]
    truths: list[Truth | None] = []
    try:
        with within(SECONDS):
            for program in made:
                truths.append(truth_of(program))
                if truths[-1] is not None:
                    found.states += truths[-1].states
                    _judge(program, truths[-1], seed, budget, found)
            if len(made) == 2 and None not in truths:
                _compare((made[0], made[1]), seed, found)
    except TooLong:
        found.left_out += 1
    except Exception as error:
        # No rules may lead to an error of ours; `verify` would call it unknown and go on.
        found.false.append(f"seed {seed}: internal error ({type(error).__name__}: {error})")
    if not made or None in truths:
        found.left_out += 1
    return found


def truth_of(program: Program) -> Truth | None:
    """What is true of it; none if it has too many states."""
    try:
        return BruteForce(program.machine, STATES, program.ties_are_shared).found()
    except TooLarge:
        return None


def _judge(program: Program, truth: Truth, seed: int, budget: float, found: Judged) -> None:
    for name, finding in findings(program, budget):
        found.verdicts[f"{name}: {finding.verdict}"] += 1
        wrong = contradiction(finding, truth, program)
        if wrong is not None:
            found.false.append(f"seed {seed}, {program.ruleset}, {name}: {wrong}")


def findings(program: Program, budget: float, only: str | None = None) -> Iterator[tuple[str, Finding]]:
    """Every method is asked everything, as if the others had found nothing; the game is an instance of itself."""
    request = Request(Budget(budget), only=None if only is None else frozenset((only,)))
    for name, method in METHODS.items():
        for finding in method.run(program, request):
            if request.wants(finding.property):
                yield name, finding
    searched = explore(program.machine, limits=SearchLimits(states=20 * STATES), ends=program.game.ends)
    if searched.complete:
        itself = [ExploredInstance(program, searched)]
        claims = [claim.name for claim in program.game.claims if claim.sort == "invariant"]
        for name in (*HEALTH, *claims):
            if request.wants(name):
                yield "explore", _exhausted(name, "invariant" if name in claims else "health", itself, 0.0)


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
        idle = sorted(_rules(program) - truth.applied - truth.taken)
        return f"{name} is {verdict}, and nothing comes to {idle}" if idle else None
    if verdict == "refuted" and truth.holds(name) and (name in EXACT or finding.kind == "invariant"):
        return f"{name} is refuted ({finding.detail}), and every play keeps it"
    return None


def _rules(program: Program) -> set[str]:
    """Actions that are offered, and steps with a condition of their own."""
    return {"dial", "rest", "right-code", "wrong-code", "opened"} & (
        program.game.actions.keys() | program.game.rules.keys()
    )


# --- two rule sets


def _compare(pair: tuple[Program, Program], seed: int, found: Judged) -> None:
    limits = JointSearchLimits(positions=1_000, plays=100, seconds=1)
    verdict = compared_programs((pair[0].ruleset, pair[1].ruleset), pair, None, limits).verdict
    found.verdicts[f"diff: {verdict}"] += 1
    if verdict == "equal" and not alike(pair[0].machine, pair[1].machine):
        found.false.append(f"seed {seed}, diff: equal, and a play tells them apart")


# --- the command


@click.command()
@click.option("--games", default=200, show_default=True, help="How many games, each with a variant.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first game.")
@click.option("--budget", default=1.0, show_default=True, help="Seconds of work for each method, about.")
@click.option(
    "--log", type=click.Path(path_type=Path), help="Keep what was found; go on from there if it is."
)
def main(games: int, seed: int, budget: float, log: Path | None) -> None:
    """Every verdict on small random games is compared with the truth; 1 if one of them is false."""
    total, began = kept(log), time.monotonic()
    for number in range(seed + total.games, seed + games):
        new = judged(number, budget)
        for false in new.false:
            click.echo(f"FALSE: {false}")
        total.add(new)
        if log is not None:
            keep(total, log)
        if sys.stderr.isatty() or total.games % 10 == 0:
            click.echo(f"\r{total.games:,} games, {len(total.false):,} false verdicts", err=True, nl=False)
    click.echo("", err=True)
    for line in figures(total):
        click.echo(line)
    click.echo(f"{time.monotonic() - began:.0f} s")
    sys.exit(bool(total.false))


def kept(log: Path | None) -> Judged:
    """What earlier runs came to."""
    if log is None or not log.exists():
        return Judged()
    found = json.loads(log.read_text(encoding="utf-8"))
    return Judged(**{**found, "verdicts": Counter(found["verdicts"])})


def keep(total: Judged, log: Path) -> None:
    """Written beside and put in its place, so that a cut leaves one or the other."""
    beside = log.with_suffix(".new")
    parts = {each.name: getattr(total, each.name) for each in fields(Judged)}
    beside.write_text(json.dumps(parts), encoding="utf-8")
    beside.replace(log)


def figures(total: Judged) -> Iterator[str]:
    yield (
        f"{total.games:,} games with a variant each, {total.left_out:,} left out, {total.states:,} states, "
        f"{sum(total.verdicts.values()):,} verdicts, {len(total.false):,} false"
    )
    for name, count in sorted(total.verdicts.items()):
        yield f"  {name}: {count:,}"


if __name__ == "__main__":
    main()
