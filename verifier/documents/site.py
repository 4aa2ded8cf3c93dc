"""The whole site as texts: the project's pages, a page for every game, and the settings of MkDocs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.diagnostics import Report
from verifier.documents.game_page import game_page
from verifier.model.from_surface import player_counts
from verifier.pipeline import composition, game, game_names, overlays_of
from verifier.surface.compose import Composition

STYLE = """\
svg.turn { max-width: 60rem; height: auto; }
@media print { .navbar, .bs-sidebar, footer { display: none !important; } h2 { break-after: avoid; } }
"""


@dataclass(frozen=True, slots=True)
class Site:
    """Paths below the folder of the site, each with its text; and the settings."""

    pages: Mapping[str, str]
    settings: str


def site_of(project_pages: Mapping[str, str]) -> Site:
    """The project's pages with the games' pages beside them."""
    pages = {**project_pages, "style.css": STYLE}
    titles = {}
    for name in game_names():
        page = _page(name)
        if page is not None:
            titles[name], pages[f"games/{name}.md"] = page
    rows = "".join(f"- [{title}]({name}.md)\n" for name, title in titles.items())
    pages["games/index.md"] = f"# The games\n\n{rows}"
    return Site(pages, _settings(titles, pages))


def _page(name: str) -> tuple[str, str] | None:
    report = Report()
    laid = composition(name, report)
    found = game(name, None, report)
    if laid is None or found is None:
        return None
    overlays = [
        other
        for overlay in overlays_of(name)
        if overlay.sort != "instance" and (other := _laid(f"{name}+{overlay.name}")) is not None
    ]
    return found.title or name, game_page(found, laid, overlays, player_counts(laid.items))


def _laid(ruleset: str) -> Composition | None:
    return composition(ruleset, Report())


def _settings(titles: Mapping[str, str], pages: Mapping[str, str]) -> str:
    """One `mkdocs.yml`; nothing is fetched from outside."""
    games = "".join(f"      - {title!r}: games/{name}.md\n" for name, title in titles.items())
    decisions = "".join(f"      - {path}\n" for path in sorted(pages) if path.startswith("decisions/"))
    howto = "".join(f"      - {path}\n" for path in sorted(pages) if path.startswith("howto/"))
    return f"""\
site_name: Rulewright
docs_dir: pages
site_dir: site
use_directory_urls: false
theme:
  name: mkdocs
  highlightjs: false
extra_css: [style.css]
markdown_extensions: [tables, fenced_code, md_in_html]
validation:
  nav: {{omitted_files: info}}
nav:
  - Rulewright: index.md
  - Tour: tour.md
  - Language: language.md
  - Kernel: kernel.md
  - Games:
      - All: games/index.md
{games}  - How to:
{howto}  - Diagnostics: diagnostics/index.md
  - Decisions:
{decisions}"""
