"""The glossary of a game for translators' tools: a table (CSV) or TBX, English beside the language."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass

from verifier.words.terms import Glossary, Term

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True, slots=True)
class GlossaryRow:
    """A thing of the game and its words: the term and its plural, and words that must not be used for it."""

    name: str
    english: Term | None
    term: Term | None


def glossary_rows(english: Glossary, own: Glossary, names: Iterable[str]) -> list[GlossaryRow]:
    return [GlossaryRow(name, english.terms.get(name), own.terms.get(name)) for name in names]


COLUMNS = ("name", "english", "english plural", "term", "plural", "gender", "avoid")


def glossary_csv(rows: Iterable[GlossaryRow]) -> str:
    """A line a thing."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        avoid = ", ".join(row.term.avoid) if row.term is not None else ""
        gender = (row.term.gender or "") if row.term is not None else ""
        writer.writerow([row.name, *_forms(row.english), *_forms(row.term), gender, avoid])
    return out.getvalue()


def _forms(term: Term | None) -> tuple[str, str]:
    return (term.form(False), term.form(True)) if term is not None else ("", "")


def glossary_tbx(rows: Iterable[GlossaryRow], lang: str, title: str) -> str:
    """TBX-Core (ISO 30042): a concept a thing, with the words to use and those to avoid."""
    root = ET.Element(
        "tbx", {"type": "TBX-Core", "style": "dca", "xmlns": "urn:iso:std:iso:30042:ed-2", XML_LANG: "en"}
    )
    header = ET.SubElement(ET.SubElement(ET.SubElement(root, "tbxHeader"), "fileDesc"), "sourceDesc")
    ET.SubElement(header, "p").text = title
    body = ET.SubElement(ET.SubElement(root, "text"), "body")
    for row in rows:
        concept = ET.SubElement(body, "conceptEntry", {"id": row.name})
        for each, term in (("en", row.english), (lang, row.term)):
            if term is not None:
                section = ET.SubElement(concept, "langSec", {XML_LANG: each})
                _term(section, term.form(False), "preferredTerm-admn-sts")
                for word in term.avoid:
                    _term(section, word, "deprecatedTerm-admn-sts")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _term(section: ET.Element, word: str, status: str) -> None:
    entry = ET.SubElement(section, "termSec")
    ET.SubElement(entry, "term").text = word
    ET.SubElement(entry, "termNote", {"type": "administrativeStatus"}).text = status
