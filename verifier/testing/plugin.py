"""A plugin for pytest: `.rules` files are collected, and what they ask for becomes tests.

Scenarios are played; invariants are held against a few random plays; a witness that these plays do not meet
is skipped. Files below a folder of the setting `rules_paths` (`spec`, if nothing is set) are collected, and
every file that is named on the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verifier.testing.suites import Asked

ENDING = ".rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rules_paths", "folders whose .rules files are tests", type="args", default=["spec"])
    group = parser.getgroup("rules", "rules of games")
    group.addoption("--save-plays", metavar="FOLDER", help="write counterexamples to this folder")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ENDING and _is_meant(file_path, parent.config):
        found: pytest.Collector = RulesFile.from_parent(parent, path=file_path)
        return found
    return None


def _is_meant(path: Path, config: pytest.Config) -> bool:
    named = [Path(str(each).split("::")[0]) for each in config.args]
    if any((config.invocation_params.dir / each).resolve() == path.resolve() for each in named):
        return True
    folders = [(config.rootpath / each).resolve() for each in config.getini("rules_paths")]
    return any(folder in path.resolve().parents for folder in folders)


class RulesFile(pytest.File):
    """A file of rules."""

    def collect(self) -> Iterator[pytest.Item]:
        from verifier.diagnostics import Report
        from verifier.diagnostics.render import all_as_text
        from verifier.testing.suites import asked_in

        report = Report()
        asked = asked_in(self.path, report)
        if report.has_errors:
            raise self.CollectError(all_as_text(report.diagnostics))
        for each in asked:
            yield RulesItem.from_parent(self, name=f"{each.sort} {each.name}", asked=each)


class RulesItem(pytest.Item):
    """A scenario, an invariant or a witness."""

    def __init__(self, *, asked: Asked, **more: Any) -> None:
        super().__init__(**more)
        self.asked = asked

    def runtest(self) -> None:
        from verifier.testing.suites import RuleError, Unseen, suites

        wrong = suites().wrong(self.asked)
        if isinstance(wrong, Unseen):
            pytest.skip(wrong.words)
        if wrong:
            error = RuleError(list(wrong))
            self._save(error)
            raise error

    def _save(self, error: Any) -> None:
        folder = self.config.getoption("--save-plays")
        if folder and error.play is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
            target = Path(folder) / f"{self.asked.name}.json"
            target.write_text(error.play.as_text(), encoding="utf-8")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """No traceback: what is wrong stands in the rules."""
        from verifier.testing.suites import RuleError

        if isinstance(excinfo.value, RuleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.asked.span.line - 1, self.name
