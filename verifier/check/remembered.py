"""Findings of earlier runs: a folder of the user's own with one JSON file for each task.

An entry is taken only if it was written by this user for exactly this task (`task_keys`), is whole, and reads as
findings; anything else is as good as no entry. Nothing that is read is ever carried out.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verifier.check.finding_json import NotAFindingError, finding_from_json, finding_json
from verifier.check.hints import with_hints
from verifier.check.methods import METHODS
from verifier.check.task_keys import marks_of, task_key
from verifier.check.tasks import Task, TaskResult, tasks_for, with_known_findings
from verifier.diagnostics import Rejected
from verifier.program import Program
from verifier.surface.files import ENDING
from verifier.surface.user_cache import PLACE, cache_home, own_bytes, prune, write_whole
from verifier.verdict.finding import Finding
from verifier.verdict.properties import questions

SCHEMA = "rulewright/remembered/1"
# A few hundred runs of everything; the oldest go first.
MOST_FILES = 5_000
LONGEST_FILE = 50_000_000
# What rests on scenarios unless plays alone have shown it.
COVERAGE, BY_PLAYS = "every-rule-lives", "plays"


def memory_folder() -> Path | None:
    """Where findings are kept: RULEWRIGHT_CACHE, or the user's cache; nowhere if the variable is empty."""
    named = os.environ.get(PLACE)
    if named is not None:
        return Path(named).absolute() if named else None
    home = cache_home()
    return home / "findings" if home is not None else None


@dataclass(slots=True)
class Memory:
    """The findings in a folder. `anew`: nothing is taken from it, but what is found is kept."""

    folder: Path
    anew: bool = False

    def recalled(self, tasks: Sequence[Task]) -> dict[int, TaskResult]:
        """What is known of some tasks, by their number; a task that asks for less is answered by one for all."""
        if self.anew:
            return {}
        found = self._chain(tasks)
        missing = [at for at in range(len(tasks)) if at not in found]
        whole = _for_everything(tasks) if missing and tasks[0].request.only is not None else []
        known = {(each.task.subject, each.task.method): each for each in self._chain(whole).values()}
        for at in missing:
            task = tasks[at]
            more = known.get((task.subject, task.method))
            if more is not None:
                wanted = tuple(each for each in more.findings if task.request.wants(each.property))
                found[at] = replace(more, task=task, findings=wanted)
        return found

    def _chain(self, tasks: Sequence[Task]) -> dict[int, TaskResult]:
        """A method that builds on others is asked with what they have found."""
        found: dict[int, TaskResult] = {}
        for at, task in enumerate(tasks):
            informed = with_known_findings(task, found.values())
            result = self.recall(with_hints(informed)) if informed is not None else None
            if result is not None:
                found[at] = result
        return found

    def recall(self, task: Task) -> TaskResult | None:
        """The result of a task as it was written down, if it was."""
        try:
            program = task.subject.program()
            key = task_key(task)
            findings = _read(self._path(key), key, program)
        except (Rejected, OSError, ValueError, RecursionError):
            return None
        asked = tuple(questions(program.game, program.places))
        return TaskResult(task, findings, None, program.fingerprint, asked, program.game.acknowledged, True)

    def keep(self, result: TaskResult) -> None:
        """Write down what was found, unless a mistake of ours is in it; where nothing can be written, nothing is."""
        if result.failure is not None or result.recalled:
            return
        with suppress(Rejected, OSError):
            program = result.task.subject.program()
            # The text may have changed since the task was begun.
            if program.fingerprint == result.fingerprint:
                key = task_key(result.task)
                text = _written(key, result.findings, program)
                if text is not None:
                    write_whole(self._path(key), text.encode())

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def prune(self) -> None:
        """Let the oldest entries go when there are too many."""
        prune(self.folder, ".json", MOST_FILES)


def memory(anew: bool = False) -> Memory | None:
    """The memory of this user, if there is a place for one."""
    folder = memory_folder()
    return Memory(folder, anew) if folder is not None else None


def _for_everything(tasks: Sequence[Task]) -> list[Task]:
    subjects = dict.fromkeys(task.subject for task in tasks)
    request = replace(tasks[0].request, only=None)
    return list(tasks_for(list(subjects), METHODS, request))


# --- one entry


def _written(key: str, findings: Sequence[Finding], program: Program) -> str | None:
    """An entry; nothing if reading it again would not give the same findings."""
    bare = [replace(each, place=None, acknowledged=None, checked=None) for each in findings]
    body = {"key": key, "findings": [finding_json(each) for each in bare], **_rests_on(bare, program)}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True)
    same = [finding_from_json(each) for each in json.loads(text)["findings"]] == bare
    return (
        json.dumps({"schema": SCHEMA, "sum": _sum(text), "body": body}, ensure_ascii=False) if same else None
    )


def _rests_on(findings: Sequence[Finding], program: Program) -> dict[str, str]:
    """What else must be as it was: scenarios that were looked at, and places that are told."""
    found = {}
    if any(each.property == COVERAGE and each.method != BY_PLAYS for each in findings):
        found["examples"] = program.analysis(marks_of).examples
    # A comment moves a place; findings that name one are those of this very text.
    if any(f"{ENDING}:" in json.dumps(finding_json(each)) for each in findings):
        found["text"] = program.fingerprint
    return found


def _read(path: Path, key: str, program: Program) -> tuple[Finding, ...]:
    """The findings in a file; errors say that it is none of ours, or not for this."""
    content = own_bytes(path, LONGEST_FILE)
    if content is None:
        raise NotAFindingError("not there, somebody else's, or too long")
    found: Any = json.loads(content.decode("utf-8"))
    body = found.get("body") if isinstance(found, dict) and found.get("schema") == SCHEMA else None
    if not isinstance(body, dict) or body.get("key") != key:
        raise NotAFindingError("not for this task")
    if found.get("sum") != _sum(json.dumps(body, ensure_ascii=False, sort_keys=True)):
        raise NotAFindingError("damaged")
    if not _still_rests(body, program) or not isinstance(body.get("findings"), list):
        raise NotAFindingError("other scenarios, or another text")
    return tuple(map(finding_from_json, body["findings"]))


def _still_rests(body: Mapping[str, Any], program: Program) -> bool:
    return body.get("text", program.fingerprint) == program.fingerprint and (
        "examples" not in body or body["examples"] == program.analysis(marks_of).examples
    )


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
