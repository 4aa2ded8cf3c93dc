"""What every test may ask for."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time, and no clock: a busy machine fails nothing.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

# No test takes over what an earlier run has found.
os.environ["RULEWRIGHT_CACHE"] = ""

# `--engine` is passed on to processes by the environment, and would be to the next test.
ENGINE = "RULEWRIGHT_ENGINE"
os.environ.pop(ENGINE, None)

# Whole folders that `make unit` leaves out: published games and plays of every rule set, faults in copies of the code.
SLOW = {"agreement", "digests", "games", "seeded"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-update", action="store_true", help="rewrite the golden files")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        folders = item.path.parts[len(Path(__file__).parent.parts) :]
        if item.path.is_relative_to(Path(__file__).parent) and folders[0] in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    os.environ.pop(ENGINE, None)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a golden file, or rewrites the file under `--golden-update`."""
    update = request.config.getoption("--golden-update")

    def compare(expected: Path, actual: str) -> None:
        if update:
            expected.parent.mkdir(parents=True, exist_ok=True)
            expected.write_text(actual, encoding="utf-8")
            return
        assert expected.exists(), f"{expected} is missing; `make golden` writes it"
        assert actual == expected.read_text(encoding="utf-8"), (
            f"{expected} differs; `make golden` rewrites it"
        )

    return compare
