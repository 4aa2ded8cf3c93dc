"""Booklets as PDF, printed by a headless Chromium from pages of the built site."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from verifier.documents.voice import LANGUAGES

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 90


def chromium() -> str | None:
    """A browser that can print, if there is one."""
    return next((found for name in BROWSERS if (found := shutil.which(name)) is not None), None)


def print_booklets(browser: str, site: Path, games: list[str]) -> list[str]:
    """Prints the booklet of each game in each language beside its page; what went wrong is returned."""
    wrong = []
    for game in games:
        for lang in LANGUAGES:
            folder = site / "games" / lang / game
            target = folder / f"{game}-{lang}.pdf"
            if not _printed(browser, folder / "booklet.html", target):
                wrong.append(f"{target.relative_to(site)}: the browser printed nothing")
    return wrong


def _printed(browser: str, page: Path, target: Path) -> bool:
    with TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={profile}", f"--print-to-pdf={target.resolve()}", page.resolve().as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, check=False, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return target.is_file()
