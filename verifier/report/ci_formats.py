"""What was found, for other tools: an outcome as JUnit XML, an outcome or diagnostics as SARIF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as Xml

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.diagnostics import Diagnostic, Label, heading
from verifier.verdict.finding import Finding
from verifier.verdict.properties import HEALTH
from verifier.version import VERSION

# --- an outcome as JUnit XML: one suite per rule set and number of players, one case per property


def junit(outcome: VerifyOutcome) -> str:
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


def _suite(sheet: SubjectFindings) -> Xml.Element:
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


def _case(sheet: SubjectFindings, finding: Finding) -> Xml.Element:
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
    words = clean(f"{finding.standing} ({finding.method}): {finding.detail}")
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


# --- an outcome as SARIF 2.1.0: what is refuted or unknown, at its place in the rules, for editors


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(outcome: VerifyOutcome) -> dict[str, Any]:
    """The report as a value that `json` can write."""
    found = [(sheet, finding) for sheet in outcome.sheets for finding in sheet.findings]
    told = [(sheet, finding) for sheet, finding in found if finding.verdict in ("refuted", "unknown")]
    names = list(dict.fromkeys(finding.property for _, finding in told))
    driver = {
        "name": "rulewright",
        "version": VERSION,
        "rules": [_rule(name) for name in names],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not outcome.partial}],
        "results": [_result(sheet, finding, names.index(finding.property)) for sheet, finding in told],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    words = HEALTH.get(name, f"the claim `{name}` of the rules")
    return {"id": name, "shortDescription": {"text": words}}


def _result(sheet: SubjectFindings, finding: Finding, number: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": finding.property,
        "ruleIndex": number,
        "level": "error" if finding.verdict == "refuted" else "warning",
        "message": {"text": f"{finding.verdict}: `{finding.property}` of {sheet.subject}: {finding.detail}"},
        "properties": {
            "ruleset": sheet.subject.ruleset,
            "players": sheet.subject.players,
            "verdict": finding.verdict,
            "method": finding.method,
        },
    }
    if finding.place is not None:
        found["locations"] = [_location(finding.place)]
    if finding.acknowledged is not None:
        found["suppressions"] = [{"kind": "inSource", "justification": finding.acknowledged}]
    if finding.trace is not None and finding.verdict == "refuted":
        steps = [{"location": {"message": {"text": line}}} for line in finding.trace.told]
        if steps:
            found["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return found


def _location(place: str) -> dict[str, Any]:
    path, _, line = place.rpartition(":")
    region = {"startLine": int(line)} if line.isdigit() else {"startLine": 1}
    return {"physicalLocation": {"artifactLocation": {"uri": path.replace("\\", "/")}, "region": region}}


# --- diagnostics as SARIF 2.1.0: every mistake at its place in the text, for code hosts and editors


def diagnostics_sarif(found: Sequence[Diagnostic]) -> dict[str, Any]:
    """What a check has found, as a value that `json` can write."""
    codes = list(dict.fromkeys(each.code for each in found))
    rules = [{"id": code, "shortDescription": {"text": heading(code)}} for code in codes]
    run = {
        "tool": {"driver": {"name": "rulewright", "version": VERSION, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True}],
        "results": [_mistake(each, codes.index(each.code)) for each in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _mistake(found: Diagnostic, number: int) -> dict[str, Any]:
    placed = [label for label in found.labels if not label.span.is_nowhere]
    hint = f" ({found.hint})" if found.hint else ""
    first = f": {placed[0].text}" if placed and placed[0].text else ""
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": number,
        "level": found.level.value,
        "message": {"text": f"{found.title}{first}{hint}"},
    }
    places = [_labelled(label) for label in placed]
    if places:
        result["locations"] = places[:1]
    if places[1:]:
        result["relatedLocations"] = places[1:]
    return result


def _labelled(label: Label) -> dict[str, Any]:
    span = label.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    where = {"artifactLocation": {"uri": quote(span.path.replace("\\", "/"))}, "region": region}
    return {"physicalLocation": where, **({"message": {"text": label.text}} if label.text else {})}
