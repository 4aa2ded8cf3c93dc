import re

import pytest

from verifier.diagnostics import CODES, Label, Level, Rejected, Report, diagnostic
from verifier.source import Source

A = Source("a.rules", "one\ntwo\n")
B = Source("b.rules", "one\ntwo\n")


def tab(source: Source, offset: int, level: Level = Level.ERROR):
    return diagnostic("P103", Label(source.span(offset, offset + 3)), level=level)


def test_mistakes_are_told_in_the_order_of_the_text():
    report = Report()
    late, early, other = tab(A, 4), tab(A, 0), tab(B, 0)
    report.extend([other, late, early])
    assert report.diagnostics == (early, late, other)


def test_the_same_mistake_is_told_once():
    report = Report()
    report.extend([tab(A, 0), tab(A, 0)])
    assert len(report.diagnostics) == 1


def test_a_warning_is_not_an_error():
    report = Report()
    report.add(tab(A, 0, Level.WARNING))
    assert not report.has_errors
    report.reject_errors()


def test_an_error_stops_the_walk():
    report = Report()
    report.add(tab(A, 0))
    with pytest.raises(Rejected, match="P103") as stopped:
        report.reject_errors()
    assert stopped.value.report is report


def test_a_title_is_filled_in_with_names():
    assert diagnostic("P101", path="a{b}.rules").title == "cannot read `a{b}.rules`"


@pytest.mark.parametrize(("code", "title"), sorted(CODES.items()))
def test_a_code_carries_its_room_and_a_plain_title(code, title):
    assert re.fullmatch(r"[PNTOCRVDL][1-9]\d\d", code)
    assert title.isascii()
    assert not title.endswith(".")
