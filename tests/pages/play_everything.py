"""`python -m tests.pages.play_everything [RULESET...]`: a whole game of every rule set on its generated page.

Each game of every published rule set and number of players is played in Chromium by pressing legal moves; one that is
not over after a while is handed to the page's greedy players, who bring it to its end. The saved play must be accepted
and end alike in Python. Prints a line for each; ends with an error at a complaint of
the browser or a request to elsewhere. Screenshots at 1280 and 390 pixels go to a folder that `SHOTS` names.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import click

from tests.pages.chromium import Chromium
from verifier.check.subjects import subjects_of
from verifier.cli.docs_play import single_file
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import Subject
from verifier.source import Source
from verifier.trace import read_play
from verifier.trace.replay import replayed

# Everybody is a person at one screen with open cards: nobody waits for anybody.
MOST = 1_200
PLAY = """(async () => {
  const pick = (key, value) => {
    const each = document.querySelector(`[data-key="${key}"]`);
    if (each === null || each.value === value) return;
    each.value = value;
    each.dispatchEvent(new Event('change'));
  };
  pick('players', 'PLAYERS');
  await new Promise((done) => setTimeout(done, 200));
  for (let seat = 0; seat < PLAYERS; seat++) pick(`seat ${seat}`, 'person');
  pick('visible', 'true');
  let refused = 0;
  let chance = 1;
  for (let n = 0; n < MOST && !document.querySelector('.result'); n++) {
    const moves = [...document.querySelectorAll('.moves .chip:not(.refused)')];
    const wrong = document.querySelector('.moves .move-row .chip.refused');
    if (wrong !== null && n % 40 === 0) {
      wrong.click();
      refused += document.querySelector('.why')?.textContent.length > 20;
      continue;
    }
    chance = (chance * 48271) % 2147483647;
    moves[chance % moves.length].click();
    if (n % 20 === 0) await new Promise((done) => setTimeout(done, 0));
  }
  // Chance alone does not end every game; the players of the page do.
  const handed = !document.querySelector('.result');
  for (let seat = 0; handed && seat < PLAYERS; seat++) pick(`seat ${seat}`, 'greedy');
  for (let n = 0; n < 6000 && !document.querySelector('.result'); n++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  self.saved = [];
  HTMLAnchorElement.prototype.click = function () { saved.push(this.href); };
  document.querySelector('[data-key=save]').click();
  const text = decodeURIComponent(saved[0].slice(saved[0].indexOf(',') + 1));
  return [document.querySelector('.result')?.textContent ?? '', text, refused];
})()"""


def played(browser: Chromium, page: Path, subject: Subject) -> str:
    """Plays one game; says how it went."""
    browser.events.clear()
    browser.call(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}]
    )
    browser.open("about:blank")
    browser.open(page.as_uri())
    browser.wait("document.querySelector('.question')")
    script = PLAY.replace("PLAYERS", str(subject.players)).replace("MOST", str(MOST))
    result, text, refused = browser.run(script)
    untroubled(browser)
    moves = accepted(text, subject, bool(result))
    how = result or "not over yet"
    return f"{subject}: {moves:,} moves, {refused} refusals read, {page.stat().st_size // 1000:,} KB. {how}"


def untroubled(browser: Chromium) -> None:
    """The browser has nothing to complain about and asked nobody else for anything."""
    assert browser.complaints == [], browser.complaints
    assert all(each.startswith(("file:", "data:", "about:")) for each in browser.fetched), browser.fetched


def accepted(text: str, subject: Subject, over: bool) -> int:
    """How many moves a saved play has; it is legal in Python, and over if it is over on the page."""
    play = read_play(Source("play.json", text), Report())
    assert play is not None
    assert (play.ruleset, play.players) == (subject.ruleset, subject.players)
    found = replayed(Engine(subject.program().machine), play)
    assert found.legal
    assert found.over == over
    return len(found.moves)


def main(words: list[str]) -> None:
    report = Report()
    subjects = subjects_of(tuple(words), None, report)
    report.reject_errors()
    shots = os.environ.get("SHOTS")
    with tempfile.TemporaryDirectory() as folder:
        for subject in subjects:
            page = Path(folder, f"{subject.ruleset}.html")
            if not page.exists():
                page.write_text(single_file(subject.ruleset, only=True), encoding="utf-8")
            browser = Chromium()
            try:
                click.echo(played(browser, page, subject))
                for width in (1280, 390) if shots else ():
                    browser.resize(width, 900)
                    browser.resize(width, min(4000, browser.run("document.documentElement.scrollHeight")))
                    browser.shoot(Path(str(shots), f"{subject.ruleset}-{subject.players}-{width}.png"), False)
            finally:
                browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
