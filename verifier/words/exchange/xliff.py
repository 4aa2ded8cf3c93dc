"""XLIFF 2.0, which most tools of translators read: slots are placeholders that a tool protects."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source
from verifier.words.exchange.rows import Brought, ExchangeRow

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_SLOT = re.compile(r"\{[^{}]*\}")
STATES = {"missing": "initial", "stale": "initial", "fuzzy": "translated", "confirmed": "final"}
# Who declares entities wants more of a reader than a translation needs.
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def xliff_of(rows: Iterable[ExchangeRow], lang: str, title: str) -> str:
    """One unit an entry; the key is its name, since names of units may hold any sign."""
    ET.register_namespace("", NAMESPACE)
    root = ET.Element(_tag("xliff"), {"version": "2.0", "srcLang": "en", "trgLang": lang})
    file = ET.SubElement(root, _tag("file"), {"id": "f1", "original": title})
    for number, row in enumerate(rows, 1):
        unit = ET.SubElement(file, _tag("unit"), {"id": f"u{number}", "name": row.key})
        notes = ET.SubElement(unit, _tag("notes"))
        _note(notes, "rule", row.rule)
        if row.is_filled_in:
            _note(notes, "shown", row.shown)
        slots = list(dict.fromkeys([*_SLOT.findall(row.source), *_SLOT.findall(row.words)]))
        if slots:
            data = ET.SubElement(unit, _tag("originalData"))
            for slot in slots:
                ET.SubElement(data, _tag("data"), {"id": _data(slots, slot)}).text = slot
        segment = ET.SubElement(unit, _tag("segment"), {"state": STATES[row.state]})
        _fill(ET.SubElement(segment, _tag("source")), row.source, slots)
        if row.words:
            _fill(ET.SubElement(segment, _tag("target")), row.words, slots)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def _note(notes: ET.Element, category: str, text: str) -> None:
    ET.SubElement(notes, _tag("note"), {"category": category}).text = text


def _data(slots: list[str], slot: str) -> str:
    return f"d{slots.index(slot) + 1}"


def _fill(element: ET.Element, text: str, slots: list[str]) -> None:
    """The text with a placeholder for each slot; a slot that stands twice needs two ids."""
    element.text, last = "", None
    at = 0
    for found in _SLOT.finditer(text):
        _append(element, last, text[at : found.start()])
        last = ET.SubElement(
            element,
            _tag("ph"),
            {
                "id": f"{_data(slots, found[0])}-{text[: found.start()].count(found[0]) + 1}",
                "dataRef": _data(slots, found[0]),
                "disp": found[0],
            },
        )
        at = found.end()
    _append(element, last, text[at:])


def _append(element: ET.Element, last: ET.Element | None, text: str) -> None:
    if last is None:
        element.text = (element.text or "") + text
    else:
        last.tail = (last.tail or "") + text


# --- and back


def from_xliff(source: Source, report: Report) -> dict[str, Brought]:
    """The targets of a file; segments of one unit are joined, an empty target brings nothing."""
    problem = None
    root = None
    if _DECLARATION.search(source.text):
        problem = "a file for translators declares no entities"
    else:
        try:
            root = ET.fromstring(source.text.encode("utf-8"))
        except (ET.ParseError, ValueError) as error:
            problem = str(error)
    if problem is None and (root is None or root.tag != _tag("xliff")):
        problem = "this is not XLIFF 2.0: its first element is `xliff` with that version's namespace"
    if problem is not None or root is None:
        report.add(diagnostic("L701", Label(source.whole), hint=problem, path=source.path))
        return {}
    return {each.key: each for unit in root.iter(_tag("unit")) if (each := _brought(unit)) is not None}


def _brought(unit: ET.Element) -> Brought | None:
    data = {each.get("id"): each.text or "" for each in unit.iter(_tag("data"))}
    segments = list(unit.iter(_tag("segment")))
    english = " ".join("".join(_pieces(each.find(_tag("source")), data)) for each in segments)
    words = " ".join(
        text for each in segments if (text := "".join(_pieces(each.find(_tag("target")), data)).strip())
    )
    key = unit.get("name")
    fuzzy = bool(words) and any(each.get("state") == "initial" for each in segments)
    return Brought(key, words, english=english, fuzzy=fuzzy) if key else None


def _pieces(element: ET.Element | None, data: dict[str | None, str]) -> Iterator[str]:
    if element is None:
        return
    yield element.text or ""
    for child in element:
        # A placeholder stands for its slot; whatever else a tool put around words is not ours.
        if child.tag == _tag("ph"):
            yield data.get(child.get("dataRef"), child.get("disp") or "")
        else:
            yield from _pieces(child, data)
        yield child.tail or ""
