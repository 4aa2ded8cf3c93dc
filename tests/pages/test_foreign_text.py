"""Whatever people write into rules and catalogues is shown on the pages as they wrote it, and never runs."""

import subprocess
import sys
from html.parser import HTMLParser

import markdown
import pytest

from tests.pages.chromium import BROWSER, Chromium
from tests.rules import text
from verifier.pages.pen import escaped, fenced
from verifier.pages.site import site_of
from verifier.program import WORKSPACE

EXTENSIONS = ["tables", "fenced_code", "md_in_html", "attr_list", "def_list"]
# No double quotes and no braces: rules and catalogues give those a meaning of their own.
SCRIPT = "<script>document.title=1</script>"
MARKUP = f"{SCRIPT}<img src=x onerror=alert(1)>' onclick='alert(2)' </title><b>"
TURN = """
action take-coin
    add 1 to my coins
    move 1 from deck to heap

turn
    play: one of take-coin
"""
CATALOGUE = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"""


@pytest.mark.parametrize(
    "wild",
    [
        "<script>alert(1)</script>",
        "a | b ~ c # d",
        "x {: onclick=alert(1) }",
        "[x](javascript:alert(1)) ![y](z)",
        "&lt;b&gt; *_`\\ <!-- -->",
    ],
)
@pytest.mark.parametrize("frame", ["{}", "# {}", "- **{}**", "| a | b |\n| --- | --- |\n| {} | c |"])
def test_escaped_text_is_shown_as_it_was_written(wild, frame):
    shown = _Shown()
    shown.feed(markdown.markdown(frame.format(escaped(wild)), extensions=EXTENSIONS))
    assert wild in "".join(shown.text)
    assert not shown.active


def test_code_cannot_leave_its_fence():
    shown = _Shown()
    shown.feed(markdown.markdown(fenced("a\n```\n<script>alert(1)</script>"), extensions=EXTENSIONS))
    assert "<script>" in "".join(shown.text)
    assert not shown.active


@pytest.mark.slow
def test_nothing_that_a_game_says_runs_on_any_page(built):
    pages = list(built.rglob("*.html"))
    assert len(pages) > 5
    seen = 0
    for path in pages:
        shown = _Shown()
        shown.feed(path.read_text(encoding="utf-8"))
        assert shown.active == [], path
        assert shown.policy is not None, path
        assert "'unsafe-inline'" not in shown.policy.partition("script-src")[2].partition(";")[0]
        seen += SCRIPT in "".join(shown.text)
    assert seen == len(pages)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser here")
def test_the_scripts_of_the_site_still_run(built):
    with Chromium() as page:
        page.open(f"{(built / 'games' / 'en' / 'wild' / 'index.html').as_uri()}#rule-no-cards")
        # Ours marks in the contents where the reader is; a foreign one would have changed the title.
        page.wait("document.querySelector('.toc a.now')")
        assert page.run("document.title") != "1"
        assert page.complaints == []


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser here")
def test_no_page_runs_what_a_game_says_in_a_browser(built):
    with Chromium() as page:
        counted = "window.ran = 0; window.alert = () => { window.ran += 1; };"
        page.call("Page.addScriptToEvaluateOnNewDocument", source=counted)
        for path in built.rglob("*.html"):
            page.open(path.as_uri())
            assert page.run("[window.ran, document.title === '1']") == [0, False], path
        # What is found is a table of its own, made while somebody types.
        page.open((built / "games" / "en" / "wild" / "index.html").as_uri())
        page.run("""{
          const field = document.querySelector('input[type=search]');
          field.dispatchEvent(new Event('focus'));
          field.value = 'script no-cards';
          field.dispatchEvent(new Event('input', {bubbles: true}));
        }""")
        # The names are found at once, the sentences when their index has been read.
        page.wait("document.querySelector('.find mark')")
        assert page.run("document.querySelectorAll('.find ol :is(img, script)').length") == 0
        # The words are marked in the sentence, and what is told in this language stands first.
        assert "script" in page.run(
            "[...document.querySelectorAll('.find mark')].map((each) => each.textContent)"
        )
        tongues = page.run("[...document.querySelectorAll('.find a')].map((each) => each.lang)")
        assert tongues == sorted(tongues, key=lambda lang: lang != "en")
        assert set(tongues) == {"en", "fr"}
        assert page.run("window.ran") == 0
        assert page.complaints == []


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser here")
def test_a_permalink_leads_to_its_rule_and_tells_of_a_change(built):
    url = (built / "games" / "en" / "wild" / "index.html").as_uri()
    with Chromium() as page:
        page.open(url)
        link = page.run("document.querySelector('#rule-no-cards .permalink').getAttribute('href')")
        assert link.startswith("#rule-no-cards@")
        page.open("about:blank")
        page.open(f"{url}{link}")
        page.wait("document.querySelector('#rule-no-cards.linked')")
        assert page.run("document.querySelectorAll('.changed').length") == 0
        page.run("location.hash = '#rule-no-cards@00000000'")
        page.wait("document.querySelector('#rule-no-cards > .changed')")
        told = page.run("document.querySelector('.changed').textContent")
        assert "00000000" in told
        assert link.partition("@")[2] in told
        assert page.complaints == []


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("foreign")
    write_game(folder / "spec" / "wild")
    with pytest.MonkeyPatch.context() as patch:
        for module in [each for name, each in sys.modules.items() if name.startswith("verifier.")]:
            if hasattr(module, "spec_folder"):
                patch.setattr(module, "spec_folder", lambda: folder / "spec")
        WORKSPACE.clear()
        texts = site_of({"index.md": "# Home\n"}, ["wild"]).texts
    WORKSPACE.clear()
    for name, each in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(each, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(folder / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def write_game(folder):
    entries = ("title", "action:take-coin", "rule:no-cards", "zone:deck", "richer/title", "richer/about")
    words = CATALOGUE + "".join(
        f'\nmsgctxt "{each}"\nmsgid "{each}"\nmsgstr "{MARKUP}"\n' for each in entries
    )
    rules = text(TURN).replace("game tiny\n", f'game wild\ntitle "{MARKUP}"\n')
    for path, content in {
        "game.rules": f'{rules}\nmay-loop it-ends: "{MARKUP}"\naccept every-rule-lives: "{MARKUP}"\n',
        "look.toml": f'[tint]\nred = "{MARKUP}"\nblue = "red;}}</style>{SCRIPT}"\n',
        "variants/richer.rules": "variant richer of wild\nreplace amount coins per player: 0..30\n",
        "locale/en.po": words,
        "locale/fr.po": words,
        "locale/names.en.toml": f'[action]\ntake-coin = "{MARKUP}"\n',
        "locale/terms.en.toml": f'[deck]\none = "{MARKUP}"\nother = "{MARKUP}"\n',
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")


class _Shown(HTMLParser):
    """The text that a reader sees, and whatever on a page could run without being ours."""

    def __init__(self):
        super().__init__()
        self.text = []
        self.active = []
        self.policy = None

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag in ("script", "img") and "assets/" not in (values.get("src") or ""):
            self.active.append(tag)
        self.active += [name for name in values if name.startswith("on")]
        self.active += [v for v in values.values() if v and v.lower().lstrip().startswith("javascript:")]

    def handle_data(self, data):
        self.text.append(data)
