"""`rulewright goals`: every question on which the proofs of a rule set rest, as files for any solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from verifier.check.induction.prove import QUESTIONS, ProofVerdict, Question, prove
from verifier.check.induction.smtlib import smtlib_script
from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer
from verifier.program import program_of

ABOUT = """\
{ruleset}, {players} players: question {number} of {count}.
Nothing solves it, or the proofs of this rule set do not stand."""


@click.command(cls=Command)
@frame.ruleset
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@frame.players
@frame.force("existing files")
@frame.as_json
def goals(ruleset: str, folder: Path, players: int | None, force: bool, as_json: bool) -> Exit:
    """Write every solver query of the proofs of a rule set into FOLDER, as SMT-LIB 2.

    Each file is a negated verification condition; the answer must be `unsat`. Exits with 3 if a property is not
    proved.
    """
    machine = program_of(ruleset, players).machine
    check_free(folder / _name(1), force)
    questions: list[Question] = []
    verdicts = prove(machine, None, QUESTIONS, questions=questions)
    for number, question in enumerate(questions, 1):
        about = ABOUT.format(ruleset=ruleset, players=machine.players, number=number, count=len(questions))
        save(folder / _name(number), smtlib_script(question, about), force)
    content = _answer(ruleset, machine.players, folder, questions, verdicts)
    answer("goals", as_json, content, _told(content))
    return Exit.UNKNOWN if content["unknown"] else Exit.WELL


def _name(number: int) -> str:
    return f"question-{number:05}.smt2"


def _answer(
    ruleset: str, players: int, folder: Path, questions: Sequence[Question], verdicts: Sequence[ProofVerdict]
) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "players": players,
        "folder": str(folder),
        "files": [_name(number) for number in range(1, len(questions) + 1)],
        "proved": [each.property for each in verdicts if each.verdict == "proved"],
        "unknown": [each.property for each in verdicts if each.verdict != "proved"],
    }


def _told(answer: dict[str, Any]) -> Iterator[str]:
    proved, unknown = answer["proved"], answer["unknown"]
    yield f"{len(answer['files']):,} questions in {answer['folder']}"
    yield f"They are the proofs of {len(proved)} properties: {', '.join(proved)}."
    if unknown:
        yield f"Not proved: {', '.join(unknown)}."
