"""A rule set for so many players, read and ready: the game, its machine, and a fingerprint of its text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from verifier import pipeline
from verifier.diagnostics import Rejected, Report
from verifier.kernel.machine import Machine
from verifier.model.game import Game
from verifier.source import Source, Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.shelf import shown


@dataclass(frozen=True, slots=True)
class Subject:
    """What is verified: a rule set and how many play by it."""

    ruleset: str
    players: int

    def __str__(self) -> str:
        return f"{self.ruleset} ({self.players} players)"


@dataclass(frozen=True, slots=True)
class Case:
    """A subject read from its text. `places` says where each claim, action and design is written.

    `texts` are the claims in the words of the text, `truths` those that hold at every pause, or are met at one.
    """

    subject: Subject
    game: Game
    machine: Machine
    places: Mapping[str, str]
    owners: Mapping[str, str]
    ties_are_shared: bool
    fingerprint: str
    truths: Mapping[str, str]
    texts: Mapping[str, str]


@lru_cache(maxsize=64)
def case_of(subject: Subject) -> Case:
    """The subject, read once in each process; mistakes in the text raise `Rejected`."""
    report = Report()
    laid = pipeline.composition(subject.ruleset, report)
    report.reject_errors()
    if laid is None:
        raise Rejected(report)
    game, machine = pipeline.compiled(subject.ruleset, subject.players, laid=laid)
    claims = [item for item in laid.items if isinstance(item, nodes.Invariant | nodes.Witness)]
    return Case(
        subject,
        game,
        machine,
        {name: place(span) for name, span in _named(laid)},
        _owners(game, laid),
        _ties_are_shared(laid),
        fingerprint(laid),
        {claim.name.text: claim.claim.span.text for claim in claims if claim.moment is None},
        {claim.name.text: claim.claim.span.text for claim in claims},
    )


def place(span: Span) -> str:
    """Where a span stands, for people: `path:line`."""
    return f"{shown(Path(span.path))}:{span.line}"


def fingerprint(laid: Composition) -> str:
    """The texts that a rule set is made of, as one short word."""
    found = hashlib.sha256()
    for source in sorted(sources_of(laid), key=lambda source: source.path):
        found.update(f"{source.path}\0{len(source.text)}\0{source.text}".encode())
    return found.hexdigest()[:16]


def fingerprint_now(ruleset: str) -> str | None:
    """The same word for the texts as they are now; `None` if they cannot be read any more."""
    report = Report()
    laid = pipeline.composition(ruleset, report)
    return None if laid is None or report.has_errors else fingerprint(laid)


def sources_of(laid: Composition) -> set[Source]:
    return {unit.header.span.source for unit in laid.units}


def files_of(ruleset: str) -> set[str]:
    """The files of which a rule set is made, as people are shown them."""
    laid = pipeline.composition(ruleset, Report())
    return set() if laid is None else {shown(Path(source.path)) for source in sources_of(laid)}


def _named(laid: Composition) -> Iterable[tuple[str, Span]]:
    """Every item that has a name, and where it stands."""
    for item in laid.items:
        name = getattr(item, "name", None)
        text = getattr(name, "text", None)
        if isinstance(text, str):
            yield text, item.span


def _owners(game: Game, laid: Composition) -> dict[str, str]:
    """The design on which a rule is printed, for rules that are."""
    designs = [(item.name.text, item.span) for item in laid.items if isinstance(item, nodes.Component)]
    found = {}
    for rule in game.rules.values():
        for name, span in designs:
            if span.source == rule.span.source and span.start <= rule.span.start < span.end:
                found[rule.id] = name
    return found


def _ties_are_shared(laid: Composition) -> bool:
    """Does the text say that players who stay equal share the victory?"""
    for item in reversed(laid.items):
        if isinstance(item, nodes.Winner):
            last = item.ranks[-1].place
            return last is not None and last.path.parts[-1].text == "shared"
    return False
