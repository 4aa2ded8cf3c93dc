"""`rulewright simulate`: many plays, and how they went."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any

import click

from verifier.cli import frame
from verifier.cli.files import save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer, grid, number_of, said, track
from verifier.engine import Engine
from verifier.report.text import bars, counted, stretch
from verifier.trace.simulate import PLAYERS, Simulated
from verifier.trace.words import player_name

MOMENT = 0.05
COLUMNS = ("wins", "lowest", "median", "mean", "highest")

# --- many numbers in, what people want to know of them out: range, middle, a small picture


def summary(numbers: Sequence[int]) -> dict[str, Any]:
    """A distribution as it stands in a document: `histogram` lists [from, to, how many]."""
    if not numbers:
        return {"count": 0}
    return {
        "count": len(numbers),
        "lowest": min(numbers),
        "highest": max(numbers),
        "mean": round(fmean(numbers), 3),
        "median": median(numbers),
        "deviation": round(pstdev(numbers), 3),
        "histogram": histogram(numbers),
    }


def histogram(numbers: Sequence[int]) -> list[list[int]]:
    """How many numbers fall into each of a few equal stretches."""
    low, high = min(numbers), max(numbers)
    width = stretch(low, high)
    counts = counted(numbers, low, width, (high - low) // width + 1)
    return [[low + at * width, low + (at + 1) * width - 1, count] for at, count in enumerate(counts)]


def picture(numbers: Sequence[int]) -> str:
    """The histogram in one line."""
    return bars([count for _, _, count in histogram(numbers)])


# --- `rulewright simulate`: many plays, and how they went


@click.command(cls=Command)
@frame.ruleset
@frame.plays(100, 10_000_000)
@frame.seed
@frame.players
@frame.who_plays
@frame.think
@frame.most(100_000, "Moves after which a play is cut off.")
@frame.save_to()
@frame.force("existing plays")
@frame.as_json
def simulate(
    ruleset: str,
    plays: int,
    seed: int,
    players: int | None,
    policy: str,
    think: float,
    most: int,
    save_to: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Play many times and summarise the results. The same seed gives the same plays, unless somebody searches.

    Exits with 1 if a play reached a deadlock or a step that cannot be executed, with 3 if one was cut off.
    """
    engine = frame.engine_of(ruleset, players)
    simulation = frame.simulation_of(engine, ruleset, policy, most, think)
    if save_to is not None:
        save_to.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    found = []
    going = (simulation.play(seed + number, save_to is not None) for number in range(plays))
    for number, played in enumerate(track(going, ruleset, plays)):
        found.append(played)
        if save_to is not None and played.play is not None:
            save(save_to / f"play-{seed + number:06}.json", played.play.as_text(), force)
    content = answer_of(engine, ruleset, seed, policy, time.perf_counter() - began, found)
    answer("simulate", as_json, content, told(content, found))
    frame.say_what_is_faster(content["seconds"])
    ends = {each.end for each in found}
    if ends & {"dead end", "fault"}:
        return Exit.PROBLEM
    return Exit.UNKNOWN if "late" in ends else Exit.WELL


def answer_of(
    engine: Engine, ruleset: str, seed: int, policy: str, seconds: float, found: list[Simulated]
) -> dict[str, Any]:
    """How the plays went, as the document says it."""
    ended = [each for each in found if each.end == "over"]
    seats = range(engine.machine.players)
    return {
        "ruleset": ruleset,
        "players": engine.machine.players,
        "policy": policy,
        "seed": seed,
        "plays": len(found),
        "steps": sum(each.steps for each in found),
        "seconds": round(seconds, 3),
        "results": {
            "ended": len(ended),
            "dead_ends": [seed + at for at, each in enumerate(found) if each.end == "dead end"],
            "broken_off": [seed + at for at, each in enumerate(found) if each.end == "late"],
            "faults": [seed + at for at, each in enumerate(found) if each.end == "fault"],
            "length": summary([each.steps for each in ended]),
            "by_player": _by_player(ended),
            "shared": sum(len(each.winners) > 1 for each in ended),
            "seats": [
                {
                    "player": seat,
                    "won": sum(each.winners == (seat,) for each in ended),
                    "score": summary([each.scores[seat] for each in ended]),
                }
                for seat in seats
            ],
        },
    }


def _by_player(ended: list[Simulated]) -> dict[str, dict[str, int]]:
    """Of each sort of player at how many seats it sat in plays that ended, and how often it won alone."""
    found = {name: {"seats": 0, "won": 0} for name in PLAYERS if any(name in each.seats for each in ended)}
    for each in ended:
        for seat, name in enumerate(each.seats):
            found[name]["seats"] += 1
            found[name]["won"] += each.winners == (seat,)
    return found


def told(answer: dict[str, Any], found: list[Simulated]) -> Iterator[Line]:
    """How the plays went, for people."""
    results = answer["results"]
    plays, moves, seconds = answer["plays"], answer["steps"], answer["seconds"]
    # Of a moment nobody can say how fast it was.
    pace = said("plays.pace", pace=f"{moves / seconds:,.0f}") if seconds >= MOMENT else ""
    counts = {"plays": number_of("plays.plays", plays), "moves": number_of("plays.moves", moves)}
    yield said("plays.head", ruleset=answer["ruleset"], seconds=f"{seconds:.2f}", **counts) + pace
    ended = [each for each in found if each.end == "over"]
    if ended:
        table = grid("", *(said(f"plays.{each}") for each in COLUMNS), "")
        for line in results["seats"]:
            seat = line["player"]
            scores = [each.scores[seat] for each in ended]
            table.add_row(player_name(seat), str(line["won"]), *_numbers(line["score"]), picture(scores))
        lengths = [each.steps for each in ended]
        table.add_row(said("plays.moves"), "", *_numbers(results["length"]), picture(lengths))
        yield table
    if len(results["by_player"]) > 1:
        for name, line in results["by_player"].items():
            yield f"{name} players: {line['won']} victories from {line['seats']} seats"
    if results["shared"]:
        yield said("plays.shared", count=results["shared"])
    for what, words in (
        ("dead_ends", "plays with a deadlock"),
        ("broken_off", "plays that were cut off"),
        ("faults", "plays with a step that cannot be executed"),
    ):
        seeds = results[what]
        if seeds:
            yield f"{words}: {len(seeds)}, the first with --seed {seeds[0]}"


def _numbers(found: dict[str, Any]) -> list[str]:
    return [f"{found['lowest']}", f"{found['median']:g}", f"{found['mean']:.1f}", f"{found['highest']}"]
