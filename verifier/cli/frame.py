"""The frame around every command: it is found in the table, and however it ends, it ends with a code."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from verifier.cli.help import EXAMPLES, GROUPS
from verifier.cli.helped import Helped, HelpedGroup
from verifier.cli.letters import bear_any_letter
from verifier.cli.settings import defaults
from verifier.cli.show import reader, said, show_internal_error, show_rejected, spoken_around, worded
from verifier.diagnostics import Rejected, Report, diagnostic, nearest
from verifier.languages import ENGLISH, languages, shipped_languages
from verifier.languages import language as language_of
from verifier.runtime import Fault
from verifier.runtime.fault import REPEATED
from verifier.workers import Jobs, Scheduler

if TYPE_CHECKING:
    from verifier.engine import Engine
    from verifier.trace.simulate import Simulation


# Which engine plays and searches; the option of every command and the environment of every process.
ENGINE = "RULEWRIGHT_ENGINE"
ENGINES = ("auto", "native", "python")
# Commands that take so many seconds in Python say what would be faster.
LONG = 5.0


# --- what a command says to the shell when it ends


class Exit(IntEnum):
    WELL = 0
    PROBLEM = 1
    """The rules have a problem, or a move is illegal."""
    MISUSE = 2
    """Wrong use, or input that cannot be read."""
    UNKNOWN = 3
    """Something stayed unknown, and nothing worse was found."""
    INTERRUPTED = 130


# --- every command in one table: its name, where it stands, and the line that `--help` shows


COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("verifier.cli.new:new", "Make a game of your own, a house rule or a translation."),
    "games": ("verifier.cli.games:games", "List the games and their overlays."),
    "check": ("verifier.cli.check:check", "Parse rules and report every mistake."),
    "fmt": ("verifier.cli.check:fmt", "Format files of rules."),
    "explain": ("verifier.cli.explain:explain", "Explain a diagnostic code, a rule or a card."),
    "replay": ("verifier.cli.replay:replay", "Check that every move of a play is legal."),
    "legal": ("verifier.cli.replay:legal", "List the legal moves after a play."),
    "why": ("verifier.cli.why:why", "Say whether a move is legal, and which rules are against it."),
    "score": ("verifier.cli.replay:score", "Show every score after a play, step by step."),
    "extremes": ("verifier.cli.extremes:extremes_of", "Compute the lowest and highest scores and counts."),
    "play": ("verifier.cli.play:play", "Play at the terminal."),
    "diff": ("verifier.cli.compare:diff", "Compare two rule sets by their behaviour."),
    "conflicts": ("verifier.cli.compare:conflicts", "Find conflicts between the overlays of a game."),
    "impact": ("verifier.cli.compare:impact", "Show what overlays change in a game."),
    "verify": ("verifier.cli.verify:verify", "Verify every property: prove, search, test or refute."),
    "certify": ("verifier.cli.certify:certify", "Check the certificates of proofs, apart from the provers."),
    "goals": ("verifier.cli.goals:goals", "Write the solver queries of the proofs as SMT-LIB."),
    "catalogue": ("verifier.cli.catalogue:catalogue", "Check the sentences for players against the rules."),
    "claims": ("verifier.cli.claims:claims", "List what a rulebook should state, as the rules have it."),
    "audit": ("verifier.cli.audit:audit", "Compare a rulebook with the rules."),
    "campaign": ("verifier.cli.campaign:campaign", "Play many times and check everything at every step."),
    "docs": ("verifier.cli.docs:docs", "Build the pages of the games and the project."),
    "mutate": ("verifier.cli.mutate:mutate", "Mutation testing: which tests and claims notice a mistake."),
    "vectors": ("verifier.cli.vectors:vectors", "Write test vectors for your own program."),
    "describe": ("verifier.cli.describe:describe", "Describe a rule set for programs."),
    "export": ("verifier.cli.export:export", "Export a rule set to TLA+, a play to ITF."),
    "serve": ("verifier.cli.serve:serve", "Answer programs in any language: JSON lines in and out."),
    "lsp": ("verifier.cli.lsp:lsp", "Answer an editor: the language server, over standard input and output."),
    "cards": ("verifier.cli.cards:cards", "Report which cards come into play, with plays."),
    "sweep": ("verifier.cli.sweep:sweep", "Vary one number of the rules and compare the plays."),
    "simulate": ("verifier.cli.simulate:simulate", "Play many times and summarise the results."),
}


# --- the frame around every command: it is found in the table, and however it ends, it ends with a code


class Command(Helped):
    """A command that returns how it ends and answers mistakes in its input with diagnostics."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        extra.setdefault("default_map", defaults())
        return super().make_context(info_name, args, parent, **extra)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        code: Exit | None = None
        try:
            code = super().invoke(ctx)
        except Rejected as rejected:
            show_rejected(rejected.report.diagnostics, _asked(ctx), bool(ctx.params.get("as_json")))
            code = Exit.MISUSE
        except Fault as fault:
            named = f"{fault.property}, `{fault.subject}` {fault.value}"
            words = str(fault) if fault.subject == REPEATED else named
            click.echo(worded(f"the rules cannot be executed: {words}"), err=True)
            code = Exit.PROBLEM
        if code is not None:
            ctx.exit(code)


def write_examples(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """What one may type, for a command or the group that it stands in."""
    asked = _asked(ctx).split("-")[0]
    words = ctx.command_path.split()[1:]
    lines = [each for each in EXAMPLES.get(asked, ()) if set(words) <= set(each.split())]
    if lines:
        with formatter.section(said("help.examples")):
            for line in lines:
                formatter.write(f"  rulewright {line}\n")


def _asked(ctx: click.Context) -> str:
    """The command as documents name it: `check`, or `catalogue-check` for one in a group."""
    names: list[str] = []
    at: click.Context | None = ctx
    while at is not None and at.parent is not None:
        names.insert(0, at.command.name or "")
        at = at.parent
    return "-".join(names)


class Commands(HelpedGroup):
    """Commands of one subject, with examples."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(ctx, formatter)


# So many new objects before Python looks for rings among them.
YOUNG = 50_000


class Frame(HelpedGroup):
    """The commands of the table, each imported when it is asked for."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        extra.setdefault("default_map", {"reader": defaults().get("lang") or spoken_around()})
        return super().make_context(info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = said("answer.did-you-mean", name=near) if near else said("answer.list-commands")
            raise click.UsageError(
                f"{said('answer.no-command', name=args[0])}{language_of(reader()).sign(';')} {hint}", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, COMMANDS))
        for group, names in GROUPS.items():
            with formatter.section(said(f"help.{group}")):
                formatter.write_dl([(name.ljust(widest), said(f"command.{name}")) for name in names])

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        extra["standalone_mode"] = False
        # Texts and games are trees that stay: looking through them for rings over and over costs a tenth of the time.
        gc.set_threshold(YOUNG)
        bear_any_letter()
        try:
            code = super().main(args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            _show_misuse(error)
            code = Exit.MISUSE
        except Rejected as rejected:
            # Only settings are read before a command begins.
            show_rejected(rejected.report.diagnostics, "", as_document=False)
            code = Exit.MISUSE
        except (click.Abort, KeyboardInterrupt):
            click.echo(worded("interrupted"), err=True)
            code = Exit.INTERRUPTED
        except OSError as error:
            code = _reader_gone() if error.errno == errno.EPIPE else _ours(error)
        except Exception as error:
            code = _ours(error)
        sys.exit(int(code) if isinstance(code, int) else 0)


def _show_misuse(error: click.ClickException) -> None:
    """How the command is called, where help is, and what was wrong; for a group without a command, its help."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
    elif context is not None:
        with context.scope(cleanup=False):
            usage = context.get_usage().replace("Usage:", f"{said('answer.usage')}:", 1)
            click.echo(f"{usage}\n{said('answer.try', command=context.command_path)}\n", err=True)
            click.echo(f"{said('answer.error')}: {worded(error.format_message())}", err=True)
    else:
        error.show()


def _reader_gone() -> Exit:
    """Whoever read our output has left: nothing more can be said, and Python must not try at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNKNOWN


def _ours(error: Exception) -> Exit:
    """A mistake of ours, told shortly."""
    if os.environ.get("RULEWRIGHT_DEBUG"):
        traceback.print_exception(error)
    else:
        show_internal_error(error)
    return Exit.MISUSE


# --- arguments that several commands share, and what they stand for


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
ruleset = click.argument("ruleset")
players = click.option(
    "--players", type=click.IntRange(1, 20), help="Number of players; default: the fewest."
)


def language(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """One of our languages; surroundings that speak another, such as `it_IT.UTF-8`, are answered in English."""
    known = languages()
    if value is None or value in known:
        return value
    asked = ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
    if asked:
        raise click.BadParameter(f"{value!r} is not one of {', '.join(known)}")
    spoken = re.split(r"[_.@-]", value)[0]
    return spoken if spoken in known else ENGLISH


class TextLanguage(click.Option):
    """The language of the text that a command works on: `--text-lang`.

    `--lang` behind a command is understood for the same, since programs write it; before the command it is the reader's
    language, and people are told of no other meaning.
    """

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        shown, self.opts = self.opts, self.opts[:1]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = shown

    def get_error_hint(self, ctx: click.Context | None) -> str:
        return f"'{self.opts[0]}'"


lang = click.option(
    "--text-lang",
    "--lang",
    "lang",
    cls=TextLanguage,
    envvar="RULEWRIGHT_LANG",
    callback=language,
    help=f"Language of the sentences: {shipped_languages()}.",
)
every_players = click.option(
    "--players", type=click.IntRange(1, 20), help="Number of players; default: every number."
)
rulesets = click.argument("rulesets", nargs=-1, metavar="[RULESET]...")


def _jobs(number: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Who does the work, as one argument `jobs`: processes here, or the workers of a scheduler."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--jobs", type=number, default=2, show_default=True, metavar="N", help="Number of processes."
        )
        @click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Work on the workers of this Dask scheduler, such as tcp://host:8786.",
        )
        @wraps(command)
        def carried_out(*args: Any, jobs: int, scheduler: str | None, **more: Any) -> Any:
            return command(*args, jobs=Scheduler(scheduler) if scheduler else jobs, **more)

        return carried_out

    return with_options


# Numbers that are out of range are answered with a diagnostic, by `check_jobs`.
jobs = _jobs(int)
few_jobs = _jobs(click.IntRange(1, 64))
seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
who_plays = click.option(
    "--policy",
    "--player",
    "policy",
    default="random",
    show_default=True,
    metavar="WHO",
    help="random, greedy (best immediate gain), search (tries out plays), mixed (greedy and random in turns), or one "
    "for each seat: search,greedy.",
)

think = click.option(
    "--think",
    type=click.FloatRange(0.001, 600),
    default=0.2,
    show_default=True,
    help="Time that a searching player has for each move, in seconds.",
)


Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def plays(default: int, most: int, words: str = "Number of plays.") -> Option:
    return click.option(
        "--plays", type=click.IntRange(1, most), default=default, show_default=True, help=words
    )


def most(default: int, words: str) -> Option:
    return click.option(
        "--moves", "--most", "most", type=click.IntRange(1), default=default, show_default=True, help=words
    )


def budget(seconds: float, words: str) -> Option:
    return click.option(
        "--budget", type=click.FloatRange(0.1, 3600), default=seconds, show_default=True, help=words
    )


def path(name: str, words: str, **more: Any) -> Option:
    return click.option(*name.split(), type=click.Path(path_type=Path), help=words, **more)


def save_to(
    words: str = "Write every play into this folder, for `rulewright replay`.", **more: Any
) -> Option:
    return click.option("--save-to", type=click.Path(path_type=Path, file_okay=False, **more), help=words)


def force(what: str) -> Option:
    return click.option("--force", is_flag=True, help=f"Overwrite {what}.")


def check_jobs(jobs: Jobs, report: Report) -> None:
    if isinstance(jobs, int) and not 1 <= jobs <= 64:
        report.add(diagnostic("V405", hint="from 1 to 64 processes", count=jobs))


def engine_of(ruleset: str, players: int | None) -> Engine:
    """The machine of a rule set, ready to play; mistakes in the text raise `Rejected`."""
    # Only who plays waits for the machine to be read.
    from verifier.engine import Engine
    from verifier.program import program_of

    return Engine(program_of(ruleset, players).machine)


def say_what_is_faster(seconds: float) -> None:
    """Once for a command of so many seconds: that a compiler refused what it was given, or would make it faster."""
    from verifier.engine.native.choose import lacks_compiler
    from verifier.engine.native.compiler import refusal

    refused = refusal(seconds)
    if refused is not None:
        click.echo(said("answer.refused-c", why=refused), err=True)
    elif seconds > LONG and lacks_compiler():
        click.echo(said("answer.faster"), err=True)


def simulation_of(engine: Engine, ruleset: str, policy: str, most: int, think: float) -> Simulation:
    """Plays of a rule set by the players that are named."""
    from verifier.trace.policies.search.player import Budget
    from verifier.trace.simulate import Simulation

    try:
        return Simulation(engine, ruleset, policy, most, budget=Budget(think))
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--policy") from None
