"""Printing and reading again gives the same nodes, and a text has one layout."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.surface.shape import shape
from tests.surface.strategies import of
from verifier.diagnostics import Report, all_as_text
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.format import formatted, printed
from verifier.surface.layout import lines_of, load
from verifier.surface.parser import read

ROOT = Path(__file__).parent.parent.parent
TEXTS = sorted(
    path for folder in ("spec", "tests/surface/texts") for path in (ROOT / folder).rglob("*.rules")
)
QUICK = settings(
    deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def units_of(text: str, words: str = "en") -> tuple[nodes.Unit, ...]:
    report = Report()
    units = read(Source("text.rules", text), report, words)
    assert not report.diagnostics, f"{text}\n{all_as_text(report.diagnostics)}"
    return units


def layout_of(text: str) -> str:
    report = Report()
    found = formatted(Source("text.rules", text), report)
    assert found is not None, all_as_text(report.diagnostics)
    return found


def text_of(path: Path) -> str:
    source = load(path, Report())
    assert source is not None
    return source.text


@pytest.mark.slow
@QUICK
@given(of(nodes.Expr))
def test_a_printed_expression_reads_as_itself(claim):
    text = f"game g\ndefine x: {printed(claim)}\n"
    if len(max(text.splitlines(), key=len)) <= 1000:
        assert shape(units_of(text)[0].items[0].start) == shape(claim)


@pytest.mark.slow
@pytest.mark.parametrize("words", ["en", "fr"])
@QUICK
@given(data=st.data())
def test_a_printed_item_reads_as_itself(words, data):
    item = data.draw(of(nodes.Item))
    header = data.draw(of(nodes.Header))
    unit = nodes.Unit(header, (item,), span=header.span)
    text = printed(unit, words)
    if len(max(text.splitlines(), key=len)) <= 1000:
        assert shape(units_of(text, words)) == shape((unit,))


@pytest.mark.slow
@settings(QUICK, max_examples=30)
@given(st.lists(of(nodes.Unit), min_size=1, max_size=2).map(tuple))
def test_printed_units_are_in_their_layout(units):
    text = printed(units)
    if len(max(text.splitlines(), key=len)) <= 1000:
        assert shape(units_of(text)) == shape(units)
        assert layout_of(text) == text


@pytest.mark.slow
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_layout_says_the_same_and_is_final(path):
    text = text_of(path)
    found = layout_of(text)
    assert shape(units_of(found)) == shape(units_of(text))
    assert layout_of(found) == found
    assert comments(found) == comments(text)


@pytest.mark.parametrize("path", TEXTS[:20], ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.parametrize("seed", range(3))
def test_a_careless_text_gets_the_same_layout(path, seed):
    text = layout_of(text_of(path))
    assert layout_of(careless(text, random.Random(seed))) == text


def comments(text: str) -> list[str]:
    said = {line.start for line in lines_of(text)}
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        if start not in said and line.strip():
            found.append(line.strip())
        start += len(line)
    return found + [line.comment for line in lines_of(text) if line.comment]


def careless(text: str, dice: random.Random) -> str:
    """The same text with other indents, spaces and empty lines, where these do not matter."""
    width = dice.choice([1, 2, 3, 7])
    lines = []
    for line in text.splitlines():
        said = line.lstrip(" ")
        depth = (len(line) - len(said)) // 4
        if not said:
            lines += [""] * dice.randint(1, 3)
        elif said.startswith("#") or '"' in said or "#" in said:
            lines.append(" " * width * depth + said + " " * dice.randint(0, 2))
        else:
            lines.append(" " * width * depth + said.replace(" ", " " * dice.randint(1, 3)))
    return "\r\n".join(lines)


def test_comments_keep_their_places():
    text = """
# Before everything.

#Tight.
game g     # the game


# Two players.
players   2
action lay   # one action
      # Which card?
      choose   card in my hand

      # Where to?
      move card to deck   # there
      # Done.
# Next.
zone deck :  pile ,  hidden
# The end.
"""
    assert (
        layout_of(text)
        == """\
# Before everything.

#Tight.
game g  # the game

# Two players.
players 2

action lay  # one action
    # Which card?
    choose card in my hand

    # Where to?
    move card to deck  # there
    # Done.

# Next.
zone deck: pile, hidden
# The end.
"""
    )


def test_only_the_brackets_that_matter_stay():
    text = "game g\ndefine x: ((a + (b * c)) - (d - e)) is (f) and (g or not (h))\n"
    assert printed(units_of(text)[0].items[0]) == "define x: a + b * c - (d - e) is f and (g or not h)"


def test_a_text_with_a_mistake_has_no_layout():
    report = Report()
    assert formatted(Source("text.rules", "game g\nplayer 2\n"), report) is None
    assert [found.code for found in report.diagnostics] == ["P111"]


PARTS = (
    nodes.Expr | nodes.Step | nodes.Rule | nodes.Fact | nodes.Item | nodes.On | nodes.Phase | nodes.ValueStep
)


@pytest.mark.slow
@QUICK
@given(
    of(
        PARTS
        | nodes.Moment
        | nodes.Decision
        | nodes.Header
        | nodes.Unit
        | nodes.Ranges
        | nodes.Path
        | nodes.Text
    )
)
def test_every_part_of_a_text_can_be_printed(node):
    assert isinstance(printed(node), str)


def test_a_part_of_a_text_is_printed_as_it_stands():
    item = units_of("game g\naction a\n    move top card in my hand to deck of 3\n")[0].items[0]
    assert isinstance(item, nodes.Action)
    move = item.steps[0]
    assert isinstance(move, nodes.Move)
    assert printed(move.what) == "top card in my hand"
    assert printed(move.to.place) == "deck of 3"
