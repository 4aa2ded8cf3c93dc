"""Consoles that do not know a letter show the nearest that they know, and never a traceback."""

import os
import subprocess
import sys

import pytest

from verifier.cli.letters import plain


@pytest.mark.parametrize(
    ("letter", "shown"),
    [("→", "->"), ("é", "e"), ("ß", "ss"), ("█", "8"), ("\N{NO-BREAK SPACE}", " "), ("棋", "?")],
)
def test_a_letter_has_a_plain_one(letter, shown):
    assert plain(letter) == shown


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp437", "cp1252"])
def test_french_is_readable_on_a_console_of_its_own_alphabet(encoding):
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    found = subprocess.run(
        [sys.executable, "-m", "verifier", "--lang", "fr", "--help"],
        env=surroundings,
        capture_output=True,
        check=False,
    )
    shown = found.stdout.decode(encoding)
    assert found.returncode == 0
    assert "Vérifier" in shown
    assert "?" not in shown


@pytest.mark.slow
def test_all_that_an_ascii_console_gets_is_ascii():
    """Lines and tables alike: no line is written in another encoding than its neighbours."""
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    found = subprocess.run(
        [sys.executable, "-m", "verifier", "--lang", "fr", "simulate", "hearts", "--plays", "2"],
        env=surroundings,
        capture_output=True,
        check=False,
    )
    shown = found.stdout.decode("ascii")
    assert found.returncode == 0, found.stderr
    assert "mediane" in shown
    assert " : 2 parties" in shown
