"""What people read before they know anything: groups, examples, the nearest command, lines that fit."""

import shlex

import click
import pytest

from verifier.cli import main
from verifier.cli.frame import COMMANDS
from verifier.cli.help import EXAMPLES, GROUPS
from verifier.cli.show import in_colour, wrapped
from verifier.diagnostics import diagnostic


def test_every_command_stands_in_one_group():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)


def test_every_command_has_examples_and_shows_them(run):
    for name in COMMANDS:
        assert EXAMPLES[name], name
        shown = run(name, "--help").stdout
        assert f"rulewright {EXAMPLES[name][0]}" in shown, name


@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_every_example_can_be_read(line, folder):
    context = main.make_context("rulewright", shlex.split(line))
    command, words = main, shlex.split(line)[2 if line.startswith("--") else 0 :]
    while isinstance(command, click.Group):
        name, command, words = command.resolve_command(context, words)
        context = command.make_context(name, list(words), parent=context)


def test_a_slip_of_a_command_is_answered_with_the_nearest(run):
    found = run("verfy")
    assert found.exit_code == 2
    assert "there is no command `verfy`; did you mean `verify`?" in found.stderr


def test_long_lines_break_between_words_and_keep_their_words():
    line = "    a-name-that-can-be-copied-as-it-stands and then some more words that go on for a while"
    found = wrapped(line, 50)
    assert max(map(len, found.split("\n"))) <= 50
    assert found.split() == line.split()
    assert "a-name-that-can-be-copied-as-it-stands" in found


def test_colour_changes_no_letter(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    found = in_colour([diagnostic("V401", name="x", hint="did you mean `y`?")])
    assert "\x1b[" in found
    assert click.unstyle(found).startswith("error[V401]: ")
    monkeypatch.setenv("NO_COLOR", "1")
    assert in_colour([diagnostic("V401", name="x")]) == "error[V401]: no rule set here has a property `x`"


def test_a_group_says_whole_what_its_commands_do(run):
    words = " ".join(run("docs", "--help").stdout.split())
    assert (
        "Write one page on which a rule set is played, without a server; a link with a play opens it there"
        in words
    )


def test_without_a_command_the_help_is_printed_alone(run):
    found = run()
    assert found.output == run("--help").output


def test_behind_a_command_lang_is_told_as_the_language_of_the_text_and_both_names_are_understood(run):
    told = run("catalogue", "show", "--help").output
    assert "--text-lang LANG" in told
    assert " --lang" not in told
    words = ("catalogue", "show", "lost-cities", "--only", "rule:ascending")
    assert run(*words, "--lang", "de").output == run(*words, "--text-lang", "de").output
    assert "'--text-lang'" in run("catalogue", "export", "lost-cities", "x.po").output
