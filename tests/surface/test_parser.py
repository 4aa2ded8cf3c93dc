"""Reading a text: what comes with pasted text, what a span covers, what is refused before reading."""

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from tests.surface.shape import shape
from verifier.diagnostics import Diagnostic, Report, all_as_text
from verifier.source import Source, Span
from verifier.surface import nodes
from verifier.surface.layout import DEEPEST_BLOCK, LONGEST_BLOCK, LONGEST_LINE, LONGEST_TEXT, load
from verifier.surface.parser import MOST_MISTAKES, parser, read

ROOT = Path(__file__).parent.parent.parent
TEXTS = sorted((ROOT / "spec").rglob("*.rules"))
SMALL = """\
game g
players 2
kind colour: red, blue

action lay
    choose card in my hand
    move card to deck
"""


def found_in(text: str) -> tuple[Diagnostic, ...]:
    report = Report()
    assert bool(read(Source("text.rules", text), report)) != report.has_errors
    all_as_text(report.diagnostics)
    return report.diagnostics


def codes(text: str) -> list[str]:
    return [found.code for found in found_in(text)]


def units_of(text: str) -> tuple[nodes.Unit, ...]:
    report = Report()
    units = read(Source("text.rules", text), report)
    assert not report.diagnostics, all_as_text(report.diagnostics)
    return units


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SMALL.rstrip("\n"), id="no last line end"),
        pytest.param("\ufeff" + SMALL, id="a byte-order mark"),
        pytest.param(SMALL.replace("\n", "\r\n"), id="line ends of another system"),
        pytest.param(SMALL.replace("\n", "\r"), id="line ends of an old system"),
        pytest.param(SMALL.replace(" ", "\u00a0"), id="no-break spaces"),
        pytest.param(SMALL.replace("in my", "in   my"), id="several spaces"),
        pytest.param("\n\n# A comment.\n" + SMALL, id="a comment first"),
        pytest.param(SMALL.replace("\n", "  # said\n"), id="a comment on every line"),
        pytest.param(SMALL.replace("    ", "  "), id="two spaces deep"),
        pytest.param(SMALL + "\n   \n      # deep\n\n", id="empty lines at the end"),
    ],
)
def test_what_comes_with_pasted_text_does_not_matter(text):
    assert shape(units_of(text)) == shape(units_of(SMALL))


def test_letters_of_two_makes_are_one_name():
    composed, decomposed = (
        units_of(f"game {name}\nplayers 2\n")[0].header.name.text for name in ("é", "e\u0301")
    )
    assert composed == decomposed


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_span_covers_its_construct(path):
    source = load(path, Report())
    assert source is not None
    report = Report()
    units = read(source, report)
    assert not report.diagnostics, all_as_text(report.diagnostics)
    for unit in units:
        for node, parent in walk(unit, unit.span):
            assert parent.start <= node.span.start <= node.span.end <= parent.end
            assert node.span.text == node.span.text.strip()
            match node:
                case nodes.Name():
                    assert node.span.text == node.text
                case nodes.Text():
                    assert node.span.text == f'"{node.text}"'


def walk(node, parent: Span):
    """Every node with the span of the node around it."""
    if is_dataclass(node) and not isinstance(node, Span):
        yield node, parent
        for field in fields(node):
            yield from walk(getattr(node, field.name), node.span)
    elif isinstance(node, tuple):
        for part in node:
            yield from walk(part, parent)


def test_the_grammar_and_the_reader_agree():
    # The reader goes piece by piece; the grammar also says what a whole text is.
    tree = parser("en").parse(SMALL, start="start")
    assert [unit.data for unit in tree.children] == ["unit"]


def test_a_name_keeps_its_not():
    item = units_of("game g\ndefine x: not a and b\n")[0].items[0]
    assert isinstance(item, nodes.Define)
    assert isinstance(item.start, nodes.Logic)
    assert isinstance(item.start.parts[0], nodes.Not)


def test_several_mistakes_are_all_reported_in_their_order():
    text = "game g\nplayer 2\nzone deck pile, hidden\naction lay\n    mvoe card to deck\nkind c: 2.10\n"
    assert codes(text) == ["P111", "P113", "P111", "P117"]


def test_several_mistakes_in_one_block_are_all_reported():
    lines = (
        "chose card in my hand",
        "move card to deck",
        "rule r",
        "    require a > b",
        "shufle deck",
        "rol d",
    )
    assert codes("game g\naction lay\n" + "".join(f"    {line}\n" for line in lines)) == [
        "P111",
        "P112",
        "P111",
        "P111",
    ]


def test_a_text_with_many_mistakes_is_given_up():
    assert len(codes("game g\n" + "zzz\n" * 1000)) == MOST_MISTAKES


def test_one_missing_block_is_one_mistake():
    text = "game g\naction lay\nchoose card in my hand\nmove card to deck\nplayers 2\n"
    assert codes(text) == ["P115"]


def test_a_line_too_far_left_is_reported_at_its_own_first_word():
    text = "game g\naction lay\n    rule r\n        when a is b\n      require c is d\n"
    (found,) = found_in(text)
    assert (found.code, found.labels[0].span.line, found.labels[0].span.text) == ("P116", 5, "require")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game g\n\tplayers 2\n", "P103"),
        ("game g\nplayers\t2\n", "P103"),
        ("game\0g\n", "P102"),
        ("game g\x1b[31m\n", "P102"),
        ("game g\nplayers 2 \ud800\n", "P102"),
        ("#" * (LONGEST_TEXT + 1), "P104"),
        ("game g\nkind c: " + "a, " * LONGEST_LINE + "a\n", "P105"),
        ("game g\nnumber x: " + "9" * 10 + "\n", "P106"),
        ("game g\nnumber x: " + "9" * 900 + "\n", "P106"),
        ("game g\nnumber x: " + "(" * 51 + "1" + ")" * 51 + "\n", "P107"),
        ("game g\nnumber x: " + "1 + " * 200 + "1\n", "P107"),
        ("game g\ndefine x: " + "not " * 200 + "x\n", "P107"),
        ("game g\ndefine x: " + "every a: " * 90 + "x\n", "P107"),
        ("game g\naction a\n" + "".join(" " * i + "each x\n" for i in range(1, DEEPEST_BLOCK + 3)), "P108"),
        ("game g\naction a\n" + "    shuffle deck\n" * LONGEST_BLOCK, "P109"),
    ],
)
def test_what_nobody_would_write_is_refused(text, code):
    assert codes(text) == [code]


def test_what_just_fits_is_read():
    deep = (
        "".join(" " * i + "each x\n" for i in range(1, DEEPEST_BLOCK - 1))
        + " " * (DEEPEST_BLOCK - 1)
        + "roll d\n"
    )
    units_of(f"game g\nnumber x: {'(' * 50}999999999{')' * 50}\naction a\n{deep}")


def test_a_file_is_loaded(tmp_path):
    path = tmp_path / "small.rules"
    path.write_bytes(b"\xef\xbb\xbfgame g\r\nplayers 2")
    source = load(path, Report())
    assert source == Source(str(path), "game g\nplayers 2\n")


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"game g\n\xff\xfe", "P102", 2),
        ("game g\nplayers 2\n".encode("utf-16"), "P102", 1),
        (b"game caf\xe9\n", "P102", 1),
    ],
)
def test_what_is_no_text_is_not_loaded(tmp_path, content, code, line):
    path = tmp_path / "bad.rules"
    path.write_bytes(content)
    report = Report()
    assert load(path, report) is None
    (found,) = report.diagnostics
    assert (found.code, found.labels[0].span.line) == (code, line)


@pytest.mark.parametrize("name", ["missing.rules", ".", "no\0path"])
def test_what_cannot_be_opened_is_reported(tmp_path, name):
    report = Report()
    assert load(f"{tmp_path}/{name}", report) is None
    assert [found.code for found in report.diagnostics] == ["P101"]
    all_as_text(report.diagnostics)


def test_an_endless_file_is_not_read_to_its_end():
    report = Report()
    source = load("/dev/zero", report)
    assert source is not None
    assert read(source, report) == ()
    assert [found.code for found in report.diagnostics] == ["P104"]
