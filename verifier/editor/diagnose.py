"""Open texts in; for every file around them what the checker finds wrong with it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.diagnostics import Diagnostic, Label, Report
from verifier.editor.session import Family
from verifier.program import check_ruleset
from verifier.surface.files import ENDING, shown, units_of
from verifier.surface.open_texts import open_texts, stamp
from verifier.surface.rulesets import rulesets_of
from verifier.words.catalogue import catalogue_of, text_of
from verifier.words.terms import glossary_of


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be checked: a copy of the open texts, and with each open file the files around it."""

    texts: Mapping[Path, str]
    families: Mapping[Path, Family]


class Checker:
    """Checks rule sets, each again only when one of the texts it may be made of has changed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[tuple[int, int], ...], tuple[Diagnostic, ...]]] = {}

    def found(self, job: Job) -> dict[Path, list[Diagnostic]]:
        """What is wrong, by the file in which it is shown; an open file without mistakes has an empty list."""
        with open_texts(job.texts):
            found: dict[Path, dict[Diagnostic, None]] = {path: {} for path in job.texts}
            for path, family in job.families.items():
                for each in self._about(path, family):
                    where = _where(each, path)
                    found.setdefault(where, {})[each] = None
            return {path: list(many) for path, many in found.items()}

    def _about(self, path: Path, family: Family) -> Iterable[Diagnostic]:
        if path.suffix != ENDING:
            return _about_words(path)
        report = Report()
        rulesets = rulesets_of(shown(path), report)
        if not rulesets:
            units_of(path, report)
        now = tuple(stamp(each) for each in family.rules)
        for ruleset in dict.fromkeys(rulesets):
            known = self._known.get(ruleset)
            if known is None or known[0] != now:
                own = Report()
                check_ruleset(ruleset, own)
                known = self._known[ruleset] = now, own.diagnostics
            report.extend(known[1])
        return report.diagnostics


def _about_words(path: Path) -> Iterable[Diagnostic]:
    """Whether a catalogue or a glossary can be read; `rulewright catalogue check` says whether it is right."""
    report = Report()
    source = text_of(path, report)
    if source is not None and path.suffix == ".po":
        catalogue_of(path.name.partition(".")[0], path.parent.parent, [source], report)
    elif source is not None and path.name.startswith("terms."):
        glossary_of(source, report)
    return report.diagnostics


def _where(found: Diagnostic, asked: Path) -> Path:
    """The file in which a mistake is shown: where it stands, or the one that was asked about."""
    labels = placed_labels(found)
    return Path(labels[0].span.path).resolve() if labels else asked


def placed_labels(found: Diagnostic) -> tuple[Label, ...]:
    """The labels that stand somewhere; whether they do must show in another process too."""
    return tuple(label for label in found.labels if label.span.path)
