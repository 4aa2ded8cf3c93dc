"""`rulewright.toml`: defaults of the commands, from the nearest folder above the one where people stand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from verifier.cli.files import nowhere_in, reject, text_of
from verifier.diagnostics import diagnostic
from verifier.languages import languages
from verifier.surface.files import shown

FILE = "rulewright.toml"
KEYS: Mapping[str, tuple[type, ...]] = {"lang": (str,), "players": (int,), "budget": (int, float)}
LARGEST = 100_000


def defaults() -> Mapping[str, Any]:
    """What the settings say, by the names of options; nothing without a file. A wrong file raises `Rejected`."""
    here = Path.cwd()
    found = next((folder / FILE for folder in (here, *here.parents) if (folder / FILE).is_file()), None)
    return _read(found, found.stat().st_mtime_ns) if found is not None else {}


@lru_cache(maxsize=8)
def _read(path: Path, stamp: int) -> Mapping[str, Any]:
    try:
        found = tomllib.loads(text_of(path, LARGEST).text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reject(diagnostic("R432", nowhere_in(path), hint=str(error), path=shown(path)))
    for key, value in found.items():
        if key == "lang" and value not in languages():
            hint = f"`lang` is one of {', '.join(languages())}"
            reject(diagnostic("R432", nowhere_in(path), hint=hint, path=shown(path)))
        if key not in KEYS:
            hint = f"`{key}` is not a setting; there are {', '.join(f'`{each}`' for each in KEYS)}"
            reject(diagnostic("R432", nowhere_in(path), hint=hint, path=shown(path)))
        if not isinstance(value, KEYS[key]) or isinstance(value, bool):
            hint = f"`{key}` is {'a text' if KEYS[key] == (str,) else 'a number'}"
            reject(diagnostic("R432", nowhere_in(path), hint=hint, path=shown(path)))
    return found
