"""A rulebook from a file: plain text, Markdown, PDF (its text layer) or DOCX, recognised by what is in the file."""

from __future__ import annotations

import io
import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from verifier.cli.files import bytes_of, decoded, nowhere_in, reject
from verifier.diagnostics import diagnostic
from verifier.words.audit.rulebook import Rulebook, of_pages, of_paragraphs

# Ten times the longest rulebook that anybody has met.
LARGEST = 1_000_000
# Pictures make a document large that has little text.
LARGEST_FILE = 64_000_000
MOST_PAGES = 400
# A packed document may be a little file and still fill the memory.
LARGEST_PACKED_TEXT = 32_000_000
T = TypeVar("T")
INSTALL = 'install it with `pip install "rulewright[documents]"`'
_TITLE = re.compile(r"(?:heading|title|titre|überschrift|título)\s*(\d)?", re.IGNORECASE)
_ITEM = re.compile(r"list|liste|aufzählung|viñeta", re.IGNORECASE)


def rulebook_of(path: Path) -> Rulebook:
    """The rulebook in a file; one that cannot be read raises `Rejected`."""
    found = bytes_of(path, LARGEST_FILE)
    if found[:1024].lstrip().startswith(b"%PDF-"):
        book = _from_pdf(path, found)
    elif found.startswith(b"PK\x03\x04"):
        book = _from_docx(path, found)
    elif found.startswith(b"\xd0\xcf\x11\xe0"):
        reject(
            diagnostic(
                "L796", nowhere_in(path), hint="save it as DOCX, PDF or plain text", path=path, format="DOCX"
            )
        )
    else:
        return Rulebook(decoded(path, found, LARGEST))
    if len(book.source.text) > LARGEST:
        reject(diagnostic("P104", nowhere_in(path), path=path, limit=LARGEST))
    return book


def _from_pdf(path: Path, found: bytes) -> Rulebook:
    try:
        import pypdf
    except ImportError:
        reject(diagnostic("L797", nowhere_in(path), hint=INSTALL, path=path, format="PDF", library="pypdf"))
    # It tells every oddity of a file to whoever sits at the terminal.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = _guarded(path, "PDF", lambda: pypdf.PdfReader(io.BytesIO(found)))
    # Many files are locked with the empty password, so that they can be read but not changed.
    if reader.is_encrypted and not _guarded(path, "PDF", lambda: reader.decrypt("")):
        reject(diagnostic("L795", nowhere_in(path), hint="save a copy without the password", path=path))
    count = _guarded(path, "PDF", lambda: len(reader.pages))
    if count > MOST_PAGES:
        reject(
            diagnostic(
                "L796",
                nowhere_in(path),
                hint=f"it has {count} pages, and at most {MOST_PAGES} are read",
                path=path,
                format="PDF",
            )
        )
    pages = _guarded(path, "PDF", lambda: [_cleaned(page.extract_text()) for page in reader.pages])
    if not any(map(str.strip, pages)):
        reject(
            diagnostic(
                "L794",
                nowhere_in(path),
                hint="recognise its text first (OCR), for example with `ocrmypdf`",
                path=path,
            )
        )
    return of_pages(str(path), pages)


def _from_docx(path: Path, found: bytes) -> Rulebook:
    try:
        import docx
    except ImportError:
        reject(
            diagnostic(
                "L797", nowhere_in(path), hint=INSTALL, path=path, format="DOCX", library="python-docx"
            )
        )
    size = _guarded(path, "DOCX", lambda: _unpacked_text(found))
    if size > LARGEST_PACKED_TEXT:
        reject(diagnostic("P104", nowhere_in(path), path=path, limit=LARGEST_PACKED_TEXT))
    document = _guarded(path, "DOCX", lambda: docx.Document(io.BytesIO(found)))
    return of_paragraphs(str(path), _guarded(path, "DOCX", lambda: list(_paragraphs(document))))


def _unpacked_text(found: bytes) -> int:
    """How large the texts of a packed document are; its pictures are never unpacked here."""
    with zipfile.ZipFile(io.BytesIO(found)) as packed:
        return sum(each.file_size for each in packed.infolist() if each.filename.endswith((".xml", ".rels")))


def _paragraphs(document: Any) -> Iterator[str]:
    """The paragraphs and rows of tables in their order, headings and lists marked as in Markdown."""
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            for row in block.rows:
                yield "| " + " | ".join(cell.text for cell in row.cells) + " |"
        elif block.text.strip():
            yield _mark(block.style.name if block.style is not None else "") + block.text


def _mark(style: str | None) -> str:
    title = _TITLE.match(style or "")
    if title is not None:
        return "#" * min(6, int(title[1] or 1) or 1) + " "
    return "- " if _ITEM.match(style or "") else ""


def _cleaned(text: str) -> str:
    """The text of a page without the gap that parts pages, nor letters that stand for nothing."""
    return re.sub(r"\n{3,}", "\n\n", text.replace("\0", " ").replace("\r", "")).strip("\n")


def _guarded(path: Path, format: str, work: Callable[[], T]) -> T:
    """What a library makes of a foreign file; whatever it stumbles over is a fault of the file."""
    try:
        return work()
    # Damaged files end in errors of every kind inside these libraries.
    except Exception:
        reject(
            diagnostic(
                "L796",
                nowhere_in(path),
                hint="open it and save it again, or as plain text",
                path=path,
                format=format,
            )
        )
