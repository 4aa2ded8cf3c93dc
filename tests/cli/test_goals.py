"""`rulewright goals` writes what the proofs rest on; any solver can read it."""

import z3

from tests.check.games import GOOD


def test_every_file_is_a_question_that_nothing_solves(answer, folder):
    (folder / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    (folder / "questions").mkdir()
    _, document = answer("goals", "pebbles.rules", "questions")
    assert "conservation" in document["proved"]
    files = sorted((folder / "questions").iterdir())
    assert [file.name for file in files] == document["files"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("; pebbles.rules, 2 players: question ")
        solver = z3.Solver()
        solver.from_string(text)
        assert solver.check() == z3.unsat


def test_nothing_is_written_over_and_no_folder_is_made_up(run, folder):
    (folder / "pebbles.rules").write_text(GOOD, encoding="utf-8")
    assert run("goals", "pebbles.rules", "nowhere").exit_code == 2
    (folder / "questions").mkdir()
    (folder / "questions" / "question-00001.smt2").write_text("mine", encoding="utf-8")
    assert run("goals", "pebbles.rules", "questions").exit_code == 2
    assert (folder / "questions" / "question-00001.smt2").read_text(encoding="utf-8") == "mine"
