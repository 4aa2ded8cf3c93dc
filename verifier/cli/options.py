"""Arguments that several commands share, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from verifier.backends.machine import Engine
    from verifier.trace.simulate import Simulation

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
ruleset = click.argument("ruleset")
players = click.option(
    "--players", type=click.IntRange(1, 20), help="Number of players; default: the fewest."
)
LANGUAGES = ("en", "fr", "de")


def language(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """One of our languages; surroundings that speak another, such as `it_IT.UTF-8`, are answered in English."""
    if value is None or value in LANGUAGES:
        return value
    asked = ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
    if asked:
        raise click.BadParameter(f"{value!r} is not one of {', '.join(LANGUAGES)}")
    return value[:2] if value[:2] in LANGUAGES else "en"


lang = click.option(
    "--lang", envvar="RULEWRIGHT_LANG", callback=language, help="Language of the sentences: en, fr or de."
)
seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
who_plays = click.option(
    "--player",
    "--policy",
    "policy",
    default="random",
    show_default=True,
    metavar="WHO",
    help="random, greedy (best immediate gain), mixed (alternating), or one for each seat: greedy,random.",
)


def engine_of(ruleset: str, players: int | None) -> Engine:
    """The machine of a rule set, ready to play; mistakes in the text raise `Rejected`."""
    # Only who plays waits for the machine to be read.
    from verifier.backends.machine import Engine
    from verifier.program import program_of

    return Engine(program_of(ruleset, players).machine)


def simulation_of(engine: Engine, ruleset: str, policy: str, most: int) -> Simulation:
    """Plays of a rule set by the players that are named."""
    from verifier.trace.simulate import Simulation

    try:
        return Simulation(engine, ruleset, policy, most)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--player") from None
