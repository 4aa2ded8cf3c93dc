"""`verify` and `mutate` as people call them: exit codes, documents, reports, and what they refuse to do."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check.games import GOOD, spoiled, without_times
from verifier.check import methods, tasks
from verifier.check.save_plays import still_shows
from verifier.check.schedule import VerifyProgress
from verifier.check.tasks import Task
from verifier.cli import show
from verifier.cli.verify import _under_way
from verifier.program import Subject
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

GOLDEN = Path(__file__).parents[1] / "check" / "golden"
CHEAP = ("--budget", "0.3", "--jobs", "1")


@pytest.fixture
def pebbles(folder):
    def write(text=GOOD):
        (folder / "pebbles.rules").write_text(text, encoding="utf-8")
        return "pebbles.rules"

    return write


def without_miracle(text=GOOD):
    return text.replace("witness a-miracle\n    any player p where p.coins is 9\n", "")


@pytest.mark.slow
def test_rules_that_hold_exit_with_nothing_worse_than_unknown(answer, pebbles):
    code, document = answer("verify", pebbles(), *CHEAP)
    assert code == 3
    unknown = [each["property"] for each in document["results"] if each["verdict"] == "unknown"]
    assert "a-miracle" in unknown


@pytest.mark.slow
def test_properties_that_hold_exit_well(answer, pebbles):
    code, document = answer("verify", pebbles(), "--only", "rows-rise", "--only", "scenarios", *CHEAP)
    assert code == 0
    assert [each["property"] for each in document["results"]] == ["rows-rise", "scenarios"]


@pytest.mark.slow
def test_a_refutation_exits_with_a_problem_and_is_told(run, pebbles):
    text = spoiled("play: one of lay, drop", "play: one of lay")
    found = run("verify", pebbles(text), "--only", "no-dead-end", *CHEAP)
    assert found.exit_code == 1
    assert "nobody has a legal move" in found.stdout
    assert "1. Anna lays" in found.stdout


@pytest.mark.slow
def test_two_runs_give_the_same_document(answer, pebbles):
    name = pebbles()
    first, second = (answer("verify", name, *CHEAP)[1] for _ in range(2))
    assert without_times(first) == without_times(second)


@pytest.mark.slow
def test_reports_are_written(run, pebbles, folder):
    run("verify", pebbles(), *CHEAP, "--junit", "a.xml", "--sarif", "a.sarif", "--html", "a.html")
    assert (folder / "a.xml").read_text().startswith("<?xml")
    assert json.loads((folder / "a.sarif").read_text())["version"] == "2.1.0"
    assert (folder / "a.html").read_text().startswith("<!DOCTYPE html>")


def test_a_failing_scenario_is_a_problem(run, pebbles):
    text = spoiled("then count pebble in my row of red is 1", "then count pebble in my row of red is 2")
    found = run("verify", pebbles(text), "--only", "scenarios", *CHEAP)
    assert found.exit_code == 1
    assert "pebbles.rules:" in found.stdout


MISUSES = {
    "V401": ("--only", "rows-rize"),
    "V402": ("--budget", "0"),
    "V403": ("--html", "nowhere/page.html"),
    "V405": ("--jobs", "0"),
}


@pytest.mark.parametrize("code", MISUSES)
def test_misuse_is_told_before_any_work(run, pebbles, golden, code):
    found = run("verify", pebbles(), *MISUSES[code])
    assert found.exit_code == 2
    assert found.stdout == ""
    golden(GOLDEN / f"{code}.expected", found.stderr)


@pytest.mark.parametrize("budget", ["0", "-1", "nan", "inf"])
def test_a_budget_of_nothing_is_refused(run, pebbles, budget):
    found = run("verify", pebbles(), f"--budget={budget}")
    assert found.exit_code == 2
    assert "V402" in found.stderr


@pytest.mark.parametrize("name", ["pebbels.rules", "nothing", "pebbles.rules+", ""])
def test_an_unknown_rule_set_is_refused(run, pebbles, name):
    pebbles()
    found = run("verify", name, *CHEAP)
    assert found.exit_code == 2
    assert "error[" in found.stderr


def test_a_folder_is_no_place_for_a_report(run, pebbles, folder):
    (folder / "reports").mkdir()
    found = run("verify", pebbles(), "--junit", "reports")
    assert found.exit_code == 2
    assert "V403" in found.stderr


def test_asking_for_a_report_leaves_an_old_one_alone_until_it_is_written(run, pebbles, folder):
    (folder / "old.html").write_text("old")
    found = run("verify", pebbles(), "--html", "old.html", "--only", "nonsense")
    assert found.exit_code == 2
    assert (folder / "old.html").read_text() == "old"


def test_more_players_than_the_rules_know_are_refused(run, pebbles):
    assert run("verify", pebbles(), "--players", "5").exit_code == 2


@pytest.mark.slow
def test_an_interruption_leaves_a_partial_report(pebbles, folder):
    """Ctrl-C is pressed once a terminal shows what is under way; then everything ends, every process."""
    command = [sys.executable, "-m", "verifier", "verify", pebbles(), "--budget", "10000", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "xterm"}
    ours, terminal = os.openpty()
    # Whoever runs the tests in the background may have told them to ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=terminal,
            env=environment,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    os.close(terminal)
    try:
        seen = b""
        while b"pebbles.rules (2" not in seen:
            seen += os.read(ours, 1_000)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout is not None
        # Nobody holds the other end any more: no process is left behind.
        out = process.stdout.read()
        assert process.wait() == 130
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        os.close(ours)
    document = json.loads(out)
    assert document["partial"] is True
    assert {each["verdict"] for each in document["results"]} >= {"unknown"}


@pytest.mark.slow
def test_plays_are_kept_with_tests_that_fail_until_the_rules_are_mended(run, answer, pebbles, folder):
    name = pebbles(spoiled("play: one of lay, drop", "play: one of lay"))
    wanted = ("--only", "no-dead-end", "--only", "two-in-a-row")
    assert run("verify", name, *wanted, "--save-to", "kept", *CHEAP).exit_code == 1
    kept = folder / "kept"
    assert sorted(path.suffix for path in kept.iterdir()) == [".json", ".json", ".py", ".rules"]
    for path in kept.glob("*.json"):
        assert answer("replay", name, str(path))[0] == 0
    claims = {path: "two-in-a-row" if "row" in path.name else "no-dead-end" for path in kept.glob("*.json")}
    assert all(still_shows(path, claim) for path, claim in claims.items())
    pebbles()
    assert {claim for path, claim in claims.items() if still_shows(path, claim)} == {"two-in-a-row"}
    tests = {}
    exec((kept / "test_saved_plays.py").read_text(), {"__file__": str(kept / "test_saved_plays.py")}, tests)
    assert sorted(tests["PLAYS"].values()) == [("no-dead-end", False), ("two-in-a-row", True)]


def test_a_goal_out_of_resources_is_unknown_in_every_form(run, answer, pebbles, folder, monkeypatch):
    """The solver may be asked a single question: then nothing is known, and nothing says otherwise."""
    for module in (methods, tasks):
        monkeypatch.setattr(module, "METHODS", {"prove": methods.METHODS["prove"]})
    monkeypatch.setattr(Budget, "questions", property(lambda self: 1))
    name, words = pebbles(), "not finished after 1 solver queries"
    reports = ("--junit", "a.xml", "--sarif", "a.sarif", "--html", "a.html")
    found = run("verify", name, "--only", "rows-rise", *CHEAP, *reports)
    assert found.exit_code == 3
    assert words in " ".join(found.stdout.split())
    code, document = answer("verify", name, "--only", "rows-rise", *CHEAP)
    assert code == 3
    assert [(each["verdict"], each["detail"]) for each in document["results"]] == [("unknown", words)]
    assert 'type="unknown"' in (folder / "a.xml").read_text()
    for form in ("a.xml", "a.sarif", "a.html"):
        assert words in (folder / form).read_text()


@pytest.mark.slow
def test_mutants_are_judged(answer, pebbles):
    code, document = answer("mutate", pebbles(), "--limit", "6", "--jobs", "1")
    assert code == 0
    assert document["tried"] == 6
    assert document["mutants"] > 30


@pytest.mark.slow
def test_survivors_are_shown_with_their_line(run, pebbles):
    found = run("mutate", pebbles(without_miracle()), "--limit", "20")
    assert "mutants tried" in found.stdout
    assert "pebbles.rules:" in found.stdout


@pytest.mark.slow
def test_an_unknown_name_is_told_before_any_mutant_is_made(run, pebbles, golden):
    found = run("mutate", pebbles(), "--only", "rissing")
    assert found.exit_code == 2
    assert found.stdout == ""
    golden(GOLDEN / "V406.expected", found.stderr)


def test_two_ways_to_ask_exclude_each_other(run, pebbles):
    found = run("mutate", pebbles(), "--quick", "--thorough")
    assert found.exit_code == 2
    assert "exclude" in found.stderr


@pytest.mark.slow
def test_mutants_of_one_rule_alone_can_be_tried(answer, pebbles):
    code, document = answer("mutate", pebbles(), "--only", "rising", "--jobs", "1", "--quick")
    assert code == 0
    assert {each["about"] for each in document["results"]} == {"rising"}
    assert [each["name"] for each in document["rules"]] == ["rising"]


@pytest.mark.slow
def test_what_another_rule_set_has_already_is_left_out(answer, pebbles):
    name = pebbles()
    code, document = answer("mutate", name, "--without", name, "--jobs", "1", "--quick")
    assert code == 0
    assert (document["tried"], document["score"]) == (0, None)


@pytest.mark.slow
def test_what_proofs_lean_on_is_pinned_and_holds_and_can_be_broken(run, answer, pebbles, folder):
    text = without_miracle().replace("    draw: do draw-one", "    draw: one of draw-one")
    name = pebbles(text.replace("procedure draw-one", "action draw-one"))
    shown = [word for each in ("no-dead-end", "small-hands") for word in ("--only", each)]
    run("verify", name, "--pins", "pins.rules", *shown, "--budget", "3", "--jobs", "1")
    pins = (folder / "pins.rules").read_text()
    assert "house-rule helpers of pebbles\n" in pins
    assert "    at draw\n    every player p where p is active: count card in p.hand is 1\n" in pins
    assert run("check", f"{name}+pins.rules").exit_code == 0
    assert run("fmt", "--check", "pins.rules").exit_code == 0
    names = [line.split()[1] for line in pins.splitlines() if line.startswith("invariant")]
    shown = [word for each in names for word in ("--only", each)]
    _, document = answer("verify", f"{name}+pins.rules", *shown, "--budget", "3", "--jobs", "1")
    assert {each["property"]: each["verdict"] for each in document["results"]} == dict.fromkeys(
        names, "proved"
    )
    (folder / "pins.rules").write_text(pins.replace("p.hand is 1\n", "p.hand is 2\n"))
    code, document = answer(
        "verify", f"{name}+pins.rules", "--only", "draw-each-hand-of-active-holds-1", *CHEAP
    )
    assert code == 1
    assert len(document["results"][0]["trace"]["play"]["moves"]) == 1


def test_pins_are_for_one_table(run, folder):
    found = run("verify", "lost-cities-rivals", "--pins", "pins.rules")
    assert found.exit_code == 2
    assert "one number of players" in found.output
    assert not (folder / "pins.rules").exists()


@pytest.mark.parametrize(("place", "code"), [("darw", "N243"), ("draw", "C505")])
def test_a_claim_about_no_decision_is_told_before_any_work(run, pebbles, place, code):
    claim = f"invariant some-in-hand\n    at {place}\n    every player p: p.hand is not empty\n"
    found = run("verify", pebbles(GOOD + claim))
    assert found.exit_code == 2
    assert f"error[{code}]" in found.output
    assert f"at {place}" in found.output


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("every row r: count pebble in r is 0", id="after-a-move"),
        pytest.param("every player p: count pebble in p.hand is at least 3", id="at-the-beginning"),
    ],
)
def test_with_an_overlay_the_scenario_is_kept_too(run, pebbles, folder, claim):
    """Between overlays stands a plus: a file whose name had one was not found again, and thrown away."""
    name = pebbles()
    Path("low.rules").write_text(f"house-rule low of pebbles\ninvariant low\n    {claim}\n")
    found = run("verify", f"{name}+./low.rules", "--only", "low", "--save-to", "kept", *CHEAP)
    assert found.exit_code == 1, found.output
    assert sorted(path.suffix for path in (folder / "kept").iterdir()) == [".json", ".py", ".rules"]
    assert "kept: 1 play, 1 scenario" in found.output


def test_save_means_a_file_everywhere(run, pebbles):
    found = run("verify", pebbles(), "--save", "kept")
    assert found.exit_code == 2
    assert "--save-to" in found.output


def test_what_is_under_way_is_told_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setattr(show, "reader", lambda: "fr")
    task = Task(Subject("pebbles", 2), "simulate", Request(Budget(1.0)))
    (line,) = _under_way(VerifyProgress(0, 1, (task,)))
    assert line.plain.endswith("pebbles (2 joueurs)")
