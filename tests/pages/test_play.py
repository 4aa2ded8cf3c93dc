"""The playable page in a real browser: a whole game, a refusal, another language, links and files."""

import json
import re
import zlib
from base64 import urlsafe_b64decode
from copy import deepcopy
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files as inside
from pathlib import Path
from random import Random

import pytest

from tests.pages.chromium import BROWSER, Chromium
from verifier.cli.docs_play import single_file
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.pages import play_page
from verifier.pages.game_pages import GamePages
from verifier.pages.pen import page_words
from verifier.pages.play_page import compact, play_body, play_script
from verifier.pages.refused import refused_plays
from verifier.pages.verdicts import record_of
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.source import Source
from verifier.surface.files import game_names
from verifier.trace import read_play
from verifier.trace.links import play_fragment
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import random_given
from verifier.trace.read import read_value
from verifier.trace.record import Recorder
from verifier.trace.replay import replayed

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium here")
RULESETS = ("lost-cities+single-round", "hearts")
# Presses whatever is legal until the game is over; a curtain is drawn back.
PLAY = """(async () => {
  for (let n = 0; n < 5000 && !document.querySelector('.result'); n++) {
    const moves = [...document.querySelectorAll('.moves .chip:not(.refused)')];
    const button = document.querySelector('.curtain button') ?? moves[(n * 7 + 3) % moves.length];
    button?.click();
    await new Promise((done) => setTimeout(done, 0));
  }
  return document.querySelector('.result')?.textContent ?? '';
})()"""


def recorded(ruleset, players, moves):
    """A play of so many moves, each the first that is legal."""
    engine = Engine(program_of(ruleset, players).machine)
    oracle = Seeded(5)
    recorder = Recorder(MoveNotation(engine), ruleset, oracle, random_given(engine, oracle.random)).begin()
    for _ in range(moves):
        recorder.step(engine.legal(recorder.state)[0])
    return recorder.written().as_json()


def select(page, key, value):
    page.run(
        f"""(() => {{ const each = document.querySelector('[data-key="{key}"]'); each.value = {json.dumps(value)};
        each.dispatchEvent(new Event('change')); }})()"""
    )


# --- what the page is made of


def test_what_stands_in_a_page_cannot_end_its_element():
    assert "<" not in compact({"name": "</script><script>alert(1)</script>"})
    assert json.loads(compact(["</script>", "\u2028"])) == ["</script>", "\u2028"]


def test_the_script_of_the_pages_evaluates_nothing_and_writes_no_markup():
    for wild in (
        "eval(",
        "Function(",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "fetch(",
    ):
        assert wild not in play_script()


@pytest.mark.slow
def test_a_page_in_one_file_has_one_script_that_its_policy_allows():
    found = _Scripts()
    found.feed(single_file("hearts", only=True))
    assert [kind for kind in found.kinds if kind != "application/json"] == [None]
    assert "'unsafe-inline'" not in found.policy.partition("script-src")[2].partition(";")[0]


class _Scripts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.kinds, self.policy = [], ""

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "script":
            self.kinds.append(values.get("type"))
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]


# --- played


@pytest.fixture(scope="module")
def browser():
    found = Chromium()
    # One seed: copies in a hand are drawn as one card, so that another deal may show fewer.
    found.call("Page.addScriptToEvaluateOnNewDocument", source="Math.random = () => 0.25;")
    found.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    yield found
    found.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("play")
    for ruleset in RULESETS:
        only = ruleset != RULESETS[0]
        (folder / f"{ruleset}.html").write_text(single_file(ruleset, only=only), encoding="utf-8")
    return folder


@pytest.fixture
def opened(browser, files):
    def page(ruleset, fragment=""):
        browser.events.clear()
        browser.open("about:blank")
        browser.open(f"{(files / f'{ruleset}.html').as_uri()}{fragment}")
        browser.wait("document.querySelector('.question')")
        return browser

    yield page
    assert browser.complaints == []
    assert all(each.startswith(("file:", "data:", "about:")) for each in browser.fetched)


@needs_browser
@pytest.mark.slow
def test_a_link_to_a_refused_move_shows_the_position_and_the_reason(opened):
    play = refused_plays(program_of("hearts", scenarios=False))["follow-suit"]
    page = opened("hearts", play_fragment(play))
    page.wait("document.querySelector('.why')")
    told = page.run("document.querySelector('.why').textContent")
    assert "follow-suit" in told
    assert page.run("document.querySelector('.news').textContent").endswith("is not allowed.")


@needs_browser
@pytest.mark.slow
def test_a_whole_game_is_played_and_its_file_is_accepted(opened):
    page = opened(RULESETS[0])
    select(page, "seat 1", "greedy")
    assert "Anna" in page.run(PLAY)
    page.run("self.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.href); }")
    page.run("document.querySelector('[data-key=save]').click()")
    text = page.run("decodeURIComponent(saved[0].slice(saved[0].indexOf(',') + 1))")
    report = Report()
    play = read_play(Source("play.json", text), report)
    assert not report.has_errors
    found = replayed(Engine(program_of(play.ruleset, play.players).machine), play)
    assert found.legal
    assert found.over


@needs_browser
@pytest.mark.slow
def test_the_computer_thinks_ahead_and_answers(opened):
    page = opened(RULESETS[0])
    assert "thinks ahead" in page.run("document.querySelector('.settings summary').textContent")
    made = "Number(document.querySelector('.at-move').textContent.split(' ')[0])"
    page.wait("document.querySelector('.moves .chip:not(.refused)')")
    # Two moves make a turn.
    for _ in range(2):
        page.run(f"self.before = {made}; document.querySelector('.moves .chip:not(.refused)').click()")
        page.wait(f"{made} > before")
    page.wait(f"{made} >= before + 2 && document.querySelector('.moves .chip:not(.refused)')")
    # What it thinks about stops where somebody takes a move back.
    press(page, "undo")
    assert page.run(f"{made} <= before + 2")


@needs_browser
@pytest.mark.slow
def test_a_refused_move_says_why_in_the_language_of_the_page(opened):
    page = opened(RULESETS[0])
    page.run("(() => { const c = document.querySelectorAll('.moves .chip:not(.refused)'); c[0].click(); })()")
    # Whatever is not on offer now refuses with what is.
    page.run("document.querySelector('.elsewhere .chip').click()")
    assert "Not now" in page.run("document.querySelector('.why').textContent")
    select(page, "lang", "fr")
    assert page.run("document.documentElement.lang") == "fr"
    page.run("document.querySelector('.elsewhere .chip').click()")
    assert "Pas maintenant" in page.run("document.querySelector('.why').textContent")
    assert page.run("document.querySelector('[data-key=undo]').textContent") == "Annuler"


@needs_browser
@pytest.mark.slow
def test_a_rule_refuses_with_its_sentence_and_its_values(opened):
    play = recorded("hearts", 4, 40)
    page = opened("hearts", play_fragment(play))
    page.wait("document.querySelector('.at-move').textContent.startsWith('40')")
    page.run("document.querySelector('.moves .chip.refused').click()")
    told = page.run("document.querySelector('.why').textContent")
    assert page.run("document.querySelector('.why code').textContent")
    assert len(told) > 40


@needs_browser
@pytest.mark.slow
def test_a_link_holds_the_play(opened):
    page = opened(RULESETS[0])
    select(page, "seat 1", "person")
    select(page, "visible", "true")
    page.run("document.querySelectorAll('.moves .chip:not(.refused)')[2].click()")
    # The address follows a little later than the move is made; sharing writes it at once.
    press(page, "share")
    page.wait("document.querySelector('.news')")
    look = "[document.querySelector('.table').textContent, document.querySelector('.at-move').textContent]"
    before, fragment = page.run(look), page.run("location.hash")
    again = opened(RULESETS[0], fragment)
    again.wait(f"document.querySelector('.at-move').textContent === {json.dumps(before[1])}")
    assert again.run(look) == before
    made = int(before[1].split()[0])
    again.run("document.querySelector('[data-key=undo]').click()")
    assert again.run("document.querySelector('.at-move').textContent") == f"{made - 1} / {made}"


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("detail", "sentence", "values"),
    [
        ([["c", None]], "nothing-to-choose", []),
        ([["c", "red-7"], ["choose from", "card in hand"]], "not-to-choose", []),
        ([["c", "red-7"], ["its value of c", 7]], "not-to-choose", ["value 7"]),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_a_sentence(browser, detail, sentence, values):
    words = (inside("verifier.pages") / "play" / "words.js").read_text(encoding="utf-8")
    told = browser.run(f"""(() => {{ {words}
      const own = {{ rules: {{}}, read: {{ "its value of c": "value" }} }};
      const page = Object.assign(Object.create(Words.prototype), {{ own, say: (key) => key, spoken: String }});
      return page.refusal({{ rule: "c", detail: {json.dumps(detail)} }});
    }})()""")
    assert told == {"sentence": sentence, "rule": None, "values": values}


@needs_browser
@pytest.mark.slow
def test_only_what_a_player_sees_is_on_the_page(opened):
    page = opened("hearts")
    hands = page.run("[...document.querySelectorAll('.seat.other .card-face')].map((c) => c.className)")
    assert hands
    assert all("back" in each for each in hands)
    assert page.run("document.querySelectorAll('.seat.own .card-face').length") > 10
    select(page, "seat 1", "person")
    # Two people at one screen: nothing is shown until the next one says so.
    assert page.run("document.querySelectorAll('.curtain').length") == 1
    assert page.run("document.querySelectorAll('.card-face').length") == 0


def looking_alike(ruleset, players, moves):
    """Two plays of so many moves that look the same to whoever is to move, but are not the same."""
    engine = Engine(program_of(ruleset, players).machine)
    play = recorded(ruleset, players, moves)
    here = replayed(engine, read_value(play)).state
    seat, chance = engine.player(here), Random(3)
    while True:
        other = deepcopy(play)
        pile = other["shuffles"][0]
        one, two = chance.sample(range(len(pile)), 2)
        pile[one], pile[two] = pile[two], pile[one]
        found = replayed(engine, read_value(other))
        alike = found.legal and engine.view(found.state, seat) == engine.view(here, seat)
        if alike and any(
            engine.view(found.state, each) != engine.view(here, each) for each in range(players)
        ):
            return seat, play, other


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players", "moves"), [(RULESETS[0], 2, 8), (RULESETS[1], 4, 8)])
def test_what_a_player_does_not_see_changes_nothing_on_the_page(opened, ruleset, players, moves):
    seat, *plays = looking_alike(ruleset, players, moves)
    pages = []
    for play in plays:
        page = opened(ruleset, play_fragment(play))
        for other in range(players):
            select(page, f"seat {other}", "person" if other == seat else "random")
        select(page, "visible", "false")
        page.wait("document.querySelector('.card-face.back')")
        whole = page.run("document.body.outerHTML")
        # The link holds the whole play, for whoever wants to replay it.
        pages.append(re.sub(r"<script.*?</script>|#play=[\w-]+", "", whole, flags=re.DOTALL))
    assert pages[0] == pages[1]


# Builds whatever can be built, until a board is wider than high.
BUILD = """(async () => {
  for (let n = 0; n < 600 && !document.querySelector('.board.long'); n++) {
    const moves = [...document.querySelectorAll('.moves .chip:not(.refused)')];
    const built = moves.filter((each) => /build/i.test(each.ariaLabel ?? ''));
    const some = built.length ? built : moves;
    some[(n * 7 + 3) % some.length].click();
    if (n % 20 === 0) await new Promise((done) => setTimeout(done, 0));
  }
  return document.querySelector('.board.long') !== null;
})()"""


@needs_browser
@pytest.mark.slow
def test_on_a_phone_a_long_board_stands_on_end(browser, tmp_path):
    page = tmp_path / "board.html"
    page.write_text(single_file("catan-duel", only=True), encoding="utf-8")
    browser.open(page.as_uri())
    browser.wait("document.querySelector('.question')")
    for seat in (0, 1):
        select(browser, f"seat {seat}", "person")
    select(browser, "visible", "true")
    assert browser.run(BUILD)
    shape = """(() => {
      const places = (tr) => [...tr.cells].map((each) => each.getBoundingClientRect());
      const row = places(document.querySelector('.board.long tr'));
      const cells = [...document.querySelectorAll('.board.long tr')].flatMap(places);
      const inside = cells.every((each) => each.right <= innerWidth && each.width > 30);
      return [row.at(-1).top - row[0].top > 100, row.at(-1).left - row[0].left > 100, inside];
    })()"""
    assert browser.run(shape) == [False, True, True]
    browser.resize(390, 844)
    assert browser.run(shape) == [True, False, True]
    browser.resize(1280, 900)


@needs_browser
@pytest.mark.slow
def test_on_a_phone_many_columns_are_drawn_smaller(browser, tmp_path):
    page = tmp_path / "columns.html"
    page.write_text(single_file("schotten-totten", only=True), encoding="utf-8")
    browser.open(page.as_uri())
    browser.wait("document.querySelector('.grid th')")
    look = "document.querySelector('.grid thead th:last-child').getBoundingClientRect()"
    width = browser.run(f"{look}.width")
    browser.resize(390, 844)
    browser.wait(f"{look}.right <= innerWidth")
    assert 20 < browser.run(f"{look}.width") < width
    browser.resize(1280, 900)
    browser.wait(f"{look}.width === {width}")


@needs_browser
@pytest.mark.slow
def test_switching_the_rules_begins_a_new_game(opened):
    page = opened(RULESETS[0])
    page.run("document.querySelectorAll('.moves .chip:not(.refused)')[0].click()")
    select(page, "rules", "lost-cities+six-colours")
    page.wait("document.querySelector('.settings summary').textContent.startsWith('Six')")
    assert page.run("document.querySelectorAll('.grid thead th').length") == 7
    # If the computer begins it may have moved already.
    assert int(page.run("document.querySelector('.at-move').textContent").split()[0]) < 4


@needs_browser
@pytest.mark.slow
def test_what_is_no_play_is_told(opened):
    page = opened(RULESETS[0], "#play=AAAA")
    page.wait("document.querySelector('.news')")
    assert "cannot be opened" in page.run("document.querySelector('.news').textContent")


# --- house rules side by side, and plays of reports


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The page of a game as it stands on the site, without the site: its scripts beside it."""
    folder = tmp_path_factory.mktemp("site")
    assets = folder / "assets" / "play"
    assets.mkdir(parents=True)
    shelf = GamePages("lost-cities")
    kept = {"no-bonus", "seven-cards", "best-of-three", "single-round"}
    overlays = [each for each in shelf.material.overlays if each.published or each.name in kept]
    shelf.material = replace(shelf.material, overlays=tuple(overlays))
    for name, text in shelf.play_assets(pairs=True):
        (assets / name).write_text(text, encoding="utf-8")
    (folder / "assets" / "play.js").write_text(play_script(), encoding="utf-8")
    scripts = '<script src="assets/play/lost-cities.list.js"></script><script src="assets/play.js"></script>'
    page = f'<!DOCTYPE html><html lang="en" data-root="."><body>{play_body("en")}{scripts}</body></html>'
    (folder / "play.html").write_text(page, encoding="utf-8")
    return folder / "play.html"


@needs_browser
@pytest.mark.slow
def test_house_rules_are_switched_on_side_by_side(browser, site):
    browser.events.clear()
    browser.open(site.as_uri())
    browser.wait("document.querySelector('.house-rules')")
    title = "document.querySelector('.settings summary').textContent"
    press(browser, "house no-bonus")
    browser.wait(f"{title}.startsWith('No bonus')")
    press(browser, "house seven-cards")
    browser.wait(f"{title}.startsWith('No bonus + Hands of seven')")
    assert browser.run("document.querySelectorAll('.seat.own .card-face').length") == 7
    assert "docs play lost-cities+no-bonus+seven-cards+" in browser.run(
        "document.querySelector('.house-rules p').textContent"
    )
    press(browser, "house no-bonus")
    browser.wait(f"{title}.startsWith('Hands of seven')")
    select(browser, "rules", "lost-cities+six-colours")
    browser.wait(f"{title}.includes(' + Hands of seven')")
    assert browser.complaints == []


@needs_browser
@pytest.mark.slow
def test_house_rules_that_clash_say_so(browser, site):
    browser.open("about:blank")
    browser.open(site.as_uri())
    browser.wait("document.querySelector('.house-rules')")
    press(browser, "house best-of-three")
    browser.wait("document.querySelector('[data-key=\"house single-round\"]').disabled")
    assert "changes the same rule" in browser.run("document.querySelector('.house-rules small').textContent")


@needs_browser
@pytest.mark.slow
def test_a_recorded_counterexample_opens_on_the_table(browser, site):
    rows = record_of("lost-cities").rulesets["lost-cities"].players[2]
    (row,) = (each for each in rows if each.property == "it-ends")
    assert row.play is not None
    browser.open("about:blank")
    browser.open(f"{site.as_uri()}{row.play}")
    browser.wait("document.querySelector('.at-move')?.textContent === '20 / 20'")


def test_every_recorded_counterexample_is_a_play_of_its_rules():
    for game in game_names():
        for name, recorded in record_of(game).rulesets.items():
            for players, rows in recorded.players.items():
                for row in rows:
                    assert row.play is None or row.verdict == "refuted" or row.kind == "witness", (
                        name,
                        players,
                        row.property,
                    )
                    if row.play is not None:
                        play = unpacked(row.play)
                        assert (play["ruleset"], play["players"]) == (name, players)


def unpacked(fragment):
    text = fragment.removeprefix("#play=")
    return json.loads(
        zlib.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), wbits=-zlib.MAX_WBITS)
    )


def press(page, key):
    page.run(f"""document.querySelector('[data-key="{key}"]').click()""")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Anna: lay"), ("fr", "Anna\N{NO-BREAK SPACE}: lay"), ("de", "Anna: lay")]
)
def test_what_happened_is_put_in_the_way_of_the_language(lang, said):
    words = page_words(lang)
    assert words["table.does"].format(player="Anna", what="lay") == said
    told = (Path(play_page.__file__).parent / "play" / "telling.js").read_text(encoding="utf-8")
    assert '"does"' in told
    assert "}: " not in told
