"""Rulebooks as people have them: PDF, DOCX, text of any editor; and files that are no rulebook at all."""

import sys

import pytest

from tests.cli.papers import docx, locked, pdf
from verifier.cli.documents import rulebook_of
from verifier.diagnostics import Rejected


def test_a_pdf_is_read_page_by_page(tmp_path):
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf("LES CITÉS\n60 cartes.", "", "Piochez (ou non) une carte.\nGagnez."))
    book = rulebook_of(path)
    at = book.source.text.index("Gagnez")
    assert str(book.place(at)) == "page 3, line 2"
    assert "CITÉS" in book.source.text
    assert "(ou non)" in book.source.text


def test_a_docx_is_read_paragraph_by_paragraph(tmp_path):
    path = tmp_path / "book.docx"
    path.write_bytes(docx(("Heading 1", "Rules"), ("Normal", "Deal eight\ncards."), ("List Bullet", "Draw.")))
    book = rulebook_of(path)
    assert book.source.text.split("\n\n") == ["# Rules", "Deal eight cards.", "- Draw."]
    assert str(book.place(book.source.text.index("Draw"))) == "paragraph 3"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_of_any_editor(tmp_path, encoding):
    path = tmp_path / "book.txt"
    path.write_bytes("Été.\nHiver.".encode(encoding))
    book = rulebook_of(path)
    assert book.source.text == "Été.\nHiver."
    assert str(book.place(6)) == "line 2"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (pdf("", ""), "L794"),
        (locked(pdf("A text.")), "L795"),
        (pdf("A text.")[:40], "L796"),
        (b"%PDF-1.7 and nothing else", "L796"),
        (docx(("Normal", "A text."))[:300], "L796"),
        (b"PK\x03\x04" + bytes(40), "L796"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40), "L796"),
        (b"\x00\x01\x02\xff", "P102"),
        (b"\xff\xfe\x00", "P102"),
        (b"a" * 1_000_001, "P104"),
    ],
    ids=range(10),
)
def test_what_is_no_rulebook(tmp_path, content, code):
    path = tmp_path / "book"
    path.write_bytes(content)
    with pytest.raises(Rejected) as told:
        rulebook_of(path)
    [found] = told.value.report.diagnostics
    assert found.code == code


@pytest.mark.parametrize(
    ("content", "library"), [(pdf("A text."), "pypdf"), (docx(("Normal", "A text.")), "docx")]
)
def test_a_library_that_is_not_there_is_said_with_how_to_install_it(tmp_path, monkeypatch, content, library):
    path = tmp_path / "book"
    path.write_bytes(content)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Rejected) as told:
        rulebook_of(path)
    [found] = told.value.report.diagnostics
    assert (found.code, found.hint) == ("L797", 'install it with `pip install "rulewright[documents]"`')
