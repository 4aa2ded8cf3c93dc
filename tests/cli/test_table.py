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


def failing(property="rows-rise", detail="value of the red {n} is {n}"):
    """The same rule set with two to four players, each with a play of its own."""
    return VerifyOutcome(
        tuple(
            SubjectFindings(
                Subject("pond", n), (Finding(property, "invariant", "refuted", "plays", detail.format(n=n)),)
            )
            for n in (2, 3, 4)
        )
    )


def as_text(outcome, **how):
    lines = (str(getattr(each, "plain", each)) for each in table.told(outcome, **how))
    return "\n".join(lines)


def test_what_fails_with_every_number_of_players_is_told_once():
    told = as_text(failing())
    assert "value of the red 2 is 2" in told
    assert "value of the red 3" not in told
    assert "fails with 3 and 4 players, too" in told


def test_the_other_plays_are_told_on_request():
    told = as_text(failing(), verbose=True)
    assert all(f"value of the red {n} is {n}" in told for n in (2, 3, 4))
    assert "too; `--verbose`" not in told


def test_the_same_words_need_no_fold():
    told = as_text(failing(detail="an expected 7"))
    assert "of pond (2 players), pond (3 players), pond (4 players)" in told
    assert "players, too" not in told


def test_different_properties_are_not_folded():
    outcome = VerifyOutcome((*failing().sheets[:1], *failing("sum").sheets[1:2]))
    told = as_text(outcome)
    assert all(f"value of the red {n} is {n}" in told for n in (2, 3))
