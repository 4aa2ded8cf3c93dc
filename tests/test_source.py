import pytest

from verifier.source import NOWHERE, Source, Span

SOURCE = Source("cave.rules", "game cave\n    zone hand\r\n\nzone deck")


def span_of(word: str) -> Span:
    start = SOURCE.text.index(word)
    return SOURCE.span(start, start + len(word))


def test_lines_and_columns_count_from_one():
    span = span_of("game")
    assert (span.line, span.column) == (1, 1)


def test_a_span_knows_its_line_column_and_text():
    span = span_of("hand")
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 10, 2, 14)
    assert span.text == "hand"


def test_a_line_is_shown_without_its_line_end():
    assert span_of("hand").line_text == "    zone hand"
    assert span_of("deck").line_text == "zone deck"


def test_an_empty_line_is_empty():
    assert SOURCE.span(SOURCE.text.index("\n\n") + 1).line_text == ""


def test_a_line_end_belongs_to_the_line_it_ends():
    span = SOURCE.span(SOURCE.text.index("\n"))
    assert (span.line, span.column, span.line_text) == (1, 10, "game cave")


@pytest.mark.parametrize(("text", "line"), [("", 1), ("a", 1), ("a\n", 2)])
def test_the_end_of_a_text_is_a_place(text, line):
    span = Source("x", text).span(len(text))
    assert span.line == line
    assert span.line_text == ("a" if text == "a" else "")


def test_a_span_reaches_over_several_lines():
    span = span_of("game").to(span_of("hand"))
    assert span.text == "game cave\n    zone hand"
    assert (span.line, span.end_line) == (1, 2)


def test_a_span_reads_as_a_place():
    assert str(span_of("hand")) == "cave.rules:2:10"
    assert "game cave" not in repr(span_of("hand"))


def test_nowhere_is_no_place_in_any_text():
    assert NOWHERE.is_nowhere
    assert not SOURCE.whole.is_nowhere
    assert not Source("", "").whole.is_nowhere
