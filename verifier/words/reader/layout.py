"""A text as blocks: headings, paragraphs, items of lists, rows of tables, each below its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.words.reader.folding import Plain

LONGEST_HEADING = 70
_LINE = re.compile(r"[^\n]*(?:\n|$)")
_MARKED = re.compile(r"\s{0,3}(#{1,6})\s*(?=\S)")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,})\s*")
_RULE = re.compile(r"\s*(?:[-*_=~] ?){3,}\s*")
# A dot, a number or a letter before an item; a number is followed by a point, a bracket or a capital letter.
_ITEM = re.compile(
    r"\s*(?:>\s*)?(?:[-+•·▪■●◦‣►➢→*\N{REPLACEMENT CHARACTER}\N{FIRE}–—]\s+"
    r"|\(?\d{1,2}[.)]\s+|[a-h]\)\s+|\(?[ivx]{1,4}\)\s+)"
)
_QUOTE = re.compile(r"\s*(?:>\s?)+")
_TABLE = re.compile(r"\s*\|.*\|\s*")
_LETTERS = re.compile(r"[^\W\d_]")
_NUMBERED = re.compile(r"\s*(?:\d{1,2}|[IVX]{1,4}|[A-H])[.)]\s+(?=\S)")
_PART = re.compile(r"\s*\d{1,2}\.\d{1,2}\b")
_END = re.compile(r"[.!?:;,]['\")»”]*\s*$")
# A paragraph goes on behind a blank line if the next begins like this.
_GOES_ON = re.compile(r"\s*(?:[a-zß-ÿ][a-zß-ÿ']|\((?=[^\W\d_a-z]?[a-zß-ÿ\d]))")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or what stands below one; `trail` are the headings above it, `is_item` tells an item of a list."""

    plain: Plain
    is_heading: bool
    is_item: bool
    trail: tuple[str, ...]
    # The number before an item or a heading, if they are counted.
    number: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    plain: Plain
    level: int  # of a heading, else 0
    is_item: bool
    is_row: bool
    number: int | None = None

    @property
    def is_blank(self) -> bool:
        return not self.plain.text.strip()


def blocks(plain: Plain) -> Iterator[Block]:
    """The blocks of a text, in order."""
    trail: list[tuple[int, str]] = []
    open_lines: list[_Line] = []

    def closed() -> Iterator[Block]:
        if open_lines:
            yield Block(
                _joined(open_lines),
                False,
                open_lines[0].is_item,
                tuple(title for _, title in trail),
                open_lines[0].number,
            )
            open_lines.clear()

    was_blank = True
    for line in _unnumbered(list(_lines(plain))):
        if line.is_blank:
            was_blank = True
            continue
        if line.level:
            yield from closed()
            trail = [each for each in trail if each[0] < line.level]
            title = " ".join(line.plain.text.split())
            above = tuple(above for _, above in trail)
            yield Block(line.plain.stripped(), True, False, above, _number_of(line.plain.text))
            trail.append((line.level, title))
        else:
            begins = line.is_item or line.is_row or (open_lines and open_lines[-1].is_row)
            if open_lines and (begins or (was_blank and not _goes_on(open_lines[-1], line))):
                yield from closed()
            open_lines.append(line)
        was_blank = False
    yield from closed()


def _number_of(text: str) -> int | None:
    found = re.match(r"\W{0,4}(\d{1,2})[.)]\s", text)
    return int(found[1]) if found is not None else None


_COUNTED = re.compile(r"\s*(\d{1,2})\s+(?=[^\W\d_a-zß-ÿ][a-zß-ÿ])")


def _unnumbered(lines: list[_Line]) -> Iterator[_Line]:
    """Items without the numbers in which they are counted: `1 Shuffle`, `2 Deal`; not `1 board`, `60 cards`."""
    items = [index for index, line in enumerate(lines) if line.is_item]
    numbers = {index: _COUNTED.match(lines[index].plain.text) for index in items}
    for index, line in enumerate(lines):
        own = numbers.get(index)
        if own is None:
            yield line
            continue
        at = items.index(index)
        beside = {int(each[1]) - step for step in (-1, 1)
                  if 0 <= at + step < len(items) and (each := numbers[items[at + step]]) is not None}  # fmt: skip
        if int(own[1]) in beside and (int(own[1]) == 1 or items[:at]):
            yield _Line(line.plain.part(own.end(), len(line.plain.text)), 0, True, False, int(own[1]))
        else:
            yield line


def _goes_on(before: _Line, line: _Line) -> bool:
    """A scan has blank lines inside sentences."""
    return _GOES_ON.match(line.plain.text) is not None and _END.search(before.plain.text) is None


def _joined(lines: list[_Line]) -> Plain:
    first, last = lines[0].plain, lines[-1].plain
    text = "\n".join(line.plain.text for line in lines)
    places: list[int] = []
    for line in lines:
        places += line.plain.places
        places.append(line.plain.places[-1] if line.plain.places else last.places[-1] if last.places else 0)
    return Plain(first.source, text, tuple(places[: len(text)]))


def _lines(plain: Plain) -> Iterator[_Line]:
    raw = [plain.part(found.start(), found.end() - 1 if found[0].endswith("\n") else found.end())
           for found in _LINE.finditer(plain.text) if found[0]]  # fmt: skip
    for index, line in enumerate(raw):
        behind = raw[index + 1].text if index + 1 < len(raw) else ""
        following = next((each.text for each in raw[index + 1 :] if each.text.strip()), "")
        # A short line that the next one goes on with is no title.
        alone = (
            not (index and raw[index - 1].text.strip()),
            not behind.strip() and not _GOES_ON.match(following),
        )
        yield _line(line, behind, *alone)


def _line(line: Plain, behind: str, first: bool, last: bool) -> _Line:
    """What one line is: `first` and `last` tell whether blank lines stand around it."""
    text = line.text
    if _TABLE.fullmatch(text):
        cells = line.replaced(re.compile(r"\|"), lambda _: ";")
        return _Line(
            cells if _LETTERS.search(text) or re.search(r"\d", text) else line.part(0, 0), 0, False, True
        )
    if _RULE.fullmatch(text):
        return _Line(line.part(0, 0), 0, False, False)
    marked = _MARKED.match(text)
    if marked is not None:
        return _Line(line.part(marked.end(), len(text)), len(marked[1]), False, False)
    bare = text.strip()
    underlined = bool(_UNDERLINE.fullmatch(behind)) and len(bare) <= LONGEST_HEADING and bool(bare)
    # `4. Your turn` above `4.1 Play a card`.
    numbered = _NUMBERED.match(bare) is not None and _PART.match(behind) is not None and not _END.search(bare)
    level = 2 if underlined else 4 if numbered else _title_level(bare, first, last)
    if level:
        return _Line(line, level, False, False)
    item = _ITEM.match(text)
    if item is not None and text[item.end() :].strip():
        return _Line(line.part(item.end(), len(text)), 0, True, False, _number_of(text))
    quoted = _QUOTE.match(text)
    return _Line(line.part(quoted.end(), len(text)) if quoted else line, 0, False, False)


def _title_level(bare: str, first: bool, last: bool) -> int:
    """How high a line without marks stands as a heading: capitals high, a short line of its own low; 0 for none."""
    letters = "".join(_LETTERS.findall(bare))
    if len(letters) < 3 or len(bare) > LONGEST_HEADING:
        return 0
    if letters.upper() == letters and letters.lower() != letters and len(letters) >= 4:
        return 2
    if not (first and last):
        return 0
    numbered = _NUMBERED.match(bare)
    if numbered is not None and not _END.search(bare):
        return 4
    short = len(bare.split()) <= 6 and len(bare) <= 50
    return 5 if short and not re.search(r"[.!?;,]['\")»”]*\s*$", bare) and letters[:1].isupper() else 0
