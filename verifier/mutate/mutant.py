"""All mutants of a rule set: each a game, or a machine, with one mistake in it, made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Truth
from verifier.lower import lowered
from verifier.model.game import Game
from verifier.mutate.changes import of_game, of_move, of_text
from verifier.mutate.equivalent import copies_of, same_either_way
from verifier.mutate.rewriting import Changed, changed
from verifier.program import Program
from verifier.source import NOWHERE, Span
from verifier.surface.index import place

OVER = "over"
# Steps by name, and what else of a game may be mistaken.
NAMED = ("actions", "procedures", "texts", "hooks", "definitions")
PLAIN = ("setup_once", "setup", "phases", "ends")


class Unmade(Exception):  # noqa: N818 - not an error: this mistake cannot be made here
    """The mistake gives no game, or has no place in this machine."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake. `subject` is the action, procedure, text or definition in which it was made.

    `about` is the design whose text it is, else the rule, else the subject; what is printed on a design is apart.
    `field` is the part of the game in which it was made; `at` is a block of the machine and the number of the
    step in it, for mistakes of the kernel.
    """

    number: int
    sort: str
    words: str
    place: str
    rule: str | None
    subject: str
    make: Callable[[], Game | None]
    at: tuple[str, int] | None = None
    about: str = ""
    field: str = ""
    # Its place among all mutants of its own program; `number` may be that of its twin for other players.
    origin: int = 0

    @property
    def id(self) -> str:
        return f"m{self.number}"

    def game(self) -> Game:
        """The game with the mistake in it; `Unmade` if that is no game at all."""
        made = self.make()
        if made is None:
            raise Unmade(self.words)
        return made

    def machine(self, game: Game, whole: km.Machine | None = None) -> km.Machine:
        """The machine with the mistake in it, one that scenarios may enter anywhere.

        `whole` is that of the right rules, to take over what must be the same.
        """
        if whole is not None and self.field == "definitions":
            return replace(whole, definitions=game.definitions)
        if whole is not None and self.at is not None:
            return self._with_move(whole)
        report = Report()
        made = lowered(game, report, scenarios=True)
        if report.has_errors:
            raise Unmade(self.words)
        return made if self.at is None else self._with_move(made)

    def _with_move(self, made: km.Machine) -> km.Machine:
        assert self.at is not None
        label, number = self.at
        block = made.blocks.get(label)
        found = next(islice(changed(block.steps, of_move), number, None), None) if block else None
        if block is None or found is None:
            raise Unmade(label)
        return replace(made, blocks={**made.blocks, label: replace(block, steps=found.whole)})


def mutants_of(program: Program) -> list[Mutant]:
    """Every mutant, numbered from 1."""
    every = (*_of_game(program), *_of_text(program), *_of_machine(program))
    designs = {thing.design for thing in program.game.things}
    return [
        replace(mutant, number=number, origin=number, about=_about(mutant, program, designs))
        for number, mutant in enumerate(every, start=1)
    ]


def _about(mutant: Mutant, program: Program, designs: set[str]) -> str:
    if mutant.about in designs:
        return mutant.about
    if mutant.rule is not None and mutant.rule in program.owners:
        return program.owners[mutant.rule]
    design = mutant.subject.split(".")[0]
    if design in designs:
        return f"{design}, as printed" if mutant.field == "text" else design
    return mutant.rule or mutant.subject


def _of_game(program: Program) -> Iterator[Mutant]:
    game = program.game
    changes, copies = partial(of_game, same=same_either_way(game)), copies_of(game)
    for field in NAMED:
        table = getattr(game, field)
        for name, node in table.items():
            if name == OVER:
                continue
            subject = name if isinstance(name, str) else ".".join(name)
            for each in changed(node, changes, copies):
                yield _mutant(program, each, subject, field, {**table, name: each.whole})
    for field in PLAIN:
        for each in changed(getattr(game, field), changes, copies):
            yield _mutant(program, each, field, field, each.whole)


def _mutant(program: Program, each: Changed, subject: str, field: str, whole: Any) -> Mutant:
    rule = each.rule if each.rule in program.game.rules else None
    where = _place(program, each.span, rule, subject)

    def make() -> Game:
        broken = replace(program.game, **{field: whole})
        return _with_ends(broken) if field == "ends" else broken

    # What a text adds to a procedure is a rule that bears the name of the design.
    about = each.rule or "" if rule is None and field == "hooks" else ""
    return Mutant(
        0, each.change.sort, each.change.words, where, rule, subject, make, about=about, field=field
    )


def _with_ends(game: Game) -> Game:
    """The definition by which a play is over follows from its ends."""
    now = [k.Logic("and", rule.when) for rule in game.ends if rule.moment is None]
    over: k.Expr = k.Logic("or", tuple(now)) if now else k.Const(0, Truth())
    definition = km.Definition(OVER, (), Truth(), over, ())
    return replace(game, definitions={**game.definitions, OVER: definition})


def _of_text(program: Program) -> Iterator[Mutant]:
    """Numbers moved by one in the text: parameters, tables, what is printed on components."""
    for each, subject, make in of_text(program):
        where = _place(program, each.span, None, subject)
        yield Mutant(0, each.change.sort, each.change.words, where, None, subject, make, field="text")


def _of_machine(program: Program) -> Iterator[Mutant]:
    """Moves that copy or lose."""
    for label, block in program.machine.blocks.items():
        for number, each in enumerate(changed(block.steps, of_move)):
            where = _origin(program, block.origin)
            words = f"{each.change.words} in `{block.origin}`"
            at = label, number
            yield Mutant(0, each.change.sort, words, where, None, block.origin, lambda: program.game, at)


def _place(program: Program, span: Span | None, rule: str | None, subject: str) -> str:
    if span is not None and span is not NOWHERE:
        return place(span)
    if rule is not None:
        return place(program.game.rules[rule].span)
    return program.places.get(subject, program.subject.ruleset)


def _origin(program: Program, origin: str) -> str:
    """Where the action, procedure, phase, hook or component stands to which a block belongs."""
    game = program.game
    spans = {phase.name: phase.span for phase in game.phases}
    spans |= {name: each.span for table in (game.procedures, game.actions) for name, each in table.items()}
    if origin in spans:
        return place(spans[origin])
    hooked = [steps for (_, name), steps in game.hooks.items() if name == origin and steps]
    if origin == "setup":
        hooked = [steps for steps in (game.setup_once, game.setup) if steps]
    if hooked:
        return place(hooked[0][0].span)
    return program.places.get(origin.split(".")[0], program.subject.ruleset)
