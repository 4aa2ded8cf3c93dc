"""The settings of the site, `mkdocs.yml`: navigation for four readers, our own theme, nothing from outside."""

from __future__ import annotations

import json
from collections.abc import Mapping

from verifier.documents.voice import LANGUAGES, page_words

Nav = list[tuple[str, "str | Nav"]]

# Who comes here, and what each reads first.
PROJECT: Nav = [
    ("Rulewright in a minute", "index.md"),
    ("A tour", "tour.md"),
]
READERS: Nav = [
    ("You translate", [("Put a game into words", "howto/translate.md")]),
    (
        "You design",
        [
            ("Add a house rule", "howto/add-a-house-rule.md"),
            ("Compare rule sets", "howto/compare-rule-sets.md"),
            ("Add a game", "howto/add-a-game.md"),
        ],
    ),
    (
        "You build",
        [
            ("Hold a program against the rules", "howto/test-your-program.md"),
            ("JSON documents", "schemas/README.md"),
        ],
    ),
    (
        "You doubt",
        [
            ("The kernel", "kernel.md"),
            ("Run a campaign", "howto/run-a-campaign.md"),
            ("Add a reader", "howto/add-a-reader.md"),
        ],
    ),
    (
        "Reference",
        [
            ("The language", "language.md"),
            ("Messages", "diagnostics/index.md"),
            ("Build the pages", "howto/build-the-pages.md"),
        ],
    ),
]


def settings(games: Mapping[str, Mapping[str, str]], pages: Mapping[str, str], booklets: bool) -> str:
    """One `mkdocs.yml`; it is JSON too, for those who read that better. `games` gives titles by language."""
    known = [(title, path) for title, path in PROJECT if path in pages]
    decisions: Nav = [
        (_title(pages[path]), path)
        for path in sorted(pages)
        if path.startswith("decisions/") and path[10:11] == "0"
    ]
    if "decisions/README.md" in pages:
        decisions.insert(0, ("All decisions", "decisions/README.md"))
    readers = [(title, _known(inside, pages)) for title, inside in READERS if isinstance(inside, list)]
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
        *([("Decisions", decisions)] if decisions else []),
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
        "extra": {"words": words, "booklets": booklets},
        "nav": _yaml(nav),
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


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
