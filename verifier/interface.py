"""The public interface: rule sets to play by, and questions to ask of them, for programs of others.

Everything here is also in `rulewright`. What is heavy (solvers, Hypothesis) is imported by whoever asks for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from verifier.diagnostics import Diagnostic, Rejected, Report, all_as_text
from verifier.engine import Engine, Refusal, Result
from verifier.engine.engine import Given
from verifier.engine.view import without_empty
from verifier.languages import ENGLISH
from verifier.program import check_ruleset, program_of
from verifier.runtime import Fault, Rewindable, Seeded
from verifier.source import Source
from verifier.surface.files import game_names
from verifier.trace.feed import Feed
from verifier.trace.moves import MoveNotation, notation_of
from verifier.trace.policies.uniform import random_given
from verifier.trace.positions import read_state, state_as_json
from verifier.trace.read import read_play, read_value
from verifier.trace.record import Recorder
from verifier.trace.replay import Replay, Replayer, Script, given_of, replayed
from verifier.trace.scoring import Worth, scored
from verifier.trace.tell import trace_in_words
from verifier.trace.trace import WrittenTrace, move_in_names_of_today

if TYPE_CHECKING:
    from verifier.check.schedule import VerifyOutcome
    from verifier.compare.diff import Diff
    from verifier.words.audit import Audit

Written = Mapping[str, Any]


class RulewrightError(Exception):
    """What was asked cannot be done: the text says why.

    `diagnostics` are mistakes in rules, plays, states or names; `refusals` are the rules against a move.
    """

    def __init__(
        self, message: str, diagnostics: Sequence[Diagnostic] = (), refusals: Sequence[Refusal] = ()
    ) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.refusals = tuple(refusals)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except Rejected as rejected:
        found = rejected.report.diagnostics
        raise RulewrightError(all_as_text(found), found) from None
    except Fault as fault:
        words = f"the rules cannot be carried out: {fault.property}, `{fault.subject}` {fault.value}"
        raise RulewrightError(words) from fault


# --- playing


def games() -> list[str]:
    """The names of the games that come with Rulewright."""
    return game_names()


def diagnose(ruleset: str) -> tuple[Diagnostic, ...]:
    """Every mistake in a rule set and every warning, for every number of players; nothing is raised for them."""
    report = Report()
    check_ruleset(ruleset, report)
    return report.diagnostics


def load(ruleset: str) -> RuleSet:
    """A rule set by its name, `game` or `game+overlay+overlay`; a part may be the path of a `.rules` file."""
    return RuleSet(ruleset)


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score as it stands, and the definitions it is made of, with each rule that changed a value."""

    player: int
    value: int
    parts: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A written play held against the rules.

    `moves` were legal; `refused` is the first that was not, with the `refusals` against it. `fault` says what the
    rules could not carry out. `play` stands where the play led, before the refused move if there is one.
    """

    play: Play
    moves: int
    refused: Written | None
    refusals: tuple[Refusal, ...]
    fault: str | None
    story: tuple[str, ...]

    @property
    def legal(self) -> bool:
        return self.refused is None and self.fault is None


class RuleSet:
    """A rule set to play by. Its text is read once; `players` are the numbers of players it is for."""

    def __init__(self, ruleset: str) -> None:
        self.name = ruleset
        with _errors():
            program = program_of(ruleset)
            self.players = tuple(program.counts)
            self._programs = {count: program_of(ruleset, count) for count in self.players}
            _ = program.machine

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def new(
        self,
        seed: int | None = None,
        players: int | None = None,
        given: Written | None = None,
        shuffles: Sequence[Sequence[str]] | None = None,
        rolls: Sequence[Written] | None = None,
    ) -> Play:
        """A play at its first decision. The same seed gives the same shuffles, rolls and start.

        `given` is what comes with a play (who is oldest, say) by name; chance decides if it is not said. With
        `shuffles` or `rolls`, written as in plays, they are all that chance gives; `Play.feed` adds more.
        """
        with _errors():
            moving = self._moving(players)
            engine, seeded = moving.engine, Seeded(seed)
            numbers: Mapping[str, Given] = random_given(engine, seeded.random)
            written = self._chance(engine, given, shuffles, rolls)
            fed = shuffles is not None or rolls is not None
            oracle: Rewindable = Feed(engine, written) if fed else seeded
            if given is not None:
                numbers = given_of(engine, written, Script(engine, written))
            return Play(self, Recorder(moving, self.name, oracle, numbers, undoing=True).begin())

    def _chance(
        self,
        engine: Engine,
        given: Written | None,
        shuffles: Sequence[Sequence[str]] | None,
        rolls: Sequence[Written] | None,
    ) -> WrittenTrace:
        return read_value(
            {
                "ruleset": self.name,
                "players": engine.machine.players,
                "given": given if given is None else dict(given),
                "shuffles": shuffles if shuffles is None else list(map(list, shuffles)),
                "rolls": rolls if rolls is None else list(rolls),
                "moves": [],
            }
        )

    def from_state(self, state: Written, seed: int | None = None) -> Play:
        """A play that goes on from a state, as `Play.state` gives it; the seed is for what chance does from there."""
        self._check_name(state.get("ruleset", self.name), "state")
        with _errors():
            players = state.get("players")
            if type(players) is not int:
                raise RulewrightError("a state names its number of `players`")
            moving = self._moving(players)
            recorder = Recorder(moving, self.name, Seeded(seed), {}, undoing=True)
            recorder.state = read_state(moving.engine, state)
            return Play(self, recorder, from_setup=False)

    def judged(self, play: Written) -> tuple[WrittenTrace, Replay]:
        """A written play as the rules see it, and nothing besides: many of them in little time."""
        with _errors():
            written = read_value(dict(play))
            self._check_name(written.ruleset, "play")
            moving = self._moving(written.players)
            written = written.in_names_of_today(self._former_names)
            return written, Replayer(moving.engine, moving).replay(written)

    def replay(self, play: Written | str, seed: int | None = None) -> Replayed:
        """A written play, as a value or as JSON text, held against the rules move by move."""
        with _errors():
            written = _play_of(play)
            self._check_name(written.ruleset, "play")
            moving = self._moving(written.players)
            written = written.in_names_of_today(self._former_names)
            found = replayed(moving.engine, written)
            story = tuple(trace_in_words(moving.engine, written))
            return Replayed(
                self._replayed(moving, written, found, seed),
                len(found.moves),
                None if found.refused is None else dict(found.refused.move),
                () if found.refused is None else found.refused.refusals,
                None if found.broken is None else str(found.broken.fault),
                story,
            )

    def _replayed(self, moving: MoveNotation, written: WrittenTrace, found: Replay, seed: int | None) -> Play:
        script = Script(moving.engine, written)
        given = given_of(moving.engine, written, script)
        recorder = Recorder(moving, self.name, script, given, undoing=True)
        if found.broken is None or found.broken.number >= 0:
            recorder.begin()
        for move in found.moves:
            recorder.step(move)
        recorder.hand_over(Seeded(seed))
        return Play(self, recorder)

    def _check_name(self, named: object, what: str) -> None:
        if named != self.name:
            raise RulewrightError(f"this is a {what} of `{named}`, not of `{self.name}`")

    @property
    def _former_names(self) -> Mapping[str, str]:
        return next(iter(self._programs.values())).former_names

    def _moving(self, players: int | None) -> MoveNotation:
        count = self.players[0] if players is None else players
        program = self._programs.get(count) or program_of(self.name, count)
        return program.machine.analysis(notation_of)


def _play_of(play: Written | str) -> WrittenTrace:
    text = play if isinstance(play, str) else json.dumps(dict(play))
    report = Report()
    found = read_play(Source("play", text), report)
    report.reject_errors()
    if found is None:
        raise Rejected(report)
    return found


class Play:
    """A play under way: who may do what, and why not. Moves are written as in plays:

    `{"player": 0, "action": "lay", "with": {"card": "red 5"}}`; the player may be left out.
    """

    def __init__(self, rules: RuleSet, recorder: Recorder, from_setup: bool = True) -> None:
        self.rules = rules
        self._recorder = recorder
        self._from_setup = from_setup

    @property
    def _engine(self) -> Engine:
        return self._recorder.engine

    @property
    def players(self) -> int:
        return self._engine.machine.players

    @property
    def over(self) -> bool:
        return self._engine.over(self._recorder.state)

    @property
    def player(self) -> int | None:
        """The seat of who is to move, counted from 0; nobody when the play is over."""
        return None if self.over else self._engine.player(self._recorder.state)

    @property
    def moves(self) -> tuple[Written, ...]:
        """The moves made so far, as they are written; those before a state was read are not among them."""
        return tuple(dict(move) for move in self._recorder.words)

    @property
    def length(self) -> int:
        """How many moves have been made, and not taken back."""
        return len(self._recorder.moves)

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""
        return self._recorder.undoable

    def legal(self) -> list[dict[str, Any]]:
        """Every legal move; of moves that differ only in which copy of a component is used, one."""
        engine, state = self._engine, self._recorder.state
        with _errors():
            moves = engine.distinct(engine.legal(state), state)
            return [self._recorder.moving.written(state, move) for move in moves]

    def why_not(self, move: Written) -> tuple[Refusal, ...]:
        """Every rule against a move, with the values that it read; none if the move is legal.

        A word that the rules have no use for, such as an action that is misspelt, raises `RulewrightError`.
        """
        with _errors():
            written = move_in_names_of_today(move, self.rules._former_names)
            found = self._engine.parse(self._recorder.state, written)
            if isinstance(found, list):
                self._recorder.moving.check_words(written)
        return tuple(found) if isinstance(found, list) else ()

    def apply(self, move: Written) -> Self:
        """Makes a move. One that is refused, or that the rules cannot carry out, raises `RulewrightError`."""
        with _errors():
            written = move_in_names_of_today(move, self.rules._former_names)
            found = self._recorder.moving.meant(self._recorder.state, written)
            if isinstance(found, list):
                self._recorder.moving.check_words(written)
                rules = ", ".join(dict.fromkeys(f"`{refusal.rule}`" for refusal in found))
                raise RulewrightError(f"refused by {rules}", refusals=found)
            try:
                self._recorder.step(found)
            except (Fault, Rejected):
                self.undo()
                raise
        return self

    def feed(self, shuffles: Sequence[Sequence[str]] = (), rolls: Sequence[Written] = ()) -> Self:
        """More shuffles and rolls for a play whose chance comes from outside: see `RuleSet.new`."""
        chance = self._recorder.oracle.oracle
        if not isinstance(chance, Feed):
            raise RulewrightError("this play makes its own chance: it began without shuffles and rolls")
        with _errors():
            chance.feed(self.rules._chance(self._engine, None, shuffles, rolls))
        return self

    def undo(self, count: int = 1) -> bool:
        """Takes the last move back, or so many, and chance with it; no if there are not so many."""
        return self._recorder.undo(count)

    def view(self, player: int, empty: bool = True) -> dict[str, Any]:
        """What a player sees: of each zone its contents or their number, and every amount and note.

        Without `empty`, zones with nothing in them and what is 0, no or nothing are left out.
        """
        self._check_seat(player)
        view = self._engine.view(self._recorder.state, player)
        return view if empty else without_empty(view, self._engine.machine)

    def score(self, player: int) -> Score:
        """A player's score as it stands, with every step by which it comes about."""
        self._check_seat(player)
        engine, state = self._engine, self._recorder.state
        with _errors():
            return Score(player, int(engine.score(state, player)), tuple(scored(engine, state, player)))

    def result(self) -> Result | None:
        """Scores and winners by seat; nothing while the play is not over."""
        return self._engine.result(self._recorder.state) if self.over else None

    def state(self) -> dict[str, Any]:
        """Everything there is, hidden or not, as a value that `json` can write; `RuleSet.from_state` reads it."""
        return state_as_json(self._engine, self.rules.name, self._recorder.state)

    def trace(self) -> dict[str, Any]:
        """The play so far as it is written in files: `RuleSet.replay` and `rulewright replay` read it."""
        if not self._from_setup:
            raise RulewrightError("a play that began with a state has no set-up that could be replayed")
        return self._recorder.written().as_json()

    def copy(self) -> Play:
        """The same play, to go on with in another way; the copy cannot take back what was done before."""
        known = self._recorder
        chance: Feed | Seeded = Seeded()
        if isinstance(known.oracle.oracle, Feed):
            chance = Feed(self._engine, known.oracle.oracle.play)
        chance.rewind(known.oracle.oracle.mark())  # type: ignore[attr-defined]
        recorder = Recorder(known.moving, known.ruleset, chance, known.given, undoing=True)
        recorder.state = known.state.copy()
        recorder.moves, recorder.words = list(known.moves), list(known.words)
        recorder.oracle.shuffles = [list(each) for each in known.oracle.shuffles]
        recorder.oracle.rolls = list(known.oracle.rolls)
        return Play(self.rules, recorder, self._from_setup)

    def _check_seat(self, player: int) -> None:
        if player not in range(self.players):
            raise RulewrightError(
                f"there are {self.players} seats, numbered from 0; {player} is none of them"
            )


def replay(ruleset: str, play: Written | str) -> Replayed:
    """A written play held against a rule set."""
    return load(ruleset).replay(play)


# --- asking


def verify(
    ruleset: str | Iterable[str],
    *,
    players: int | None = None,
    only: Iterable[str] = (),
    budget: float = 20.0,
    jobs: int = 1,
) -> VerifyOutcome:
    """Every property of a rule set, or those in `only`, for every number of players unless one is named.

    `budget` is about so many seconds of work for each method; `jobs` are processes.
    """
    from verifier.check.schedule import VerifyJob, verified
    from verifier.check.subjects import requested_properties, subjects_of
    from verifier.verdict.budget import Budget

    report = Report()
    with _errors():
        subjects = subjects_of([ruleset] if isinstance(ruleset, str) else ruleset, players, report)
        report.reject_errors()
        properties = requested_properties(tuple(only), subjects, report)
        report.reject_errors()
        return verified(VerifyJob(subjects, Budget(budget), properties, jobs))


def diff(first: str, second: str, *, players: int | None = None, budget: float = 20.0, seed: int = 1) -> Diff:
    """Two rule sets compared by what they do: equal, different with a play that shows it, or unknown."""
    from verifier.compare.diff import diff as compared
    from verifier.compare.distinguish import JointSearchLimits

    with _errors():
        return compared(first, second, players, limits=JointSearchLimits(seconds=budget, seed=seed))


def audit(ruleset: str, text: str, lang: str = ENGLISH, *, players: int | None = None) -> Audit:
    """A rulebook (plain text or Markdown) held against everything that the rules commit themselves to."""
    from verifier.words.audit import audit as judged
    from verifier.words.book import worded_program

    with _errors():
        return judged(worded_program(ruleset, players), Source("text", text), lang)
