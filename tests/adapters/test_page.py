"""The programs on the page about PettingZoo and OpenSpiel run."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "library"), [(0, "pettingzoo"), (1, "pyspiel")])
def test_the_program_runs(number, library, capfd):
    pytest.importorskip(library)
    exec(compile(PROGRAMS[number], f"program {number}", "exec"), {})
