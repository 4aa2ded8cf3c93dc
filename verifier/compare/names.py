"""Which name of one rule set is which of another, as somebody wrote it down: a text in, pairs out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from verifier.compare.align import actions_of, kinds_of
from verifier.compare.codes import problem
from verifier.diagnostics import Label, Report, nearest
from verifier.kernel.machine import Machine
from verifier.source import Source, Span

_LINE = re.compile(r"^\s*(?P<here>[^\s=#]+)\s*=\s*(?P<there>[^\s=#]+)\s*(#.*)?$")

Pairs = Mapping[str, tuple[str, Span]]


def pairs_in(source: Source) -> Pairs:
    """The pairs of a text with one `name = other name` to a line; anything else raises `Rejected`."""
    report = Report()
    found: dict[str, tuple[str, Span]] = {}
    start = 0
    for line in source.text.split("\n"):
        span = source.span(start, start + len(line))
        start += len(line) + 1
        if not line.split("#")[0].strip():
            continue
        pair = _LINE.match(line)
        if pair is None:
            hint = "a line is `name = name`: one of the first rule set, one of the second"
            report.add(problem("D601", Label(span), hint=hint))
        elif pair["here"] in found:
            first = Label(found[pair["here"]][1], "first here")
            report.add(problem("D602", Label(span, "here again"), first, name=pair["here"]))
        else:
            found[pair["here"]] = pair["there"], span
    report.reject_errors()
    return found


def names_of(pairs: Pairs, first: Machine, second: Machine) -> dict[str, str]:
    """The pairs as names; a name that its side does not have raises `Rejected`."""
    report = Report()
    sides = _names(first), _names(second)
    for here, (there, span) in pairs.items():
        for name, known in ((here, sides[0]), (there, sides[1])):
            if name not in known:
                near = nearest(name, known)
                hint = f"did you mean `{near}`?" if near else None
                report.add(problem("D603", Label(span), hint=hint, name=name))
    report.reject_errors()
    return {here: there for here, (there, _) in pairs.items()}


def _names(machine: Machine) -> set[str]:
    kinds = kinds_of(machine)
    found = {*machine.cells, *machine.families, *machine.definitions, *kinds, *actions_of(machine)}
    found |= {member for members in kinds.values() for member in members}
    return found | {thing.name for thing in machine.things} | {thing.design for thing in machine.things}
