"""The whole C file of a machine: a machine in, one text out, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path

from verifier.engine.native.advice_tables import AdviceForm, advice_tables
from verifier.engine.native.control import ControlWriter
from verifier.engine.native.expressions import ExpressionWriter
from verifier.engine.native.play_tables import PlayForm, play_tables
from verifier.engine.native.search_tables import SearchForm, search_tables
from verifier.engine.native.steps import StepWriter
from verifier.engine.native.unit import SHORT, NotCompilableError, Unit, c_array
from verifier.kernel.domain import NOTHING, Domain, bounds, missing, values
from verifier.kernel.expression import Values
from verifier.kernel.layout import clean, size
from verifier.kernel.machine import Cell, Choice, Decide, Definition, Machine, Roll
from verifier.kernel.visit import block_steps, steps_within

# A shuffle by seed sorts keys that end with a place.
MOST_THINGS = 2_048
# Winners are the bits of a word.
MOST_PLAYERS = 30
SEARCH = (
    "search_data.c",
    "search_rows.c",
    "search.c",
    "threads.c",
    "search_threads.c",
    "search_face.c",
    "checkpoint.c",
)
# What of a machine shows in its C text beside its rules.
Form = SearchForm | PlayForm | AdviceForm
# Players with tastes bend what was shuffled.
AFTER_SHUFFLE = "static void bent_shuffle(Thing *, int);\n#define AFTER_SHUFFLE bent_shuffle"
LIBRARY = Path(__file__).parent / "library"
OPS = {"add": "plus", "subtract": "minus", "multiply": "product", "at-least": "greater", "at-most": "lesser"}


def c_text(machine: Machine, lazy: frozenset[str] = frozenset(), form: Form | None = None) -> str:
    """The machine as C; with a search of all its states, or with players, if they are asked for."""
    unit = Unit(machine, lazy, marks=form is not None)
    _check_sizes(unit)
    expressions = ExpressionWriter(unit)
    body = [
        *_worked_out(unit, expressions),
        *_controlled(unit, expressions),
        *_tables(unit),
        library("plays.c"),
    ]
    if isinstance(form, SearchForm):
        body += [library("bits.c"), *search_tables(unit, form), *map(library, SEARCH)]
    elif form is not None:
        players = form.play if isinstance(form, AdviceForm) else form
        body += [*play_tables(unit, players), library("policies.c")]
        if isinstance(form, AdviceForm):
            body += [*advice_tables(unit), library("advice.c")]
    arrays = [c_array(name, row) for row, name in unit.arrays.items()]
    hooks = [AFTER_SHUFFLE] if isinstance(form, PlayForm | AdviceForm) else []
    parts = [
        *_head(unit),
        *hooks,
        library("runtime.c"),
        library("chance.c"),
        *_constants(unit),
        *arrays,
        *body,
    ]
    return "\n".join(parts)


@cache
def library(name: str) -> str:
    """A part of the C text that all machines share."""
    return (LIBRARY / name).read_text(encoding="utf-8")


def _check_sizes(unit: Unit) -> None:
    machine = unit.machine
    faces = [
        face for step in steps_within(block_steps(machine)) if isinstance(step, Roll) for face in step.faces
    ]
    if len(machine.things) > MOST_THINGS or machine.players > MOST_PLAYERS or machine.zones >= SHORT:
        raise NotCompilableError(
            f"{len(machine.things)} components, {machine.players} players, {machine.zones} zones"
        )
    if len(machine.blocks) >= SHORT or any(abs(face) >= SHORT for face in faces):
        raise NotCompilableError("a face or the number of a block needs more than 16 bits")


# --- the state


def _head(unit: Unit) -> Iterator[str]:
    machine = unit.machine
    capacities = [max(1, len(unit.possible[zone])) for zone in range(machine.zones)]
    yield f"/* {clean(machine.name)}, {machine.players} players. Generated from its rules: do not edit. */"
    yield "#include <setjmp.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
    yield "#ifdef _WIN32\n#define EXPORT __declspec(dllexport)\n#else\n#define EXPORT\n#endif"
    things = len(machine.things)
    for name, value in (
        ("MANY_THINGS", things),
        ("THINGS", max(1, things)),
        ("ZONES", machine.zones),
        ("PLAYERS", machine.players),
        ("BOX", machine.box),
        ("CHOICES", unit.longest_move),
        ("CLAIMS", len(machine.claims)),
        ("RANKS", len(machine.winner)),
        ("START", unit.blocks[machine.start]),
        ("CELLS", len(machine.cells)),
    ):
        yield f"enum {{ {name} = {value} }};"
    yield f"typedef {'uint8_t' if things < 256 else 'uint16_t'} Thing;"
    yield f"typedef struct {{ {_move_type(machine)} v[CHOICES]; }} Move;"
    cells = " ".join(_declared(unit, cell) for cell in machine.cells.values())
    count = "uint8_t" if things < 256 else "uint16_t"
    rows = f"int16_t where[THINGS]; {count} length[ZONES]; Thing lying[{sum(capacities)}];"
    yield f"typedef struct {{ {cells} int16_t at, nowhere; {rows} }} State;"
    yield f"static const int32_t FIRST[] = {{{', '.join(map(str, accumulate(capacities, initial=0)))}}};"
    yield _flags("SORTED", unit.unordered)
    yield _flags("LAZY", (family.name in unit.lazy for family in unit.layout.family_of))


def _flags(name: str, flags: Iterable[bool]) -> str:
    return f"static const uint8_t {name}[] = {{{', '.join(str(int(flag)) for flag in flags) or '0'}}};"


def _fits(*domains: Domain) -> bool:
    return all(abs(bound) < SHORT for domain in domains for bound in bounds(domain))


def _move_type(machine: Machine) -> str:
    """What a choice is kept in: choices that are numbers may be large."""
    parts = [
        part
        for block in machine.blocks.values()
        if isinstance(block.out, Decide)
        for alternative in block.out.alternatives
        for part in alternative.prelude
    ]
    sources = [part.source for part in parts if isinstance(part, Choice)]
    short = all(_fits(source.domain) for source in sources if isinstance(source, Values))
    return "int16_t" if short else "int32_t"


def _declared(unit: Unit, cell: Cell) -> str:
    kind = "int16_t" if _fits(cell.domain) and abs(cell.starts) < SHORT else "int32_t"
    row = f"[{size(unit.layout.cell_axes(cell)) + 1}]" if cell.index else ""
    return f"{kind} {unit.cells[cell.name]}{row};"


# --- definitions, claims, the result


def _constants(unit: Unit) -> Iterator[str]:
    for table in unit.machine.tables.values():
        yield c_array(unit.tables[table.name], (*table.values, table.missing))
    for definition in unit.machine.definitions.values():
        yield f"{_signature(unit, definition)};"
    for number in unit.blocks.values():
        yield f"static int block{number}(State *s);"
    if unit.marks:
        yield "static void mark(const State *s, int moment);"


def _signature(unit: Unit, definition: Definition) -> str:
    params = ", ".join(["const State *s", *(f"int a{place}" for place in range(len(definition.params)))])
    return f"static int {unit.definitions[definition.name]}({params})"


def _worked_out(unit: Unit, write: ExpressionWriter) -> Iterator[str]:
    machine = unit.machine
    for definition in machine.definitions.values():
        yield _definition(unit, definition, write)
    for number, claim in enumerate(machine.claims):
        yield f"static int claim{number}(const State *s) {{ return {write.number(claim.truth, {})} != 0; }}"
    player = {"p": "p"}
    yield f"static int score(const State *s, int p) {{ return {write.number(machine.score, player)}; }}"
    for number, rank in enumerate(machine.winner):
        value = write.number(rank.value, player)
        yield f"static int rank{number}(const State *s, int p) {{ return {value}; }}"


def _definition(unit: Unit, definition: Definition, write: ExpressionWriter) -> str:
    names = {name: f"a{place}" for place, (name, _) in enumerate(definition.params)}
    lines = [f"{_signature(unit, definition)} {{", f"  int v = {write.number(definition.start, names)};"]
    for clause in definition.clauses:
        value = write.number(clause.value, names)
        change = f"v = v && {value};" if clause.op == "require" else f"v = {OPS[clause.op]}(v, {value});"
        when = f"if ({write.logic('and', clause.when, names)}) " if clause.when else ""
        lines.append(f"  {when}{{ {change} }} /* {clean(clause.rule)} */")
    return "\n".join([*lines, "  return v;", "}"])


def _controlled(unit: Unit, write: ExpressionWriter) -> Iterator[str]:
    control = ControlWriter(StepWriter(write))
    for label, block in unit.machine.blocks.items():
        yield from control.functions(label, block)


# --- tables of functions, and what concerns all cells


def _tables(unit: Unit) -> Iterator[str]:
    machine = unit.machine
    pauses = {unit.blocks[label] for label in unit.layout.pauses}
    numbers = range(len(machine.blocks))
    yield _functions("int", "BLOCK", "State *", [f"block{each}" for each in numbers])
    for name, function, params in (
        ("MOVES", "moves", "const State *, Move *, int, int"),
        ("ONWARD", "onward", "const State *, const Move *"),
        ("WHO", "who", "const State *"),
    ):
        yield _functions("int", name, params, [f"{function}{at}" if at in pauses else "0" for at in numbers])
    yield _functions("int", "CLAIM", "const State *", [f"claim{at}" for at in range(len(machine.claims))])
    yield _functions("int", "RANK", "const State *, int", [f"rank{at}" for at in range(len(machine.winner))])
    ops = ("highest", "lowest", "holder", "together")
    yield c_array("RANK_OP", (ops.index(rank.op) for rank in machine.winner))
    yield from _cells(unit)


def _functions(result: str, name: str, params: str, functions: list[str]) -> str:
    return f"static {result} (*const {name}[])({params}) = {{{', '.join(functions) or '0'}}};"


def _cells(unit: Unit) -> Iterator[str]:
    """The start of every cell, cells by their numbers, and what is given at random."""
    starts, get, put, given = [], [], [], []
    for number, cell in enumerate(unit.machine.cells.values()):
        name = f"s->{unit.cells[cell.name]}"
        entries = size(unit.layout.cell_axes(cell))
        if cell.index:
            starts.append(f"for (int i = 0; i < {entries}; i++) {name}[i] = {cell.starts};")
            starts.append(f"{name}[{entries}] = {missing(cell.domain)};")
        else:
            starts.append(f"{name} = {cell.starts};")
        slot = f"{name}[place]" if cell.index else name
        get.append(f"case {number}: return {slot};")
        put.append(f"case {number}: {slot} = value; break;")
        if cell.given:
            given.append(_given(unit, cell, name, entries))
    yield f"static void start_cells(State *s) {{ (void)s; {' '.join(starts)} }}"
    yield "static int get_cell(const State *s, int cell, int place) {"
    yield f"switch (cell) {{ {' '.join(get)} }} return {NOTHING}; }}"
    yield "static void set_cell(State *s, int cell, int place, int value) {"
    yield f"switch (cell) {{ {' '.join(put)} }} }}"
    yield f"static void give(State *s) {{ (void)s; {' '.join(given)} }}"


def _given(unit: Unit, cell: Cell, name: str, entries: int) -> str:
    """A cell at random; a row has the same start as where nothing is said of it."""
    if cell.index:
        start = max(cell.starts, bounds(cell.domain)[0])
        return f"for (int i = 0; i < {entries}; i++) {name}[i] = {start};"
    found = values(cell.domain)
    return f"{name} = {unit.array(found)}[below(x->random, {len(found)})];"
