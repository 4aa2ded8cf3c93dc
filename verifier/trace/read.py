"""The reader of trace files: a foreign text in, a trace out, every mistake reported with its place.

Whether its cards exist and its moves are legal is asked later, by `replay`.
"""

from __future__ import annotations

import json
import re
from typing import Any

from verifier.diagnostics import Label, Rejected, Report, diagnostic, did_you_mean
from verifier.source import NOWHERE, Source
from verifier.trace.places import Path, quoted, shown, span_of
from verifier.trace.trace import WrittenTrace

MOST_MOVES = 200_000
MOST_SHUFFLES = 10_000
MOST_ROLLS = 200_000
# A text with more mistakes than this is not a play.
MOST_MISTAKES = 10

REQUIRED = ("ruleset", "players", "moves")
OPTIONAL = ("given", "shuffles", "rolls")
WORDS = (str, int, bool, type(None))


def read_play(source: Source, report: Report) -> WrittenTrace | None:
    """The play that a text holds, or None, and then the report says why."""
    value = _parsed(source, report)
    if report.has_errors:
        return None
    return _Reader(source, report).play(value)


def read_value(value: Any) -> WrittenTrace:
    """The play that a parsed value holds; `given`, `shuffles` and `rolls` may be null. Raises `Rejected`."""
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if each is not None or key not in OPTIONAL}
    report = Report()
    found = _Reader(None, report).play(value)
    if found is None:
        raise Rejected(report)
    return found


class _TwiceError(ValueError):
    """A key that an object has twice: nobody could say which value is meant."""


def _parsed(source: Source, report: Report) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            raise _TwiceError(next(name for name in found if names.count(name) > 1))
        return found

    def no_number(word: str) -> Any:
        raise json.JSONDecodeError(f"{word} is no number of a play", source.text, source.text.find(word))

    try:
        return json.loads(source.text, object_pairs_hook=unique, parse_constant=no_number)
    except _TwiceError as twice:
        key = str(twice)
        places = [found.start() for found in re.finditer(re.escape(json.dumps(key)), source.text)]
        at = places[1] if len(places) > 1 else 0
        report.add(diagnostic("R403", Label(source.span(at, at + len(key) + 2), "again"), key=key))
    except json.JSONDecodeError as error:
        at = min(error.pos, len(source.text))
        label = Label(source.span(at, at + 1), error.msg[:1].lower() + error.msg[1:])
        report.add(
            diagnostic("R401", label, hint="a play is a JSON object, as `rulewright play --save` writes")
        )
    except RecursionError:
        report.add(diagnostic("R402", Label(source.span(0, 1)), hint="a play has at most three levels"))
    except ValueError as error:
        # A number with thousands of digits.
        report.add(diagnostic("R401", Label(source.span(0, 1), str(error).split(";")[0].lower())))
    return None


class _Reader:
    """Holds a parsed value against the shape of a play."""

    def __init__(self, source: Source | None, report: Report) -> None:
        self.source = source
        self.report = report
        self.mistakes = 0

    def play(self, value: Any) -> WrittenTrace | None:
        if not isinstance(value, dict):
            self.wrong((), "an object with `ruleset`, `players` and `moves`")
            return None
        self.keys(value, (), REQUIRED, OPTIONAL)
        if self.mistakes:
            return None
        found = WrittenTrace(
            ruleset=self.text(value["ruleset"], ("ruleset",)),
            players=self.number(value["players"], ("players",)),
            given=self.given(value.get("given", {})),
            shuffles=self.shuffles(value.get("shuffles", [])),
            rolls=self.rolls(value.get("rolls", [])),
            moves=self.moves(value["moves"]),
            source=self.source,
        )
        return None if self.mistakes else found

    def given(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.wrong(("given",), "an object of names and values")
            return {}
        for name, entry in value.items():
            each = entry if isinstance(entry, list) else [entry]
            if not all(isinstance(one, WORDS) for one in each):
                self.wrong(("given", name), "a seat, a number or a word")
        return value

    def shuffles(self, value: Any) -> tuple[tuple[str, ...], ...]:
        found = []
        for number, shuffle in enumerate(self.items(value, ("shuffles",), MOST_SHUFFLES, "shuffles")):
            cards = self.items(shuffle, ("shuffles", number), MOST_SHUFFLES, "components in a shuffle")
            if not all(isinstance(card, str) for card in cards):
                bad = next(at for at, card in enumerate(cards) if not isinstance(card, str))
                self.wrong(("shuffles", number, bad), "the name of a component")
            found.append(tuple(cards))
        return tuple(found)

    def rolls(self, value: Any) -> tuple[tuple[str, str | int], ...]:
        found = []
        for number, roll in enumerate(self.items(value, ("rolls",), MOST_ROLLS, "rolls")):
            place: Path = ("rolls", number)
            if not isinstance(roll, dict):
                self.wrong(place, "an object with `die` and `face`")
            elif self.keys(roll, place, ("die", "face"), ()):
                if type(roll["face"]) not in (str, int):
                    self.wrong((*place, "face"), "a word or a number")
                found.append((self.text(roll["die"], (*place, "die")), roll["face"]))
        return tuple(found)

    def moves(self, value: Any) -> tuple[dict[str, Any], ...]:
        found = self.items(value, ("moves",), MOST_MOVES, "moves")
        for number, move in enumerate(found):
            if not _is_move(move):
                self.move(move, ("moves", number))
        return tuple(found)

    def move(self, move: Any, place: Path) -> None:
        """Says what is wrong with a move."""
        if not isinstance(move, dict):
            self.wrong(place, "an object with `player`, `action` and `with`")
            return
        stops = move.get("action") == "stop"
        required = ("action",) if stops else ("player", "action")
        if not self.keys(move, place, required, ("player", "with")):
            return
        self.text(move["action"], (*place, "action"))
        if "player" in move:
            self.number(move["player"], (*place, "player"))
        choices = move.get("with", {})
        if not isinstance(choices, dict):
            self.wrong((*place, "with"), "an object of choices")
            return
        for name, entry in choices.items():
            if not isinstance(entry, WORDS):
                self.wrong((*place, "with", name), "a word, a number, true, false or null")

    # --- shapes

    def keys(
        self, value: dict[str, Any], place: Path, required: tuple[str, ...], more: tuple[str, ...]
    ) -> bool:
        before = self.mistakes
        for key in value:
            if key not in required and key not in more:
                hint = did_you_mean(key, (*required, *more), f"it has {_listed(required + more)}")
                self.add("R406", (*place, key), hint, place=quoted(place), key=key)
        for key in required:
            if key not in value:
                self.add("R405", place, f"what it needs: {_listed(required)}", place=quoted(place), key=key)
        return self.mistakes == before

    def items(self, value: Any, place: Path, most: int, what: str) -> list[Any]:
        if not isinstance(value, list):
            self.wrong(place, "a list")
            return []
        if len(value) > most:
            self.add("R408", (*place, most), None, limit=most, what=what)
            return []
        return value

    def text(self, value: Any, place: Path) -> str:
        if not isinstance(value, str):
            self.wrong(place, "a word in quotes")
            return ""
        return value

    def number(self, value: Any, place: Path) -> int:
        if type(value) is not int or not 0 <= value < 1000:
            self.wrong(place, "a small whole number")
            return 0
        return value

    def wrong(self, place: Path, wanted: str) -> None:
        self.add("R404", place, None, place=quoted(place), wanted=wanted)

    def add(self, code: str, at: Path, hint: str | None, /, **names: Any) -> None:
        self.mistakes += 1
        if self.mistakes <= MOST_MISTAKES:
            span = NOWHERE if self.source is None else span_of(self.source, at)
            label = Label(span, shown(at))
            self.report.add(diagnostic(code, label, hint=hint, **names))


def _is_move(move: Any) -> bool:
    """The quick look at what nearly all moves are."""
    if type(move) is not dict or len(move) != 3 or type(move.get("action")) is not str:
        return False
    player, choices = move.get("player"), move.get("with")
    if type(player) is not int or not 0 <= player < 1000 or type(choices) is not dict:
        return False
    return all(type(entry) in WORDS for entry in choices.values())


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
