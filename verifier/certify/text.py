"""The text of a certificate: what is said at which cutpoints, not yet read as expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from verifier.source import Source, Span

Sort = Literal["line", "hence", "lies", "split", "unseen", "falls", "holds"]
HEADER, AT, COMMENT = "certificate ", "at ", "#"


@dataclass(frozen=True, slots=True)
class Said:
    """One thing said of some cutpoints."""

    sort: Sort
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class CertificateText:
    """What is said, and for each label of a cutpoint the numbers of what is said there, in the order of the text."""

    name: str
    said: tuple[Said, ...]
    at: dict[str, tuple[int, ...]]


class UnreadableError(Exception):
    """A line that no certificate has."""

    def __init__(self, span: Span, why: str) -> None:
        super().__init__(f"{span.path}:{span.line}: {why}")
        self.span = span
        self.why = why


def certificate_text(source: Source) -> CertificateText:
    """Reads the text; cutpoints stand at the margin, what is said of them below."""
    name, said, at, here, start = "", list[Said](), dict[str, list[int]](), list[str](), 0
    for row in source.text.splitlines(keepends=True):
        line = row.split(COMMENT)[0].rstrip()
        span = source.span(start + len(line) - len(line.lstrip()), start + len(line))
        start += len(row)
        if not line:
            continue
        if line.startswith(HEADER):
            name = line.removeprefix(HEADER).strip()
        elif line.startswith(AT):
            here = [label.strip() for label in line.removeprefix(AT).split(",")]
            for label in here:
                at.setdefault(label, [])
        elif not line.startswith(" ") or not here:
            raise UnreadableError(
                span, "a certificate has a header, lines that begin with `at`, and lines below them"
            )
        else:
            for label in here:
                at[label].append(len(said))
            said.append(_said(line.strip(), span))
    return CertificateText(name, tuple(said), {label: tuple(numbers) for label, numbers in at.items()})


def _said(line: str, span: Span) -> Said:
    word, _, rest = line.partition(" ")
    for sort in get_args(Sort):
        if sort == word and sort != "line":
            return Said(sort, rest.strip(), span)
    return Said("line", line, span)
