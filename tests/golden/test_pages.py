"""One page for each code: why it is given, and from its golden pair the message and the corrected text."""

import difflib
import tomllib
from pathlib import Path

import pytest

from tests.words.mistakes import MISTAKES
from verifier.diagnostics import CODES, heading

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"
PAGES = ROOT / "docs" / "diagnostics"
# Where no corrected text stands beside the example: it is no text of rules or of a catalogue, or has no one line.
CORRECTIONS = tomllib.loads((PAGES / "corrections.toml").read_text(encoding="utf-8"))
EXPLANATIONS = tomllib.loads((PAGES / "explanations.toml").read_text(encoding="utf-8"))
ROOMS = {
    "P": "parsing",
    "N": "names",
    "T": "types and sizes",
    "O": "overlays",
    "C": "control flow of the game",
    "R": "files of plays",
    "V": "arguments of `verify` and `mutate`",
    "L": "catalogues",
    "D": "arguments of comparisons",
}


def corrected(pair: Path) -> str:
    """The lines of the right text that the wrong one lacks, or what it has too many."""
    right, wrong = pair.with_suffix(".right"), pair.with_suffix(".rules")
    if not right.is_file():
        return ""
    return _section(_changed(*(path.read_text(encoding="utf-8") for path in (wrong, right))))


def corrected_catalogue(code: str) -> str:
    """The same of a sentence or a term of the small catalogue, where a mistake was put in; not of a changed rule."""
    name, good, bad = MISTAKES.get(code, ("", "", ""))
    if not name.startswith("locale/") or code in CORRECTIONS:
        return ""
    right = (TESTS / "words" / "harbour" / name).read_text(encoding="utf-8")
    return _section(_changed(right.replace(good, bad, 1), right))


def _changed(wrong: str, right: str) -> str:
    lines = difflib.unified_diff(wrong.splitlines(), right.splitlines(), lineterm="", n=1)
    return "\n".join(line for line in lines if line[:2] not in ("--", "++", "@@"))


def _section(change: str) -> str:
    return f"\n## Corrected\n\n```diff\n{change}\n```\n"


def page_of(code: str) -> str:
    shown = "".join(
        f"\n```text\n{pair.read_text(encoding='utf-8').rstrip()[:1800]}\n```\n{corrected(pair)}"
        for pair in sorted(TESTS.rglob(f"{code}*.expected"))
    )
    shown += corrected_catalogue(code)
    shown += _section(CORRECTIONS[code].rstrip()) if code in CORRECTIONS else ""
    return (
        f"# {code}: {heading(code)}\n\n{EXPLANATIONS[code]}\n\nA diagnostic about {ROOMS[code[0]]}.\n{shown}"
    )


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_page_says_how_the_mistake_is_corrected(code):
    found = page_of(code).partition("\n## Corrected\n")[2]
    assert any(line.startswith(("+", "-")) for line in found.splitlines())


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_has_its_page(code, golden):
    golden(PAGES / f"{code}.md", page_of(code))


def test_every_code_is_explained_in_words_of_its_own():
    assert list(EXPLANATIONS) == sorted(CODES)
    assert len(set(EXPLANATIONS.values())) == len(EXPLANATIONS)


def test_there_is_no_page_without_a_code(golden):
    rows = "".join(f"| [{code}]({code}.md) | {heading(code)} |\n" for code in sorted(CODES))
    golden(PAGES / "index.md", f"# Diagnostics\n\n| code | title |\n| --- | --- |\n{rows}")
    assert {page.stem for page in PAGES.glob("*.md")} == {*CODES, "index"}
