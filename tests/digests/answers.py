"""What the commands answer, each run in a process of its own, at fixed seeds and with small budgets.

Work is counted and not timed, so the same budget gives the same answer on a busy machine; only times are left out.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.digests.entry import ROOT, Subject, command, games, spec_folder

Texts = dict[str, str]
# A bound in seconds of the process, where a command has no other: far more than the work takes.
NO_BOUND = "600"
TIMES = {"seconds"}
RULE = re.compile(r"^\s*rule ([a-z][a-z-]*)$", re.MULTILINE)
TERM = re.compile(r"\bt\d+\b")
TONGUES = ("en", "fr", "de")


def answer(*args: str, folder: Path = ROOT) -> str:
    """What a command says, and how it ends; its document without times, its text without paths of this machine."""
    done = command(*args, folder=folder)
    said = done.stdout
    if said and ("--json" in args or args[0] == "vectors"):
        said = json.dumps(without_times(json.loads(said)), indent=1, ensure_ascii=False)
    for path, name in ((folder, "<folder>"), (ROOT, "<root>")):
        said = said.replace(str(path), name)
    return f"{said}\nends with {done.returncode}\n"


def without_times(value: Any) -> Any:
    """The document without what a clock has said, wherever it stands."""
    if isinstance(value, dict):
        return {key: without_times(of) for key, of in value.items() if key not in TIMES}
    return [without_times(each) for each in value] if isinstance(value, list) else value


# --- one rule set and number of players


def vectors(subject: Subject) -> Texts:
    who = (subject.ruleset, "--players", str(subject.players))
    return {f"json/vectors/{subject}": answer("vectors", *who, "--most", "60", "--views")}


def played(subject: Subject) -> Texts:
    """Everything about plays that chance and greed have made: played, replayed, spoiled, broken off, scored."""
    who = (subject.ruleset, "--players", str(subject.players))
    found = {
        f"json/campaign/{subject}": answer("campaign", *who, "--plays", "4", "--jobs", "1", "--json"),
        f"json/cards/{subject}": answer("cards", *who, "--plays", "4", "--json"),
    }
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        chances = ("--plays", "2", "--seed", "7", "--player", "mixed", "--save-to", scratch)
        found[f"json/simulate/{subject}"] = answer("simulate", *who, *chances, "--json", folder=folder)
        play = sorted(folder.glob("*.json"))[0]
        for name, moves in _versions(json.loads(play.read_text(encoding="utf-8"))).items():
            (folder / f"{name}.json").write_text(json.dumps(moves), encoding="utf-8")
        asked = [("replay", "whole"), ("replay", "spoiled"), ("legal", "half"), ("score", "half")]
        for verb, name in asked:
            said = answer(verb, subject.ruleset, f"{name}.json", "--json", folder=folder)
            found[f"json/{verb}-{name}/{subject}"] = said
        told = answer("replay", subject.ruleset, "half.json", "--tell", folder=folder)
        found[f"text/replay-half/{subject}"] = told
    return found


def _versions(play: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A play, its first half, and one in which a move of the end stands in the middle."""
    moves = play["moves"]
    half = moves[: len(moves) // 2]
    return {
        "whole": play,
        "half": {**play, "moves": half},
        "spoiled": {**play, "moves": [*half, *moves[:1], *moves[len(half) :]]},
    }


def verified(subject: Subject, budget: int) -> Texts:
    who = (subject.ruleset, "--players", str(subject.players), "--budget", str(budget))
    return {f"json/verify/{subject}": answer("verify", *who, "--jobs", "1", "--json")}


def questions(subject: Subject) -> Texts:
    """The questions for solvers, and what they carry."""
    with TemporaryDirectory() as scratch:
        who = (subject.ruleset, scratch, "--players", str(subject.players))
        found = {f"json/goals/{subject}": answer("goals", *who, "--json", folder=Path(scratch))}
        texts = [_renumbered(path.read_text(encoding="utf-8")) for path in sorted(Path(scratch).iterdir())]
        return {**found, f"goals/{subject}": "\n".join(texts)}


def _renumbered(question: str) -> str:
    """Terms are numbered as they are made, for all questions together; here as they are met in one."""
    met: dict[str, str] = {}
    return TERM.sub(lambda found: met.setdefault(found[0], f"t{len(met)}"), question)


def extremes(subject: Subject, budget: int) -> Texts:
    who = (subject.ruleset, "--players", str(subject.players), "--budget", str(budget))
    return {f"json/extremes/{subject}": answer("extremes", *who, "--json")}


# --- one game


def mutated(game: str, limit: int) -> Texts:
    counted = ("--limit", str(limit), "--jobs", "1")
    return {f"json/mutate/{game}": answer("mutate", game, *counted, "--json")}


def compared(ruleset: str) -> Texts:
    """A rule set against its game."""
    said = answer("diff", ruleset.split("+")[0], ruleset, "--budget", NO_BOUND, "--json")
    return {f"json/diff/{ruleset}": said}


def judged(game: str, *among: str) -> Texts:
    return {f"json/conflicts/{game}": answer("conflicts", game, *among, "--jobs", "1", "--json")}


def weighed(ruleset: str) -> Texts:
    small = ("--plays", "20", "--jobs", "1", "--budget", "0.5")
    return {f"json/impact/{ruleset}": answer("impact", ruleset, *small, "--json")}


def explained(game: str) -> Texts:
    """Some rules of a game in every language."""
    names = RULE.findall((spec_folder(game) / "game.rules").read_text(encoding="utf-8"))
    return {
        f"json/explain/{game}/{name}/{lang}": answer("explain", f"{game}/{name}", "--lang", lang, "--json")
        for name in sorted(set(names))[:2]
        for lang in TONGUES
    }


def worded(game: str) -> Texts:
    found = {
        f"json/check/{game}": answer("check", game, "--json"),
        f"json/catalogue-check/{game}": answer("catalogue", "check", game, "--json"),
        f"text/catalogue-missing/{game}": answer("catalogue", "missing", game),
    }
    for lang in TONGUES:
        found[f"text/catalogue-show/{game}/{lang}"] = answer("catalogue", "show", game, "--lang", lang)
        text = str(ROOT / "tests" / "words" / "audit" / f"{lang}.md")
        said = answer("audit", game, text, "--lang", lang, "--all", "--no-plays", "--json")
        found[f"json/audit/{game}/{lang}"] = said
    return found


def listed() -> Texts:
    return {"json/games": answer("games", "--json")}


def overlays(game: str, *sorts: str) -> list[str]:
    """The overlays of a game of these sorts: published, reading, house."""
    [found] = [each for each in games() if each["id"] == game]
    return [each["name"] for each in found["overlays"] if each["sort"] in sorts]
