"""`python -m tests.pages.walk SITE [GAME...]`: a reader's way through the built site, in a real browser.

From a counterexample of the report to the table, a whole game there, its saved play accepted by Python; then the same
play in French, where a refused move is read. An error ends it where the browser complains or asks anybody else for
anything. Screenshots at 1280 and 390 pixels go to a folder that SHOTS names.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import click

from tests.pages.chromium import Chromium
from tests.pages.play_everything import MOST, PLAY, accepted, untroubled
from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report
from verifier.program import Subject
from verifier.surface.files import game_names

# Steps back until a rule refuses something that was on offer; what the page then says.
REFUSED = """(async () => {
  for (let n = 0; n < 300; n++) {
    const wrong = document.querySelector('.moves .move-row .chip.refused');
    wrong?.click();
    if (document.querySelector('.why code') !== null) break;
    const back = document.querySelector('[data-key=back]');
    if (back.disabled) break;
    back.click();
    await new Promise((done) => setTimeout(done, 0));
  }
  if (document.querySelector('.why') === null) document.querySelector('.elsewhere .chip').click();
  return document.querySelector('.why').textContent;
})()"""


def arrived(browser: Chromium, truth: str) -> None:
    """Until something is true on the page that a link leads to; what is asked on the way is lost with the old page."""
    for _ in range(600):
        with suppress(AssertionError):
            if browser.run(truth):
                return
        time.sleep(0.1)
    raise AssertionError(truth)


def followed(browser: Chromium, site: Path, game: str) -> str:
    """The first counterexample of the report, opened on the table, and a new game there; without one the table."""
    browser.open((site / "games" / "report" / f"{game}.html").as_uri())
    links = browser.run("document.querySelectorAll('a.play-it').length")
    if links:
        browser.run("document.querySelector('a.play-it').click()")
        arrived(browser, r"/^([1-9]\d*) . \1$/.test(document.querySelector('.at-move')?.textContent)")
        at = browser.run(AT)
        browser.run("document.querySelector('[data-key=new]').click()")
        browser.wait(f"{AT} === '0 / 0'")
        return f"{links} links of counterexamples, one opened at {at}"
    browser.open((site / "games" / "en" / game / "play.html").as_uri())
    browser.wait("document.querySelector('.question')")
    return "no counterexample"


AT = "document.querySelector('.at-move')?.textContent"


def walked(browser: Chromium, site: Path, subject: Subject) -> list[str]:
    """The way through the pages of a game; a line for each station."""
    browser.events.clear()
    lines = [followed(browser, site, subject.ruleset)]
    script = PLAY.replace("PLAYERS", str(subject.players)).replace("MOST", str(MOST))
    result, text, refused = browser.run(script)
    lines += [f"{accepted(text, subject, True):,} moves, {refused} refusals read: {result}"]
    browser.run("document.querySelector('[data-key=share]').click()")
    browser.wait("location.hash && document.querySelector('.news')")
    before = browser.run(AT)
    # `click` is not what it was: the play that is saved was caught by it.
    browser.run(
        "document.querySelector('.tongues a[lang=fr]').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    arrived(browser, f"document.documentElement.lang === 'fr' && {AT} === '{before}'")
    lines += [browser.run("document.querySelector('.result').textContent"), browser.run(REFUSED)]
    untroubled(browser)
    return lines


def main(site: str, *games: str) -> None:
    report, shots = Report(), os.environ.get("SHOTS")
    for game in games or game_names():
        subject = next(iter(subjects_of((game,), None, report)))
        with Chromium() as browser:
            browser.call(
                "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}]
            )
            for line in walked(browser, Path(site), subject):
                click.echo(f"{game}: {line}")
            for width in (1280, 390) if shots else ():
                browser.resize(width, 900)
                wide = browser.run("document.documentElement.scrollWidth")
                click.echo(f"{game}: {wide} px wide at {width}")
                browser.resize(width, min(4000, browser.run("document.documentElement.scrollHeight")))
                browser.shoot(Path(str(shots), f"{game}-{width}.png"), False)


if __name__ == "__main__":
    main(*sys.argv[1:])
