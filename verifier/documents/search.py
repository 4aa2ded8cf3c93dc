"""The index that the search of the site reads: pages and their headings, found without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

HEADING = re.compile(r"^(#{1,4}) (.*?)(?: \{#([^}]+)\})?$")
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
    lang = tongue[1] if tongue is not None else "en"
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
            words += _plain(line).split()
    if title:
        yield [page, title, f"{url}{'#' + anchor if anchor else ''}", lang, " ".join(words)]


def _plain(text: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)(\{[^}]*\})?", r"\1", text)
    return re.sub(r"<[^>]+>|[`*\\]", "", text).strip()


def _slug(text: str) -> str:
    """As Markdown makes ids of headings."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())
