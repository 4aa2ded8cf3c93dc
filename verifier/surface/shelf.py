"""Where games are kept: the folder of specifications, its files, and the units in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from verifier.diagnostics import Diagnostic, Report
from verifier.surface import nodes
from verifier.surface.parser import load, read, skimmed

ENDING = ".rules"
# Folders of overlays that are played as they are.
SHELVES = {"variants", "readings", "house"}


@dataclass(frozen=True, slots=True)
class Overlay:
    """A variant, house rule or instance that a game's folder holds; `published` ones lie in `variants/`.

    A `basis` is what other overlays stand on and nobody plays alone: it lies in no folder of its own sort.
    """

    name: str
    sort: str
    of: tuple[str, ...]
    published: bool
    path: Path
    basis: bool = False


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


def game_names() -> list[str]:
    """Every folder of specifications with a `game.rules` in it."""
    folder = spec_folder()
    return sorted(path.parent.name for path in folder.glob("*/game.rules")) if folder.is_dir() else []


def overlays_of(name: str) -> list[Overlay]:
    """Every overlay that can be laid over a game, by name."""
    folder = spec_folder() / name
    found = []
    for path in files_below(folder):
        for header in headers_of(path):
            if header.sort in ("variant", "house-rule", "instance"):
                of = tuple(base.text for base in header.of)
                published = "variants" in path.relative_to(folder).parts
                found.append(Overlay(header.name.text, header.sort, of, published, path))
    stood_on = {base for overlay in found for base in overlay.of}
    marked = [replace(each, basis=each.name in stood_on and not _has_a_shelf(each, folder)) for each in found]
    return sorted(marked, key=lambda overlay: overlay.name)


def _has_a_shelf(overlay: Overlay, folder: Path) -> bool:
    """Does it lie where variants, readings and house rules lie?"""
    return overlay.sort != "variant" or bool(SHELVES & set(overlay.path.relative_to(folder).parts))
