"""What can be run from a text: each scenario, and each claim; and the answer of a scenario in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Report
from verifier.editor.session import Session
from verifier.editor.words import said
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.open_texts import open_texts
from verifier.testing.suites import Asked, Suites, Unseen, as_text, asked_in, rulesets_of

RUN, VERIFY = "rulewright.runScenario", "rulewright.verifyClaim"


@dataclass(frozen=True, slots=True)
class Lens:
    """A place, what stands above it, and the command with the name that it is about."""

    span: Span
    command: str
    name: str


def lenses(session: Session, path: Path) -> list[Lens]:
    """Above every scenario `run`, above every claim `verify`."""
    found = []
    for unit in session.units(path):
        for item in unit.items:
            match item:
                case nodes.Scenario():
                    found.append(Lens(item.span, RUN, item.name.text))
                case nodes.Expect():
                    found.append(Lens(item.span, RUN, item.scenario.text))
                case nodes.Invariant() | nodes.Witness() | nodes.Measure():
                    found.append(Lens(item.span, VERIFY, item.name.text))
    return found


def scenario_result(texts: Mapping[Path, str], path: Path, name: str, lang: str) -> tuple[bool, str]:
    """Whether a scenario gives what it expects, and what to say about it."""
    with open_texts(texts):
        report = Report()
        asked = _asked(path, name, report)
        if asked is None:
            mistakes = "; ".join(each.title for each in report.diagnostics)
            return False, said(lang, "not-run", name=name, why=mistakes or said(lang, "no-scenario"))
        wrong = Suites().wrong(asked)
    if isinstance(wrong, Unseen):
        return False, wrong.words
    if wrong:
        why = "; ".join(as_text(each) for each in wrong)
        return False, said(lang, "different", name=name, why=why)
    return True, said(lang, "expected", name=name)


def _asked(path: Path, name: str, report: Report) -> Asked | None:
    found = (each for each in asked_in(path, report) if each.name == name)
    return next((each for each in found if each.sort in ("scenario", "expect")), None)


def ruleset_of_claim(session: Session, path: Path, name: str) -> str | None:
    """The rule set by which a claim is verified: the unit that it stands in, with what it needs."""
    for unit in session.units(path):
        for item in unit.items:
            if isinstance(item, nodes.Invariant | nodes.Witness | nodes.Measure) and item.name.text == name:
                return next(iter(rulesets_of(unit.header, path)), None)
    return None
