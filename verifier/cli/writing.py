"""Reports as files: looked at before the work begins, written when it is done."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from verifier.check.saved import saved_files, scenario_still_shows
from verifier.check.schedule import VerifyOutcome
from verifier.diagnostics import Report, diagnostic
from verifier.report.formats import junit, sarif
from verifier.report.html import verify_page
from verifier.report.lemmas import pins

FORMS: dict[str, Callable[[VerifyOutcome], str]] = {
    "junit": junit,
    "sarif": lambda outcome: json.dumps(sarif(outcome), indent=2, ensure_ascii=False) + "\n",
    "html": verify_page,
    "pins": pins,
}


def check_paths(paths: Mapping[str, Path | None], report: Report) -> None:
    """Each path can be written, or is reported; nothing is changed by asking."""
    for path in paths.values():
        if path is None:
            continue
        new = not path.exists()
        try:
            with path.open("a", encoding="utf-8"):
                pass
            if new:
                path.unlink()
        except OSError as error:
            hint = error.strerror.lower() if error.strerror else None
            report.add(diagnostic("V403", hint=hint, path=path))


def write_reports(outcome: VerifyOutcome, paths: Mapping[str, Path | None], report: Report) -> None:
    """Every report that was asked for."""
    for form, path in paths.items():
        if path is None:
            continue
        try:
            path.write_text(FORMS[form](outcome), encoding="utf-8")
        except OSError as error:
            hint = error.strerror.lower() if error.strerror else None
            report.add(diagnostic("V403", hint=hint, path=path))


def save_plays(outcome: VerifyOutcome, folder: Path, report: Report) -> None:
    """Every play in a folder, as `replay` reads it, as a scenario where it can be said, and a test for each."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for each in saved_files(outcome):
            path = folder / each.name
            path.write_text(each.text, encoding="utf-8")
            if not scenario_still_shows(each, path):
                path.unlink()
    except OSError as error:
        hint = error.strerror.lower() if error.strerror else None
        report.add(diagnostic("V403", hint=hint, path=folder))
