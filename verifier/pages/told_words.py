"""Plays in the reader's language: who, what, with what, and what comes where, with the names of the game's catalogue.

Other languages than English have no verbs for actions, only their titles: `Anna : Poser une carte, vert 4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.compare.observe import MoveDiffers, Parting, PlaceDiffers, SightDiffers, What
from verifier.engine import Engine
from verifier.kernel.domain import NOTHING
from verifier.languages import ENGLISH, language
from verifier.pages.table_words import TableWords
from verifier.pages.voices import Speakers
from verifier.program import Program, program_of
from verifier.trace import trace_in_words
from verifier.trace.read import read_value
from verifier.trace.scoring import Step, Worth
from verifier.trace.tell import written_move_in_words
from verifier.trace.trace import Evidence, WrittenTrace
from verifier.trace.words import NAMES, SOMEBODY, TableWording, name_in_words, player_name
from verifier.verdict.finding import Finding

ARROW = " → "
# A value that broke a claim: `; points of Anna's red route is`, `count card in Ben's hand is`.
_VALUE = re.compile(
    r"(?P<before>(?:^|: |; |\())(?:(?P<name>[a-z][a-z-]*) of )?(?P<place>[A-Z]\w+'s [^:;()]+?)(?= is |\)|;|$)"
)


class ReaderWording(TableWording):
    """The words of the table in the reader's language."""

    def __init__(self, engine: Engine, words: TableWords) -> None:
        super().__init__(engine)
        self.words = words

    def player(self, seat: int) -> str:
        if seat == NOTHING:
            return self.words.ours("table.nobody")
        return player_name(seat) if seat < len(NAMES) else self.words.ours("told.player", n=seat + 1)

    def name(self, word: str) -> str:
        return self.words.name(word)

    def thing(self, number: int) -> str:
        return self.words.thing(super().thing(number))

    def the(self, thing: int) -> str:
        seat = self.seats[thing]
        return self.thing(thing) if seat is None else self.owned(seat, self.bare(thing))

    def bare(self, thing: int) -> str:
        return self.words.thing(super().thing(thing).split(" ", 1)[1])

    def numbered(self, name: str, value: str) -> str:
        said = self.words.known(name)
        return value if said is None else f"{said} {value}"

    def nothing(self) -> str:
        return self.words.ours("table.nothing")

    def truth(self, value: bool) -> str:
        return self.words.ours("table.yes" if value else "table.no")

    def owned(self, owner: int, words: str, alone: str = "") -> str:
        return words if owner == NOTHING else f"{words} ({self.player(owner)})"

    def told_apart(self, kinds: Sequence[str], name: str) -> str:
        return " ".join([self.name(name), *kinds])

    def unseen(self, zone: int) -> str:
        return f"{self.words.said('unseen')}, {self.zone(zone)}"

    def does(self, seat: int, action: str, chosen: Sequence[str], place: tuple[str, str]) -> str:
        what = ", ".join([self.words.action(action), *chosen])
        if seat == SOMEBODY:
            return what
        return f"{self.player(seat)}{language(self.words.lang).sign(':')} {what}"

    def with_changes(self, move: str, changes: Sequence[str]) -> str:
        return f"{move} – {', '.join(changes)}"

    def goes(self, thing: int | None, zone: int) -> str:
        return f"{self.words.said('unseen') if thing is None else self.thing(thing)}{ARROW}{self.zone(zone)}"

    def goes_unseen(self, count: int, zone: int) -> str:
        return f"{self.words.said('hidden', count=count)}{ARROW}{self.zone(zone)}"

    def many(self, count: int) -> str:
        return self.words.ours("told.many", count=count)

    def counted(self, owner: int, kinds: Sequence[str], name: str, value: str) -> str:
        said = self.words.said("empty") if value == "0" else value
        return f"{self.owned(owner, self.told_apart(kinds, name))} {said}"


def table_wording(engine: Engine, words: TableWords) -> TableWording:
    """The wording of the language of some words: in English with verbs and the names of the rules."""
    return TableWording(engine) if words.lang == ENGLISH else ReaderWording(engine, words)


class Stories:
    """Tells recorded plays in one language; each rule set is read once.

    `programs` are rule sets that have no text of their own, such as rules as a rulebook has them, by their names.
    """

    def __init__(self, lang: str, programs: Mapping[str, Program] | None = None) -> None:
        self.lang = lang
        self.programs = programs or {}
        self.speakers = Speakers()
        self._tables: dict[tuple[str, int | None], tuple[Engine, TableWording, TableWords]] = {}

    def table(self, ruleset: str, players: int | None) -> tuple[Engine, TableWording, TableWords]:
        """A machine of the rule set, and the words for what lies on its table."""
        key = ruleset, players
        if key not in self._tables:
            program = self.programs.get(ruleset) or program_of(ruleset, players)
            engine = Engine(program.machine, piecemeal=True)
            words = TableWords(program, self.lang, self.speakers)
            self._tables[key] = engine, table_wording(engine, words), words
        return self._tables[key]

    def story(self, play: WrittenTrace) -> tuple[str, ...]:
        engine, wording, _ = self.table(play.ruleset, play.players)
        return tuple(trace_in_words(engine, play, wording=wording))

    def evidence(self, shown: Evidence) -> Evidence:
        """A play that shows something, with its story in the language; English is how it was told first."""
        if self.lang == ENGLISH or not shown.told:
            return shown
        return replace(shown, told=self.story(read_value(dict(shown.play))))

    def reasons(self, acknowledged: str, ruleset: str, players: int | None) -> str:
        """Why the rules accept that something fails."""
        if self.lang == ENGLISH:
            return acknowledged
        program = self.programs.get(ruleset) or program_of(ruleset, players)
        return TableWords(program, self.lang, self.speakers).reasons(acknowledged)

    def finding(self, found: Finding) -> Finding:
        """What was found, its play told in the language, and whose what broke it is."""
        if found.trace is None or self.lang == ENGLISH:
            return found
        shown = self.evidence(found.trace)
        told = replace(shown, shows=self.values(shown.shows, shown))
        return replace(found, detail=self.values(found.detail, shown), trace=told)

    def values(self, english: str, shown: Evidence) -> str:
        """A sentence about values, with the names of whose and what they are: `points of Anna's red route is 160`."""
        if not shown.play:
            return english
        play = read_value(dict(shown.play))
        _, _, words = self.table(play.ruleset, play.players)

        def said(found: re.Match[str]) -> str:
            of = f"{words.name(found['name'])}, " if found["name"] else ""
            return f"{found['before']}{of}{self._phrase(found['place'], play)}"

        return _VALUE.sub(said, english)

    def parting(self, shown: Parting) -> Parting:
        """Where two rule sets part, told in the language; in English only rules need the words of the game."""
        scores = tuple(
            (seat, self._worths(ours, shown.plays[0]), self._worths(theirs, shown.plays[1]))
            for seat, ours, theirs in shown.scores
        )
        if self.lang == ENGLISH:
            return replace(shown, what=self._reasons(shown.what, shown), scores=scores)
        lines = self.story(shown.plays[0])
        return replace(shown, what=self._difference(shown), lines=lines, scores=scores)

    def _worths(self, worths: tuple[Worth, ...], play: WrittenTrace) -> tuple[Worth, ...]:
        """Scores with the names of what is counted in the language, and with sentences for rules."""
        _, _, words = self.table(play.ruleset, play.players)

        def step(each: Step) -> Step:
            return replace(each, inside=self._worths(each.inside, play))

        return tuple(
            words.worth(
                replace(
                    each,
                    of=", ".join(self._of(part, play) for part in each.of.split(", ")),
                    steps=tuple(map(step, each.steps)),
                )
            )
            for each in worths
        )

    def _difference(self, shown: Parting) -> What:
        match shown.what:
            case MoveDiffers(side, move) as found:
                play = shown.plays[0 if side == "A" else 1]
                engine, wording, _ = self.table(play.ruleset, play.players)
                told = replace(found, words=written_move_in_words(engine, move, wording))
                return self._reasons(told, shown)
            case PlaceDiffers(place, values):
                return PlaceDiffers(self._phrase(place, shown.plays[0]), self._both(values, shown))
            case SightDiffers(player, place, values):
                return SightDiffers(player, self._phrase(place, shown.plays[0]), self._both(values, shown))
            case found:
                return found

    def _reasons(self, found: What, shown: Parting) -> What:
        """Refusals by the sentences and values of the side that refuses."""
        if not isinstance(found, MoveDiffers):
            return found
        play = shown.plays[1 if found.allowed_by == "A" else 0]
        _, _, words = self.table(play.ruleset, play.players)
        return replace(found, told=tuple(map(words.refused_by, found.refusals)))

    def _both(self, values: tuple[str, str], shown: Parting) -> tuple[str, str]:
        return self._names(values[0], shown.plays[0]), self._names(values[1], shown.plays[1])

    def _of(self, english: str, play: WrittenTrace) -> str:
        return english if self.lang == ENGLISH else self._phrase(english, play)

    def _phrase(self, english: str, play: WrittenTrace) -> str:
        """A zone or an amount that was pointed at in English: `Anna's blue route`, `the deck`."""
        engine, wording, words = self.table(play.ruleset, play.players)
        owner, whose, rest = english.rpartition("'s ")
        rest = rest if whose else rest.removeprefix("the ")
        names = sorted((*engine.machine.families, *engine.machine.cells), key=len, reverse=True)
        name = next((each for each in names if f" {rest}".endswith(f" {name_in_words(each)}")), rest)
        kinds = words.thing(rest[: len(rest) - len(name_in_words(name))].strip())
        said = wording.told_apart([kinds] if kinds else [], name)
        return f"{said} ({owner})" if whose else said

    def _names(self, english: str, play: WrittenTrace) -> str:
        """A number of components and their names, as they lie: `2: red 1, red 3`."""
        _, wording, words = self.table(play.ruleset, play.players)
        if english == "nothing":
            return wording.nothing()
        if re.fullmatch(r"-?\d+", english):
            return english
        number, colon, names = english.rpartition(": ")
        listed, more, rest = names.partition(" and ")
        said = ", ".join(words.thing(each.replace("-", " ")) for each in listed.split(", "))
        tail = f" {words.said('more', count=rest.removesuffix(' more'))}" if more else ""
        return f"{number}{colon}{said}{tail}"
