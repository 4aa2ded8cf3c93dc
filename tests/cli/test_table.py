"""The table of verdicts: one line a property, and what makes a verdict honest at any width."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.cli import show, table
from verifier.program import Subject
from verifier.verdict.finding import Finding

FOUND = (
    Finding("rows-rise", "invariant", "proved", "Z3, induction at full size", "41 goals", checked=False),
    Finding(
        "no-peeking", "health", "exhausted", "every state", "instance `a`: 10,800 states; instance `b`: 7"
    ),
    Finding("it-ends", "health", "tested", "plays", "no violation in 1,200 plays of the full game, seed 1"),
    Finding("scenarios", "scenarios", "tested", "played", "all 59 scenarios give the expected result"),
)


def shown(width, terminal, details=False):
    outcome = VerifyOutcome((SubjectFindings(Subject("pond", 2), FOUND),))
    out = Console(file=io.StringIO(), width=width, force_terminal=terminal, no_color=True, highlight=False)
    lines = []
    for each in table.told(outcome, details=details):
        if isinstance(each, show.Fitting):
            show.show_table(out, show._fitting(out, each))
            lines = out.file.getvalue().splitlines()
    return lines


@pytest.mark.parametrize("width", [80, 100, 120])
def test_a_verdict_says_what_it_rests_on_in_one_line(width):
    _, *lines = shown(width, terminal=True)
    assert len(lines) == len(FOUND)
    assert all(len(line) <= width for line in lines)
    for line, words in zip(
        lines, ("induction at full size", "a", "1,200 plays", "59 scenarios"), strict=True
    ):
        assert words in line


def test_a_pipe_gets_whole_lines():
    _, *lines = shown(80, terminal=False)
    assert [line.split()[0] for line in lines] == [each.property for each in FOUND]
    assert all(each.detail in line for each, line in zip(FOUND, lines, strict=True))


@pytest.mark.parametrize(
    ("checked", "words"), [(False, "has accepted no certificate"), (True, "1 of 1 proofs are checked: an")]
)
def test_the_last_line_does_not_speak_of_a_certificate_that_is_not_there(checked, words):
    found = (replace(FOUND[0], checked=checked), *FOUND[1:])
    outcome = VerifyOutcome((SubjectFindings(Subject("pond", 2), found),))
    assert words in "\n".join(each for each in table.told(outcome) if isinstance(each, str))
