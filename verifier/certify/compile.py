"""A certificate's text and a program in, the certificate in kernel expressions out.

Lines are read by the grammar of the rules: they are laid over the rule set as invariants, and the truths of these are
taken. A number that falls is read as `… is at least 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from verifier.certify.text import CertificateText, Said, UnreadableError
from verifier.check.certificate.board import Board, zones_of
from verifier.check.certificate.certificate import TOPS, Certificate, Cutpoint, Line
from verifier.diagnostics import Rejected, Report
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Labels, Names, Number, Players, Things, Truth, values
from verifier.kernel.machine import Machine
from verifier.kernel.visit import mapped
from verifier.program import Program
from verifier.source import Source
from verifier.surface.parser import read

PREFIX, KEPT = "certificate-line-", "certificate-cell-"


def compiled(text: CertificateText, program: Program) -> tuple[Machine, Certificate]:
    """The certificate, and the program's machine with whatever tables and definitions only the lines need."""
    lines = [number for number, each in enumerate(text.said) if each.sort in ("line", "hence", "falls")]
    laid = _machine_with(text, lines, program) if lines else program.machine
    machine = _widened(program.machine, laid)
    truths = {claim.name: claim.truth for claim in laid.claims}
    made: dict[int, Line | k.Expr] = {}
    for number in lines:
        said, truth = text.said[number], _within(machine, laid, truths[f"{PREFIX}{number}"])
        made[number] = _left(truth) if said.sort == "falls" else Line(said.text, truth, said.sort == "hence")
    for number, each in enumerate(text.said):
        if each.sort == "holds":
            made[number] = Line(each.text, _held(each, machine))
    return machine, {
        label: _cutpoint([(text.said[number], made.get(number)) for number in numbers], machine)
        for label, numbers in text.at.items()
    }


def _machine_with(text: CertificateText, lines: Sequence[int], program: Program) -> Machine:
    """The machine of the rule set with the lines as invariants."""
    kept: dict[str, str] = {}
    truths = {number: _without_ticks(text.said[number], program, kept) for number in lines}
    body = "".join(f"invariant {PREFIX}{number}\n    {truth}\n" for number, truth in truths.items())
    body += "".join(f"{_declared(name, program.machine.cells[cell].domain)}\n" for cell, name in kept.items())
    report = Report()
    units = read(Source(f"{text.name}.cert", f"house-rule certificate-lines of {text.name}\n{body}"), report)
    if report.has_errors:
        raise Rejected(report)
    laid = program.composition
    items = (*laid.items, *(item for unit in units for item in unit.items))
    whole = Program(program.ruleset, replace(laid, items=items), program.players, scenarios=False)
    return whole.machine


def _without_ticks(said: Said, program: Program, kept: dict[str, str]) -> str:
    """Cells that the rules cannot name stand in ticks: a note takes their place until the line is read."""

    def note(found: re.Match[str]) -> str:
        cell = _cell(found[1], said, program.machine)
        return kept.setdefault(cell, f"{KEPT}{list(program.machine.cells).index(cell)}")

    return re.sub(r"`([^`]*)`", note, _as_truth(said))


def _declared(name: str, domain: Domain) -> str:
    match domain:
        case Players():
            return f"note {name}: player"
        case Number(low, high):
            return f"amount {name}: {low}..{high}"
        case Truth():
            return f"note {name}"
        case Names(kind, _) | Things(kind, _):
            return f"note {name}: {kind}"
        case _:
            return f"note {name}: zone"


def _as_truth(said: Said) -> str:
    return f"{said.text} is at least 0" if said.sort == "falls" else said.text


def _left(truth: k.Expr) -> k.Expr:
    assert isinstance(truth, k.Compare)
    return truth.left


def _widened(machine: Machine, laid: Machine) -> Machine:
    """The machine itself, with tables and definitions that are only in the other one."""
    tables = {**laid.tables, **machine.tables}
    definitions = {**laid.definitions, **machine.definitions}
    return replace(machine, tables=tables, definitions=definitions)


def _within(machine: Machine, laid: Machine, truth: k.Expr) -> k.Expr:
    """The truth without cells that the machine does not keep, such as the round of a match of one game."""

    def at_the_start(node: object) -> k.Expr | None:
        if isinstance(node, k.Read) and node.cell.startswith(KEPT):
            return k.Read(list(machine.cells)[int(node.cell.removeprefix(KEPT))], ())
        if isinstance(node, k.Read) and node.cell not in machine.cells:
            cell = laid.cells[node.cell]
            return k.Const(cell.starts, cell.domain)
        return None

    return mapped(truth, at_the_start)


def _cutpoint(said: Iterable[tuple[Said, Line | k.Expr | None]], machine: Machine) -> Cutpoint:
    lines: list[Line] = []
    ranking: list[k.Expr] = []
    split: list[str] = []
    lies, unseen = None, set[str]()
    for each, made in said:
        match each.sort:
            case "line" | "hence" | "holds":
                assert isinstance(made, Line)
                lines.append(made)
            case "falls":
                assert made is not None
                assert not isinstance(made, Line)
                ranking.append(made)
            case "split":
                split += [_cell(name.strip(), each, machine) for name in each.text.split(",")]
            case "unseen":
                unseen.add(_class(each.text, each, machine) if each.text else TOPS)
            case "lies":
                lies = _lies(each, machine, lies)
    return Cutpoint(tuple(lines), lies, tuple(split), frozenset(unseen), tuple(ranking))


def _cell(name: str, said: Said, machine: Machine) -> str:
    if name not in machine.cells:
        raise UnreadableError(said.span, f"the machine keeps no `{name}`")
    return name


def _class(name: str, said: Said, machine: Machine) -> str:
    if f"is {name}" not in machine.tables:
        raise UnreadableError(said.span, f"`{name}` names no components")
    return name


def _lies(
    said: Said, machine: Machine, before: tuple[frozenset[int], ...] | None
) -> tuple[frozenset[int], ...]:
    """`lies hand, route of colour`: zones of a family, or those whose index is printed on the component.

    `lies tile: bag, spot` speaks of one class of components; what is not spoken of may lie anywhere.
    """
    board = Board(machine)
    whole, _, places = said.text.rpartition(":")
    names = [_class(each.strip(), said, machine) for each in whole.split(",")] if whole else []
    classes = [machine.tables[f"is {name}"] for name in names]
    found = list(before or [frozenset(range(machine.zones))] * len(board.things))
    for thing in board.things:
        if not whole or any(table.values[thing] for table in classes):
            zones = [
                zone for place in places.split(",") for zone in _zones(place.strip(), thing, said, board)
            ]
            found[thing] = frozenset(zones)
    return tuple(found)


def _zones(place: str, thing: int, said: Said, board: Board) -> list[int]:
    name, *attributes = place.split(" of ")
    machine = board.machine
    if name not in machine.families:
        raise UnreadableError(said.span, f"there is no zone `{name}`")
    family = machine.families[name]
    printed: Mapping[str, int] = {
        each: machine.tables[f"its {each}"].values[thing]
        for each in attributes
        if f"its {each}" in machine.tables
    }
    if len(printed) != len(attributes):
        raise UnreadableError(said.span, f"`{place}` is printed on no component")
    axes = [axis for axis, _ in family.index]
    return [
        zone
        for zone in zones_of(family)
        if all(printed.get(axis, at) == at for axis, at in zip(axes, board.index_of[zone], strict=True))
    ]


def _held(said: Said, machine: Machine) -> k.Expr:
    """`holds step-onto: me among 0, 1`: what a cell that the rules cannot name may hold there."""
    name, _, wanted = said.text.partition(" among ")
    cell = machine.cells[_cell(name.strip(), said, machine)]
    read, parts = k.Read(cell.name, ()), list[k.Expr]()
    for word in (each.strip() for each in wanted.split(",")):
        if word == "nothing":
            value = NOTHING
        elif word == "somebody":
            parts += [k.Compare("=", read, k.Const(seat, cell.domain)) for seat in values(cell.domain)]
            continue
        elif word in machine.cells:
            parts.append(k.Compare("=", read, k.Read(word, ())))
            continue
        elif isinstance(cell.domain, Labels | Names) and word in cell.domain.members:
            value = cell.domain.members.index(word)
        elif word.lstrip("-").isdigit():
            value = int(word)
        else:
            raise UnreadableError(said.span, f"`{name}` cannot hold `{word}`")
        parts.append(k.Compare("=", read, k.Const(value, cell.domain)))
    return k.Logic("or", tuple(parts))
