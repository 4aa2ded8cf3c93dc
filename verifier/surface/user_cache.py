"""The user's own folder for what need not be worked out again: where it is, whole files in it, the oldest let go."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

# An empty value: nothing is taken from there and nothing kept.
PLACE = "RULEWRIGHT_CACHE"


def cache_home() -> Path | None:
    """The folder of the user's own for what need not be worked out again; `None` where there is no such place."""
    home = (
        os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/.cache")
    )
    folder = Path(home) / "rulewright"
    return folder if folder.is_absolute() else None


def cache_folder(name: str) -> Path | None:
    """A folder in the place that the environment names, or in the user's cache; `None` if there is to be none."""
    named = os.environ.get(PLACE)
    if named is not None:
        return Path(named).absolute() / name if named else None
    home = cache_home()
    return home / name if home is not None else None


def own_bytes(path: Path, longest: int) -> bytes | None:
    """What is in a file of this user; nothing if it is somebody else's, or too long, or cannot be read."""
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            if hasattr(os, "getuid") and state.st_uid != os.getuid():
                return None
            return file.read() if state.st_size <= longest else None
    except OSError:
        return None


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or none: another process may be reading."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        # A full disk, or a reader where a file that is read cannot be replaced.
        os.unlink(name)
        raise


def prune(folder: Path, ending: str, most: int) -> None:
    """Let the oldest entries go when there are too many."""
    with suppress(OSError):
        kept = sorted(folder.glob(f"*{ending}"), key=lambda path: path.stat().st_mtime)
        for path in kept[: max(0, len(kept) - most)]:
            path.unlink(missing_ok=True)
