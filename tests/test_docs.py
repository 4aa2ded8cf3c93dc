"""The pages say what there is: every code has one, every line kind is shown, every node kind is named."""

import dataclasses
import re
from pathlib import Path

import pytest

from verifier.cli.explain import all_codes
from verifier.kernel import domain, expression, machine

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("code", sorted(all_codes()))
def test_every_code_has_a_page(code):
    page = DOCS / "diagnostics" / f"{code}.md"
    assert page.is_file(), f"pytest --golden-update tests/golden writes {page}"


@pytest.mark.parametrize("module", [domain, expression, machine])
def test_every_node_of_the_kernel_is_on_its_page(module):
    page = (DOCS / "kernel.md").read_text(encoding="utf-8")
    parts = {"Bind", "Thing", "Family", "Cell", "Block", "Claim", "Measure", "Rank", "Machine"}
    named = {name for name, kind in vars(module).items() if dataclasses.is_dataclass(kind)}
    assert [name for name in sorted(named - parts) if not re.search(rf"\b{name}s?\b", page)] == []


def test_every_decision_has_context_choice_and_price():
    for page in sorted((DOCS / "decisions").glob("0*.md")):
        text = page.read_text(encoding="utf-8")
        assert all(part in text for part in ("**Context.**", "**Choice.**", "**Price.**")), page.name
