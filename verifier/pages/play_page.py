"""The playable page: its script, what it lists, and a page that stands alone. Texts in, texts out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from verifier.engine.browser import enclosed, reader_text
from verifier.languages import language
from verifier.pages.pen import page_words
from verifier.report.text import content_policy
from verifier.surface.files import known_as

# In this order: each speaks of what stands before it.
PARTS = (
    "words.js",
    "session.js",
    "computer.js",
    "unseen.js",
    "search.js",
    "choices.js",
    "drawing.js",
    "board.js",
    "table.js",
    "telling.js",
    "panel.js",
    "rules.js",
    "page.js",
)
# What the terminal says at the table is said here too.
SHARED = ("table", "you", "hidden", "unseen", "more", "empty", "deadlock", "over", "offered")
STYLES = ("style.css", "rulebook.css", "play.css")


@dataclass(frozen=True, slots=True)
class PlayableRules:
    """A rule set that a page can play: `sort` is game, variant, house or pair; titles are by language.

    A pair is a house rule beside a variant or another house rule, and is called by both their titles.
    """

    ruleset: str
    sort: str
    titles: Mapping[str, str]
    players: Sequence[int]

    @property
    def file(self) -> str:
        """Its name without the way to its folder: that of its file, and of its place on a page."""
        return known_as(self.ruleset)


@cache
def play_script() -> str:
    """One script for every game."""
    folder = files(__package__) / "play"
    own = "\n".join((folder / part).read_text(encoding="utf-8") for part in PARTS)
    return f"{enclosed(f'{reader_text()}{own}')};\n"


def listed(
    rules: Iterable[PlayableRules],
    languages: Iterable[str],
    play: Mapping[str, Any] | None = None,
    clashes: Iterable[Sequence[str]] = (),
) -> dict[str, Any]:
    """What the page knows before it has read any rules; `play` is what it opens with.

    `clashes` are pairs of overlays that cannot be played together.
    """
    found: dict[str, Any] = {
        "rulesets": [
            {
                "ruleset": each.ruleset,
                "file": each.file,
                "sort": each.sort,
                "title": dict(each.titles),
                "players": list(each.players),
            }
            for each in rules
        ],
        "ours": {lang: _ours(lang) for lang in languages},
        "languages": {lang: language(lang).name for lang in languages},
        "clashes": [list(pair) for pair in clashes],
    }
    return found if play is None else {**found, "play": dict(play)}


def _ours(lang: str) -> dict[str, str]:
    words = page_words(lang)
    own = {key.removeprefix("table."): text for key, text in words.items() if key.startswith("table.")}
    return {**own, **{key: words[f"play.{key}"] for key in SHARED}}


def as_script(target: str, value: object) -> str:
    """A value as a script: a file can load a script, and no more than that."""
    return f"{target} = {compact(value)};\n"


def compact(value: object) -> str:
    """JSON that cannot end the element in which it stands."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def play_body(lang: str) -> str:
    """The place of the table on a page; without a script it says what is missing."""
    words = page_words(lang)
    return f'<div id="play" class="play"><p>{escape(words["table.script"])}</p></div>\n'


def single_page(
    title: str, lang: str, known: Mapping[str, Any], datas: Mapping[str, Mapping[str, Any]]
) -> str:
    """One file that plays: `known` is what it lists, `datas` has the data of each rule set by its file."""
    theme = files(__package__) / "theme"
    parts = {
        "/*lang*/": escape(lang),
        "/*policy*/": content_policy(play_script()),
        "/*title*/": escape(title),
        "/*lede*/": escape(page_words(lang)["table.lede"]),
        "/*style*/": "\n".join((theme / name).read_text(encoding="utf-8") for name in STYLES),
        "/*body*/": play_body(lang),
        "/*data*/": "".join(
            f'<script type="application/json" id="{escape(id)}">{compact(data)}</script>\n'
            for id, data in (("play-list", known), *((f"play-{file}", each) for file, each in datas.items()))
        ),
        "/*script*/": play_script(),
    }
    page = (files(__package__) / "play" / "single.html").read_text(encoding="utf-8")
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], page)
