"""The tables `Fact by fact` in the pages of sources: whatever they name stands in the rules.

What stands between backticks is the name of something (a rule, a number, a scenario, an overlay), a whole line of the
rules, or a test of this folder.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from verifier.cli.lookup import SORTS, named, names, shelf_units
from verifier.surface.files import files_below, spec_folder

ROOT = Path(__file__).parents[2]
HEADING = "## Fact by fact"
HEAD = "| fact | held by | shown by |"
# So many facts were collected for each game; the edition also rests on what the classic game says.
FACTS = {"lost-cities": 32, "lost-cities-duel": 24, "lost-cities-rivals": 48, "lost-cities-board": 43}
RESTS_ON = {"lost-cities-duel": ("lost-cities",)}
# What a fact may be shown by, beside overlays and tests.
SHOWING = {"scenario", "witness", "invariant"}
# Said in so many words of a fact that is not about play.
NO_RULE = "no rule: "


def rows(game):
    """The rows of the table, each as its three cells."""
    page = (spec_folder() / game / "SOURCES.md").read_text(encoding="utf-8")
    table = page.split(HEADING)[1].split("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    assert lines[0] == HEAD
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@cache
def shelf(game):
    """The units of a game and of what it rests on, with all its overlays."""
    folders = (game, *RESTS_ON.get(game, ()))
    return [(owner, unit) for owner, unit in shelf_units(None) if owner in folders]


@cache
def known(game):
    """Every name in the rules, those of overlays, and every line."""
    units = shelf(game)
    overlays = {unit.header.name.text for _, unit in units}
    folders = (game, *RESTS_ON.get(game, ()))
    files = [path for folder in folders for path in files_below(spec_folder() / folder)]
    lines = {line.strip() for path in files for line in path.read_text(encoding="utf-8").splitlines()}
    return {*names(units), *overlays, *lines}


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def shows(game, name):
    """Is this something that plays a fact out?"""
    if name.startswith("tests/"):
        return (ROOT / name).is_file()
    overlays = {unit.header.name.text for _, unit in shelf(game) if unit.header.sort != "part"}
    sorts = {found.sort for found in named(shelf(game), name)}
    return name in overlays or bool(sorts & SHOWING)


@pytest.mark.parametrize(("game", "count"), FACTS.items())
def test_every_fact_has_its_row(game, count):
    facts = [fact for fact, _, _ in rows(game)]
    assert len(facts) == len(set(facts)) == count


@pytest.mark.parametrize("game", FACTS)
def test_every_fact_is_held_by_something_in_the_rules(game):
    for fact, held, _ in rows(game):
        if not held.startswith(NO_RULE):
            assert quoted(held), fact
            assert set(quoted(held)) <= known(game), fact


@pytest.mark.parametrize("game", FACTS)
def test_every_fact_is_shown_by_something_that_is_there(game):
    for fact, _, shown in rows(game):
        for name in quoted(shown):
            assert shows(game, name), (fact, name)


@pytest.mark.parametrize("game", FACTS)
def test_few_facts_are_only_stated(game):
    """A fact about play is played out somewhere; the number of players is asked by every test."""
    bare = {fact for fact, held, shown in rows(game) if not held.startswith(NO_RULE) and not shown}
    assert bare <= {"players"}


def test_a_name_may_belong_to_many_sorts():
    assert set(SHOWING) <= set(SORTS.values())
