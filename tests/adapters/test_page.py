"""The programs on the page about PettingZoo and OpenSpiel run."""

import re
from pathlib import Path

import pytest

from verifier.check.subjects import published_rulesets
from verifier.program import counts_of

PAGE = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "library"), [(0, "pettingzoo"), (1, "pyspiel")])
def test_the_program_runs(number, library, capfd):
    pytest.importorskip(library)
    exec(compile(PROGRAMS[number], f"program {number}", "exec"), {})


ROWS = re.findall(r"^\| `(\S+)`, .* players \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "actions", "seen"), ROWS)
def test_the_numbers_of_a_rule_set_are_right(ruleset, actions, seen):
    pytest.importorskip("numpy")
    from verifier.adapters.kit import kit_of

    counts = counts_of(ruleset)
    kits = [kit_of(ruleset, players) for players in (min(counts), max(counts))]
    for written, sizes in (
        (actions, [len(kit.actions) for kit in kits]),
        (seen, [kit.observer.size for kit in kits]),
    ):
        assert written == " to ".join(f"{size:,}" for size in dict.fromkeys(sizes)), ruleset


def test_every_published_rule_set_is_in_the_table():
    assert [ruleset for ruleset, _, _ in ROWS] == published_rulesets()
