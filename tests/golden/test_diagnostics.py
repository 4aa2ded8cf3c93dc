"""What people read when a text has a mistake: `CODE-slug.rules` beside `CODE-slug.expected`.

A new pair needs nothing but its two files; `pytest --golden-update` writes the second from the first.
"""

from pathlib import Path

import pytest

from verifier.diagnostics import CODES, Level, Rejected, Report, all_as_text
from verifier.program import check_ruleset, program_of
from verifier.surface.layout import LONGEST_TEXT

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path("tests/golden/diagnostics")
PAIRS = sorted(path.name for path in (ROOT / FOLDER).glob("*.rules"))
# Texts too large to be kept.
MADE = {"P104-too-large.rules": "# more\n" * (LONGEST_TEXT // 7 + 1)}
# Mistakes in the name of a rule set rather than in a text.
NAMED = {
    "O303-two-games": "lost-cities+tests/golden/diagnostics/O310-changed-twice.rules",
    "O320-too-many-players": "lost-cities",
    "O321-nothing-after-plus": "lost-cities+",
}


def diagnose(path: Path) -> str:
    """Everything that is found in a text, as people read it."""
    report = Report()
    check_ruleset(str(path), report)
    return all_as_text(report.diagnostics) + "\n"


@pytest.mark.parametrize("name", PAIRS)
def test_a_mistake_is_told_as_expected(name, golden, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = FOLDER / name
    told = diagnose(path)
    golden(ROOT / path.with_suffix(".expected"), told)
    assert f"[{name.split('-')[0]}]" in told


@pytest.mark.parametrize("name", MADE)
def test_a_huge_text_is_told_as_expected(name, golden, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(MADE[name], encoding="utf-8")
    golden(ROOT / FOLDER / Path(name).with_suffix(".expected"), diagnose(Path(name)))


@pytest.mark.parametrize("name", NAMED)
def test_a_mistake_in_a_rule_sets_name_is_told_as_expected(name, golden, monkeypatch):
    monkeypatch.chdir(ROOT)
    with pytest.raises(Rejected) as rejected:
        _ = program_of(NAMED[name], 5 if name.startswith("O320") else None).game
    told = all_as_text(rejected.value.report.diagnostics) + "\n"
    golden(ROOT / FOLDER / f"{name}.expected", told)
    assert f"[{name.split('-')[0]}]" in told


@pytest.mark.parametrize("path", sorted((ROOT / FOLDER).glob("*.right")), ids=lambda path: path.stem)
def test_the_right_text_beside_a_mistake_is_right(path, tmp_path):
    copy = tmp_path / "right.rules"
    copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    report = Report()
    check_ruleset(str(copy), report)
    # What is about reading is a few lines of a game: they are read, and what they lack is another matter.
    wrong = [each for each in report.diagnostics if not path.name.startswith("P") or each.code[0] == "P"]
    assert not [each for each in wrong if each.level is Level.ERROR], all_as_text(wrong)


def test_every_mistake_in_a_text_has_a_pair():
    shown = {name.split("-")[0] for name in [*PAIRS, *MADE, *NAMED]}
    assert {code for code in CODES if code[0] in "PNTOC"} <= shown


def test_every_mistake_in_a_text_has_a_right_text():
    """All but files that cannot be read, limits, and names of rule sets."""
    right = {path.name.split("-")[0] for path in (ROOT / FOLDER).glob("*.right")}
    without = {f"P10{digit}" for digit in "12456789"} | {name.split("-")[0] for name in NAMED}
    assert {code for code in CODES if code[0] in "PNTOC"} - right == without


def test_every_pair_belongs_to_a_code():
    assert {name.split("-")[0] for name in [*PAIRS, *MADE, *NAMED]} <= set(CODES)


def test_no_expectation_is_left_alone():
    expected = {path.stem for path in (ROOT / FOLDER).glob("*.expected")}
    assert expected == {Path(name).stem for name in [*PAIRS, *MADE]} | set(NAMED)
