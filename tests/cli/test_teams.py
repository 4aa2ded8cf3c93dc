"""Where teams work: SARIF, hooks before a commit, an action, shell completion, the page of all commands."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from verifier.cli import main
from verifier.cli.frame import COMMANDS
from verifier.cli.reference import commands_page
from verifier.diagnostics import CODES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_sarif_of_mistakes_points_at_them(run, folder):
    text = (folder / "shore.rules").read_text(encoding="utf-8")
    (folder / "shore.rules").write_text(text.replace("players 2", "plaiers 2", 1), encoding="utf-8")
    found = run("check", "shore.rules", "--sarif", "found.sarif")
    assert found.exit_code == 2
    document = json.loads((folder / "found.sarif").read_text(encoding="utf-8"))
    (done,) = document["runs"]
    assert document["version"] == "2.1.0"
    rules = done["tool"]["driver"]["rules"]
    for result in done["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] in CODES
        assert result["level"] in ("error", "warning")
        where = result["locations"][0]["physicalLocation"]
        assert where["artifactLocation"]["uri"] == "shore.rules"
        region = where["region"]
        assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"])
    assert done["results"]


def test_sarif_without_mistakes_has_no_result(run, folder):
    assert run("check", "shore.rules", "--sarif", "found.sarif").exit_code == 0
    assert json.loads((folder / "found.sarif").read_text())["runs"][0]["results"] == []


def test_sarif_that_cannot_be_written_is_told(run):
    found = run("check", "shore.rules", "--sarif", "nowhere/found.sarif")
    assert found.exit_code == 2


def commands_named_in(text):
    """The words after `rulewright` in a file for machines."""
    return [line.split() for line in re.findall(r"(?:entry:|run_it|report \".*?\") rulewright (.*)", text)]


def test_hooks_and_action_name_commands_that_are_there():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    named = [*commands_named_in(hooks), *commands_named_in(action)]
    assert len(named) == 6
    for words in named:
        command = main.get_command(click.Context(main), words[0])
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words[1])
        options = {option for each in command.params for option in each.opts}
        assert {word for word in words if word.startswith("--")} <= options


GH = """#!/bin/sh
echo "$@" >> asked.txt
for word in "$@"; do case "$word" in body=@*) cp "${word#body=@}" comment.md;; esac; done
case "$*" in *--paginate*) echo "$KNOWN";; esac
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("known", ["", "41"])
def test_the_script_of_the_action_writes_a_summary_and_a_comment(tmp_path, known):
    """The step as the runner carries it out, on a game with a mistake; a comment that is there is written anew."""
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    script = re.sub(r"(?m)^ {8}", "", action.partition("worst=0")[2])
    text = (ROOT / "tests" / "trace" / "shore.rules").read_text(encoding="utf-8")
    (tmp_path / "game.rules").write_text(text.replace("players 2", "plaiers 2", 1), encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    summary = tmp_path / "summary.md"
    # A stand-in for the command line of GitHub: one comment is there already.
    (tmp_path / "bin").mkdir()
    gh = tmp_path / "bin" / "gh"
    gh.write_text(GH, encoding="utf-8")
    gh.chmod(0o755)
    path = f"{gh.parent}{os.pathsep}{path}"
    settings = {
        "COMMENT": "true",
        "PULL": "7",
        "KNOWN": known,
        "GITHUB_REPOSITORY": "owner/game",
        "RULES": ".",
        "SARIF": "found.sarif",
        "CATALOGUES": "false",
        "GITHUB_STEP_SUMMARY": str(summary),
    }
    done = subprocess.run(
        ["bash", "-c", f"worst=0{script}"],
        cwd=tmp_path,
        env={**os.environ, **settings, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "### rulewright check: exit code 2" in summary.read_text(encoding="utf-8")
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]
    asked = (tmp_path / "asked.txt").read_text(encoding="utf-8").splitlines()
    place = "issues/comments/41" if known else "issues/7/comments"
    assert asked[-1].startswith(f"api --method {'PATCH' if known else 'POST'} repos/owner/game/{place} ")
    comment = (tmp_path / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("<!-- rulewright . -->\n## Rulewright: `.`\n### rulewright check: exit code 2")
    assert "plaiers" in comment
    assert not (tmp_path / "rulewright-summary.md").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_what_completes_a_word(shell):
    source = subprocess.run(
        [sys.executable, "-c", "from verifier.cli import main; main(prog_name='rulewright')"],
        env={**os.environ, "_RULEWRIGHT_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert source.returncode == 0
    assert "_RULEWRIGHT_COMPLETE" in source.stdout


def test_commands_and_options_are_completed():
    def completed(words: str, at: int) -> str:
        asked = {"_RULEWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        return subprocess.run(
            [sys.executable, "-c", "from verifier.cli import main; main(prog_name='rulewright')"],
            env={**os.environ, **asked},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert "plain,verify" in completed("rulewright ver", 1)
    assert "plain,--sarif" in completed("rulewright check --sa", 2)


def test_the_page_of_commands_has_every_command_and_option():
    page = commands_page(main)
    for name in COMMANDS:
        assert f"\n### {name}\n" in page, name
        command = main.get_command(click.Context(main), name)
        for each in command.params:
            if isinstance(each, click.Option) and not each.hidden:
                assert each.opts[0] in page, (name, each.opts)
