"""`rulewright play`: a game at the terminal against players that need no thought."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, product
from pathlib import Path
from typing import Any

import click
from rich.color import Color, ColorParseError
from rich.table import Table
from rich.text import Text

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command
from verifier.cli.show import console, show_table
from verifier.diagnostics import count_of
from verifier.engine import Engine, State
from verifier.engine.state import Move
from verifier.engine.view import HIDDEN, is_hidden, seen_things, sees_entry
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Truth, values
from verifier.kernel.machine import Cell, Family
from verifier.report.diff import told_result
from verifier.runtime import Seeded
from verifier.trace.moves import MoveNotation, action_of
from verifier.trace.policies.greedy import greedy
from verifier.trace.policies.uniform import Policy, by_choice, random_given
from verifier.trace.record import Recorder
from verifier.trace.simulate import PLAYERS
from verifier.trace.tell import Teller, refused_by
from verifier.trace.words import TableWording, name_in_words, player_name, typed_move

# --- the table as one player sees it: zones and amounts in, lines for the terminal out


DOT = "  ·  "
WORD = 12


@dataclass(slots=True)
class _Side:
    """What lies before one player, or before all."""

    amounts: list[str] = field(default_factory=list)
    lines: list[tuple[str, Text]] = field(default_factory=list)


class PlayerDisplay:
    """Shows states of one game to one player. All it knows is what the machine's view tells."""

    def __init__(self, engine: Engine, viewer: int) -> None:
        self.engine = engine
        self.viewer = viewer
        self.wording = TableWording(engine)
        machine = engine.machine
        self.unspoken = {machine.active, machine.shown_things, machine.shown_zones}

    def sides(self, state: State) -> Iterator[tuple[Text, Table]]:
        """What belongs to nobody, then to each player, the viewer last: a headline and what lies there."""
        view = self.engine.view(state, self.viewer)
        seats = [seat for seat in range(self.engine.machine.players) if seat != self.viewer]
        sides = {seat: _Side() for seat in (*seats, self.viewer, NOTHING)}
        owners = self._owners(view["zones"])
        for family in self.engine.machine.families.values():
            self._add_zones(family, view["zones"], sides)
        for cell in self.engine.machine.cells.values():
            if cell.name in view["cells"] and cell.name not in self.unspoken and not cell.given:
                self._add_cell(cell, state, sides, owners)
        for seat in (NOTHING, *seats, self.viewer):
            yield self._side(seat, sides[seat])

    def _side(self, seat: int, side: _Side) -> tuple[Text, Table]:
        name = "the table" if seat == NOTHING else player_name(seat)
        you = " (you)" if seat == self.viewer else ""
        amounts = f"   {', '.join(side.amounts)}" if side.amounts else ""
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=WORD)
        for title, line in side.lines:
            table.add_row(f"  {title}", line)
        return Text.assemble((f"{name}{you}", "bold"), amounts), table

    def _add_zones(self, family: Family, view: dict[str, Any], sides: dict[int, _Side]) -> None:
        """One line for the zones of a family before each player; empty zones are left out."""
        found: dict[int, list[Text]] = {}
        for zone in range(family.base, family.base + family.size):
            told = view.get(self.engine.speech.zone(zone))
            if told is None or (not told["count"] and family.size > self.engine.machine.players):
                continue
            owner, words = self._index(family, self.engine.layout.zone_index(zone))
            found.setdefault(owner, []).append(self._zone(told, words))
        for owner, parts in found.items():
            sides[owner].lines.append((name_in_words(family.name), Text(DOT).join(parts)))

    def _index(self, family: Family, index: tuple[int, ...]) -> tuple[int, list[str]]:
        return self._owner([domain for _, domain in family.index], index)

    def _owner(self, domains: list[Domain], index: tuple[int, ...]) -> tuple[int, list[str]]:
        """Whose something is, and the other words that tell it apart."""
        owner, words = NOTHING, []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, Players) and owner == NOTHING:
                owner = value
            else:
                words.append(self.wording.value(domain, value).removeprefix("the "))
        return owner, words

    def _zone(self, told: dict[str, Any], words: list[str]) -> Text:
        things = told.get("things", [])
        called = [_shortened(self._called(name), words) for name in things]
        names = [Text(_counted(name, len(list(run))), style=_style(name)) for name, run in groupby(called)]
        unseen = told["count"] - len(things)
        line = Text(", ").join(names)
        if unseen:
            line = Text.assemble(line, f" and {unseen} more" if names else f"{unseen} hidden")
        elif not names:
            line = Text("empty", style="dim")
        label = " ".join(words)
        return Text.assemble((label, _style(label)), " ", line) if label else line

    def _called(self, name: str) -> str:
        return self.wording.thing(self.engine.speech.heard(self.engine.machine.all_things, name)[0])

    def _owners(self, view: dict[str, Any]) -> dict[int, int]:
        """Before whom each component lies that the viewer sees."""
        found = {}
        for family in self.engine.machine.families.values():
            for zone in range(family.base, family.base + family.size):
                owner, _ = self._index(family, self.engine.layout.zone_index(zone))
                for name in view.get(self.engine.speech.zone(zone), {}).get("things", []):
                    found[self.engine.speech.heard(self.engine.machine.all_things, name)[0]] = owner
        return found

    def _add_cell(self, cell: Cell, state: State, sides: dict[int, _Side], owners: dict[int, int]) -> None:
        """Amounts and notes that say something: not zero, not no, not nothing."""
        found: dict[int, list[str]] = {}
        seen = seen_things(state, self.viewer, self.engine.read)
        for index in product(*(values(domain) for domain in cell.index)):
            value = self.engine.get(state, cell.name, index)
            if any(is_hidden(*each, seen) for each in zip(cell.index, index, strict=True)):
                continue
            if not sees_entry(cell, index, self.viewer):
                continue
            if value == (0 if isinstance(cell.domain, Number | Truth) else NOTHING):
                continue
            owner, words = self._owner(list(cell.index), index)
            for domain, part in zip(cell.index, index, strict=True):
                if isinstance(domain, Things) and owner == NOTHING:
                    owner = owners.get(part, NOTHING)
            named = HIDDEN if is_hidden(cell.domain, value, seen) else self.wording.value(cell.domain, value)
            told = [] if isinstance(cell.domain, Truth) else [named]
            found.setdefault(owner, []).append(" ".join([*words, *told]))
        for owner, parts in found.items():
            if any(not isinstance(domain, Players) for domain in cell.index):
                sides[owner].lines.append((name_in_words(cell.name), Text(DOT.join(parts))))
            else:
                sides[owner].amounts.append(" ".join([name_in_words(cell.name), *parts]).strip())


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _shortened(name: str, words: list[str]) -> str:
    """A name without what the place says already: `7` in the row of its colour."""
    rest = [part for part in name.split() if part not in words]
    return " ".join(rest) or name


def _style(name: str) -> str:
    """The colour that a name begins with, if it is the name of a colour."""
    word = name.replace("-", " ").split(" ")[0]
    try:
        Color.parse(word)
    except ColorParseError:
        return ""
    return word


# --- somebody at the table: shows what they see, asks what they do, and says why not


# A question: the move is not made.
_WHY = re.compile(r"why( not)?\b[ ,:]*", re.IGNORECASE)
HELP = """\
  a number        makes that move
  ACTION WHAT     a move in words; if it is illegal, the reason
  why ACTION WHAT whether a move is legal, and if not why
  (enter)         makes the only legal move
  undo            takes back your last move and what followed
  table           shows the table again
  quit            leaves the game"""
# More moves than this are counted, not listed.
MOST_LISTED = 80


class Quit(Exception):  # noqa: N818 - no mistake: somebody leaves
    """The player leaves the table."""


class Seat:
    """A human player among players that need no thought."""

    def __init__(self, recorder: Recorder, seat: int, others: Policy) -> None:
        self.recorder = recorder
        self.engine = recorder.engine
        self.seat = seat
        self.others = others
        self.teller = Teller(self.engine, viewer=seat)
        self.seen = PlayerDisplay(self.engine, seat)
        self.out = console()

    def play(self) -> None:
        """To the end of the game, or until the player leaves."""
        try:
            while moves := self.engine.legal(self.recorder.state):
                if self.engine.player(self.recorder.state) == self.seat:
                    self.turn(moves)
                else:
                    self.make(self.others(self.recorder.state, moves))
        except Quit:
            click.echo("You leave the game.")
            return
        self.end()

    def make(self, move: Move) -> None:
        before = self.recorder.state.copy()
        self.recorder.step(move)
        self.say(self.teller.line(before, move, self.recorder.state))

    def turn(self, moves: list[Move]) -> None:
        """One decision of the human player: made, or taken back."""
        offered = self.engine.distinct(moves, self.recorder.state)
        self.show_table()
        self.show_moves(offered)
        while True:
            move = self.answered(self.asked(), offered)
            if move is not None:
                self.make(move)
                return
            if self.engine.legal(self.recorder.state) != moves:
                return

    def answered(self, line: str, offered: list[Move]) -> Move | None:
        """The move that an answer means, if it means one."""
        match line.lower():
            case "" if len(offered) == 1:
                return offered[0]
            case "quit" | "q" | "exit":
                raise Quit
            case "help" | "?" | "h":
                click.echo(HELP)
            case "table" | "t" | "":
                self.show_table()
                self.show_moves(offered)
            case "undo" | "u":
                self.undo()
            case number if number.isdecimal() and len(number) < 6:
                if 1 <= int(number) <= len(offered):
                    return offered[int(number) - 1]
                verb = "is" if len(offered) == 1 else "are"
                self.say(f"There {verb} {count_of(len(offered), 'move')}.")
            case question if _WHY.match(question):
                if self.wish(_WHY.sub("", line)) is not None:
                    self.say("This is legal.")
            case _:
                return self.wish(line)
        return None

    def wish(self, line: str) -> Move | None:
        """A wish in words: the move, or why not."""
        state = self.recorder.state
        written = typed_move(self.engine, state, line)
        if written is None:
            words = "".join(letter if letter.isprintable() else "?" for letter in line[:60])
            self.say(f"I do not understand `{words}`; `help` says what you can type.")
            return None
        found = self.engine.parse(state, written)
        if isinstance(found, tuple):
            return found
        self.say("Illegal:")
        for refusal in found:
            self.say(f"  {refused_by(refusal)}")
        return None

    def undo(self) -> None:
        """Back to the last decision of the human player."""
        if not any(move["player"] == self.seat for move in self.recorder.words):
            self.say("There is nothing to undo.")
            return
        while self.recorder.undo() and self.engine.player(self.recorder.state) != self.seat:
            pass
        self.say("Undone.")

    def asked(self) -> str:
        """What the player types; leaves the table at the end of the input."""
        self.out.print(f"{player_name(self.seat)}> ", end="")
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise Quit
        if not sys.stdin.isatty():
            # Somebody reads this later: what was typed belongs to the story.
            click.echo(line.rstrip("\n"))
        return line.strip()

    # --- shown

    def say(self, words: str) -> None:
        self.out.print(Text(words), soft_wrap=True)

    def show_table(self) -> None:
        self.out.print()
        for headline, table in self.seen.sides(self.recorder.state):
            self.out.print(headline, soft_wrap=True)
            show_table(self.out, table)
        self.out.print()

    def show_moves(self, offered: list[Move]) -> None:
        """The moves by action, numbered."""
        state = self.recorder.state
        rows: dict[str, list[str]] = {}
        for number, move in enumerate(offered[:MOST_LISTED], start=1):
            chosen = " + ".join(word.removeprefix("the ") for word in self.teller.chosen(state, move))
            rows.setdefault(action_of(self.engine, state, move), []).append(f"{number} {chosen}".strip())
        width = max(len(action) for action in rows)
        for action, choices in rows.items():
            for number, line in enumerate(_filled(choices, self.out.width - width - 4)):
                head = name_in_words(action) if number == 0 else ""
                self.out.print(Text.assemble((f"{head:<{width}}", "bold"), "  ", line), soft_wrap=True)
        if len(offered) > MOST_LISTED:
            self.say(f"and {len(offered) - MOST_LISTED} more: name one in words")

    def end(self) -> None:
        state = self.recorder.state
        self.show_table()
        if not self.engine.over(state):
            self.say("Deadlock: nobody can move.")
            return
        self.say(f"The game is over: {told_result(self.engine.result(state), '. ', 'share')}.")


def _filled(choices: list[str], width: int) -> list[str]:
    """The choices in lines that break between them."""
    lines = [""]
    for choice in choices:
        if lines[-1] and len(lines[-1]) + 3 + len(choice) > width:
            lines.append("")
        lines[-1] += f"   {choice}" if lines[-1] else choice
    return lines


# --- `rulewright play`: a game at the terminal against players that need no thought


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--seed", type=int, help="Random seed; default: random.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option("--opponent", type=click.Choice(PLAYERS), default="greedy", show_default=True)
@click.option(
    "--save", "save_as", type=click.Path(path_type=Path, dir_okay=False), help="Save the play to this file."
)
@frame.force("an existing file")
def play(
    ruleset: str,
    players: int | None,
    seed: int | None,
    seat: int,
    opponent: str,
    save_as: Path | None,
    force: bool,
) -> None:
    """Play at the terminal: make a move by number or in words, see why a move is refused, `undo`."""
    if save_as is not None:
        check_free(save_as, force)
    engine = frame.engine_of(ruleset, players)
    if seat >= engine.machine.players:
        raise click.UsageError(f"there are {engine.machine.players} seats, numbered from 0")
    seed = random.randrange(1_000_000) if seed is None else seed
    oracle = Seeded(seed)
    given = random_given(engine, oracle.random)
    recorder = Recorder(MoveNotation(engine), ruleset, oracle, given, undoing=True).begin()
    others = greedy(engine, seed) if opponent == "greedy" else by_choice(random.Random(seed))
    click.echo(f"{ruleset}, seed {seed}. You are {player_name(seat)}; `help` says what you can type.")
    try:
        Seat(recorder, seat, others).play()
    except (KeyboardInterrupt, click.Abort):
        click.echo()
    finally:
        # Also when the rules break down: then the play is wanted most.
        if save_as is not None:
            save(save_as, recorder.written().as_text(), force)
            click.echo(f"saved to {save_as}")
