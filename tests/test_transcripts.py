"""What pages say the tool prints, it prints: commands in the tour and the README are run again.

`...` in an answer stands for anything. A table of verdicts is held against the record, and the record against
the rules. Pieces of rules that pages quote stand in the rules as quoted.
"""

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from verifier.cli import main
from verifier.pages.verdicts import record_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "docs" / "tour.md"]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
QUOTED = re.compile(r"```(?:text|rules)\n((?:action|rule|scenario) .*?)```", re.DOTALL)
FILE = re.compile(r'<!-- file: (\S+) = (\S+) with "([^"]+)" as "([^"]+)" -->')


def transcripts():
    """Every command with an answer; what is only named, and may take its time, is not run."""
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, answer = part.partition("\n")
                words = shlex.split(command, comments=True)
                if answer.strip() and words[0] == "rulewright":
                    yield pytest.param(words[1:], answer, id=f"{page.stem}: {' '.join(words)}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the files lie that pages speak of: copies of rules with a change."""
    made = tmp_path_factory.mktemp("pages")
    for page in PAGES:
        for name, source, old, new in FILE.findall(page.read_text(encoding="utf-8")):
            text = (ROOT / source).read_text(encoding="utf-8")
            assert old in text
            (made / name).write_text(text.replace(old, new), encoding="utf-8")
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("words", "answer"), list(transcripts()))
def test_the_tool_prints_what_the_page_says(words, answer, folder, monkeypatch):
    if words[0] == "verify":
        found = list(table(words[1]))
        missing = [line for line in answer.splitlines() if line and not any(told(line, row) for row in found)]
        assert missing == []
        return
    monkeypatch.chdir(folder if any((folder / word).exists() for word in words) else ROOT)
    printed = CliRunner().invoke(main, words).output
    assert told(answer, printed), printed


def named():
    """Every command of ours that a page names."""
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in re.findall(r"^\$ rulewright (.*)", block, re.MULTILINE):
                yield pytest.param(shlex.split(line, comments=True), id=f"{page.stem}: {line}")


@pytest.mark.parametrize("words", list(named()))
def test_every_command_on_a_page_can_be_read(words):
    command, context = main, click.Context(main)
    words = words[2:] if words[0] == "--lang" else words
    while isinstance(command, click.Group):
        _, command, words = command.resolve_command(context, words)
        context = click.Context(command, parent=context)
    command.make_parser(context).parse_args(list(words))


def table(ruleset):
    """The lines that `verify` prints, without its column of seconds."""
    for players, rows in record_of(ruleset.split("+")[0]).rulesets[ruleset].players.items():
        yield f"{ruleset} ({players} players)"
        yield "property verdict method detail"
        for row in rows:
            verdict = "acknowledged" if row.acknowledged else row.verdict
            yield f"{row.property} {verdict} {row.method} {row.detail}"
            yield f"{verdict}: `{row.property}` of {ruleset} ({players} players)"
            yield f"  = acknowledged: {row.acknowledged}"
            yield from row.story


def told(wanted, printed):
    """Is this what was printed? `...` stands for anything, a row of blanks for a blank, an arrow for nothing."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    plain = re.sub(r"^(?:->)?\s*\d+\. ", "", wanted)
    printed = printed.replace("\u00a0", " ").replace("\u202f", " ")
    return any(
        doctest.OutputChecker().check_output(f"{text.strip()}\n", f"{printed.strip()}\n", flags)
        for text in (wanted, plain)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_rules_are_quoted_as_they_stand(page):
    shelf = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "spec").rglob("*.rules")))
    for quoted in QUOTED.findall(page.read_text(encoding="utf-8")):
        assert quoted.strip("\n") in shelf


def test_a_wrong_answer_is_noticed():
    assert told("3 plays, ... moves", "3 plays, 17 moves")
    assert not told("3 plays, ... moves", "4 plays, 17 moves")
