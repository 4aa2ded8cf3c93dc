"""Every link of a built site, followed: to a file that is there, to a place that is on it, and to no other host."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit

# What a browser fetches on its own; a link that a reader may follow is another matter.
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[tuple[str, str, str]] = []
        self.twice: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                if value in self.ids:
                    self.twice.append(value)
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append((tag, name, value))


def faults(site: Path) -> list[str]:
    """What is wrong, one line each: `page: link`."""
    pages: dict[str, _Page] = {}
    for path in sorted(site.rglob("*.html")):
        page = _Page()
        page.feed(path.read_text(encoding="utf-8"))
        pages[path.relative_to(site).as_posix()] = page
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
        elif to.fragment and unquote(to.fragment) not in pages[target].ids:
            yield f"{name}: {link} leads to a page without that place"
