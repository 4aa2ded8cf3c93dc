"""Overlays with mistakes: every diagnostic points into the overlay, and nothing is half done."""

import pytest

from tests.compare.shore import house, written
from verifier.compare.conflicts import conflicts
from verifier.compare.diff import diff
from verifier.diagnostics import Rejected


def mistakes(call, *args):
    with pytest.raises(Rejected) as found:
        call(*args)
    return found.value.report.diagnostics


BAD = {
    "an unknown rule": (("replace rule shels-rise", "    require 1 is 1"), "O311", "shels-rise"),
    "an unknown number": (("set hand-sise to 3",), "O311", "hand-sise"),
    "an unknown sort": (("remove rul shells-rise",), "O313", "rul"),
    "a wrong type": (("replace rule coins-enough", "    require price is at most my hand"), "T3", "my hand"),
    "a colour for a number": (("set hand-size to north",), "N202", "north"),
    "two changes of one number": (("set hand-size to 3", "set hand-size to 4"), "O310", "set hand-size to 4"),
    "a change of what was removed": (
        ("remove rule coins-count", "replace rule coins-count", "    add 1"),
        "O310",
        "replace rule coins-count",
    ),
    "an unknown word": (("set hand-size too 3",), "P", "too"),
}


@pytest.mark.parametrize(("lines", "code", "place"), BAD.values(), ids=BAD.keys())
def test_a_mistake_is_shown_where_it_is(lines, code, place, tmp_path, shore):
    path = house(tmp_path, "bad", *lines)
    found = mistakes(diff, shore, f"{shore}+{path}")
    assert found[0].code.startswith(code)
    span = found[0].labels[0].span
    assert span.path.endswith("bad.rules")
    assert span.source.text[span.start : span.end].startswith(place)


def test_overlays_that_need_each_other_go_in_a_circle(tmp_path, shore):
    path = written(
        tmp_path,
        "circle",
        "house-rule one of two\nset hand-size to 3\n\nhouse-rule two of one\nset hand-size to 4\n",
    )
    found = mistakes(diff, shore, f"{shore}+{path}")
    assert [each.code for each in found] == ["O304"]
    assert found[0].labels[0].span.path.endswith("circle.rules")
    assert found[0].labels[0].text == "one of two of one"


def test_an_overlay_of_two_games_is_shown_in_its_header(tmp_path):
    path = written(tmp_path, "both", "house-rule both of lost-cities, lost-cities-rivals\nset bonus to 3\n")
    found = mistakes(diff, "lost-cities", f"lost-cities+{path}")
    assert [each.code for each in found] == ["O303"]
    assert [label.span.path.endswith("both.rules") for label in found[0].labels] == [True, True]


def test_two_games_are_no_game_with_an_overlay():
    found = mistakes(diff, "lost-cities", "lost-cities+lost-cities-rivals")
    assert [each.code for each in found] == ["O303"]


def test_an_overlay_of_nothing_is_shown_in_its_header(tmp_path, shore):
    path = written(tmp_path, "lonely", "house-rule lonely of nobody\nset hand-size to 3\n")
    found = mistakes(diff, shore, f"{shore}+{path}")
    assert [each.code for each in found] == ["O302"]
    assert found[0].labels[0].span.path.endswith("lonely.rules")


def test_who_takes_a_component_away_is_named_with_the_lines_that_miss_it(tmp_path, shore):
    path = house(tmp_path, "stoneless", "remove card stone")
    found = mistakes(diff, shore, f"{shore}+{path}")
    for each in found:
        assert each.labels[-1].span.path.endswith("stoneless.rules")
        assert each.labels[-1].text == "`stoneless` takes it away here"


def test_who_takes_a_member_away_is_named_too(tmp_path, shore):
    claim = house(
        tmp_path, "claim", "invariant north-only", "    every beach b where b.side is south: b is empty"
    )
    path = house(tmp_path, "one-side", "set side to north, east")
    found = mistakes(diff, shore, f"{shore}+{claim}+{path}")
    assert any(label.span.path.endswith("one-side.rules") for each in found for label in each.labels)


def test_conflicts_reports_a_bad_overlay_as_such(tmp_path, shore):
    bad = house(tmp_path, "bad", "set hand-sise to 3")
    good = house(tmp_path, "good", "set hand-size to 3")
    found = conflicts(shore, (bad, good)).pairs[0]
    assert found.kind == "contradictory"
    assert found.findings[0].diagnostics[0].code == "O311"


def test_a_text_that_cannot_be_read_is_reported_once(tmp_path, shore):
    path = written(tmp_path, "broken", "house-rule broken of shore\nset\n")
    assert {each.code[0] for each in mistakes(conflicts, shore, (path, path))} == {"P"}
