"""Where games are kept: the folder of specifications, its files, and the units in them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from verifier.diagnostics import Diagnostic, Report
from verifier.surface import nodes
from verifier.surface.parser import load, read, skimmed

ENDING = ".rules"


def spec_folder() -> Path:
    """`spec/` beside the package in a checkout, or the copy that the wheel carries."""
    package = Path(__file__).resolve().parent.parent
    carried = package / "_data" / "spec"
    return carried if carried.is_dir() else package.parent / "spec"


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob(f"*{ENDING}") if path.is_file())


def units_of(path: Path, report: Report) -> tuple[nodes.Unit, ...]:
    """The units of one file; read again only when the file has changed."""
    units, found = _read(shown(path), _stamp(path))
    report.extend(found)
    return units


def headers_of(path: Path) -> tuple[nodes.Header, ...]:
    """What the units of a file are called, without reading them; nothing if that cannot be told."""
    return _skimmed(shown(path), _stamp(path))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=2_000)
def _read(path: str, stamp: tuple[int, int]) -> tuple[tuple[nodes.Unit, ...], tuple[Diagnostic, ...]]:
    report = Report()
    source = load(path, report)
    units = read(source, report) if source is not None else ()
    return units, report.diagnostics


@lru_cache(maxsize=2_000)
def _skimmed(path: str, stamp: tuple[int, int]) -> tuple[nodes.Header, ...]:
    source = load(path, Report())
    return skimmed(source) if source is not None else ()


def shown(path: Path) -> str:
    """A path as people know it: from where they stand, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
