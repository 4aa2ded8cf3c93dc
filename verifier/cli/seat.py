"""Somebody at the table: shows what they see, asks what they do, and says why not."""

from __future__ import annotations

import re
import sys

import click
from rich.text import Text

from verifier.backends.machine.state import Move
from verifier.cli.seen import Seen
from verifier.cli.show import console, show_table
from verifier.trace.moves import action_of
from verifier.trace.policies.uniform import Policy
from verifier.trace.record import Recorder
from verifier.trace.tell import Teller, refused_by
from verifier.trace.words import player_name, spoken, wished

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
        self.seen = Seen(self.engine, seat)
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
                self.say(f"There are {len(offered)} moves.")
            case question if _WHY.match(question):
                if self.wish(_WHY.sub("", line)) is not None:
                    self.say("This is legal.")
            case _:
                return self.wish(line)
        return None

    def wish(self, line: str) -> Move | None:
        """A wish in words: the move, or why not."""
        state = self.recorder.state
        written = wished(self.engine, state, line)
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
                head = spoken(action) if number == 0 else ""
                self.out.print(Text.assemble((f"{head:<{width}}", "bold"), "  ", line), soft_wrap=True)
        if len(offered) > MOST_LISTED:
            self.say(f"and {len(offered) - MOST_LISTED} more: name one in words")

    def end(self) -> None:
        state = self.recorder.state
        self.show_table()
        if not self.engine.over(state):
            self.say("Deadlock: nobody can move.")
            return
        result = self.engine.result(state)
        scores = ", ".join(f"{player_name(seat)} {score}" for seat, score in enumerate(result.scores))
        winners = " and ".join(player_name(seat) for seat in result.winners)
        self.say(f"The game is over: {scores}. {winners} {'wins' if len(result.winners) == 1 else 'share'}.")


def _filled(choices: list[str], width: int) -> list[str]:
    """The choices in lines that break between them."""
    lines = [""]
    for choice in choices:
        if lines[-1] and len(lines[-1]) + 3 + len(choice) > width:
            lines.append("")
        lines[-1] += f"   {choice}" if lines[-1] else choice
    return lines
