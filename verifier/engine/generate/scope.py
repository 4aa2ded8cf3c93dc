"""The generated module and function while they are written: lines, names, and values already computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from verifier.analysis.interval_domain import Interval
from verifier.analysis.ranges import Ranges
from verifier.kernel.expression import Contents, Expr
from verifier.kernel.layout import Layout, Taken
from verifier.kernel.machine import Machine
from verifier.kernel.visit import free_locals

# --- the module: names and shared constants


# What the module imports from the runtime, and the names every function may use for itself.
IMPORTED = (
    "FINAL",
    "NOTHING",
    "STOP",
    "Fault",
    "chained",
    "go_on",
    "insort",
    "nowhere",
    "quotient",
    "remainder",
    "twin_key",
)
LOCAL = frozenset({"s", "o", "zones", "where", "move", "moves", "alternative", "so_far"})

TABLES = frozenset({"State", "TWINS", "SETS", "KEYED", "BLOCKS", "LEGAL", "STEP", "PLAYER"})
TABLES |= {"CLAIMS", "MEASURES", "RANKS", "legal", "step", "wander", "enter", "nothing_to_do", "score"}
TABLES |= {"bool", "int", "len", "range", "reversed", "sorted"}


class Module:
    """Names are given once and stay; constants of equal value are one."""

    def __init__(
        self, machine: Machine, layout: Layout, ranges: Ranges, lazy: frozenset[str], checked: bool
    ) -> None:
        self.machine = machine
        self.layout = layout
        self.ranges = ranges
        self.lazy = lazy
        self.checked = checked
        taken = Taken(frozenset(IMPORTED) | LOCAL | TABLES)
        self.taken = taken
        self.blocks = {label: taken.fresh(f"block {label}") for label in machine.blocks}
        self.legal = {label: taken.fresh(f"legal {label}") for label in layout.pauses}
        self.able = {label: taken.fresh(f"able {label}") for label in layout.pauses}
        self.step = {label: taken.fresh(f"step {label}") for label in layout.pauses}
        self.player = {label: taken.fresh(f"player {label}") for label in layout.pauses}
        self.definitions = {name: taken.fresh(f"define {name}") for name in machine.definitions}
        self.claims = {claim.name: taken.fresh(f"claim {claim.name}") for claim in machine.claims}
        self.measures = {each.name: taken.fresh(f"measure {each.name}") for each in machine.measures}
        self.ranks = [taken.fresh(f"rank {nth}") for nth, _ in enumerate(machine.winner, 1)]
        self.functions: list[str] = []
        self.constants: dict[str, str] = {}
        self._constant_of: dict[str, str] = {}
        self.unordered = frozenset(
            zone
            for zone, family in enumerate(layout.family_of)
            if family.shape == "set" or family.name in lazy
        )

    def constant(self, name: str, value: tuple[object, ...]) -> str:
        """The name of a tuple at the top of the module."""
        text = repr(value)
        if text not in self._constant_of:
            self._constant_of[text] = self.taken.constant(name)
            self.constants[self._constant_of[text]] = text
        return self._constant_of[text]

    def names(self) -> frozenset[str]:
        """What no local name may hide."""
        return self.taken.all()


# --- indented lines


class Code:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def add(self, line: str) -> None:
        self.lines.append("    " * self._depth + line if line else "")

    def extend(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.add(line)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """What follows belongs to the head, which ends in a colon."""
        self.add(head)
        self._depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self._depth -= 1

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


# --- one function


class Precedence(IntEnum):
    """How tightly a Python expression holds together."""

    ATOM = 0
    PRODUCT = 1
    SUM = 2
    COMPARISON = 3
    NOT = 4
    AND = 5
    OR = 6
    IF = 7


@dataclass(frozen=True, slots=True)
class PyTerm:
    """A Python expression. Of a loose one only its truth may be used, not its value."""

    text: str
    level: Precedence = Precedence.ATOM
    loose: bool = False

    def within(self, level: Precedence) -> str:
        """The text as a part of an expression of this level."""
        return self.text if self.level <= level else f"({self.text})"

    @property
    def simple(self) -> bool:
        """Is it a name or a number, free to be written twice?"""
        return self.text.isidentifier() or self.text.lstrip("-").isdigit()


Write = Callable[[Expr, "Scope"], PyTerm]


class Scope:
    """`write` turns an expression into a term; whoever opens a scope brings it."""

    def __init__(self, module: Module, write: Write, known: dict[str, Interval]) -> None:
        self.module = module
        self.code = Code()
        self.known = dict(known)
        self.names: dict[str, str] = {}
        self.worked_out: dict[Expr | Contents, PyTerm] = {}
        # Python for the piles that are known not to be empty.
        self.filled: frozenset[str] = frozenset()
        self.uses: set[str] = set()
        self._write = write
        self._taken = Taken(module.names())

    def term(self, expr: Expr) -> PyTerm:
        """The value of an expression; its truth only, if the term is loose."""
        if self.worked_out and expr in self.worked_out:
            return self.worked_out[expr]
        return self._write(expr, self)

    def number(self, expr: Expr) -> PyTerm:
        """The value of an expression, also where that is a truth."""
        found = self.term(expr)
        return PyTerm(f"1 if {found.within(Precedence.OR)} else 0", Precedence.IF) if found.loose else found

    def fresh(self, name: str) -> str:
        """A name of Python that the function does not use yet; where the name comes from is left out."""
        return self._taken.fresh(name.rsplit("/", 1)[-1])

    def zones(self) -> str:
        self.uses.add("zones")
        return "zones"

    def where(self) -> str:
        self.uses.add("where")
        return "where"

    def interval(self, expr: Expr) -> Interval:
        return self.module.ranges.interval(expr, self.known)

    def named(self, term: PyTerm, name: str) -> PyTerm:
        """The term under a name, so that it can be used twice."""
        if term.simple:
            return term
        python = self.fresh(name)
        self.code.add(f"{python} = {term.text}")
        return PyTerm(python, loose=term.loose)

    def assign(self, local: str) -> str:
        """The Python name of a local that lasts as long as the function."""
        self.forget(local)
        if local not in self.names:
            self.names[local] = self.fresh(local)
        return self.names[local]

    def forget(self, local: str) -> None:
        """A name gets a new value: what was worked out with the old one no longer holds."""
        self.worked_out = {
            expr: term for expr, term in self.worked_out.items() if local not in free_locals(expr)
        }
        self.filled = frozenset()

    @contextmanager
    def bound(self, local: str, name: str, interval: Interval) -> Iterator[None]:
        """A local that lasts as long as a loop, under a name of its own."""
        names, known, worked_out, filled = dict(self.names), dict(self.known), self.worked_out, self.filled
        self.forget(local)
        self.names[local] = name
        self.known[local] = interval
        yield
        self.names, self.known, self.worked_out, self.filled = names, known, worked_out, filled

    @contextmanager
    def knowing(self, test: Expr | None) -> Iterator[None]:
        """A test holds for a while, and tells of the names it reads; what is learnt of new ones stays."""
        before = self.known
        if test is not None:
            self.known = self.module.ranges.given(test, before)
        yield
        self.known = {**self.known, **before}

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """The lines written inside, kept apart: they may have to go under a condition."""
        whole = self.code
        self.code = Code()
        lines = self.code.lines
        yield lines
        self.code = whole

    def function(self, head: str, about: str) -> list[str]:
        """The finished function, with what it uses of the state at its top."""
        lines = [head, f'    """{about}"""']
        lines += [f"    {name} = s.{name}" for name in ("zones", "where") if name in self.uses]
        return [*lines, *("    " + line if line else "" for line in self.code.lines)]


@contextmanager
def separate_names(scope: Scope, names: dict[str, str], known: dict[str, Interval]) -> Iterator[None]:
    """Names of its own for a block that stands inside another's function."""
    before = scope.names, scope.known, scope.worked_out, scope.filled
    scope.names, scope.known, scope.worked_out, scope.filled = dict(names), dict(known), {}, frozenset()
    yield
    scope.names, scope.known, scope.worked_out, scope.filled = before
