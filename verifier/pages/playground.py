"""What the playground asks of Python in the browser: a text of rules in; messages, a table to play on, figures out.

Runs where there is neither a solver nor a compiler: what it imports is held by a test.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from verifier.diagnostics import Diagnostic, Rejected, Report
from verifier.engine import Engine
from verifier.languages import ENGLISH
from verifier.pages.material import Look, look_of
from verifier.pages.play_data import play_data
from verifier.pages.play_page import PlayableRules, listed
from verifier.pages.voices import Speakers
from verifier.program import Program, check_ruleset, program_of
from verifier.runtime import Fault
from verifier.surface.files import game_folder, game_names
from verifier.trace.policies.uniform import random_play
from verifier.trace.words import player_name
from verifier.words.catalogue import told_languages

Json = Any
FILE = "playground.rules"
# Whoever waits for figures waits no longer than this, however long a play is.
SECONDS = 8.0
LONGEST = 20_000


def answer(request: str) -> str:
    """One wish and its answer, both as JSON: `do` is check, play or simulate, `text` the rules."""
    wish = json.loads(request)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, FILE)
        path.write_text(wish["text"], encoding="utf-8")
        return json.dumps(_answered(wish, str(path)), ensure_ascii=False)


def _answered(wish: Json, ruleset: str) -> Json:
    report = Report()
    check_ruleset(ruleset, report)
    found: dict[str, Json] = {"messages": [_message(each, ruleset) for each in report.diagnostics]}
    if report.has_errors or wish["do"] == "check":
        return found
    try:
        program = program_of(ruleset, wish.get("players"), scenarios=False)
        if wish["do"] == "play":
            return found | _table(program)
        return found | {"figures": _figures(program, wish["plays"])}
    except Rejected as rejected:
        return {"messages": [_message(each, ruleset) for each in rejected.report.diagnostics]}


def _message(found: Diagnostic, path: str) -> Json:
    own = next((label for label in found.labels if label.span.path == path), None)
    texts = [label.text for label in found.labels if label.text]
    return {
        "level": str(found.level),
        "code": found.code,
        "title": found.title,
        "line": own.span.line if own is not None else None,
        "start": own.span.start if own is not None else None,
        "end": own.span.end if own is not None else None,
        "texts": texts,
        "hint": found.hint,
    }


def _table(program: Program) -> Json:
    """What the playable page needs, in the languages of the game that the text stands on."""
    base = _base(program)
    languages = told_languages(game_folder(base)) if base is not None else ()
    languages = languages or (ENGLISH,)
    look = look_of(base) if base is not None else Look()
    title = program.composition.units[-1].header.name.text
    rules = PlayableRules(program.ruleset, "game", {ENGLISH: title}, list(program.counts))
    data = play_data(program, look, languages, Speakers())
    return {"list": listed([rules], languages), "data": data}


def _base(program: Program) -> str | None:
    """The game that comes with Rulewright on which the text stands."""
    names = {unit.header.name.text for unit in program.composition.units}
    return next((name for name in game_names() if name in names), None)


def _figures(program: Program, plays: int) -> Json:
    """Plays at random, as many as there is time for."""
    engine = Engine(program.machine)
    until = time.monotonic() + SECONDS
    steps: list[int] = []
    scores: list[tuple[int, ...]] = []
    winners: list[tuple[int, ...]] = []
    unfinished, faults = 0, []
    made = 0
    for seed in range(1, plays + 1):
        if made and time.monotonic() > until:
            break
        made += 1
        try:
            play = random_play(engine, seed, most=LONGEST)
        except Fault as fault:
            faults.append(f"{fault.property}: {fault.subject}")
            continue
        if not play.over:
            unfinished += 1
            continue
        result = engine.result(play.state)
        steps.append(play.steps)
        scores.append(tuple(result.scores))
        winners.append(tuple(result.winners))
    return {
        "plays": made,
        "over": len(steps),
        "unfinished": unfinished,
        "faults": sorted(set(faults)),
        "moves": _spread(steps),
        "seats": list(_seats(engine.machine.players, scores, winners)),
    }


def _seats(players: int, scores: list[tuple[int, ...]], winners: list[tuple[int, ...]]) -> Iterator[Json]:
    for seat in range(players):
        won = sum(seat in each for each in winners)
        yield {"name": player_name(seat), "won": won, "score": _spread([each[seat] for each in scores])}


def _spread(numbers: list[int]) -> Json:
    return [min(numbers), round(fmean(numbers), 1), max(numbers)] if numbers else None
