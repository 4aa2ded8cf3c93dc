"""The whole site as texts: the project's pages, the pages of every game, the theme and the settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from verifier.documents.overview import overview
from verifier.documents.rulebook import title_of
from verifier.documents.search import search_index
from verifier.documents.settings import settings
from verifier.documents.shelf import Shelf
from verifier.documents.voice import LANGUAGES, Words
from verifier.surface.shelf import game_names

ASSETS = ("style.css", "rulebook.css", "print.css", "theme.js", "site.js", "mark.svg")


@dataclass(frozen=True, slots=True)
class Site:
    """Paths below the folder of the site, each with its text."""

    texts: Mapping[str, str]


def site_of(
    project_pages: Mapping[str, str], games: Iterable[str] | None = None, booklets: bool = False
) -> Site:
    """The project's pages with the games' pages beside them."""
    pages = dict(project_pages)
    shelves = [Shelf(name) for name in (games if games is not None else game_names())]
    titles: dict[str, dict[str, str]] = {}
    for shelf in shelves:
        own = {f"games/{path}": text for path, text in shelf.pages()}
        pages.update(own)
        titles[shelf.name] = {lang: title_of(shelf.pen(lang)) for lang in LANGUAGES}
        if f"games/en/{shelf.name}/cards.md" in own:
            titles[shelf.name][f"cards:{shelf.name}"] = ""
    for lang in LANGUAGES:
        tongues = "".join(f"\n  {other}: games/{other}/index.html" for other in LANGUAGES)
        head = f"---\nlang: {lang}\nlook: rulebook\nbare: true\nlanguages:{tongues}\n---\n\n"
        pages[f"games/{lang}/index.md"] = head + overview(
            [(shelf.pen(lang), shelf.titles(lang)) for shelf in shelves], Words(lang)
        )
    theme = files(__package__) / "theme"
    assets = {name: (theme / name).read_text(encoding="utf-8") for name in ASSETS}
    return Site(
        {
            **{f"pages/{path}": text for path, text in pages.items()},
            **{f"pages/assets/{name}": text for name, text in assets.items()},
            "pages/assets/search.js": search_index(pages),
            "theme/main.html": (theme / "main.html").read_text(encoding="utf-8"),
            "mkdocs.yml": settings(titles, pages, booklets),
        }
    )
