"""The pages say what there is: every code has one, every line kind is shown, every node kind is named."""

import dataclasses
import json
import re
import tomllib
from pathlib import Path

import pytest

from verifier.check.methods import METHODS
from verifier.cli.explain import PAGES, PROPERTIES
from verifier.diagnostics import CODES
from verifier.kernel import domain, expression, machine
from verifier.verdict.finding import VERDICTS
from verifier.verdict.properties import HEALTH
from verifier.version import VERSION

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_has_a_page(code):
    page = DOCS / "diagnostics" / f"{code}.md"
    assert page.is_file(), f"pytest --golden-update tests/golden writes {page}"


@pytest.mark.parametrize("module", [domain, expression, machine])
def test_every_node_of_the_kernel_is_on_its_page(module):
    page = (DOCS / "kernel.md").read_text(encoding="utf-8")
    parts = {"Bind", "Thing", "Family", "Cell", "Block", "Claim", "Measure", "Rank", "Machine"}
    named = {name for name, kind in vars(module).items() if dataclasses.is_dataclass(kind)}
    assert [name for name in sorted(named - parts) if not re.search(rf"\b{name}s?\b", page)] == []


DECISIONS = sorted((DOCS / "decisions").glob("0*.md"))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_every_decision_has_the_terms_of_the_field_context_choice_and_price(page):
    text = page.read_text(encoding="utf-8")
    assert text.splitlines()[2].startswith("In the terms of the field: ")
    assert all(part in text for part in ("**Context.**", "**Choice.**", "**Price.**"))


def test_every_decision_is_in_the_index_in_order():
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \d+ \| \[[^]]+\]\(([^)]+)\)", index, re.MULTILINE) == [
        page.name for page in DECISIONS
    ]


def glossary(columns):
    """The rows of the glossary's tables with so many columns, without their heads."""
    lines = (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [
        row
        for row in rows
        if len(row) == columns and row[0] not in ("term", "in the field", "earlier", "---")
    ]


def methods_recorded():
    for path in (ROOT / "spec").glob("*/verdicts.json"):
        yield from re.findall(r'"method": ("[^"]*")', path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("word", sorted({*VERDICTS, *HEALTH, *METHODS, *map(json.loads, methods_recorded())}))
def test_every_verdict_property_and_method_is_in_the_glossary(word):
    assert [row[0] for row in glossary(5)].count(f"`{word}`") == 1


def test_every_place_that_the_glossary_names_exists():
    assert [row[3] for row in glossary(5) if not (ROOT / row[3].strip("`")).exists()] == []


def test_the_glossary_can_be_read_from_the_terms_of_the_field():
    ours = {(field.strip(), row[0]) for row in glossary(5) for field in row[1].split(";")}
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    index = text.partition("## Index by")[2].partition("## References")[0]
    rows = re.findall(r"^\| (?!in the field|---)(.*?) \| (.*?) \|$", index, re.MULTILINE)
    assert {(field, term) for field, terms in rows for term in terms.split("; ")} == ours


def test_the_changelog_begins_with_the_version_that_is_shipped():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (?!Unreleased)(\S+)", text, re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_wheel_carries_what_explain_shows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    shown = {each.relative_to(DOCS).as_posix() for each in (PAGES, PROPERTIES)}
    assert {f"docs/{each}" for each in shown} <= set(wheel["only-include"])
    assert wheel["sources"]["docs"] == "verifier/_data/docs"


def test_every_trap_of_the_language_has_its_tests():
    rows = [
        line for line in (ROOT / "tests" / "TRAPS.md").read_text(encoding="utf-8").splitlines()[6:] if line
    ]
    for row in rows:
        named = re.findall(r"`(tests/\S+\.py)::(\w+)`", row)
        assert named, row
        for path, name in named:
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), name
