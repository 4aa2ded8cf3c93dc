"""The page as people see it: opened from disk in a browser without a window, every play stepped through."""

import json
import re

import pytest

from tests.check.games import outcome_of, spoiled
from tests.pages.chromium import BROWSER, Chromium
from verifier.report.html import verify_page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no browser here")]

# Listens from the first moment on.
LISTENER = """<script>
window.problems = [];
window.addEventListener("error", (event) => window.problems.push(String(event.message)));
const complain = console.error;
console.error = (...words) => { window.problems.push(words.join(" ")); complain(...words); };
</script>"""

# Does what a reader would do, and writes down what there was to see.
READER = """<script>
const told = { plays: [], wide: document.documentElement.scrollWidth > window.innerWidth };
document.querySelectorAll(".sheet").forEach((sheet) => { sheet.open = true; });
told.rows = document.querySelectorAll(".finding").length;
told.cells = document.querySelectorAll("#matrix td.cell .pill").length;
for (const button of document.querySelectorAll("button.step-through")) {
  button.click();
  const steps = [];
  while (true) {
    const cards = document.querySelectorAll("#table .card").length;
    steps.push([document.getElementById("told").textContent, cards, document.querySelectorAll(".zone.new").length]);
    if (document.getElementById("next").disabled) break;
    document.getElementById("next").click();
  }
  const table = document.querySelector(".play");
  const eyes = document.getElementById("eyes");
  const open = document.querySelectorAll(".card.back").length;
  eyes.value = "0";
  eyes.dispatchEvent(new Event("change"));
  told.plays.push({ steps, wide: table.scrollWidth > table.clientWidth, open,
    hidden: document.querySelectorAll(".card.back").length });
  document.getElementById("close").click();
}
told.problems = window.problems;
told.fetched = performance.getEntriesByType("resource").map((one) => one.name);
const note = document.createElement("pre");
note.id = "told-to-us";
note.textContent = JSON.stringify(told);
document.body.append(note);
</script></body>"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    outcome = outcome_of(folder, spoiled("play: one of lay, drop", "play: one of lay"))
    # The page allows no script but its own: the reader comes in without that rule.
    text = re.sub(r'<meta http-equiv="Content-Security-Policy".*?>', "", verify_page(outcome))
    text = text.replace("<head>", f"<head>{LISTENER}").replace("</body>", READER)
    (folder / "page.html").write_text(text, encoding="utf-8")
    return outcome, folder


@pytest.fixture(scope="module", params=[(1400, 900), (400, 850)], ids=["desk", "phone"])
def seen(request, pages):
    _, folder = pages
    with Chromium(*request.param) as page:
        page.open((folder / "page.html").as_uri())
        page.wait("document.querySelector('#told-to-us')")
        return json.loads(page.run("document.querySelector('#told-to-us').textContent"))


def test_nothing_goes_wrong_and_nothing_is_fetched(seen):
    assert seen["problems"] == []
    assert seen["fetched"] == []


def test_everything_found_is_on_the_page(seen, pages):
    outcome, _ = pages
    assert seen["rows"] == len(list(outcome.findings))
    assert seen["cells"] >= 9


def test_every_play_can_be_stepped_through(seen, pages):
    outcome, _ = pages
    traces = [each.trace for each in outcome.findings if each.trace is not None]
    assert len(seen["plays"]) == len(traces) > 0
    for play, trace in zip(seen["plays"], traces, strict=True):
        assert len(play["steps"]) == len(trace.told) + 1
        for number, line in enumerate(trace.told, start=1):
            words, cards, news = play["steps"][number]
            assert words == f"{number}. {line}"
            assert cards
            assert news


def test_the_table_fits_the_screen(seen):
    assert not seen["wide"]
    assert not any(play["wide"] for play in seen["plays"])


def test_a_player_does_not_see_the_cards_of_another(seen):
    assert all(play["open"] == 0 < play["hidden"] for play in seen["plays"])


def test_the_page_allows_its_own_scripts_and_no_other(pages):
    outcome, folder = pages
    foreign = verify_page(outcome).replace("</body>", "<script>document.title = 'foreign'</script></body>")
    (folder / "policy.html").write_text(foreign, encoding="utf-8")
    with Chromium() as page:
        page.open((folder / "policy.html").as_uri())
        page.wait("document.querySelector('#matrix .pill')")
        # Scripts run in the order of the page: the foreign one came last, and was refused before the page was complete.
        assert page.run("document.title") != "foreign"
        assert any("Content Security Policy" in each for each in page.complaints)
