"""An extra that is not installed is named."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.modules["numpy"] = None
import rulewright.{module}
"""


@pytest.mark.parametrize(
    ("module", "extra"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "pettingzoo"), ("openspiel", "openspiel")],
)
def test_what_is_not_installed_is_named_with_its_extra(module, extra):
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)], capture_output=True, text=True, check=False
    ).stderr
    assert told.splitlines()[-1].endswith(f"pip install 'rulewright[{extra}]'"), told
