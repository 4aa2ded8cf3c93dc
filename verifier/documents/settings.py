"""The settings of the site, `mkdocs.yml`: navigation for four readers, our own theme, nothing from outside."""

from __future__ import annotations

import json
from collections.abc import Mapping

from verifier.documents.voice import LANGUAGES, page_words

Nav = list[tuple[str, "str | Nav"]]

_ENGLISH = page_words("en")

# Titles are keys of the words of the pages. Who comes here, and what each reads first.
PROJECT: Nav = [
    ("start", "index.md"),
    ("tour", "tour.md"),
]
READERS: Nav = [
    ("translate", [("into-words", "howto/translate.md"), ("audit", "howto/audit-a-rulebook.md")]),
    (
        "design",
        [
            ("house-rule", "howto/add-a-house-rule.md"),
            ("compare", "howto/compare-rule-sets.md"),
            ("add-game", "howto/add-a-game.md"),
        ],
    ),
    (
        "build",
        [
            ("program", "howto/test-your-program.md"),
            ("api", "api.md"),
            ("json", "schemas/README.md"),
        ],
    ),
    (
        "doubt",
        [
            ("kernel", "kernel.md"),
            ("campaign", "howto/run-a-campaign.md"),
            ("add-reader", "howto/add-a-reader.md"),
        ],
    ),
    (
        "reference",
        [
            ("language", "language.md"),
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
        *((page_words(lang)["game.games"], _games(lang, games)) for lang in LANGUAGES),
        *((title, inside) for title, inside in readers if inside),
        *([(_ENGLISH["nav.decisions"], decisions)] if decisions else []),
    ]
    words = {
        lang: {
            key.removeprefix("site."): text
            for key, text in page_words(lang).items()
            if key.startswith("site.")
        }
        for lang in LANGUAGES
    }
    found = {
        "site_name": "Rulewright",
        "docs_dir": "pages",
        "site_dir": "site",
        "use_directory_urls": False,
        "theme": {"name": None, "custom_dir": "theme"},
        "plugins": [],
        "markdown_extensions": ["tables", "fenced_code", "md_in_html", "attr_list", "def_list"],
        "validation": {
            "nav": {"omitted_files": "ignore"},
            "links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn"},
        },
        "extra": {"words": words, "titles": _titles(), "booklets": booklets},
        "nav": _yaml(nav),
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _titled(nav: Nav) -> Nav:
    """Navigation is written in English; the theme looks up its titles in the language of the page."""
    return [
        (_ENGLISH[f"nav.{key}"], inside if isinstance(inside, str) else _titled(inside))
        for key, inside in nav
    ]


def _titles() -> dict[str, dict[str, str]]:
    """What each English title of the navigation is in the other languages."""
    keys = [key for key in _ENGLISH if key.startswith("nav.")]
    return {
        lang: {_ENGLISH[key]: page_words(lang)[key] for key in keys} for lang in LANGUAGES if lang != "en"
    }


def _games(lang: str, games: Mapping[str, Mapping[str, str]]) -> Nav:
    words = page_words(lang)
    found: Nav = [(words["game.games"], f"games/{lang}/index.md")]
    for name, titles in games.items():
        inside: Nav = [(words["game.rulebook"], f"games/{lang}/{name}/index.md")]
        if f"cards:{name}" in titles:
            inside.append((words["game.cards"], f"games/{lang}/{name}/cards.md"))
        inside.append((words["game.variants"], f"games/{lang}/{name}/variants.md"))
        if lang == "en":
            inside.append((words["game.report"], f"games/report/{name}.md"))
        found.append((titles[lang], inside))
    return found


def _known(nav: Nav, pages: Mapping[str, str]) -> Nav:
    return [(title, path) for title, path in nav if isinstance(path, str) and path in pages]


def _title(page: str) -> str:
    return next((line[2:].strip() for line in page.splitlines() if line.startswith("# ")), "")


def _yaml(nav: Nav) -> list[dict[str, object]]:
    return [{title: inside if isinstance(inside, str) else _yaml(inside)} for title, inside in nav]
