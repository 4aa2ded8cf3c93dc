"""The playground as files: its page, the worker, and an archive of what Python needs in the browser."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verifier.engine.browser import enclosed, reader_text
from verifier.languages import ENGLISH, grammar_folder, language, languages
from verifier.pages.pen import page_words
from verifier.pages.play_page import PARTS, STYLES, compact
from verifier.report.text import content_policy
from verifier.surface.files import game_names, overlays_of, spec_folder

FOLDER = "playground_page"
# What is taken of Pyodide: Python itself, and nothing that could fetch more of it.
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
OPENED = "worker-src 'self'"
# Text of ours and of two libraries; what is proved and how stays behind.
LIBRARIES = ("lark", "babel")
LEFT_OUT = {"__pycache__", "certificates", "verdicts.json", "certified.json", "native", "_data"}


def missing_parts(pyodide: Path) -> list[str]:
    """The files that a folder of Pyodide lacks."""
    return [name for name in PYODIDE if not (pyodide / name).is_file()]


def playground_files(lang: str, starter: str) -> Iterator[tuple[str, bytes]]:
    """Everything but Pyodide, by its name in the folder of the playground; `starter` is a small game to begin with."""
    folder = files(__package__) / FOLDER
    yield "index.html", _page(lang, starter).encode()
    yield "worker.js", (folder / "worker.js").read_bytes()
    yield "rulewright.zip", archive()


# --- the page


def _page(lang: str, starter: str) -> str:
    folder, theme = files(__package__) / FOLDER, files(__package__) / "theme"
    words = page_words(lang)
    styles = [(theme / name).read_text(encoding="utf-8") for name in STYLES]
    script = _script()
    parts = {
        "/*lang*/": escape(lang),
        "/*policy*/": f"{content_policy(script)}; {OPENED}",
        "/*title*/": escape(words["playground.title"]),
        "/*lede*/": escape(words["playground.lede"]),
        "/*script-needed*/": escape(words["table.script"]),
        "/*style*/": "\n".join([*styles, (folder / "playground.css").read_text(encoding="utf-8")]),
        "/*data*/": compact(_known(starter)),
        "/*script*/": script,
    }
    page = (folder / "index.html").read_text(encoding="utf-8")
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], page)


def _script() -> str:
    """The script of the playable page, with the playground at its end."""
    own = files(__package__)
    paths = [*(own / "play" / part for part in PARTS), own / FOLDER / "playground.js"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return f"{enclosed(f'{reader_text()}{text}')};\n"


def _known(starter: str) -> dict[str, Any]:
    return {
        "worker": "worker.js",
        "words": {lang: _words(lang) for lang in languages()},
        "languages": {lang: language(lang).name for lang in languages()},
        "examples": [{"title": None, "texts": [{"name": "my-game", "text": starter}]}, *_house_rules()],
    }


def _words(lang: str) -> dict[str, str]:
    words = page_words(lang if lang in languages() else ENGLISH)
    return {
        key.removeprefix("playground."): text for key, text in words.items() if key.startswith("playground.")
    }


def _house_rules() -> Iterator[dict[str, Any]]:
    """House rules of every game, to begin with something that works."""
    for game in game_names():
        texts = [
            {"name": each.name, "text": _without_outcomes(each.path.read_text(encoding="utf-8"))}
            for each in overlays_of(game)
            if each.sort == "house-rule"
        ]
        if texts:
            yield {"title": game, "texts": texts}


def _without_outcomes(text: str) -> str:
    """What an overlay does to the scenarios of its game is for the tests."""
    return text.split("\nexpect ")[0].rstrip() + "\n"


# --- the archive


def archive() -> bytes:
    """Our package, the rules and words, and the libraries, as Python in the browser unpacks them."""
    package = Path(str(files("verifier")))
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as out:
        for root, name in (
            (package, "verifier"),
            (spec_folder(), "spec"),
            (grammar_folder(), "grammar"),
            *((_library(each), each) for each in LIBRARIES),
        ):
            for path in _kept(root):
                # A fixed date: the same files make the same archive.
                entry = zipfile.ZipInfo(f"{name}/{path.relative_to(root).as_posix()}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(entry, path.read_bytes())
    return found.getvalue()


def _library(name: str) -> Path:
    found = find_spec(name)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _kept(root: Path) -> Iterable[Path]:
    spoken = {"root", "global", *languages()}
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).parts
        if not path.is_file() or LEFT_OUT & set(inside):
            continue
        # Of hundreds of locales those are taken that pages are written in.
        if path.suffix != ".dat" or path.stem in spoken:
            yield path
