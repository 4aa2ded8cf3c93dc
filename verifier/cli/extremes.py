"""`rulewright extremes`: how low and how high every score and count of a rule set can go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.execute_steps import TooManyPathsError
from verifier.check.unroll.extremes import Extreme, extremes, numeric_definitions
from verifier.cli import frame
from verifier.cli.files import save
from verifier.cli.frame import Command
from verifier.cli.show import Line, answer, grid
from verifier.diagnostics import count_of
from verifier.kernel.domain import Zones
from verifier.kernel.machine import Machine
from verifier.program import program_of
from verifier.trace import WrittenTrace
from verifier.verdict.budget import Budget

SECONDS = 10.0


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--only", multiple=True, metavar="DEFINITION", help="Only this definition; may be repeated.")
@click.option(
    "--budget",
    type=click.FloatRange(0, 100_000),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for plays that reach them, in seconds; 0 for bounds only.",
)
@frame.save_to(exists=True)
@frame.force("existing plays")
@frame.as_json
def extremes_of(
    ruleset: str,
    players: int | None,
    only: tuple[str, ...],
    budget: float,
    save_to: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Compute the lowest and highest value of each definition that gives a number for a player or a zone.

    First a bound that no arrangement of the components exceeds, then, if one is found, a play that reaches it. A bound
    without a play may be unreachable.
    """
    machine = program_of(ruleset, players).machine
    known = [each.name for each in numeric_definitions(machine)]
    for name in only:
        if name not in known:
            nothing = "no definition gives a number for a player or a zone"
            hint = f"there are {', '.join(known)}" if known else nothing
            raise click.BadParameter(f"`{name}` is not among them: {hint}", param_hint="--only")
    found = _found(machine, only or None, budget)
    if save_to is not None:
        for each in found:
            if each.play is not None:
                save(
                    save_to / f"{each.side}-{each.definition}.json", _written(ruleset, each).as_text(), force
                )
    content = _answer(ruleset, machine, found)
    answer("extremes", as_json, content, _told(content))


def _found(machine: Machine, only: Sequence[str] | None, seconds: float) -> list[Extreme]:
    budget = Budget(seconds)
    if seconds and budget.tries(machine):
        try:
            return extremes(machine, only, budget.unrolling)
        except (TooManyPathsError, TooWideError):
            pass
    return extremes(machine, only)


def _written(ruleset: str, extreme: Extreme) -> WrittenTrace:
    assert extreme.play is not None
    return replace(extreme.play.written, ruleset=ruleset)


def _answer(ruleset: str, machine: Machine, found: Sequence[Extreme]) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "players": machine.players,
        "extremes": [_entry(ruleset, machine, each) for each in found],
    }


def _entry(ruleset: str, machine: Machine, extreme: Extreme) -> dict[str, Any]:
    domain = machine.definitions[extreme.definition].params[0][1]
    return {
        "definition": extreme.definition,
        "of": domain.name if isinstance(domain, Zones) else "player",
        "side": extreme.side,
        "value": extreme.value,
        "reached": extreme.play is not None,
        "arranged": extreme.tight,
        "moves": len(extreme.play) if extreme.play is not None else None,
        "shortest": extreme.shortest,
        "play": _written(ruleset, extreme).as_json() if extreme.play is not None else None,
    }


def _told(answer: dict[str, Any]) -> Iterator[Line]:
    if not answer["extremes"]:
        yield "No definition gives a number for a player or a zone."
        return
    table = grid("definition", "of", "lowest", "", "highest", "")
    for at in (1, 3):
        table.columns[at].justify = "left"
    by_name: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for each in answer["extremes"]:
        by_name.setdefault((each["definition"], each["of"]), {})[each["side"]] = each
    for (name, of), sides in by_name.items():
        low, high = sides["lowest"], sides["highest"]
        table.add_row(name, of, str(low["value"]), _words(low), str(high["value"]), _words(high))
    yield table


def _words(entry: dict[str, Any]) -> str:
    if entry["reached"]:
        if not entry["moves"]:
            return "before the first move"
        sooner = ", never sooner" if entry["shortest"] else ""
        return f"after {count_of(entry['moves'], 'move')}{sooner}"
    return "a bound" if entry["arranged"] else "a bound, perhaps not the best"
