"""Who may import whom, and nothing else of ours. A room that is not in the table has no business yet."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "verifier"
MODULE = re.compile(r"verifier(\.[a-z_]+)+")

ANYONE_MAY = {"version", "source", "diagnostics"}
# Up to the kernel every room is a phase; a `Program` carries what they and the analyses have worked out.
PHASES = {"surface", "model", "lower", "kernel", "runtime", "program"}
# What every method is made of.
TOOLS = PHASES | {"analysis", "engine", "trace"}

MAY_IMPORT: dict[str, set[str]] = {
    "version": set(),
    "source": set(),
    "diagnostics": set(),
    # Human languages as data: what stands in `grammar/`.
    "languages": set(),
    "runtime": set(),
    "surface": {"languages"},
    "kernel": {"runtime"},
    # A game already speaks in kernel expressions; only its steps are its own.
    "model": {"kernel"},
    # What the language means, in words of its own: of the kernel it takes the nodes that games are made of.
    "definition": {"model", "kernel"},
    # What holds in every play, read off the machine alone.
    "analysis": {"kernel", "runtime"},
    "lower": {"model", "kernel", "analysis"},
    "program": {"surface", "model", "lower", "kernel", "analysis"},
    # The machine as Python, and the plain interpreter beside it.
    "engine": {"kernel", "analysis", "runtime", "model"},
    # One record of a play, for whoever makes, writes, reads or replays one.
    "trace": {"kernel", "runtime", "engine"},
    # Several processes or machines for whoever has many tasks.
    "workers": set(),
    # What is asked of a program and what is found: the face of every method.
    "verdict": PHASES | {"trace"},
    # What is watched while machines run: claims, coverage, noninterference.
    "check/monitor": TOOLS,
    # What reading the rules tells without playing them.
    "check/static": PHASES | {"verdict"},
    "check/simulate": TOOLS | {"verdict", "workers", "check/monitor", "check/static"},
    "check/scenarios": TOOLS | {"verdict", "check/static"},
    "check/deal": TOOLS | {"verdict"},
    "check/explore": TOOLS | {"verdict", "workers", "check/monitor"},
    # The ground encoding and the quantified one stay apart: the second takes only the set-up from the first.
    "check/induction": {"kernel", "runtime", "analysis", "engine"},
    "check/quantified": {"kernel", "runtime", "analysis", "engine", "trace", "check/induction"},
    "check/prove": TOOLS | {"verdict", "check/induction", "check/quantified", "check/termination"},
    "check/unroll": TOOLS | {"verdict", "check/induction", "check/explore"},
    "check/termination": {"kernel", "runtime", "analysis"},
    # The checker of certificates shares no code with whoever finds proofs: see docs/trusted.md.
    "check/certificate": {"kernel"},
    # Certificates as text, read for the checker; nothing here is trusted.
    "certify": PHASES | {"workers", "check/certificate"},
    # The table of methods, and who asks them.
    "check": TOOLS
    | {"verdict", "workers"}
    | {f"check/{method}" for method in ("simulate", "scenarios", "deal", "prove", "explore", "unroll")}
    | {"check/induction", "check/quantified", "certify"},
    # For people who test with pytest and Hypothesis.
    "testing": TOOLS,
    # Rule sets as environments of PettingZoo and OpenSpiel.
    "adapters": TOOLS,
    # Machines and plays in the notations of other tools.
    "export": {"kernel", "runtime", "engine", "trace"},
    # Two rule sets side by side.
    "compare": TOOLS
    | {"workers", "verdict", "check", "check/termination", "check/induction"}
    | {"check/monitor", "check/simulate"},
    # Rules broken on purpose.
    "mutate": TOOLS | {"workers", "verdict", "check/monitor", "check/simulate"},
    # Words for rules, in every language; rulebooks of others, patched like a mutant and compared by behaviour.
    "words": TOOLS | {"languages", "compare", "mutate", "report"},
    # Answers as text, JSON and single pages.
    "report": TOOLS
    | {"languages", "verdict", "check", "check/simulate", "check/termination", "compare", "mutate"},
    # The site.
    "pages": TOOLS | {"languages", "verdict", "check", "check/termination", "compare", "words", "report"},
    # What an editor asks while rules are written.
    "editor": TOOLS | {"languages", "verdict", "testing", "words", "pages"},
    # What programs of others use.
    "interface": TOOLS | {"languages", "verdict", "check", "compare", "words", "report"},
    # The same for programs in any language: lines of JSON in, lines of JSON out.
    "serve": {"interface", "report"},
    "verifier": {"interface", "engine"},
    "cli": TOOLS
    | {"verdict", "check", "check/monitor", "check/simulate", "check/induction", "check/unroll"}
    | {"certify", "check/certificate", "workers"}
    | {"languages", "compare", "mutate", "words", "report", "pages", "serve", "editor"}
    | {"export", "check/explore"},
}


def modules() -> list[Path]:
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def room(parts: tuple[str, ...]) -> str:
    """The room of a module, given its path below the package without `.py`; each method is a room of its own."""
    if not parts or parts == ("__init__",):
        return "verifier"
    if parts[0] == "__main__":
        return "cli"
    if parts[0] == "check" and len(parts) > 1 and PACKAGE.joinpath(*parts[:2]).is_dir():
        return f"check/{parts[1]}"
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
            # `from verifier import surface` and `from verifier.check import explore` name a room last.
            names = [(*base, alias.name) for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE.fullmatch(node.value):
            # A module named in a table, to be imported from there; its last part stands for what is taken from it.
            names = [(*node.value.split("."), "METHOD")]
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
    if mine == "model" and target == "surface":
        return any(part.startswith("from_surface") for part in importer.parts)
    return target in MAY_IMPORT[mine]


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
    assert room(module.with_suffix("").parts) in MAY_IMPORT


def test_no_two_rooms_import_each_other_however_long_the_way():
    """Rooms can be put in an order in which each imports earlier ones only; `model` takes nodes of the surface."""
    waiting = {
        name: set(may) | {"surface"} if name == "model" else set(may) for name, may in MAY_IMPORT.items()
    }
    while waiting:
        ready = [name for name, may in waiting.items() if not may & waiting.keys()]
        assert ready, f"a circle among {sorted(waiting)}"
        for name in ready:
            del waiting[name]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("surface/parser.py", "from verifier.model.game import Game"),
        ("model/game.py", "from verifier.surface import nodes"),
        ("model/game.py", "import verifier.surface.nodes"),
        ("model/game.py", "from ..surface import nodes"),
        ("kernel/machine.py", "from verifier.model.game import Game"),
        ("lower/steps.py", "from verifier.surface import nodes"),
        ("analysis/ranges.py", "from verifier.engine import Engine"),
        ("check/induction/prove.py", "from verifier.surface.nodes import Rule"),
        ("check/induction/prove.py", "from verifier.check.quantified.encode import Reading"),
        ("check/induction/prove.py", "from ..explore import search"),
        ("check/explore/search.py", "from verifier.check.methods import METHODS"),
        ("check/explore/search.py", 'MODULES = ("verifier.check.prove.method",)'),
        ("engine/generate/steps.py", "from verifier.check.induction import terms"),
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
        ("check/methods.py", 'MODULES = ("verifier.check.explore.method",)'),
        ("check/explore/method.py", "from verifier.verdict.method import Method"),
        ("check/induction/prove.py", "from verifier.engine.interpret import value"),
        ("check/induction/prove.py", "import z3"),
        ("cli.py", "from verifier.version import __version__"),
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
