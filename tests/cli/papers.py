"""Small documents to read: a PDF of a few lines a page, a DOCX of a few paragraphs."""

from __future__ import annotations

import io


def pdf(*pages: str) -> bytes:
    """A PDF with these pages; the lines of a page stand below each other."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b""]
    kids = []
    for page in pages:
        said = "".join(f"({_escaped(line)}) Tj T*\n" for line in page.splitlines())
        drawn = f"BT /F 10 Tf 14 TL 40 800 Td\n{said}ET".encode("cp1252") if said else b""
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 840] /Contents %d 0 R"
            b" /Resources << /Font << /F 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    objects[2] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    return _written(objects)


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _written(objects: list[bytes]) -> bytes:
    out, places = io.BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, io.SEEK_END)
    for number, each in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, each))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def locked(document: bytes) -> bytes:
    """The same PDF, with a password."""
    import pypdf

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(document))
    writer.encrypt("sesame", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def docx(*paragraphs: tuple[str, str]) -> bytes:
    """A DOCX with these paragraphs, each with its style."""
    from docx import Document

    document = Document()
    for style, text in paragraphs:
        document.add_paragraph(text, style=style)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()
