"""A game with any of its overlays laid over it: names in, the shape of the machine or why not out; and what each edits.

Claims and scenarios change no play, so they are left out before anything is laid: what is left is read fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verifier.analysis.normal_form import normal_machine
from verifier.compare.canonical.shape import normal_shape
from verifier.diagnostics import Diagnostic, Report, diagnostic, did_you_mean
from verifier.kernel.machine import Machine
from verifier.lower import lowered
from verifier.model.from_surface import typed_game
from verifier.program import not_for
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition, Library, composed, library_of
from verifier.surface.files import gathered, overlays_of
from verifier.surface.index import is_claim, player_counts, rules_in

_SAID = {
    "starter": "who starts",
    "turn": "the course of a turn",
    "end": "when a round ends",
    "setup": "the set-up",
    "winner": "who wins",
}


Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination: its shape for each number of players, or the mistakes that keep it from having one."""

    names: Names
    digests: Mapping[int, str]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def stands(self) -> bool:
        return bool(self.digests)

    def differing(self, other: Combination) -> list[int]:
        """The numbers of players for which the two are not the same machine, or of which only one knows."""
        counts = dict.fromkeys((*self.digests, *other.digests))
        return [count for count in counts if self.digests.get(count) != other.digests.get(count)]


class Combinations:
    """Every combination of a game's overlays, each worked out once, for one number of players or for all."""

    def __init__(self, library: Library, game: str, overlays: Names, players: int | None = None) -> None:
        self.game, self.overlays, self.players = game, overlays, players
        self.library = Library(
            {name: _rules_only(unit) for name, unit in library.units.items()},
            {owner: tuple(map(_rules_only, units)) for owner, units in library.parts.items()},
        )
        self._laid: dict[Names, Combination] = {}

    @classmethod
    def of_texts(cls, game: str, overlays: Names, players: int | None = None) -> Combinations:
        """Those of a game and overlays that are read by name or path; mistakes raise `Rejected`."""
        report = Report()
        parts = [
            part for each in overlays for part in each.split("+") if "/" in part or part.endswith(".rules")
        ]
        named, units = gathered("+".join([game, *parts]), report, whole=True)
        library = library_of(units, report)
        report.reject_errors()
        return cls(library, named[0], _known(library, named[0], overlays, named[1:]), players)

    def stands_on(self, overlay: str, other: str) -> bool:
        """Does an overlay say that it is one of another?"""
        waiting, seen = [overlay], set()
        while waiting:
            name = waiting.pop()
            if name in seen or name not in self.library.units:
                continue
            seen.add(name)
            waiting += [base.text for base in self.library.units[name].header.of]
        return other in seen - {overlay}

    def composition(self, names: Names, report: Report) -> Composition | None:
        """The text of a combination."""
        return composed(self.library, (self.game, *names), report)

    def laid(self, *names: str) -> Combination:
        """The combination of the overlays in this order."""
        found = self._laid.get(names)
        if found is None:
            found = self._laid[names] = self._lay(names)
        return found

    def _lay(self, names: Names) -> Combination:
        report = Report()
        digests = {
            machine.players: normal_shape(normal_machine(machine), named=True).digest
            for machine in self._machines(names, report)
        }
        if report.has_errors:
            return Combination(names, {}, report.diagnostics)
        return Combination(names, digests, ())

    def _machines(self, names: Names, report: Report) -> Iterator[Machine]:
        """The machine for each number of players, until there is a mistake."""
        text = self.composition(names, report)
        if text is None or report.has_errors:
            return
        ruleset = "+".join((self.game, *names))
        counts = player_counts(text.items)
        if self.players is not None and self.players not in counts:
            report.add(not_for(ruleset, self.players, counts))
            return
        for players in counts if self.players is None else (self.players,):
            made = _made(ruleset, text, players, report)
            if made is None:
                return
            yield made

    def machines(self, *names: str) -> list[Machine]:
        """The machines of a combination that stands, one for each number of players."""
        report = Report()
        found = list(self._machines(names, report))
        report.reject_errors()
        return found


def _made(ruleset: str, text: Composition, players: int, report: Report) -> Machine | None:
    game = typed_game(ruleset, text.items, players, report, False)
    if game is None or report.has_errors:
        return None
    made = lowered(game, report)
    return None if report.has_errors else made


def _rules_only(unit: nodes.Unit) -> nodes.Unit:
    return replace(unit, items=tuple(item for item in unit.items if not is_claim(item)))


def _known(library: Library, game: str, overlays: Names, read: Names) -> Names:
    """The overlays by name; one that nobody knows raises `Rejected`."""
    report = Report()
    found: dict[str, None] = {}
    files = iter(read)
    for overlay in overlays:
        for part in overlay.split("+"):
            name = next(files, part) if part.endswith(".rules") else part
            if name not in library.units or library.units[name].header.sort == "game":
                hint = did_you_mean(name, library.units, f"`rulewright games` lists those of `{game}`")
                report.add(diagnostic("D611", name=name, game=game, hint=hint))
            found.setdefault(name)
    report.reject_errors()
    return tuple(found)


def overlays_to_compare(game: str) -> Names:
    """Every variant, reading and house rule in a game's folder, published ones first."""
    found = [each for each in overlays_of(game) if each.sort != "instance" and not each.basis]
    return tuple(each.name for each in sorted(found, key=lambda each: (not each.published, each.name)))


# --- what an overlay edits


@dataclass(frozen=True, slots=True)
class EditTarget:
    """What an edit is about: a definition, an action, who starts, the turn, the end, the set-up, ..."""

    sort: str
    name: str = ""

    @property
    def words(self) -> str:
        if self.sort in _SAID:
            return _SAID[self.sort]
        return f"`{self.name}`" if self.name else self.sort


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: its place, the rule or thing it touches, and where it is written."""

    place: EditTarget
    what: str
    span: Span


def edits_of(unit: nodes.Unit, below: Composition) -> list[Edit]:
    """Every edit of an overlay. New things, of which nobody below knows, are no edits."""
    homes = dict(_homes(below.items))
    actions = {item.name.text for item in below.items if isinstance(item, nodes.Action)}
    found: list[Edit] = []
    for item in unit.items:
        match item:
            case nodes.SetOption(name):
                found.append(Edit(EditTarget("number", name.text), name.text, item.span))
            case nodes.Remove(sort, name):
                found.append(
                    Edit(homes.get(name.text, EditTarget(sort.text, name.text)), name.text, item.span)
                )
            case nodes.Replace(inner):
                found += _replaced(inner, homes, item.span)
            case nodes.Change(name, rules):
                place = EditTarget("action" if name.text in actions else "definition", name.text)
                found += [Edit(place, rule.name.text, rule.span) for rule in rules]
            case nodes.Also(_, offered):
                # What is added to a phase stands beside what others add there.
                found += [
                    Edit(EditTarget("action", each.action.text), each.action.text, each.span)
                    for each in offered
                ]
            case nodes.End(rules):
                found += [Edit(EditTarget("end"), rule.name.text, rule.span) for rule in rules]
            case nodes.Setup():
                found.append(Edit(EditTarget("setup"), "setup", item.span))
            case _:
                pass
    return found


def _replaced(item: Any, homes: dict[str, EditTarget], span: Span) -> Iterator[Edit]:
    match item:
        case nodes.Starter(later):
            yield Edit(EditTarget("starter"), "later starter" if later else "starter", span)
        case nodes.Turn():
            yield Edit(EditTarget("turn"), "turn", span)
        case nodes.Phase(name):
            yield Edit(EditTarget("turn"), name.text, span)
        case nodes.Setup():
            yield Edit(EditTarget("setup"), "setup", span)
        case nodes.Winner():
            yield Edit(EditTarget("winner"), "winner", span)
        case nodes.Define(name):
            yield Edit(EditTarget("definition", name.text), name.text, span)
        case _ if isinstance(item, nodes.Rule):
            yield Edit(homes.get(item.name.text, EditTarget("rule", item.name.text)), item.name.text, span)
        case _:
            named = getattr(item, "name", None)
            word = named.text if isinstance(named, nodes.Name) else ""
            yield Edit(EditTarget(type(item).__name__.lower(), word), word, span)


def _homes(items: tuple[nodes.Item, ...]) -> Iterator[tuple[str, EditTarget]]:
    """Of every rule the place it stands in."""
    for item in items:
        match item:
            case nodes.Define(name) | nodes.Change(name):
                place = EditTarget("definition", name.text)
            case nodes.End():
                place = EditTarget("end")
            case nodes.Action(name) | nodes.Procedure(name):
                place = EditTarget(type(item).__name__.lower(), name.text)
            case _:
                continue
        yield from ((rule.name.text, place) for rule in rules_in(item))
