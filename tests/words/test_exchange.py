"""To a translator and back: nothing lost, and a report of what has changed in meaning."""

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

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


@pytest.mark.parametrize("all", [(), ("--all",)])
@pytest.mark.parametrize("ending", ["po", "csv", "xlf", "txt"])
def test_out_and_back_is_the_same_file(ending, all, harbour):
    before = words(harbour)
    assert run("export", "harbour/game.rules", f"out.{ending}", "--lang", "fr", *all).exit_code == 0
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
    assert '#, fuzzy, python-brace-format\nmsgctxt "rule:full-quay"' in Path("out.po").read_text(
        encoding="utf-8"
    )
    run("import", "harbour/game.rules", "out.po", "--lang", "fr", "--force")
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


@pytest.mark.parametrize("how", ["import", "diff"])
def test_a_file_for_another_game_is_refused_and_not_listed(how, harbour):
    before = words(harbour)
    Path("other.csv").write_text(
        "key,words\nrule:full-quay,Anders.\nrule:queen-breaks,Une dame.\nzone:trick,pli\n", encoding="utf-8"
    )
    found = run(how, "harbour/game.rules", "other.csv", "--lang", "fr")
    assert found.exit_code == 2
    assert "other.csv is for another game: 2 of its 3 entries are not in the rules" in " ".join(
        found.output.split()
    )
    assert "queen-breaks" not in found.output
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


def test_a_translator_gets_what_players_read_from_english(harbour):
    run("export", "harbour/game.rules", "out.po", "--lang", "fr")
    text = Path("out.po").read_text(encoding="utf-8")
    assert '#. starter youngest\nmsgctxt "starter"\nmsgid "The youngest player begins."\n' in text
    assert "invariant:" not in text
    assert "number:" not in text
    run("export", "harbour/game.rules", "every.po", "--lang", "fr", "--all")
    assert len(Path("every.po").read_text(encoding="utf-8")) > len(text)


def test_english_that_has_changed_since_leaves_the_translation_to_be_read_again(harbour):
    run("export", "harbour/game.rules", "out.po", "--lang", "fr")
    english = harbour / "locale" / "en.po"
    english.write_text(english.read_text().replace("The youngest player begins.", "The youngest begins."))
    text = Path("out.po").read_text(encoding="utf-8").replace("plus jeune commence", "plus jeune débute")
    Path("out.po").write_text(text, encoding="utf-8")
    run("import", "harbour/game.rules", "out.po", "--lang", "fr")
    assert '#, fuzzy\nmsgctxt "starter"' in words(harbour).decode()


@pytest.mark.parametrize("ending", ["po", "csv", "xlf", "txt"])
def test_a_sentence_with_another_meaning_is_refused_and_the_others_are_taken(ending, harbour):
    before = words(harbour)
    run("export", "harbour/game.rules", f"out.{ending}", "--lang", "fr")
    path = Path(f"out.{ending}")
    text = path.read_text(encoding="utf-8").replace("plus jeune commence", "plus jeune débute")
    path.write_text(text.replace("plus de ", "au moins "), encoding="utf-8")
    found = run("import", "harbour/game.rules", str(path), "--lang", "fr")
    assert found.exit_code == 1
    assert "error[L741]" in found.output
    assert "1 refused, left as they were (--force takes them): rule:full-quay" in found.output
    assert words(harbour) == before.replace(b"plus jeune commence", "plus jeune débute".encode())
    assert run("import", "harbour/game.rules", str(path), "--lang", "fr", "--force").exit_code == 0
    assert b"au moins {crowd" in words(harbour)


def test_a_sentence_that_mends_a_wrong_one_is_taken(harbour):
    right = words(harbour)
    run("export", "harbour/game.rules", "out.po", "--lang", "fr")
    path = harbour / "locale" / "fr.po"
    path.write_bytes(right.replace(b"plus de {crowd", b"au moins {crowd"))
    assert words(harbour) != right
    found = run("import", "harbour/game.rules", "out.po", "--lang", "fr")
    assert found.exit_code == 0, found.output
    assert words(harbour) == right


@pytest.mark.parametrize(
    "text",
    [
        "<xliff",
        "<html/>",
        '<!DOCTYPE x [<!ENTITY a "b">]><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"/>',
    ],
)
def test_what_is_not_xliff_is_refused(text, harbour):
    Path("bad.xlf").write_text(text, encoding="utf-8")
    found = run("import", "harbour/game.rules", "bad.xlf", "--lang", "fr")
    assert found.exit_code == 2
    assert "error[L701]" in found.output


def test_slots_are_placeholders_that_a_tool_protects(harbour):
    run("export", "harbour/game.rules", "out.xlf", "--lang", "fr")
    text = Path("out.xlf").read_text(encoding="utf-8")
    assert '<data id="d1">{hand-size card}</data>' in text
    assert 'deal <ph id="d1-1" dataRef="d1" disp="{hand-size card}" /> to' in text


def test_the_glossary_for_tools_of_translators(harbour):
    assert run("glossary", "harbour/game.rules", "g.csv", "--lang", "fr").exit_code == 0
    rows = csv.DictReader(io.StringIO(Path("g.csv").read_text(encoding="utf-8")))
    boat = next(row for row in rows if row["name"] == "boat")
    assert (boat["english"], boat["term"]) == ("boat", "bateau")
    run("glossary", "harbour/game.rules", "g.tbx", "--lang", "fr")
    tree = ElementTree.parse("g.tbx")
    terms = {each.text for each in tree.iter("{urn:iso:std:iso:30042:ed-2}term")}
    assert {"boat", "bateau"} <= terms


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_gettext_accepts_what_goes_out(harbour):
    run("export", "harbour/game.rules", "out.po", "--lang", "fr", "--all")
    subprocess.run(["msgfmt", "--check-format", "-o", "out.mo", "out.po"], check=True)


def test_an_installed_package_is_never_written_into(harbour, monkeypatch):
    """Its games are copied to where the translator stands, and the copy is a game like any other."""
    monkeypatch.setattr("verifier.cli.working_copy.is_carried", lambda: True)
    monkeypatch.setattr("verifier.cli.working_copy.spec_folder", lambda: harbour.parent)
    before = words(harbour)
    workplace = harbour.parent / "elsewhere"
    workplace.mkdir()
    monkeypatch.chdir(workplace)
    monkeypatch.setattr("verifier.cli.catalogue._games", lambda games: list(games))
    Path("new.txt").write_text("starter\n    Le plus jeune joueur commence.\n", encoding="utf-8")
    found = run("import", "harbour", "new.txt", "--lang", "fr")
    assert found.exit_code == 0, found.output
    assert "working copy: harbour" in found.output
    assert words(harbour) == before
    assert "Le plus jeune joueur commence." in words(workplace / "harbour").decode()
    assert run("check", "harbour/game.rules", "--lang", "fr").exit_code == 0
