"""To a translator and back: nothing lost, and a report of what has changed in meaning."""

import csv
import io
import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from verifier.cli import main

HARBOUR = Path(__file__).parent / "harbour"


@pytest.fixture
def harbour(tmp_path, monkeypatch):
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "harbour"


def run(*args):
    return CliRunner().invoke(main, ["catalogue", *args])


def words(harbour, lang="fr"):
    return (harbour / "locale" / f"{lang}.po").read_bytes()


@pytest.mark.parametrize("ending", ["po", "csv"])
def test_out_and_back_is_the_same_file(ending, harbour):
    before = words(harbour)
    assert run("export", "harbour/game.rules", f"out.{ending}", "--lang", "fr").exit_code == 0
    found = run("import", "harbour/game.rules", f"out.{ending}", "--lang", "fr")
    assert found.exit_code == 0
    assert "nothing changed" in found.output
    assert words(harbour) == before


def test_nothing_is_written_over(harbour):
    Path("out.csv").write_text("mine", encoding="utf-8")
    found = run("export", "harbour/game.rules", "out.csv", "--lang", "fr")
    assert found.exit_code == 2
    assert Path("out.csv").read_text(encoding="utf-8") == "mine"


def table(harbour):
    run("export", "harbour/game.rules", "out.csv", "--lang", "fr", "--force")
    return list(csv.DictReader(io.StringIO(Path("out.csv").read_text(encoding="utf-8"))))


def save(rows):
    with open("out.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def test_a_row_left_out_or_left_empty_loses_nothing(harbour):
    before = words(harbour)
    rows = table(harbour)
    rows[3]["words"] = ""
    save(rows[2:])
    found = run("import", "harbour/game.rules", "out.csv", "--lang", "fr")
    assert "1 empty in the file, kept" in found.output
    assert words(harbour) == before


def test_another_wording_is_told_from_another_meaning(harbour):
    rows = table(harbour)
    for row in rows:
        row["words"] = row["words"].replace("commence", "débute").replace("plus de {crowd", "au moins {crowd")
    save(rows)
    found = run("diff", "harbour/game.rules", "out.csv", "--lang", "fr")
    assert found.exit_code == 1
    assert "rule:full-quay: different meaning\n    comparisons: more-than -> at-least\n" in found.output
    assert "1 different wording, same meaning" in found.output
    assert "starter" not in found.output


def test_comments_of_translators_stay(harbour):
    path = harbour / "locale" / "fr.po"
    path.write_text(path.read_text().replace('msgctxt "winner"', '# à revoir\nmsgctxt "winner"'))
    run("import", "harbour/game.rules", str(path), "--lang", "fr")
    assert "# à revoir\n" in path.read_text()


def test_a_stale_sentence_goes_out_fuzzy_and_comes_back_to_be_confirmed(harbour):
    rules = harbour / "game.rules"
    rules.write_text(rules.read_text().replace("is more than crowd", "is at least crowd"))
    run("export", "harbour/game.rules", "out.po", "--lang", "fr")
    assert '#, fuzzy\nmsgctxt "rule:full-quay"' in Path("out.po").read_text(encoding="utf-8")
    run("import", "harbour/game.rules", "out.po", "--lang", "fr")
    found = run("check", "harbour/game.rules", "--lang", "fr")
    assert found.exit_code == 1
    assert "error[L714]" in found.output
    assert "error[L741]" in found.output


def test_confirming_takes_the_rule_of_today(harbour):
    rules = harbour / "game.rules"
    rules.write_text(rules.read_text().replace("add sum size of boat", "add sum size of boat b"))
    assert "error[L713]" in run("check", "harbour/game.rules", "--lang", "fr").output
    run("confirm", "harbour/game.rules", "rule:boats", "--lang", "fr")
    assert run("check", "harbour/game.rules", "--lang", "fr").exit_code == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bad.csv", "a,b\n1,2\n"),
        ("bad.csv", "\x00\x00"),
        ("bad.po", 'msgctxt "a\nmsgid'),
        ("bad.txt", "    words without a key\n"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(name, text, harbour):
    before = words(harbour)
    Path(name).write_text(text, encoding="utf-8")
    found = run("import", "harbour/game.rules", name, "--lang", "fr")
    assert found.exit_code == 2
    assert "error[L701]" in found.output
    assert words(harbour) == before


def test_update_adds_what_is_new_and_keeps_what_is_there(harbour):
    rules = harbour / "game.rules"
    rules.write_text(rules.read_text().replace("zone quay", "zone dock: row, seen\nzone quay"))
    run("update", "harbour/game.rules", "--lang", "fr")
    text = words(harbour).decode()
    assert 'msgctxt "zone:dock"\nmsgid "zone dock: row, seen"\nmsgstr ""\n' in text
    assert "Chaque joueur a un quai, visible de tous." in text


SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.mark.parametrize(
    ("schema", "args"),
    [
        ("catalogue-check", ("check", "harbour/game.rules", "--lang", "fr", "--json")),
        ("catalogue-check", ("check", "nowhere", "--json")),
        ("catalogue-diff", ("diff", "harbour/game.rules", "new.txt", "--lang", "fr", "--json")),
    ],
)
def test_answers_in_json_keep_to_their_schema(schema, args, harbour):
    Path("new.txt").write_text("starter\n    Le plus jeune doit commencer.\n", encoding="utf-8")
    path = harbour / "locale" / "fr.po"
    path.write_text(path.read_text().replace("{fee point}", "6 points"))
    answer = json.loads(run(*args).stdout)
    jsonschema.validate(answer, json.loads((SCHEMAS / f"{schema}.schema.json").read_text()))
    assert answer["diagnostics" if schema == "catalogue-check" else "changes"]
