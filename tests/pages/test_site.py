"""The site of one game, built once and looked at."""

import re
import subprocess
import sys

import pytest

from tests.pages.chromium import BROWSER, Chromium
from verifier.languages import languages
from verifier.pages.site import faults, site_of

# What they look at takes seconds to make.
pytestmark = pytest.mark.slow

GAME = "lost-cities"
INDEX = {"index.md": "# Home\n\n[The games](games/en/index.md)\n"}


@pytest.fixture(scope="module")
def texts():
    return site_of(INDEX, [GAME]).texts


@pytest.fixture(scope="module")
def built(texts, tmp_path_factory):
    out = tmp_path_factory.mktemp("docs")
    for name, text in texts.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(out / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out / "site"


def test_no_link_leads_nowhere_and_nothing_is_fetched_from_elsewhere(built):
    assert faults(built) == []


def test_a_broken_link_is_found(built):
    page = built / "games" / "en" / GAME / "index.html"
    text = page.read_text(encoding="utf-8")
    wrong = '<a href="nowhere.html"></a><a href="#nowhere"></a><img src="https://elsewhere.example/x.png">'
    try:
        page.write_text(text.replace("</main>", f"{wrong}</main>"), encoding="utf-8")
        assert [line.split(": ")[1].split()[0] for line in faults(built)] == [
            "nowhere.html",
            "#nowhere",
            "https://elsewhere.example/x.png",
        ]
    finally:
        page.write_text(text, encoding="utf-8")


def test_a_title_has_the_game_and_the_spaces_of_its_language(built):
    index = (built / "games" / "fr" / GAME / "index.html").read_text(encoding="utf-8")
    assert "<title>Lost Cities · Rulewright</title>" in index
    cards = (built / "games" / "fr" / GAME / "variants.html").read_text(encoding="utf-8")
    assert "<title>Lost Cities\u00a0: Variantes et règles maison · Rulewright</title>" in cards


def test_games_won_are_not_compared_with_points(texts):
    page = texts[f"pages/games/en/{GAME}/variants.md"]
    told = page.partition("{#overlay-best-of-three}")[2].partition("{#overlay-")[0]
    assert "a random play" in told
    assert "on average" not in told


def test_the_picture_calls_the_end_as_the_game_does(texts):
    assert "fin de la partie" in texts[f"pages/games/fr/{GAME}/index.md"]
    assert "fin de la manche" not in texts[f"pages/games/fr/{GAME}/index.md"]


@pytest.mark.parametrize("lang", languages())
def test_every_rule_has_a_place_in_every_language(texts, lang):
    page = texts[f"pages/games/{lang}/{GAME}/index.md"]
    for rule in ("ascending", "wagers-first", "cost-of-travel", "last-card-drawn"):
        assert page.count(f'id="rule-{rule}"') == 1


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_page_leads_to_its_other_languages(texts, lang):
    page = texts[f"pages/games/{lang}/{GAME}/index.md"]
    others = {"en", "fr", "de"} - {lang}
    assert all(f"](../../{other}/{GAME}/index.md)" in page for other in others)


def test_the_worked_example_adds_up(texts):
    page = texts[f"pages/games/en/{GAME}/index.md"]
    assert "<b>18</b>" in page
    assert "<b>−40</b>" in page


def test_the_search_knows_rules_by_their_ids(texts):
    assert f'"games/fr/{GAME}/index.html#rule-ascending"' in texts["pages/assets/search.js"]


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
@pytest.mark.parametrize("width", [1280, 390])
def test_the_search_shows_the_sentence_with_the_words_and_this_game_first(width, built):
    with Chromium(width) as browser:
        browser.open((built / "games" / "de" / GAME / "index.html").as_uri())
        # Before the index is there nothing is said of what it holds.
        early = browser.run(
            """(() => {
              const box = document.querySelector(".find input");
              box.focus();
              box.value = "route wette";
              box.dispatchEvent(new Event("input"));
              return document.querySelector(".find ol").hidden;
            })()"""
        )
        assert early is True
        browser.wait("document.querySelectorAll('.find ol li').length > 0")
        address, marked, listed = browser.run(
            """(() => {
              const found = [...document.querySelectorAll(".find ol li")];
              const marks = [...found[0].querySelectorAll("mark")].map((each) => each.textContent);
              return [found[0].querySelector("a").href, marks, found.map((each) => each.innerText)];
            })()"""
        )
        assert f"/de/{GAME}/index.html#rule-" in address
        assert {"Wette", "Route"} <= set(marked)
        assert not [each for each in listed if re.search(r"(^|\n)[-*] ", each)]
        assert browser.complaints == []


def test_theme_and_scripts_name_no_other_host(texts):
    named = {
        name: re.findall(r"https?://[^\s\"')]+|//[\w-]+\.\w+", text.replace("http://www.w3.org/2000/svg", ""))
        for name, text in texts.items()
        if ("/assets/" in name and not name.endswith("search.js")) or name.startswith("theme/")
    }
    assert {name: found for name, found in named.items() if found} == {}


def test_rules_are_coloured_by_classes(built):
    index = (built / "games" / "en" / GAME / "index.html").read_text(encoding="utf-8")
    assert '<div class="code"><pre>' in index
    assert '<span class="kd">rule</span>' in index
