"""Reports and pages that stand alone, of a game full of markup in a folder full of markup: nothing of it runs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.pages.chromium import BROWSER, Chromium
from tests.pages.test_foreign_text import MARKUP, SCRIPT, write_game
from verifier.cli import main

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no browser here")]
FOLDER = "<img src=x onerror=alert(3)>"
OTHER = "house-rule other of wild\nreplace amount coins per player: 0..40\n"
BOOK = f"Take a coin. {MARKUP} Each player gets 9 coins. The player with the fewest coins wins.\n"
COMMANDS = (
    ("verify", "{game}+richer", "--budget", "1", "--html", "verify.html"),
    ("impact", "{game}+richer", "--plays", "4", "--html", "impact.html"),
    ("conflicts", "{game}", "richer", "other", "--html", "conflicts.html"),
    ("audit", "{game}", f"{FOLDER}.txt", "--lang", "en", "--html", "audit.html"),
    ("catalogue", "check", "{game}", "--lang", "en", "--html", "catalogue.html"),
    ("docs", "play", "{game}", "--out", "play.html"),
)
# Calls of `alert` are counted, in the page itself: it would wait for somebody to press a key.
COUNTED = "window.ran = 0; window.alert = () => { window.ran += 1; };"
FOREIGN = "document.querySelectorAll('img[src=x], [onclick], [onerror]').length"


def test_nothing_of_a_game_runs_on_any_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = Path(FOLDER, "wild")
    write_game(game)
    (game / "house").mkdir()
    (game / "house" / "other.rules").write_text(OTHER, encoding="utf-8")
    Path(f"{FOLDER}.txt").write_text(BOOK, encoding="utf-8")
    for words in COMMANDS:
        found = CliRunner().invoke(main, [word.format(game=f"./{game.as_posix()}") for word in words])
        assert found.exit_code in (0, 1, 3), (words, found.output)
    pages = sorted(tmp_path.rglob("*.html"))
    assert {words[-1] for words in COMMANDS} <= {path.name for path in pages}
    plain = []
    with Chromium() as page:
        page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNTED)
        for path in pages:
            page.open(path.as_uri())
            assert page.run(f"[window.ran, {FOREIGN}]") == [0, 0], path.name
            assert page.run("document.title") != "1", path.name
            told = page.run("document.documentElement.textContent")
            plain += [path.name] if SCRIPT in told or FOLDER in told else []
        assert page.complaints == []
    # As it was written, somebody can read it; the matrix of conflicts names house rules alone.
    assert {words[-1] for words in COMMANDS} - set(plain) == {"conflicts.html"}
