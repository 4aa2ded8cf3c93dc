"""The whole site as texts: the project's pages, the pages of every game, the theme and the settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit

from verifier.languages import ENGLISH, languages
from verifier.pages.game_pages import GamePages
from verifier.pages.pen import PageWords, page_words
from verifier.pages.play_page import play_script
from verifier.pages.report import overview
from verifier.pages.rulebook import title_of
from verifier.surface.files import game_names

# --- the settings of the site, `mkdocs.yml`: navigation for four readers, our own theme, nothing from outside


Nav = list[tuple[str, "str | Nav"]]

_ENGLISH = page_words(ENGLISH)

# Titles are keys of the words of the pages. Who comes here, and what each reads first.
PROJECT: Nav = [
    ("start", "index.md"),
    ("tour", "tour.md"),
]
READERS: Nav = [
    (
        "translate",
        [
            ("into-words", "howto/translate.md"),
            ("audit", "howto/audit-a-rulebook.md"),
            ("add-language", "howto/add-a-language.md"),
        ],
    ),
    (
        "design",
        [
            ("play-page", "howto/play-in-the-browser.md"),
            ("house-rule", "howto/add-a-house-rule.md"),
            ("compare", "howto/compare-rule-sets.md"),
            ("readings", "howto/readings.md"),
            ("add-game", "howto/add-a-game.md"),
        ],
    ),
    (
        "build",
        [
            ("program", "howto/test-your-program.md"),
            ("api", "api.md"),
            ("serve", "serve.md"),
            ("engines", "engines.md"),
            ("json", "schemas/README.md"),
            ("teams", "howto/where-teams-work.md"),
        ],
    ),
    (
        "doubt",
        [
            ("doubt-verdict", "howto/doubt-a-verdict.md"),
            ("trusted", "trusted.md"),
            ("speed", "speed.md"),
            ("break", "howto/break-the-rules.md"),
            ("kernel", "kernel.md"),
            ("campaign", "howto/run-a-campaign.md"),
            ("tla", "tla.md"),
            ("add-reader", "howto/add-a-reader.md"),
        ],
    ),
    (
        "reference",
        [
            ("language", "language.md"),
            ("commands", "commands.md"),
            ("editor", "howto/use-an-editor.md"),
            ("glossary", "glossary.md"),
            ("messages", "diagnostics/index.md"),
            ("build-pages", "howto/build-the-pages.md"),
        ],
    ),
]


def settings(games: Mapping[str, Mapping[str, str]], pages: Mapping[str, str], booklets: bool) -> str:
    """One `mkdocs.yml`; it is JSON too, for those who read that better. `games` gives titles by language."""
    known = [(title, path) for title, path in _titled(PROJECT) if path in pages]
    decisions: Nav = [
        (_title(pages[path]), path)
        for path in sorted(pages)
        if path.startswith("decisions/") and path[10:11] == "0"
    ]
    if "decisions/README.md" in pages:
        decisions.insert(0, (_ENGLISH["nav.all-decisions"], "decisions/README.md"))
    readers = [
        (title, _known(inside, pages)) for title, inside in _titled(READERS) if isinstance(inside, list)
    ]
    placed = {path for _, inside in readers for _, path in inside}
    readers[-1][1].extend(
        (_title(pages[path]), path)
        for path in sorted(pages)
        if path.startswith("howto/") and path not in placed
    )
    nav = [
        *known,
        *((page_words(lang)["game.games"], _games(lang, games)) for lang in _told(games)),
        *((title, inside) for title, inside in readers if inside),
        *([(_ENGLISH["nav.decisions"], decisions)] if decisions else []),
    ]
    words = {
        lang: {
            key.removeprefix("site."): text
            for key, text in page_words(lang).items()
            if key.startswith("site.")
        }
        for lang in _told(games)
    }
    found = {
        "site_name": "Rulewright",
        "docs_dir": "pages",
        "site_dir": "site",
        "use_directory_urls": False,
        "theme": {"name": None, "custom_dir": "theme"},
        "plugins": [],
        "markdown_extensions": [
            *("tables", "fenced_code", "md_in_html", "attr_list", "def_list"),
            # Colours by classes alone: a page has no style of its own.
            {"codehilite": {"css_class": "code", "guess_lang": False, "use_pygments": True}},
        ],
        "validation": {
            "nav": {"omitted_files": "ignore"},
            "links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn"},
        },
        "extra": {"words": words, "titles": _titles(_told(games)), "booklets": booklets},
        "nav": _yaml(nav),
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _titled(nav: Nav) -> Nav:
    """Navigation is written in English; the theme looks up its titles in the language of the page."""
    return [
        (_ENGLISH[f"nav.{key}"], inside if isinstance(inside, str) else _titled(inside))
        for key, inside in nav
    ]


def _titles(told: Iterable[str]) -> dict[str, dict[str, str]]:
    """What each English title of the navigation is in the other languages."""
    keys = [key for key in _ENGLISH if key.startswith("nav.")]
    return {lang: {_ENGLISH[key]: page_words(lang)[key] for key in keys} for lang in told if lang != ENGLISH}


def _told(games: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The languages of a site: English, and those in which one of its games is told."""
    spoken = {ENGLISH, *(lang for titles in games.values() for lang in titles)}
    return [lang for lang in languages() if lang in spoken]


def _games(lang: str, games: Mapping[str, Mapping[str, str]]) -> Nav:
    words = page_words(lang)
    found: Nav = [(words["game.games"], f"games/{lang}/index.md")]
    for name, titles in games.items():
        if lang not in titles:
            continue
        inside: Nav = [(words["game.rulebook"], f"games/{lang}/{name}/index.md")]
        inside.append((words["game.summary"], f"games/{lang}/{name}/summary.md"))
        inside.append((words["game.play"], f"games/{lang}/{name}/play.md"))
        if f"cards:{name}" in titles:
            inside.append((words["game.cards"], f"games/{lang}/{name}/cards.md"))
        inside.append((words["game.variants"], f"games/{lang}/{name}/variants.md"))
        if lang == ENGLISH:
            inside.append((words["game.report"], f"games/report/{name}.md"))
        found.append((titles[lang], inside))
    return found


def _known(nav: Nav, pages: Mapping[str, str]) -> Nav:
    return [(title, path) for title, path in nav if isinstance(path, str) and path in pages]


def _title(page: str) -> str:
    return next((line[2:].strip() for line in page.splitlines() if line.startswith("# ")), "")


def _yaml(nav: Nav) -> list[dict[str, object]]:
    return [{title: inside if isinstance(inside, str) else _yaml(inside)} for title, inside in nav]


# --- the index that the search of the site reads: pages and their headings, found without a server


HEADING = re.compile(r"^(#{1,4}) (.*?)(?: \{#([^}]+)\})?$")
# The sign before a point of a list.
LISTED = re.compile(r"^\s*(?:[-*]|\d+\.) +")
RULE = re.compile(r'<(?:div class="rule[^"]*"|span) id="((?:rule|invariant|witness)-[^"]+)"')
WORDS_A_SECTION = 60


def search_index(pages: Mapping[str, str]) -> str:
    """A script that holds every section of every page: a file can load a script, and no more than that."""
    found = [entry for path, text in pages.items() if path.endswith(".md") for entry in _entries(path, text)]
    return f"self.searchIndex = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"


def _entries(path: str, text: str) -> Iterator[list[str]]:
    if "\nsearch:\n  exclude: true" in text:
        return
    tongue = re.search(r"^lang: (\w+)$", text, re.MULTILINE)
    lang = tongue[1] if tongue is not None else ENGLISH
    url = path.removesuffix(".md") + ".html"
    url = re.sub(r"(^|/)README\.html$", r"\1index.html", url)
    page, title, anchor, fence = "", "", "", False
    words: list[str] = []
    for line in text.splitlines():
        fence ^= line.startswith("```")
        heading = HEADING.match(line) if not fence else None
        rule = RULE.search(line)
        if heading is not None or rule is not None:
            if title:
                yield [page, title, f"{url}{'#' + anchor if anchor else ''}", lang, " ".join(words)]
            words = []
        if heading is not None:
            title = _plain(heading[2])
            page = page or title
            anchor = "" if len(heading[1]) == 1 else heading[3] or _slug(title)
        elif rule is not None:
            anchor = rule[1]
            title = anchor.partition("-")[2]
        elif not line.startswith(("<", "|", "```", "---")) and len(words) < WORDS_A_SECTION:
            words += _plain(LISTED.sub("", line)).split()
    if title:
        yield [page, title, f"{url}{'#' + anchor if anchor else ''}", lang, " ".join(words)]


def _plain(text: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)(\{[^}]*\})?", r"\1", text)
    return unescape(re.sub(r"<[^>]+>|[`*\\]", "", text)).strip()


def _slug(text: str) -> str:
    """As Markdown makes ids of headings."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


# --- the whole site as texts: the project's pages, the pages of every game, the theme and the settings


ASSETS = ("style.css", "rulebook.css", "print.css", "play.css", "theme.js", "site.js", "mark.svg")


@dataclass(frozen=True, slots=True)
class Site:
    """Paths below the folder of the site, each with its text."""

    texts: Mapping[str, str]


def site_of(
    project_pages: Mapping[str, str],
    games: Iterable[str] | None = None,
    booklets: bool = False,
    pairs: bool = False,
) -> Site:
    """The project's pages with the games' pages beside them; `pairs` of house rules are playable if wanted."""
    pages = dict(project_pages)
    shelves = [GamePages(name) for name in (games if games is not None else game_names())]
    titles: dict[str, dict[str, str]] = {}
    scripts = {"pages/assets/play.js": play_script()}
    for shelf in shelves:
        own = {f"games/{path}": text for path, text in shelf.pages()}
        pages.update(own)
        scripts.update({f"pages/assets/play/{path}": text for path, text in shelf.play_assets(pairs)})
        titles[shelf.name] = {lang: title_of(shelf.pen(lang)) for lang in shelf.languages}
        if f"games/en/{shelf.name}/cards.md" in own:
            titles[shelf.name][f"cards:{shelf.name}"] = ""
    for lang in _told(titles):
        tongues = "".join(f"\n  {other}: games/{other}/index.html" for other in _told(titles))
        head = f"---\nlang: {lang}\nlook: rulebook\nbare: true\nlanguages:{tongues}\n---\n\n"
        pages[f"games/{lang}/index.md"] = head + overview(
            [(shelf.pen(lang), shelf.titles(lang)) for shelf in shelves if lang in shelf.languages],
            PageWords(lang),
            _told(titles),
        )
    theme = files(__package__) / "theme"
    assets = {name: (theme / name).read_text(encoding="utf-8") for name in ASSETS}
    return Site(
        {
            **{f"pages/{path}": text for path, text in pages.items()},
            **{f"pages/assets/{name}": text for name, text in assets.items()},
            "pages/assets/search.js": search_index(pages),
            **scripts,
            "theme/main.html": (theme / "main.html").read_text(encoding="utf-8"),
            "mkdocs.yml": settings(titles, pages, booklets),
        }
    )


# --- every link of a built site, followed: to a file that is there, to a place that is on it, and to no other host


# What a browser fetches on its own; a link that a reader may follow is another matter.
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


TAG = re.compile(r"""<([a-zA-Z][\w-]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*/?>""")
PLACE = re.compile(r"""\s(id|href|src)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s>"']+))""")
# What stands in a script or a comment is no element.
SKIPPED = re.compile(r"(<script\b[^>]*>).*?</script>|<!--.*?-->", re.DOTALL)


class _Page:
    """The places and links of a page. Read by pattern: hundreds of long pages are looked at, and all are ours."""

    def __init__(self, text: str) -> None:
        self.ids: set[str] = set()
        self.links: list[tuple[str, str, str]] = []
        self.twice: list[str] = []
        for tag, attributes in TAG.findall(SKIPPED.sub(r"\1", text)):
            for name, *values in PLACE.findall(attributes):
                value = unescape("".join(values))
                if name != "id":
                    self.links.append((tag.lower(), name, value))
                elif value in self.ids:
                    self.twice.append(value)
                else:
                    self.ids.add(value)


def faults(site: Path) -> list[str]:
    """What is wrong, one line each: `page: link`."""
    pages: dict[str, _Page] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path.relative_to(site).as_posix()] = _Page(path.read_text(encoding="utf-8"))
    return [fault for name, page in pages.items() for fault in _faults(name, page, pages, site)]


def _faults(name: str, page: _Page, pages: dict[str, _Page], site: Path) -> Iterator[str]:
    for each in page.twice:
        yield f"{name}: two places are called #{each}"
    for tag, attribute, link in page.links:
        to = urlsplit(link)
        if to.scheme == "data":
            continue
        if to.scheme or to.netloc:
            if (tag, attribute) in FETCHED:
                yield f"{name}: {link} is fetched from elsewhere"
            continue
        target = normpath(f"{dirname(name)}/{unquote(to.path)}".lstrip("/")) if to.path else name
        if target not in pages:
            if not (site / target).is_file():
                yield f"{name}: {link} leads nowhere"
        elif (
            to.fragment
            and not to.fragment.startswith("play=")
            # Behind an `@` stands the version of a rule.
            and unquote(to.fragment).partition("@")[0] not in pages[target].ids
        ):
            yield f"{name}: {link} leads to a page without that place"
