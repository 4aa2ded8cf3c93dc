"""`rulewright cards`: which cards come into play, and short plays that show every one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli import frame
from verifier.cli.files import save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer, exactly, reader, track
from verifier.diagnostics import count_of

if TYPE_CHECKING:
    from verifier.check.monitor.component_coverage import Feature, FeatureSightings, WatchedRuleSet
    from verifier.pages.table_words import TableWords


@click.command(cls=Command)
@frame.ruleset
@frame.plays(60, 1_000_000)
@frame.seed
@frame.players
@frame.most(1_000, "Moves per play.")
@click.option("--beyond", metavar="RULESET", help="Exclude what also appears in this rule set.")
@frame.save_to("Write plays into this folder that together show everything that was seen.")
@frame.force("existing plays")
@frame.as_json
def cards(
    ruleset: str,
    plays: int,
    seed: int,
    players: int | None,
    most: int,
    beyond: str | None,
    save_to: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Report for every component whether it comes into play: placed in front of a player, or its text used.

    Players are greedy, random or biased. Exits with 3 if something was never seen.
    """
    from verifier.check.monitor.component_coverage import cover

    stage = _stage(ruleset, players)
    known = set(_stage(beyond, players).features) if beyond is not None else set()
    wanted = [feature for feature in stage.features if feature not in known]
    numbers = range(seed, seed + plays)
    found = [stage.play(number, most) for number in track(numbers, ruleset, plays)]
    chosen = cover(found, wanted)
    if save_to is not None:
        save_to.mkdir(parents=True, exist_ok=True)
        for place, (number, moves) in enumerate(chosen, 1):
            save(save_to / f"{place:02}.json", stage.written(number, moves).as_text(), force)
    content = answer_of(stage, wanted, found, chosen, most)
    from verifier.pages.table_words import TableWords
    from verifier.program import program_of

    words = TableWords(program_of(ruleset, players), reader())
    answer("cards", as_json, content, told(content, words))
    return Exit.UNKNOWN if content["never"] else Exit.WELL


def _stage(ruleset: str, players: int | None) -> WatchedRuleSet:
    from verifier.check.monitor.component_coverage import WatchedRuleSet
    from verifier.program import program_of

    return WatchedRuleSet(program_of(ruleset, players).game, ruleset)


def answer_of(
    stage: WatchedRuleSet,
    wanted: list[Feature],
    found: list[FeatureSightings],
    chosen: list[tuple[int, int]],
    most: int,
) -> dict[str, Any]:
    """What appeared, how often and how early, as the document says it."""
    seen = []
    for feature in wanted:
        first = [(play.first[feature], play.seed) for play in found if feature in play.first]
        if first:
            after, seed = min(first)
            seen.append(
                {
                    "card": feature.design,
                    "how": feature.how,
                    "plays": len(first),
                    "soonest": {"seed": seed, "moves": after},
                }
            )
    shown = {(line["card"], line["how"]) for line in seen}
    never = [each for each in wanted if (each.design, each.how) not in shown]
    return {
        "ruleset": stage.ruleset,
        "players": stage.engine.machine.players,
        "plays": len(found),
        "most": most,
        "appeared": seen,
        "never": [{"card": each.design, "how": each.how} for each in never],
        "shortest": [{"seed": seed, "moves": moves} for seed, moves in chosen],
    }


# The usual moments at which the text of a card is followed.
HOW = {"play": "played", "use": "used"}


def told(answer: dict[str, Any], words: TableWords) -> Iterator[str]:
    """The same for people."""
    from verifier.trace.words import name_in_words

    def named(line: dict[str, Any]) -> str:
        how = exactly(HOW.get(line["how"], name_in_words(line["how"])))
        return f"{words.thing(name_in_words(line['card']))} ({how})"

    seen, never, shortest = answer["appeared"], answer["never"], answer["shortest"]
    designs = len({line["card"] for line in (*seen, *never)})
    total = len(seen) + len(never)
    yield f"{answer['ruleset']}: {count_of(designs, 'design')}, {len(seen)} of {total} ways to appear were seen"
    moves = sum(line["moves"] for line in shortest)
    shows = "shows" if len(shortest) == 1 else "show"
    yield f"{count_of(len(shortest), 'short play')} {shows} them all, {count_of(moves, 'move')} in total"
    rare = sorted(seen, key=lambda line: (line["plays"], line["card"]))[:5]
    if rare:
        listed = ", ".join(f"{named(line)} {line['plays']}" for line in rare)
        yield f"rarely seen in {count_of(answer['plays'], 'play')}: {listed}"
    if never:
        yield "never seen: " + ", ".join(map(named, never))
