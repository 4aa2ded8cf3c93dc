"""The page to work with: everything foreign stays text, and in a real browser it does what it should."""

import json
import re
import shutil
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from tests.pages.chromium import BROWSER, Chromium
from verifier.cli import main
from verifier.diagnostics import Report
from verifier.report import findings_page
from verifier.source import Source
from verifier.words.audit import audit
from verifier.words.audit.decisions import read_decisions
from verifier.words.audit.page import audit_page
from verifier.words.audit.report import Answer
from verifier.words.audit.tongue import Tongue
from verifier.words.book import phrasebook_of, worded_program

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
SCHEMA = HERE.parents[2] / "docs" / "schemas" / "decisions.schema.json"
HOSTILE = '<script>alert(1)</script> </script><img src="https://example.org/x" onerror=alert(1)> "&amp;'
TEXT = (HERE / "fr.md").read_text(encoding="utf-8") + f"\n{HOSTILE}\n"


def page(lang="fr", text=TEXT):
    program = worded_program("lost-cities")
    found = audit(program, Source("règles <b>.md", text), "fr")
    book = phrasebook_of(program, "fr", Report())
    reader = phrasebook_of(program, lang, Report())
    return audit_page(found, Answer(book, Tongue(lang)), reader, "lost-cities"), found


def data_of(text):
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1]
    )


def test_foreign_text_is_data_and_nothing_else():
    made, _ = page()
    assert made.count("<script") == 2
    assert "<img" not in made
    assert "règles <b>" not in made
    assert "".join(part for piece in data_of(made)["pieces"] for part, _ in piece["parts"]) == TEXT


def test_a_page_asks_nothing_of_the_network():
    made, _ = page()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', made)[1]
    assert policy.startswith("default-src 'none'")
    assert "unsafe-inline" not in re.search(r"script-src[^;]*", policy)[0]
    outside = made.replace("https://example.org/x", "")
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", outside)


def test_every_finding_and_its_sentences_are_on_the_page():
    made, found = page()
    data = data_of(made)
    assert len(data["findings"]) == len(found.findings)
    assert sum(each["count"] for each in data["statuses"]) == len(found.findings)
    pieces = {each["id"] for each in data["pieces"]}
    for each in data["findings"]:
        assert set(each["pieces"]) <= pieces
        assert bool(each["pieces"]) == (each["status"] != "missing")


@pytest.mark.parametrize("lang", ["en", "fr", "de", "es"])
def test_the_page_speaks_the_language_of_its_reader(lang):
    made, _ = page(lang)
    assert f'<html lang="{lang}">' in made
    words = data_of(made)["words"]
    assert all((english != said) == (lang != "en") or english == "all" for english, said in words.items())


DRIVER = """
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const found = {};
found.cards = document.querySelectorAll(".finding:not([hidden])").length;
key("j");
found.first = document.querySelector(".finding.lit .name").textContent;
found.marked = document.querySelectorAll("#text .lit").length;
key("j"); key("k"); key("f");
found.pressed = document.querySelector(".finding.lit [aria-pressed='true']").dataset.choice;
key("n");
document.activeElement.value = "voir l'édition <i>2012</i>";
document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));
document.activeElement.blur();
found.file = fileOfDecisions();
key("?");
found.help = document.getElementById("help").open;
document.getElementById("help").close();
document.querySelector("#filters [data-status='missing']").click();
found.fewer = document.querySelectorAll(".finding:not([hidden])").length;
document.querySelector("#text .piece").dispatchEvent(new MouseEvent("mouseenter"));
found.hovered = document.querySelectorAll(".finding.lit").length;
found.kept = Object.keys(remembered()).length;
found.width = document.documentElement.scrollWidth;
found.images = document.images.length;
document.body.dataset.found = JSON.stringify(found);
"""


@pytest.mark.skipif(BROWSER is None, reason="no browser is there")
def test_in_a_real_browser(tmp_path, monkeypatch):
    """Keys, filter, hovering and notes work under the page's own policy, and the saved file is read again."""
    part = findings_page._part
    monkeypatch.setattr(
        findings_page, "_part", lambda name: part(name) + (DRIVER if name == "findings.js" else "")
    )
    made, audited = page()
    path = tmp_path / "page.html"
    path.write_text(made, encoding="utf-8")
    with Chromium(390, 900) as browser:
        browser.open(path.as_uri())
        browser.wait("document.body.dataset.found")
        found = json.loads(browser.run("document.body.dataset.found"))
        assert browser.complaints == []
    against = audited.of("contradicted", "weaker", "stronger", "doubtful")
    assert found["cards"] == len(against) + len(audited.of("missing", "unread"))
    assert found["first"] == against[0].claim.id
    assert found["marked"] >= 1
    assert found["pressed"] == "false alarm"
    assert found["help"] is True
    assert found["fewer"] == len(against)
    assert found["hovered"] >= 1
    assert (found["kept"], found["images"]) == (1, 0)
    jsonschema.validate(json.loads(found["file"]), json.loads(SCHEMA.read_text(encoding="utf-8")))
    [decision] = read_decisions(Source("decisions.json", found["file"])).values()
    assert (decision.choice, decision.note) == ("false alarm", "voir l'édition <i>2012</i>")
    assert found["width"] <= 390


def test_a_catalogue_is_a_page_of_the_same_kind(tmp_path, monkeypatch):
    shutil.copytree(HERE.parent / "harbour", tmp_path / "harbour")
    path = tmp_path / "harbour" / "locale" / "fr.po"
    text = path.read_text(encoding="utf-8")
    assert "plus de" in text
    path.write_text(text.replace("plus de", "moins de", 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["catalogue", "check", "harbour/game.rules", "--lang", "fr"]
    assert CliRunner().invoke(main, [*words, "--html", "page.html"]).exit_code == 1
    data = data_of((tmp_path / "page.html").read_text(encoding="utf-8"))
    [wrong] = [each for each in data["findings"] if each["status"] == "problem"]
    [piece] = [each for each in data["pieces"] if each["id"] == wrong["pieces"][0]]
    assert piece["caption"] == wrong["name"]
    assert "more than" in piece["parts"][0][0]
    rows = [{"key": wrong["key"], "choice": "false alarm"}]
    (tmp_path / "decisions.json").write_text(
        json.dumps({"schema": "rulewright/decisions/1", "decisions": rows})
    )
    assert CliRunner().invoke(main, [*words, "--accept", "decisions.json"]).exit_code == 0
