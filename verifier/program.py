"""From a rule set's name to a program: every phase on one screen, each carried out once.

A text is read and composed, names and types make it a game, lowering makes it a machine. A `Program` is all of
this for so many players, together with whatever has been worked out about it since: it is what methods take.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from verifier.analysis.unrolled import asked_unrolled
from verifier.diagnostics import Diagnostic, Label, Level, Rejected, Report, diagnostic
from verifier.kernel.machine import Machine
from verifier.kernel.memo import Analysed
from verifier.lower import lowered
from verifier.model.chosen_same import warn_of_same_choices
from verifier.model.deals import warn_of_short_deals
from verifier.model.from_surface import typed_game
from verifier.model.game import Game
from verifier.model.idle_guards import warn_of_idle_guards
from verifier.model.measured import with_measures
from verifier.model.opposites import warn_of_opposites
from verifier.model.passing import warn_of_passing
from verifier.surface import index, nodes
from verifier.surface.compose import Composition, composed, laid_over, library_of, ordered
from verifier.surface.files import ENDING, gathered, units_of
from verifier.surface.former_names import former_names
from verifier.surface.index import player_counts
from verifier.surface.misfits import misfits
from verifier.surface.references import (
    chosen_twice,
    names_used_by,
    unknown_refusals,
    unoffered_actions,
    unused_names,
)

NO_SUCH_TEXT, NOT_OFFERED, NOT_USED = "N225", "C506", "C515"


@dataclass(frozen=True, slots=True)
class Subject:
    """The name of a program: a rule set and how many play by it."""

    ruleset: str
    players: int

    def __str__(self) -> str:
        return f"{self.ruleset} ({self.players} players)"

    def program(self) -> Program:
        """Its program, read once in each process; mistakes in the text raise `Rejected`."""
        return WORKSPACE.program(self.ruleset, self.players)


class Program(Analysed):
    """A rule set for so many players (the fewest, if none are named). Every form is made when it is first asked for.

    Without `scenarios`, which take most of the time to type, it is ready sooner; small instances have none.
    `program.analysis(work)` keeps what a function finds out about it, as `machine.analysis(work)` does for each of
    its machines. Mistakes in the text raise `Rejected` with everything found so far.
    """

    def __init__(
        self,
        ruleset: str,
        composition: Composition,
        players: int | None = None,
        found: Iterable[Diagnostic] = (),
        scenarios: bool = True,
    ) -> None:
        self.ruleset = ruleset
        self.composition = composition
        self.counts = player_counts(composition.items)
        self.players = self.counts.start if players is None else players
        self.scenarios = scenarios and whole_game(composition)
        self.report = Report()
        self.report.extend(found)

    @property
    def subject(self) -> Subject:
        return Subject(self.ruleset, self.players)

    # --- the phases

    @cached_property
    def game(self) -> Game:
        """Names and types."""
        found = typed(self.ruleset, self.composition, self.players, self.report, self.scenarios)
        self.report.reject_errors()
        if found is None:
            raise Rejected(self.report)
        return found

    @cached_property
    def machine(self) -> Machine:
        """The kernel: what is verified and played."""
        return self._lowered(scenarios=False)

    @cached_property
    def machine_with_scenarios(self) -> Machine:
        """The same machine with labels at which scenarios may enter."""
        return self._lowered(scenarios=True)

    def _lowered(self, scenarios: bool) -> Machine:
        made = lowered(self.game, self.report, scenarios)
        self.report.reject_errors()
        return made

    @cached_property
    def measured(self) -> Program:
        """The same program with its measures kept as it is played, each as an invariant; its only claims."""
        return self.measured_by(frozenset(each.name for each in self.game.measures))

    def measured_by(self, names: frozenset[str]) -> Program:
        """The same with some of its measures: each makes a proof dearer."""
        return _Measured(self, names)

    def alike(self, other: Program) -> Program:
        """Another program in the form of this one: with its measures kept, if these are."""
        return other

    # --- what the text says beside the rules

    @cached_property
    def former_names(self) -> Mapping[str, str]:
        """What actions and rules were called before, and are called now."""
        return former_names(self.composition.items)

    @cached_property
    def fingerprint(self) -> str:
        """The texts that the rule set is made of, as one short word."""
        return index.fingerprint(self.composition.units)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Where each claim, action and design is written."""
        return index.places_of(self.composition.items)

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """The design on which a rule is printed, for rules that are."""
        spans = {rule.id: rule.span for rule in self.game.rules.values()}
        return index.designs_of(self.composition.items, spans)

    @cached_property
    def ties_are_shared(self) -> bool:
        return index.ties_are_shared(self.composition.items)

    @cached_property
    def claim_texts(self) -> Mapping[str, str]:
        """The claims in the words of the text."""
        return {each.name.text: each.claim.span.text for each in index.claims_of(self.composition.items)}

    @cached_property
    def claim_texts_at_pauses(self) -> Mapping[str, str]:
        """The same without those that speak of one moment."""
        claims = index.claims_of(self.composition.items)
        return {each.name.text: each.claim.span.text for each in claims if each.moment is None}


class _Measured(Program):
    """A program whose claims are measures of it."""

    def __init__(self, plain: Program, names: frozenset[str]) -> None:
        super().__init__(plain.ruleset, plain.composition, plain.players, (), scenarios=False)
        self.plain = plain
        self.names = names

    @cached_property
    def game(self) -> Game:
        kept = tuple(each for each in self.plain.game.measures if each.name in self.names)
        return with_measures(replace(self.plain.game, claims=(), scenarios=(), decisions={}, measures=kept))

    def alike(self, other: Program) -> Program:
        return other.measured


def typed(
    ruleset: str, laid: Composition, players: int, report: Report, scenarios: bool = True
) -> Game | None:
    """Names and types; a mistake that an overlay has made elsewhere is shown with the overlay's line."""
    counts = player_counts(laid.items)
    if players not in counts:
        report.add(not_for(ruleset, players, counts))
        return None
    own = Report()
    found = typed_game(ruleset, laid.items, players, own, scenarios)
    fitting = misfits(own.diagnostics, laid)
    report.extend(fitting.told)
    if found is None and all(each.level is not Level.ERROR for each in fitting.told):
        # Only scenarios of what lies below do not fit: without them everything does.
        found = typed_game(ruleset, fitting.rest.items, players, Report(), scenarios)
    return found


def not_for(ruleset: str, players: int, counts: range) -> Diagnostic:
    """A rule set is not for so many players."""
    allowed = f"{counts.start} to {counts.stop - 1}" if len(counts) > 1 else f"{counts.start}"
    return diagnostic("O320", name=ruleset, players=players, hint=f"it takes {allowed}")


def whole_game(laid: Composition) -> bool:
    """Not a small instance: only then do scenarios find the components they speak of."""
    return all(unit.header.sort != "instance" for unit in laid.units)


# --- the programs of this process


@dataclass(slots=True)
class _Text:
    """A rule set as it was read: its composition, what was found wrong, its programs by their number of players."""

    fingerprint: str
    composition: Composition
    found: tuple[Diagnostic, ...]
    programs: dict[tuple[int, bool], Program] = field(default_factory=dict)


class Workspace:
    """The rule sets in use, each composed once for as long as the files it is made of stay as they are."""

    def __init__(self, most: int = 32) -> None:
        self.most = most
        # Paths are told from where people stand: the same path may be another file elsewhere.
        self._texts: dict[tuple[str, str], _Text] = {}

    def composition(self, ruleset: str, report: Report) -> Composition | None:
        """A game and its overlays laid over each other; mistakes are reported."""
        text = self._text(ruleset, report)
        return None if text is None else text.composition

    def program(self, ruleset: str, players: int | None = None, scenarios: bool = True) -> Program:
        """The program of a rule set; mistakes in the composition raise `Rejected`, others do when they are met."""
        report = Report()
        text = self._text(ruleset, report)
        if text is None:
            raise Rejected(report)
        wanted = player_counts(text.composition.items).start if players is None else players
        key = wanted, scenarios
        if key not in text.programs:
            text.programs[key] = Program(ruleset, text.composition, wanted, text.found, scenarios)
        return text.programs[key]

    def fingerprint(self, ruleset: str) -> str | None:
        """The texts of a rule set as they are now, as one short word; `None` if they cannot be read."""
        _, order = _order(ruleset, Report())
        return index.fingerprint(order) if order else None

    def clear(self) -> None:
        self._texts.clear()

    def _text(self, ruleset: str, report: Report) -> _Text | None:
        own = Report()
        names, order = _order(ruleset, own)
        if not order:
            report.extend(own.diagnostics)
            return None
        now = index.fingerprint(order)
        key = os.getcwd(), ruleset
        known = self._texts.pop(key, None)
        if known is None or known.fingerprint != now:
            laid = laid_over(names, order, own)
            known = _Text(now, laid, own.diagnostics)
        # The last one used is the last to go.
        self._texts[key] = known
        if len(self._texts) > self.most:
            del self._texts[next(iter(self._texts))]
        report.extend(known.found)
        return known


def _order(ruleset: str, report: Report) -> tuple[tuple[str, ...], tuple[nodes.Unit, ...]]:
    """The names in a rule set and the units it is made of, bases first; none if there are mistakes."""
    names, units = gathered(ruleset, report)
    if report.has_errors or not names:
        return names, ()
    library = library_of(units, report)
    return names, ordered(library, names, report) if not report.has_errors else ()


WORKSPACE = Workspace()


def composition(ruleset: str, report: Report) -> Composition | None:
    """Reads a game and its overlays and lays them over each other."""
    return WORKSPACE.composition(ruleset, report)


def program_of(ruleset: str, players: int | None = None, scenarios: bool = True) -> Program:
    """The program of a rule set, read once in each process; mistakes in the text raise `Rejected`."""
    return WORKSPACE.program(ruleset, players, scenarios)


def counts_of(ruleset: str) -> range:
    """How many may play by a rule set."""
    report = Report()
    laid = composition(ruleset, report)
    report.reject_errors()
    return player_counts(laid.items) if laid is not None else range(0)


# --- a text checked without playing it


def check_ruleset(ruleset: str, report: Report) -> None:
    """Everything that can be said about a text without playing: for every number of players.

    A file may hold a game and overlays of it: each of them is checked.
    """
    lost: set[str] = set()
    names, units = gathered(ruleset, report, lost=lost)
    if not report.has_errors:
        _check_units(ruleset, names, units, report)
    elif names and units:
        rest = Report()
        _check_units(ruleset, names, units, rest)
        # A text without mistakes, which was read before, needs no parser.
        from verifier.surface.salvage import certain

        report.extend(certain(rest.diagnostics, frozenset(lost)))


def _check_units(ruleset: str, names: tuple[str, ...], units: Sequence[nodes.Unit], report: Report) -> None:
    library = library_of(units, report)
    own = units_of(Path(ruleset), Report(), set()) if ruleset.endswith(ENDING) else ()
    heads: list[tuple[str, ...]] = [(unit.header.name.text,) for unit in own if unit.header.sort != "part"]
    for head in heads or [names]:
        laid = composed(library, head, report) if not report.has_errors else None
        if laid is not None:
            _check_composition(ruleset, laid, report)


def _check_composition(ruleset: str, laid: Composition, report: Report) -> None:
    own = Report()
    for players in player_counts(laid.items):
        found = typed(ruleset, laid, players, own, whole_game(laid))
        if found is None:
            break
        warn_of_short_deals(found, own)
        warn_of_idle_guards(found, own)
        warn_of_opposites(found, own)
        warn_of_passing(found, own)
        warn_of_same_choices(found, own)
        _warn_of_unrolled(laid, lowered(found, own), own)
    if not own.has_errors:
        own.extend((*unoffered_actions(laid), *(unknown_refusals(laid) if whole_game(laid) else ())))
        own.extend((*unused_names(laid), *chosen_twice(laid)))
    report.extend(_still_said(own, ruleset))


def _warn_of_unrolled(laid: Composition, machine: Machine, report: Report) -> None:
    asked = asked_unrolled(machine)
    for item in laid.items:
        if isinstance(item, nodes.Die) and item.name.text in asked:
            label = Label(item.name.span, "until it is rolled in a round, it is less than every number")
            hint = "roll it first, or ask for one of its faces"
            report.add(diagnostic("C517", label, hint=hint, level=Level.WARNING, name=item.name.text))


def _still_said(found: Report, ruleset: str) -> list[Diagnostic]:
    """What was found, without what an overlay of the game brings: texts, offers of actions, uses of names."""
    said = list(found.diagnostics)
    brought: dict[str, set[str]] = {NO_SUCH_TEXT: set(), NOT_OFFERED: set(), NOT_USED: set()}
    words = {each.labels[0].span.text for each in said if each.code in brought}
    if not words:
        return said
    items = [item for unit in gathered(ruleset, Report(), words=words)[1] for item in unit.items]
    if any(each.code == NOT_USED for each in said):
        brought[NOT_USED] = names_used_by(items)
    for node in index.walk(tuple(index.but_scenarios(items))):
        if isinstance(node, nodes.On):
            brought[NO_SUCH_TEXT].add(node.name.text)
        elif isinstance(node, nodes.Offered):
            brought[NOT_OFFERED].add(node.action.text)
    return [
        each
        for each in said
        if each.code not in brought or each.labels[0].span.text not in brought[each.code]
    ]
