"""The playground: what Python does in the browser, what it must not need there, and the page itself."""

import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.pages.chromium import BROWSER, Chromium
from verifier.cli import main
from verifier.pages.playground import answer
from verifier.pages.playground_site import LIBRARIES, archive

PYODIDE = Path(os.environ.get("PYODIDE", "node_modules/pyodide"))
HOUSE_RULE = "house-rule mine of lost-cities\n\nset hand-size to 7\n"
# What has parts that are no Python, or is not carried along.
ABSENT = ("z3", "hypothesis", "click", "rich", "pygments", "mkdocs")


def asked(do, text, **more):
    return json.loads(answer(json.dumps({"do": do, "text": text, **more})))


def test_a_text_without_mistakes_has_no_messages():
    assert asked("check", HOUSE_RULE) == {"messages": []}


def test_a_message_says_where_in_the_text_and_what_to_try():
    text = "house-rule mine of lost-cities\n\nset hand-sise to 7\n"
    (message,) = asked("play", text)["messages"]
    assert (message["code"], message["line"], message["level"]) == ("O311", 3, "error")
    assert text[message["start"] : message["end"]] == "hand-sise"
    assert "hand-size" in message["hint"]


@pytest.mark.slow
def test_a_house_rule_is_played_in_the_languages_of_its_game():
    found = asked("play", HOUSE_RULE)
    assert {"en", "fr", "de"} <= set(found["data"]["words"])
    assert set(found["data"]["machines"]) == {"2"}
    assert found["list"]["rulesets"][0]["title"] == {"en": "mine"}


@pytest.mark.slow
def test_plays_are_summed_up():
    figures = asked("simulate", HOUSE_RULE, plays=5)["figures"]
    assert (figures["plays"], figures["over"], figures["faults"]) == (5, 5, [])
    low, mean, high = figures["moves"]
    assert 0 < low <= mean <= high
    assert len(figures["seats"]) == 2
    assert sum(seat["won"] for seat in figures["seats"]) >= 5


@pytest.mark.slow
def test_the_archive_needs_nothing_that_is_not_in_it(tmp_path):
    with zipfile.ZipFile(io.BytesIO(archive())) as found:
        assert {name.split("/")[0] for name in found.namelist()} == {
            "verifier",
            "spec",
            "grammar",
            *LIBRARIES,
        }
        found.extractall(tmp_path)
    # Without the packages that are installed here.
    script = f"""
import json, sys
sys.path.insert(0, {str(tmp_path)!r})
from verifier.pages.playground import answer
for do in ("check", "play", "simulate"):
    found = json.loads(answer(json.dumps({{"do": do, "text": {HOUSE_RULE!r}, "plays": 2}})))
    assert found["messages"] == [], found
assert not set(sys.modules) & set({ABSENT!r})
print(found["figures"]["plays"])
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_without_pyodide_the_command_says_how_to_get_it(tmp_path):
    done = CliRunner().invoke(main, ["docs", "playground", str(tmp_path / "out"), "--pyodide", str(tmp_path)])
    assert done.exit_code == 2
    assert "npm install pyodide" in done.output
    assert not (tmp_path / "out").exists()


# --- in a browser, where there is one and Pyodide is at hand (`PYODIDE` names its folder)


@pytest.fixture
def served(tmp_path):
    done = CliRunner().invoke(main, ["docs", "playground", str(tmp_path), "--pyodide", str(PYODIDE)])
    assert done.exit_code == 0, done.output
    asked = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format, *args):
            asked.append(self.path)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html", asked
        server.shutdown()


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None or not PYODIDE.is_dir(), reason="no Chromium or no Pyodide here")
def test_rules_are_written_played_and_simulated_in_the_browser(served):
    url, asked = served
    page = Chromium()
    try:
        page.open(url)
        page.wait("document.querySelector('.state').dataset.state === 'fine'", 120)
        write(page, "house-rule mine of lost-cities\n\nset hand-sise to 7\n")
        page.wait("document.querySelector('.message.error')")
        assert "hand-size" in page.run("document.querySelector('.message').textContent")
        write(page, HOUSE_RULE)
        page.wait("document.querySelector('.state').dataset.state === 'fine'")
        page.run("document.querySelector('[data-key=play]').click()")
        page.wait("document.querySelector('.seat.own .card-face')")
        assert page.run("document.querySelectorAll('.seat.own .card-face').length") <= 7
        page.run("document.querySelector('[data-key=simulate]').click()")
        page.wait("document.querySelector('.figures')")
        page.wait("location.hash.startsWith('#text=')")
        link = page.run("location.href")
        page.open("about:blank")
        page.open(link)
        page.wait(f"document.querySelector('textarea').value === {json.dumps(HOUSE_RULE)}")
        assert page.complaints == []
        assert all(each.startswith((url.removesuffix("index.html"), "about:")) for each in page.fetched)
    finally:
        page.close()
    assert {"/rulewright.zip", "/pyodide/pyodide.asm.wasm", "/pyodide/python_stdlib.zip"} <= set(asked)


def write(page, text):
    page.run(
        f"""(() => {{ const each = document.querySelector('textarea'); each.value = {json.dumps(text)};
        each.dispatchEvent(new Event('input')); }})()"""
    )
