"""An outcome as JUnit XML: one suite per rule set and number of players, one case per property."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from verifier.verify.finding import Finding
from verifier.verify.running import Outcome, Sheet


def junit(outcome: Outcome) -> str:
    """The report as text: refuted is a failure, unknown an error, acknowledged is skipped."""
    suites = [_suite(sheet) for sheet in outcome.sheets]
    counted = {name: str(sum(int(suite.get(name, "0")) for suite in suites)) for name in COUNTED}
    root = Xml.Element("testsuites", {"name": "rulewright verify", **counted})
    root.extend(suites)
    if outcome.partial:
        case = Xml.SubElement(root, "testsuite", {"name": "partial", "tests": "1", "errors": "1"})
        inner = Xml.SubElement(case, "testcase", {"classname": "rulewright", "name": "complete"})
        Xml.SubElement(inner, "error", {"message": "interrupted before the end"})
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


COUNTED = ("tests", "failures", "errors", "skipped")


def _suite(sheet: Sheet) -> Xml.Element:
    findings = sheet.findings
    suite = Xml.Element(
        "testsuite",
        {
            "name": str(sheet.subject),
            "tests": str(len(findings)),
            "failures": str(sum(each.fails() for each in findings)),
            "errors": str(sum(each.is_open() for each in findings)),
            "skipped": str(sum(each.acknowledged is not None for each in findings)),
            "time": f"{sum(each.seconds for each in findings):.3f}",
        },
    )
    suite.extend(_case(sheet, finding) for finding in findings)
    return suite


def _case(sheet: Sheet, finding: Finding) -> Xml.Element:
    subject = sheet.subject
    case = Xml.Element(
        "testcase",
        {
            "classname": f"{subject.ruleset}.{subject.players}",
            "name": finding.property,
            "time": f"{finding.seconds:.3f}",
        },
    )
    if finding.place is not None:
        path, _, line = finding.place.rpartition(":")
        case.set("file", path)
        case.set("line", line)
    words = clean(f"{finding.verdict} ({finding.method}): {finding.detail}")
    if finding.acknowledged is not None:
        Xml.SubElement(case, "skipped", {"message": clean(f"{words}; acknowledged: {finding.acknowledged}")})
    elif finding.fails():
        Xml.SubElement(case, "failure", {"message": words, "type": "refuted"}).text = _story(finding)
    elif finding.is_open():
        Xml.SubElement(case, "error", {"message": words, "type": "unknown"})
    else:
        Xml.SubElement(case, "system-out").text = words
    return case


def _story(finding: Finding) -> str:
    lines = finding.trace.told if finding.trace is not None else finding.listed
    return clean("\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1)))


def clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return "".join(letter for letter in text if letter in "\n\t" or ord(letter) >= 32)
