"""What overlays do to each other, in words: a matrix of signs, and below it every pair that is not fine."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.compare.conflicts import KINDS, Conflicts, Finding, Judgement, Kind
from verifier.diagnostics import all_as_text

SIGNS: dict[Kind, str] = {
    "contradictory": "X",
    "order matters": "o",
    "underspecified": "?",
    "needs": "n",
    "idle": "i",
    "fine": ".",
}


def told(found: Conflicts) -> Iterator[str]:
    """The whole answer, line by line."""
    yield from matrix(found)
    yield ""
    yield counted(found)
    for kind in KINDS[:-1]:
        lines = list(_of_kind(found, kind))
        if lines:
            yield ""
            yield f"{kind}:"
            yield from lines
    if found.threes:
        yield ""
        yield "three at a time:"
        yield from (f"  {' + '.join(each.overlays)}: {_reasons(each)}" for each in found.threes)
    if found.pairs:
        yield ""
        yield "`--why A B` tells more of a pair"


def matrix(found: Conflicts) -> Iterator[str]:
    """A row for each overlay, a column for each before it."""
    names = found.overlays
    width = max(map(len, names), default=0)
    kinds = {frozenset(each.overlays): each.kind for each in found.pairs}
    for row, name in enumerate(names):
        signs = [SIGNS[kinds[frozenset((name, other))]] for other in names[:row]]
        yield " ".join([f"{row + 1:>3} {name:<{width}} ", *(f"{sign:>2}" for sign in signs)])
    columns = " ".join(f"{column + 1:>2}" for column in range(len(names) - 1))
    yield f"    {'':<{width}}  {columns}"


def counted(found: Conflicts) -> str:
    kinds = [each.kind for each in found.pairs]
    said = [f"{kinds.count(kind)} {kind} ({SIGNS[kind]})" for kind in KINDS if kind in kinds]
    return f"{len(kinds)} pairs: {', '.join(said)}"


def _of_kind(found: Conflicts, kind: Kind) -> Iterator[str]:
    """The pairs of a kind; what is said of an overlay beside many others is said once."""
    beside: dict[str, list[str]] = {}
    for each in found.pairs:
        if each.kind != kind:
            continue
        for finding in each.findings:
            if finding.always is not None:
                other = next(name for name in each.overlays if name != finding.always)
                beside.setdefault(finding.text, []).append(other)
        if any(finding.always is None for finding in each.findings):
            yield f"  {' + '.join(each.overlays)}: {_reasons(each)}"
    for text, others in beside.items():
        count = f"{len(others)} others" if len(others) > 3 else ", ".join(others)
        yield f"  {text} (beside {count})"


def _reasons(judgement: Judgement) -> str:
    return "; ".join(dict.fromkeys(finding.text for finding in judgement.findings))


def why(judgement: Judgement) -> Iterator[str]:
    """All that can be said of one pair."""
    yield f"{' + '.join(judgement.overlays)}: {judgement.kind}"
    for finding in judgement.findings:
        yield from _finding(finding)
    if not judgement.findings:
        yield "  = they stand in either order with the same outcome, and both change the game"


def _finding(finding: Finding) -> Iterator[str]:
    yield f"  = {finding.kind}: {finding.text}"
    if finding.rules:
        yield f"    about: {', '.join(finding.rules)}"
    if finding.diagnostics:
        yield ""
        yield from all_as_text(finding.diagnostics).splitlines()
