"""Findings about a text as one page to work with: it needs nothing else, and takes nothing foreign for markup."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from verifier.report.text import content_policy


def findings_page(data: Mapping[str, Any], lang: str) -> str:
    """The page as text, in the language of its reader; `data` is what `page/findings.js` reads."""
    # What stands in a script element must not end it.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    script = _part("findings.js")
    parts = {
        "/*lang*/": lang,
        "/*policy*/": content_policy(script),
        "/*style*/": _part("findings.css"),
        "/*script*/": script,
        "/*data*/": text,
    }
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], _part("findings.html"))


def _part(name: str) -> str:
    return files("verifier.report").joinpath("page", name).read_text(encoding="utf-8")
