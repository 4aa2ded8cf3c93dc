"""CATAN Duel: every ruling and every reading that its sources list is a rule and a scenario that exist."""

import re

import pytest

from verifier.cli.lookup import names, shelf_units
from verifier.surface import nodes
from verifier.surface.files import overlays_of, spec_folder

GAME = "catan-duel"
PAGE = (spec_folder() / GAME / "SOURCES.md").read_text(encoding="utf-8")
# Every third number is free: the facts were counted so.
RULINGS = [f"R{number:02}" for number in range(1, 75) if number % 3]
READINGS = range(1, 46)
EXAMPLES = 16


def rows(section):
    """The cells of a table in a section of the page, heads left out."""
    text = PAGE.split(f"## {section}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines]


def quoted(text):
    return re.findall(r"`([^`]+)`", text)


@pytest.fixture(scope="module")
def units():
    return [(game, unit) for game, unit in shelf_units(None) if game == GAME]


@pytest.fixture(scope="module")
def scenarios(units):
    return {item.name.text for _, unit in units for item in unit.items if isinstance(item, nodes.Scenario)}


@pytest.fixture(scope="module")
def known(units):
    return set(names(units))


@pytest.fixture(scope="module")
def overlays():
    return {overlay.name for overlay in overlays_of(GAME)}


def test_every_ruling_has_a_rule_and_a_scenario(known, scenarios):
    found = rows("Rulings")
    assert [number for number, *_ in found] == RULINGS
    for _, _, rule, shown in found:
        assert set(quoted(rule)) - {"on play"} <= known
        assert quoted(shown)
        assert set(quoted(shown)) <= scenarios


def test_every_reading_has_a_place_a_scenario_and_a_word_on_the_other_way(known, scenarios, overlays):
    found = rows("Readings")
    assert [int(number) for number, *_ in found] == list(READINGS)
    for number, tag, _, where, shown, other in found:
        assert set(quoted(where)) <= known
        assert set(quoted(shown)) <= scenarios
        # What comes with the play, and what a whole table of cards says, is shown by no single scenario.
        assert quoted(shown) or number in ("2", "35")
        assert set(quoted(other)) <= overlays
        assert other or tag in ("D", "E", "FR")


def test_every_other_reading_is_told_of(overlays):
    shelf = {overlay.name for overlay in overlays_of(GAME) if overlay.path.parent.name == "readings"}
    told = {name for *_, other in rows("Readings") for name in quoted(other)}
    assert shelf
    assert shelf <= told


def test_every_worked_example_of_the_rule_book_is_a_scenario(scenarios):
    text = PAGE.split("Worked examples of FR:", 1)[1].split("\n\n", 1)[0]
    assert len(quoted(text)) >= EXAMPLES
    assert set(quoted(text)) <= scenarios
