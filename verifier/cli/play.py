"""`rulewright play`: a game at the terminal."""

from __future__ import annotations

import random
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from verifier.cli import frame
from verifier.cli.board import Board
from verifier.cli.card_face import card_lines, cards_in_hand, cards_meant
from verifier.cli.choices import choice_lines
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command
from verifier.cli.hint import hint_lines
from verifier.cli.replay import sheet_lines
from verifier.cli.round_sheet import round_sheet
from verifier.cli.screen import FOLDED, LOOSE, TIGHT, fitted
from verifier.cli.show import console, reader, show_table, worded, wrapped
from verifier.cli.typed import QUESTION, begins, heard, known_words, not_understood, words_of
from verifier.engine import Engine
from verifier.engine.state import Move
from verifier.pages.table_words import TableWords
from verifier.pages.told_words import table_wording
from verifier.program import program_of
from verifier.report.diff import told_result
from verifier.runtime import Seeded
from verifier.trace.moves import MoveNotation, action_of
from verifier.trace.policies.greedy import greedy
from verifier.trace.policies.search.player import Budget, SearchPlayer
from verifier.trace.policies.uniform import Policy, by_choice, random_given
from verifier.trace.record import Recorder
from verifier.trace.scoring import Worth, scored
from verifier.trace.simulate import PLAYERS
from verifier.trace.tell import Teller, written_move_in_words
from verifier.trace.words import player_name, typed_move

# --- somebody at the table: shows what they see, asks what they do, and says why not


HELP = ("number", "words", "why", "enter", "card", "hint", "score", "rules", "undo", "show", "quit")
# More moves than this are counted, not listed.
MOST_LISTED = 80
# So many cards are explained at a time.
MOST_CARDS = 12
# So many moves in a row are made for a player who has no choice; then somebody is asked, so that no play runs away.
MOST_FORCED = 100


class Quit(Exception):  # noqa: N818 - no mistake: somebody leaves
    """The player leaves the table."""


class Seat:
    """A human player among others; whoever `searches` is asked for hints."""

    def __init__(
        self,
        recorder: Recorder,
        seat: int,
        others: Policy,
        words: TableWords,
        searches: Callable[[], SearchPlayer],
    ) -> None:
        self.recorder = recorder
        self.engine = recorder.engine
        self.seat = seat
        self.others = others
        self.words = words
        self.searches = searches
        self.teller = Teller(self.engine, viewer=seat)
        wording = table_wording(self.engine, words)
        self.speaker = Teller(self.engine, viewer=seat, wording=wording, brief=True)
        self.board = Board(self.engine, seat, words)
        for thing, name in self.board.names_by_print().items():
            for told in (wording, self.teller.wording, self.board.wording):
                told.things[thing] = name
        self.out = console()
        # What has happened since the player was last asked: on a terminal it is shown again below the table.
        self.news: list[str] = []
        # How many moves had been made when the player was asked; these can be undone.
        self.decisions: list[int] = []
        self.forced = 0
        # Is some of the table left out, since the terminal is low?
        self.folded = False

    def play(self) -> None:
        """To the end of the game, or until the player leaves."""
        try:
            while moves := self.engine.legal(self.recorder.state):
                if self.engine.player(self.recorder.state) != self.seat:
                    self.make(self.others(self.recorder.state, moves))
                elif len(self.engine.distinct(moves, self.recorder.state)) > 1 or self.forced == MOST_FORCED:
                    self.forced = 0
                    self.turn(moves)
                else:
                    # Nobody is asked where there is nothing to choose.
                    self.forced += 1
                    self.make(moves[0], told=False)
        except Quit:
            self.say(self.words.said("leave"))
            return
        self.end()

    def make(self, move: Move, told: bool = True) -> None:
        """A move, and what is said of it; what ends nothing but one's own choice is no news unless it is `told`."""
        before = self.recorder.state.copy()
        stops = action_of(self.engine, before, move) == "stop"
        self.recorder.step(move)
        sheet = round_sheet(self.speaker.wording, self.words, before, self.recorder.state)
        # The next round is set up already: what that moved is no news.
        made = written_move_in_words(self.engine, self.recorder.words[-1], self.speaker.wording)
        lines = [made, *sheet] if sheet else [self.speaker.line(before, move, self.recorder.state)]
        if told or not stops or lines != [made]:
            for line in lines:
                self.tell(line)

    def tell(self, words: str) -> None:
        """Something that has happened."""
        self.news.append(words)
        self.say(words)

    def turn(self, moves: list[Move]) -> None:
        """One decision of the human player: made, or taken back."""
        offered = self.engine.distinct(moves, self.recorder.state)
        self.show_table()
        self.show_moves(offered)
        while True:
            move = self.answered(self.asked(), offered)
            if move is not None:
                self.news = []
                self.decisions.append(len(self.recorder.moves))
                self.make(move)
                return
            if self.engine.legal(self.recorder.state) != moves:
                return

    def answered(self, line: str, offered: list[Move]) -> Move | None:
        """The move that an answer means, if it means one."""
        line = heard(line, self.words)
        match line.lower():
            case "" if len(offered) == 1:
                return offered[0]
            case "quit" | "q" | "exit":
                raise Quit
            case "help" | "?" | "h":
                self.show_help()
            case "score" | "s":
                self.show_scores()
            case "rules" | "r":
                self.show_rules(offered)
            case "table" | "t" if self.folded:
                self.unfold()
            case "table" | "t" | "":
                self.show_table()
                self.show_moves(offered)
            case "undo" | "u":
                self.undo()
            case "hint" | "i":
                searcher, state = self.searches(), self.recorder.state
                for told in hint_lines(searcher, state, offered, self.words, self.chosen):
                    self.say(told)
            case number if number.isdecimal() and len(number) < 6:
                if 1 <= int(number) <= len(offered):
                    return offered[int(number) - 1]
                self.say(self.words.ours.count("play.moves", len(offered)))
            case wanted if wanted.split()[:1] == ["card"]:
                self.show_cards(line.partition(" ")[2].strip())
            case question if QUESTION.match(question):
                self.answer_why(QUESTION.sub("", line), offered)
            case _:
                fitting = self.begun(line, offered)
                if len(fitting) < 2:
                    return fitting[0] if fitting else self.wish(line)
                self.ask_which(fitting, offered)
        return None

    def answer_why(self, asked: str, offered: list[Move]) -> None:
        """Why a move is not legal, or that it is."""
        listed = asked.isdecimal() and len(asked) < 6
        if listed and not 1 <= int(asked) <= len(offered):
            self.say(self.words.ours.count("play.moves", len(offered)))
        elif listed or self.wish(asked) is not None:
            self.say(self.words.said("legal"))

    def begun(self, line: str, offered: list[Move]) -> list[Move]:
        """The moves on offer that a few beginnings of words mean: `l g7`, or `d` where only one begins so."""
        typed = words_of(line)
        exact = [move for move in offered if self.label(move) == typed]
        return exact or [move for move in offered if begins(self.label(move), typed)]

    def ask_which(self, fitting: list[Move], offered: list[Move]) -> None:
        """What was typed begins several moves: which of them?"""
        self.say(self.words.said("which"))
        self.list_moves(fitting, offered)

    def label(self, move: Move) -> list[str]:
        """The words of a move on offer."""
        state = self.recorder.state
        said = " ".join([self.words.action(action_of(self.engine, state, move)), *self.chosen(move)])
        return words_of(said)

    def chosen(self, move: Move) -> list[str]:
        """What a move on offer chooses, in words; what is one's own is not said to be."""
        mine, *others = self.speaker.wording.owned(self.seat, "*").split("*")
        said = (
            each.removeprefix("the ").removeprefix(mine or " ").removesuffix(*others)
            for each in self.speaker.chosen(self.recorder.state, move)
        )
        # Behind the number of a move no other number comes first: `1 stack 2`, not `1 2 stack`.
        return [re.sub(r"^(\d+) (.+)$", r"\2 \1", each) for each in said]

    def wish(self, line: str) -> Move | None:
        """A wish in words: the move, or why not."""
        state = self.recorder.state
        written = typed_move(self.engine, state, line)
        if written is None:
            written = typed_move(self.engine, state, self.words.typed(self.engine, line[:200]))
        if written is None and not line:
            self.say(self.words.said("type-why"))
            return None
        if written is None:
            labels = map(self.label, self.engine.distinct(self.engine.legal(state), state))
            self.say(not_understood(line, self.words, known_words(self.words, self.engine, labels)))
            return None
        found = self.engine.parse(state, written)
        if isinstance(found, tuple):
            return found
        self.say(self.words.said("illegal"))
        for refusal in found:
            for words in self.words.why_not(refusal):
                self.say(f"  {words}")
        return None

    def undo(self) -> None:
        """Back to the last decision of the human player."""
        if not self.decisions:
            self.say(self.words.said("nothing-to-undo"))
            return
        self.recorder.undo(len(self.recorder.moves) - self.decisions.pop())
        self.news = []
        self.tell(self.words.said("undone"))

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
        if self.out.is_terminal:
            words = "\n".join(wrapped(line, self.out.width) for line in words.split("\n"))
        self.out.print(Text(words), soft_wrap=True)

    def show_table(self) -> None:
        """The table, on a terminal always in the same place: at the top, what has happened below it."""
        if not self.out.is_terminal:
            self.out.print()
            self.draw(LOOSE)
            self.out.print()
            return
        how, news = fitted(self.out, self.drawn, self.news, self.asked_in())
        self.folded = how == FOLDED
        self.out.clear()
        self.draw(how)
        if not self.folded:
            self.out.print()
        for line in news:
            self.out.print(Text(line, style="dim"), soft_wrap=True)
        if news and not self.folded:
            self.out.print()

    def asked_in(self) -> int:
        """How many lines the question and the moves take, with the line where the answer is typed."""
        moves = self.engine.legal(self.recorder.state)
        offered = self.engine.distinct(moves, self.recorder.state)[:MOST_LISTED] if moves else []
        listed = list(choice_lines(self.rows(offered, offered), self.out.width)) if offered else []
        return len(listed) + len(wrapped(self.question(), self.out.width).split("\n")) + 1

    def unfold(self) -> None:
        """The whole table, for once without what is asked: both have no room."""
        self.out.clear()
        self.draw(TIGHT)
        self.say(self.words.said("asked-again"))

    def drawn(self, how: int) -> Iterator[Text | Table]:
        tight = 0 if how == LOOSE else self.out.width
        return self.board.drawn(self.recorder.state, tight, folded=how == FOLDED)

    def draw(self, how: int) -> None:
        for part in self.drawn(how):
            if isinstance(part, Table):
                show_table(self.out, part)
            else:
                self.out.print(part, soft_wrap=True)

    def show_help(self) -> None:
        widest = max(len(self.words.said(f"type-{what}")) for what in HELP)
        room = max(40, self.out.width - widest - 3)
        for what in HELP:
            does = self.words.said(f"does-{what}")
            first, *more = textwrap.wrap(does, room) if self.out.is_terminal else [does]
            self.say(f"  {self.words.said(f'type-{what}'):<{widest}} {first}")
            for line in more:
                self.say(f"{'':{widest + 3}}{line}")

    def show_scores(self) -> None:
        """What the player's score is made of; of the others only what is shown on the table."""
        for worth in scored(self.engine, self.recorder.state, self.seat, wording=self.speaker.wording):
            self.show_sheet(worth)

    def show_sheet(self, worth: Worth) -> None:
        for line in sheet_lines(worth.brief(), self.words):
            self.say(worded(line))

    def show_cards(self, typed: str) -> None:
        """What a card says, or every card in the player's hand."""
        state = self.recorder.state
        if typed:
            found = cards_meant(self.words, self.engine, typed)
        else:
            found = cards_in_hand(self.words, self.engine, state, self.seat)
        for thing, name in list(found.items())[:MOST_CARDS]:
            for told in card_lines(self.words, thing, name):
                self.say(told)
        if not found:
            self.say(self.words.said("no-card" if typed else "no-hand"))

    def show_rules(self, offered: list[Move]) -> None:
        """What is asked and why: the sentences about this phase and the actions on offer."""
        state = self.recorder.state
        label = self.engine.layout.labels[state.at].split(" ", 1)[0]
        actions = dict.fromkeys(action_of(self.engine, state, move) for move in offered)
        said = self.words.sentences_about(label, tuple(actions))
        for sentence in said:
            self.say(sentence)
        if not said:
            self.say(self.words.said("no-sentence"))

    def show_moves(self, offered: list[Move]) -> None:
        """What is asked, and the moves."""
        if question := self.question():
            self.say(question)
        self.list_moves(offered[:MOST_LISTED], offered)
        if len(offered) > MOST_LISTED:
            self.say(self.words.said("more-moves", count=len(offered) - MOST_LISTED))

    def list_moves(self, moves: list[Move], offered: list[Move]) -> None:
        for line in choice_lines(self.rows(moves, offered), self.out.width):
            self.out.print(line, soft_wrap=True)

    def rows(self, moves: list[Move], offered: list[Move]) -> dict[str, list[str]]:
        """Moves by action, with the numbers under which they are on offer."""
        rows: dict[str, list[str]] = {}
        numbers = {id(move): number for number, move in enumerate(offered, start=1)}
        for move in moves:
            action = self.words.action(action_of(self.engine, self.recorder.state, move))
            rows.setdefault(action, []).append(f"{numbers[id(move)]} {' + '.join(self.chosen(move))}".strip())
        return rows

    def question(self) -> str:
        """What is asked: what the rules say first of the phase, of what goes on, of the card."""
        return self.words.question(self.engine.layout.labels[self.recorder.state.at]) or ""

    def end(self) -> None:
        state = self.recorder.state
        self.show_table()
        if not self.engine.over(state):
            self.say(self.words.said("deadlock"))
            return
        for seat in range(self.engine.machine.players):
            for worth in scored(self.engine, state, seat, wording=self.speaker.wording):
                self.show_sheet(worth)
        self.say(
            self.words.said("over", result=worded(told_result(self.engine.result(state), "; ", "share")))
        )


# --- `rulewright play`: a game at the terminal


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--seed", type=int, help="Random seed; default: random.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option("--opponent", type=click.Choice(PLAYERS), default="search", show_default=True)
@frame.think
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
    think: float,
    save_as: Path | None,
    force: bool,
) -> None:
    """Play at the terminal: make a move by number or in words, see why a move is refused, `undo`, ask for a `hint`.

    The opponent `search` tries out plays of what its seat does not see, dealt anew each time.
    """
    if save_as is not None:
        check_free(save_as, force)
    engine = frame.engine_of(ruleset, players)
    if seat >= engine.machine.players:
        raise click.UsageError(f"there are {engine.machine.players} seats, numbered from 0")
    seed = random.randrange(1_000_000) if seed is None else seed
    oracle = Seeded(seed)
    given = random_given(engine, oracle.random)
    recorder = Recorder(MoveNotation(engine), ruleset, oracle, given, undoing=True).begin()
    words = TableWords(program_of(ruleset, players), reader())

    @cache
    def searches() -> SearchPlayer:
        if sys.stderr.isatty():
            click.echo(wrapped(words.said("getting-ready"), console().width), err=True)
        return SearchPlayer(engine, seed, Budget(think))

    others = _others(opponent, engine, seed, searches)
    table = Seat(recorder, seat, others, words, searches)
    table.tell(words.said("hello", ruleset=ruleset, seed=seed, player=player_name(seat)))
    try:
        table.play()
    except (KeyboardInterrupt, click.Abort):
        click.echo()
    finally:
        # Also when the rules break down: then the play is wanted most.
        if save_as is not None:
            save(save_as, recorder.written().as_text(), force)
            click.echo(worded(f"saved to {save_as}"))


def _others(opponent: str, engine: Engine, seed: int, searches: Callable[[], SearchPlayer]) -> Policy:
    match opponent:
        case "search":
            return searches()
        case "greedy":
            return greedy(engine, seed)
        case _:
            return by_choice(random.Random(seed))
