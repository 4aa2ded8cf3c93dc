"""Who may import whom, and nothing else of ours. A room that is not in the table has no business yet."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "verifier"

ANYONE_MAY = {"", "source", "diagnostics"}
CORE = {"surface", "model", "kernel", "analysis", "lower", "checks", "runtime", "backends", "program"}

MAY_IMPORT: dict[str, set[str]] = {
    # The names that programs of others use.
    "": {"interface", "backends"},
    "source": set(),
    "diagnostics": set(),
    "surface": set(),
    # A game already speaks in kernel expressions; only its steps are its own.
    "model": {"kernel"},
    "kernel": set(),
    # What holds in every play, read off the machine alone.
    "analysis": {"kernel", "runtime"},
    "lower": {"model", "kernel", "analysis"},
    "checks": {"model", "kernel"},
    "runtime": set(),
    # Several processes for whoever has many tasks.
    "workers": set(),
    # Whatever a reader finds is replayed on the machine before anybody sees it.
    "backends/*": {"model", "kernel", "analysis", "runtime", "backends/base", "backends/machine", "trace"},
    # Which renamings leave the rules as they are is checked in one place.
    "backends/proof": {
        "model",
        "kernel",
        "analysis",
        "runtime",
        "backends/base",
        "backends/machine",
        "backends/search",
        "trace",
    },
    # Follows single steps of a large machine, with what reading them tells.
    "backends/stepwise": {"kernel", "analysis", "runtime", "backends/machine", "backends/proof", "trace"},
    # Unrolls the transitions that proofs are made of; its plays are retold as those of a search.
    "backends/bounded": {
        "kernel",
        "analysis",
        "runtime",
        "backends/machine",
        "backends/proof",
        "backends/search",
        "trace",
    },
    # For people who test: it takes the name of a rule set.
    "backends/stateful": {
        "surface",
        "model",
        "kernel",
        "runtime",
        "backends/machine",
        "trace",
        "program",
    },
    # A rule set with all that is worked out about it: every phase on one screen.
    "program": CORE,
    # One record of a play, for whoever makes, writes, reads or replays one.
    "trace": {"kernel", "runtime", "backends/machine"},
    # Who asks every reader every question, who reports the answers, who breaks rules to see who notices.
    "verify": CORE | {"workers", "trace"},
    "reports": CORE | {"trace", "verify", "mutants"},
    "mutants": CORE | {"workers", "trace", "verify"},
    # Two rule sets side by side.
    "compare": CORE | {"workers", "trace", "verify"},
    # Words for rules, in every language.
    "words": CORE | {"trace", "verify"},
    # A rulebook of others held against the rules: read by words, patched like a mutant, compared by behaviour.
    "audit": CORE | {"trace", "verify", "compare", "mutants", "words"},
    # Pages for players and for the project.
    "documents": CORE | {"trace", "verify", "compare", "words"},
    # What programs of others may ask: everything that is worked out, nothing that is shown to people.
    "interface": CORE | {"trace", "verify", "compare", "words", "audit"},
    "cli": CORE | {"trace", "verify", "reports", "mutants", "compare", "documents", "words", "audit"},
}


def modules() -> list[Path]:
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def room(parts: tuple[str, ...]) -> str:
    """The room of a module, given its path below the package without `.py`; each backend is a room."""
    if not parts or parts == ("__init__",):
        return ""
    if parts[0] == "__main__":
        return "cli"
    if parts[0] == "backends" and len(parts) > 1 and parts[1] != "__init__":
        return f"backends/{parts[1]}"
    return parts[0]


def imported(module: Path, code: str) -> Iterator[tuple[str, ...]]:
    """Every module of ours that the code imports, as its path below the package."""
    here = ("verifier", *module.parent.parts)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = tuple(node.module.split(".")) if node.module else ()
            if node.level:
                base = here[: len(here) - node.level + 1] + base
            # `from verifier import surface` and `from verifier.backends import proof` name a room last.
            names = [(*base, alias.name) for alias in node.names]
        else:
            continue
        yield from (name[1:] for name in names if name[0] == "verifier")


def is_a_module(parts: tuple[str, ...]) -> bool:
    target = PACKAGE.joinpath(*parts)
    return target.is_dir() or target.with_suffix(".py").exists()


def allowed(importer: Path, target: str) -> bool:
    mine = room(importer.with_suffix("").parts)
    if mine == "runtime":
        return target == "runtime"
    if target in ANYONE_MAY or target == mine:
        return True
    if mine == "backends":
        # The table of backends names them all.
        return target.startswith("backends/")
    if mine == "model" and target == "surface":
        return any(part.startswith("from_surface") for part in importer.parts)
    may = MAY_IMPORT[mine if mine in MAY_IMPORT or not mine.startswith("backends/") else "backends/*"]
    return target in may or (target.startswith("backends/") and "backends" in may)


def offences(importer: Path, code: str) -> list[str]:
    found = []
    for parts in imported(importer, code):
        # The last part may be a name inside a module rather than a module.
        target = room(parts if len(parts) > 2 or is_a_module(parts) else parts[:-1])
        if not allowed(importer, target):
            found.append(f"{importer} imports {target}")
    return found


@pytest.mark.parametrize("module", modules(), ids=str)
def test_a_room_imports_only_what_the_table_allows(module):
    assert offences(module, (PACKAGE / module).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", modules(), ids=str)
def test_every_module_stands_in_a_room_of_the_table(module):
    mine = room(module.with_suffix("").parts)
    assert mine in MAY_IMPORT or mine == "backends" or mine.startswith("backends/")


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("surface/parser.py", "from verifier.model.game import Game"),
        ("model/game.py", "from verifier.surface import nodes"),
        ("model/game.py", "import verifier.surface.nodes"),
        ("model/game.py", "from ..surface import nodes"),
        ("kernel/machine.py", "from verifier.model.game import Game"),
        ("lower/steps.py", "from verifier.surface import nodes"),
        ("checks/idle.py", "from verifier.backends.machine import play"),
        ("backends/proof/ask.py", "from verifier.surface.nodes import Rule"),
        ("backends/proof/ask.py", "from verifier.backends.stateful.plugin import run"),
        ("backends/proof/ask.py", "from ..stateful import plugin"),
        ("backends/machine/write.py", "from verifier.backends.proof import ask"),
        ("runtime/pile.py", "from verifier.source import Span"),
        ("program.py", "from verifier.cli import main"),
        ("source.py", "from verifier.surface.nodes import Rule"),
    ],
)
def test_the_table_forbids(module, line):
    assert offences(Path(module), line)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("surface/parser.py", "from verifier.diagnostics import Report"),
        ("surface/parser.py", "from verifier.source import Span"),
        ("model/from_surface.py", "from verifier.surface.nodes import Rule"),
        ("model/from_surface_cards.py", "from verifier.surface.nodes import Rule"),
        ("model/from_surface/rules.py", "from verifier.surface.nodes import Rule"),
        ("lower/steps.py", "from verifier.kernel.machine import Machine"),
        ("backends/__init__.py", "from verifier.backends.proof.ask import PROOF"),
        ("backends/proof/ask.py", "from verifier.backends.base import Verdict"),
        ("backends/proof/ask.py", "from verifier.backends.machine.play import replay"),
        ("backends/proof/ask.py", "import z3"),
        ("program.py", "from verifier.backends.proof.ask import PROOF"),
        ("cli.py", "from verifier import __version__"),
        ("cli.py", "from verifier.program import checked"),
    ],
)
def test_the_table_allows(module, line):
    assert offences(Path(module), line) == []


def test_the_verifier_names_no_game():
    # A game is text in `spec/` and nothing else.
    game = re.compile(r"lost.?cities|catan|wager|expedition", re.IGNORECASE)
    named = []
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        named += [
            f"{path.relative_to(ROOT)}:{number}" for number, line in enumerate(lines, 1) if game.search(line)
        ]
        if game.search(path.name):
            named.append(str(path.relative_to(ROOT)))
    assert named == []
