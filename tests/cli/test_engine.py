"""Which engine plays: asked for by an option, and said once where a compiler would make it faster."""

from verifier.cli import frame
from verifier.engine.native import choose


def test_an_engine_that_there_is_not_is_refused(run):
    found = run("--engine", "fortran", "games")
    assert found.exit_code == 2
    assert "python" in found.output


def test_without_a_compiler_a_long_command_says_once_what_would_be_faster(run, monkeypatch):
    monkeypatch.setattr(choose, "compiler", lambda: None)
    monkeypatch.setattr(frame, "LONG", -1.0)
    told = run("simulate", "shore.rules", "--plays", "3")
    assert told.exit_code == 0
    assert told.output.count("rulewright[fast]") == 1


def test_where_python_is_wanted_nothing_is_said(run, monkeypatch):
    monkeypatch.setattr(frame, "LONG", -1.0)
    assert (
        "rulewright[fast]" not in run("--engine", "python", "simulate", "shore.rules", "--plays", "3").output
    )
