"""`rulewright docs play`: one page in one file, a link to a recorded play, and clear words for what cannot be."""

import json
import zlib
from base64 import urlsafe_b64decode

import pytest


@pytest.fixture
def play(run, tmp_path):
    path = tmp_path / "play.json"
    run("play", "lost-cities", "--seed", 3, "--save", path, typed="1\n1\nquit\n")
    return path


def test_the_link_of_a_play_holds_it(run, play):
    found = run("docs", "play", "lost-cities", "--of", play, "--link").output.strip()
    page, _, packed = found.partition("#play=")
    assert page == "games/en/lost-cities/play.html"
    held = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-zlib.MAX_WBITS)
    assert json.loads(held) == json.loads(play.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_page_is_written_once_and_opens_with_its_play(run, play, tmp_path):
    page = tmp_path / "table.html"
    asked = ("docs", "play", "lost-cities+no-bonus+seven-cards", "--only", "--out", page)
    assert run(*asked).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert 'id="play-lost-cities+no-bonus+seven-cards"' in text
    again = run(*asked)
    assert again.exit_code == 2
    assert "--force" in again.output
    assert run("docs", "play", "lost-cities", "--only", "--of", play, "--out", page, "--force").exit_code == 0
    assert '"play":{"ruleset":"lost-cities"' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no-such-game",), "there is no game `no-such-game`"),
        (("lost-cities", "--link"), "needs a recorded play"),
        (("lost-cities", "--of", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_cannot_be_is_said(run, words, told):
    found = run("docs", "play", *words)
    assert found.exit_code == 2
    assert told in found.output


def test_a_play_of_other_rules_is_refused(run, play):
    found = run("docs", "play", "hearts", "--of", play)
    assert found.exit_code == 2
    assert "R407" in found.output
