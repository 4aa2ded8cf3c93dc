"""Saved plays: a finding in, files out that `replay` reads and `pytest` runs, also as scenarios.

What a scenario cannot say (a second shuffle, a claim about a moment) gives none, or one that does not come out as it
should: whoever keeps it asks `comes_out` first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from verifier.check.schedule import VerifyOutcome
from verifier.diagnostics import Rejected, Report
from verifier.engine import Engine, Move, State
from verifier.engine.notation import SEATS
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel import domain as kd
from verifier.program import Program, Subject, program_of
from verifier.runtime import Fault, Recording
from verifier.source import Source
from verifier.trace import WrittenTrace, read_play
from verifier.trace.moves import MoveNotation, action_of, choices_of
from verifier.trace.replay import Script, given_of
from verifier.trace.validate import Validator
from verifier.verdict.finding import Finding

TESTS = "test_saved_plays.py"

HEAD = '''"""Plays that `rulewright verify` found: what was refuted must not be shown again, witnesses must be."""

from pathlib import Path

import pytest

from verifier.check.save_plays import still_shows

PLAYS = {
'''

TAIL = """}


@pytest.mark.parametrize("name", PLAYS)
def test_saved_play(name):
    claim, is_witness = PLAYS[name]
    assert still_shows(Path(__file__).parent / name, claim) is is_witness
"""


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A file by its name, and what is written in it; a scenario belongs to a rule set for so many players."""

    name: str
    text: str
    subject: Subject | None = None
    is_witness: bool = False


def saved_files(outcome: VerifyOutcome) -> Iterator[SavedFile]:
    """A file for each play that can be held against the rules again, and one with a test for each of them."""
    lines = []
    for sheet in outcome.sheets:
        for finding in sheet.findings:
            if finding.trace is None or not _can_be_asked(finding):
                continue
            name = _file_name(sheet.subject, finding)
            text = json.dumps(dict(finding.trace.play), indent=2, ensure_ascii=False) + "\n"
            lines.append(f"    {name!r}: ({finding.property!r}, {finding.kind == 'witness'}),\n")
            yield SavedFile(name, text)
            if finding.kind != "measure":
                # A scenario asks about a position; a measure compares two.
                yield from _scenario(sheet.subject, finding, name.removesuffix(".json"))
    if lines:
        yield SavedFile(TESTS, HEAD + "".join(lines).replace("'", '"') + TAIL)


def _scenario(subject: Subject, finding: Finding, name: str) -> Iterator[SavedFile]:
    """The same play as a scenario, as far as it can be said."""
    assert finding.trace is not None
    report = Report()
    play = read_play(Source(name, json.dumps(dict(finding.trace.play))), report)
    if play is None or report.has_errors:
        return
    words = re.sub(r"[^a-z0-9]+", "-", f"shows-{finding.property}-{subject.players}")
    text = scenario_of(subject.program(), play, finding.property, words)
    if text is not None:
        yield SavedFile(f"{name}.rules", text, subject, finding.kind == "witness")


def scenario_still_shows(saved: SavedFile, path: Path) -> bool:
    """Does the scenario in a file play as it should? What was refuted fails in its last line, a witness does not."""
    if saved.subject is None:
        return True
    name = saved.text.split()[1]
    came_out = comes_out(f"{saved.subject.ruleset}+{path}", saved.subject.players, name)
    return came_out is saved.is_witness


def still_shows(path: Path, claim: str) -> bool:
    """Does the play in a file still break an invariant or a health property, or meet a witness?

    A play that the rules refuse by now shows nothing.
    """
    report = Report()
    play = read_play(Source(str(path), path.read_text(encoding="utf-8")), report)
    report.reject_errors()
    if play is None:
        raise Rejected(report)
    program = Subject(play.ruleset, play.players).program()
    is_measure = any(each.name == claim for each in program.game.measures)
    machine = program.measured.machine if is_measure else program.machine
    return Validator(machine, play.ruleset).shows(play, claim)


def _can_be_asked(finding: Finding) -> bool:
    """A circle is no end, a look at unseen cards needs two plays, and silence leaves no trace in a state."""
    return finding.property not in ("it-ends", "no-peeking", "nothing-vanishes", "every-rule-lives")


def _file_name(subject: Subject, finding: Finding) -> str:
    # A scenario is an overlay, and between overlays stands a plus: the name of its file has none.
    words = f"{subject.ruleset}-{subject.players}-{finding.property}"
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") + ".json"


INDENT = "    "


@dataclass(frozen=True, slots=True)
class _Done:
    """A move, who made it, and the dice that fell in it."""

    state: State
    move: Move
    rolls: tuple[tuple[str, int], ...]


class _CannotSayError(Exception):
    """The language of scenarios has no words for this."""


def scenario_of(program: Program, play: WrittenTrace, claim: str, name: str) -> str | None:
    """A house rule that adds one scenario and nothing else; `None` if it cannot be said."""
    told = program.claim_texts_at_pauses.get(claim)
    if told is None:
        return None
    try:
        lines = list(_Teller(program).lines(play))
    except _CannotSayError:
        return None
    head = [f"house-rule {name} of {program.composition.units[0].header.name.text}", f"scenario {name}"]
    if program.subject.players != 2:
        head[1] += f" for {program.subject.players} players"
    return "\n".join([*head, *(INDENT + line for line in lines), f"{INDENT}then {told}"]) + "\n"


def comes_out(ruleset: str, players: int, name: str) -> bool | None:
    """Does the scenario of a rule set come out as written? `None` if a move or a line before its last does not fit."""
    try:
        program = program_of(ruleset, players)
        machine = program.machine_with_scenarios
    except Rejected:
        return None
    scenario = next((each for each in program.game.scenarios if each.name == name), None)
    if scenario is None:
        return None
    failures = ScenarioRunner(program.game, machine).run(scenario)
    if not failures:
        return True
    return False if [each.span for each in failures] == [scenario.facts[-1].span] else None


class _Teller:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.machine = program.machine
        self.engine = Engine(program.machine, checked=True)
        self.suite = ScenarioRunner(program.game, program.machine_with_scenarios)

    def lines(self, play: WrittenTrace) -> Iterator[str]:
        if not play.moves:
            script = Script(self.engine, play)
            yield from self._position(self.engine.new(script, given_of(self.engine, play, script)))
            return
        done = list(self._done(play))
        while done and not self._is_playing(done[0].state):
            done.pop(0)
        if not done:
            raise _CannotSayError
        yield from self._position(done[0].state)
        for each in done:
            yield self._move(each.state, each.move)
            for die, face in each.rolls:
                yield f"when roll {die} {self._word(self.machine.cells[die].domain, face)}"

    def _done(self, play: WrittenTrace) -> Iterator[_Done]:
        script = Script(self.engine, play)
        oracle, moving = Recording(script), MoveNotation(self.engine)
        state = self.engine.new(oracle, given_of(self.engine, play, script))
        for written in play.moves:
            move = moving.legal_move(state, written)
            if move is None:
                raise _CannotSayError
            before, rolled = state.copy(), len(oracle.rolls)
            try:
                self.engine.step(state, move, oracle)
            except Fault:
                yield _Done(before, move, tuple(oracle.rolls[rolled:]))
                return
            yield _Done(before, move, tuple(oracle.rolls[rolled:]))

    def _is_playing(self, state: State) -> bool:
        return "playing" not in self.machine.cells or bool(self.engine.get(state, "playing"))

    # --- where things lie

    def _position(self, state: State) -> Iterator[str]:
        seated = self.suite.seated()
        for zone in range(self.machine.zones):
            if state.zones[zone] != seated.zones[zone] and zone != self.machine.box:
                yield self._contents(zone, state.zones[zone])
        for name, cell in self.machine.cells.items():
            if isinstance(cell.domain, kd.Labels) or cell.life == "spilled" or name == "playing":
                continue
            for index in self._indexes(name):
                held = self.engine.get(state, name, index)
                if held != self.suite.engine.get(seated, name, index):
                    place = self._place(name, cell.index, index)
                    yield f"given {place}: {self._word(cell.domain, held)}"

    def _indexes(self, name: str) -> Iterator[tuple[int, ...]]:
        yield from product(*(kd.values(domain) for domain in self.machine.cells[name].index))

    def _contents(self, zone: int, things: Sequence[int]) -> str:
        layout = self.engine.layout
        family = layout.family_of[zone]
        place = self._place(family.name, [domain for _, domain in family.index], layout.zone_index(zone))
        if not things:
            return f"given {place} is empty"
        told = reversed(things) if family.shape == "pile" else things
        return f"given {place}: {', '.join(self.machine.things[thing].name for thing in told)}"

    def _place(self, name: str, domains: Sequence[kd.Domain], index: Sequence[int]) -> str:
        """`my hand`, `second.row of wine`, `stored of hills`."""
        owner, rest = "", []
        for domain, value in zip(domains, index, strict=True):
            if isinstance(domain, kd.Players) and not owner:
                owner = "my " if value == 0 else f"{SEATS[value]}."
            else:
                rest.append(self._word(domain, value))
        return f"{owner}{name}" + (f" of {' '.join(rest)}" if rest else "")

    # --- what is done

    def _move(self, state: State, move: Move) -> str:
        player = self.engine.player(state)
        who = "I" if player == 0 else SEATS[player]
        words = [self._word(domain, value) for _, domain, value in choices_of(self.engine, state, move)]
        return f"when {who} {action_of(self.engine, state, move)} {', '.join(words)}".rstrip()

    def _word(self, domain: kd.Domain, value: int) -> str:
        match domain:
            case kd.Number():
                return str(value)
            case kd.Truth():
                return ("no", "yes")[value]
            case _ if value == kd.NOTHING:
                raise _CannotSayError
            case kd.Names(_, members):
                return members[value]
            case kd.Players():
                return SEATS[value]
            case kd.Things():
                return self.machine.things[value].name
            case kd.Zones():
                layout = self.engine.layout
                family = layout.family_of[value]
                index = zip(family.index, layout.zone_index(value), strict=True)
                return " ".join([family.name, *(self._word(each, number) for (_, each), number in index)])
            case _:
                raise _CannotSayError
