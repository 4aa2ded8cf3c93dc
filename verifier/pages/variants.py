"""Variants and house rules as what they change, and what that does to the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from verifier.analysis.idle_rules import idle_rules
from verifier.analysis.normal_form import normal_machine
from verifier.check.termination import bound_of
from verifier.compare.canonical.shape import normal_shape
from verifier.compare.line_diff import LineDiffers
from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.pages.pen import Pen, capital, escaped, fenced, section
from verifier.pages.verdicts import RecordedEffect, effect_fingerprint, stands_on
from verifier.program import Program, program_of
from verifier.runtime import Fault
from verifier.surface import nodes
from verifier.surface.files import Overlay, known_as
from verifier.trace.policies.uniform import random_play
from verifier.words.entries import added_to_phase

# --- variants and house rules as what they change, and what that does to the game


# Random plays scatter: a smaller difference of averages says nothing.
NOTABLE = 0.03


@dataclass(frozen=True, slots=True)
class LaidOverlay:
    """An overlay laid over what it stands on, and the pen that speaks of the result."""

    overlay: Overlay
    ruleset: str
    pen: Pen
    before: Program
    after: Program
    lines: list[LineDiffers]


def variants(pen: Pen, found: list[LaidOverlay]) -> str:
    """Published variants, house rules, other readings: each told by its difference."""
    groups = {
        "published": [each for each in found if each.overlay.published],
        "house": [each for each in found if not each.overlay.published and _is_house(each)],
        "readings": [each for each in found if not each.overlay.published and not _is_house(each)],
    }
    return "\n".join(
        section(pen.words(f"variant.{name}"), f"variants-{name}", *(_overlay(pen, each) for each in group))
        for name, group in groups.items()
    )


def _is_house(each: LaidOverlay) -> bool:
    return "house" in each.overlay.path.parts


def _overlay(pen: Pen, each: LaidOverlay) -> str:
    name = each.overlay.name
    title = each.pen.say(f"{name}/title") or escaped(capital(pen.name(name)))
    about = each.pen.say(f"{name}/about")
    lines = each.lines
    parts = [
        f"{about}\n" if about else "",
        _impact(pen, each),
        "\n".join(_told(pen, each, lines)),
        pen.words("variant.combine", ruleset=known_as(each.ruleset)) + " " + _verdicts(pen, each) + "\n",
        _own_text(pen, each),
    ]
    return section(title, f"overlay-{name}", *parts, level=3)


def _verdicts(pen: Pen, each: LaidOverlay) -> str:
    recorded = pen.material.record.rulesets.get(each.ruleset)
    if recorded is None:
        return ""
    rows = [row for rows in recorded.players.values() for row in rows]
    return pen.chips(rows, f"ruleset-{known_as(each.ruleset).replace('+', '-')}")


def _impact(pen: Pen, each: LaidOverlay) -> str:
    """One line: examples that come out otherwise, how long a play is, rules that fall idle."""
    w = pen.words
    parts = list(_examples(pen, each))
    effect = pen.material.record.effects.get(each.overlay.name)
    if effect is not None:
        parts += _effect(pen, effect, _same_aim(each))
    line = w.joined(parts)
    return f'<p class="impact"><b>{w("variant.effect")}</b> {capital(line)}.</p>\n' if line else ""


def _examples(pen: Pen, each: LaidOverlay) -> Iterator[str]:
    """Scenarios of the game whose outcome the overlay states anew."""
    own = [unit for unit in each.after.composition.units if unit.header.name.text == each.overlay.name]
    moved = {item.scenario.text for unit in own for item in unit.items if isinstance(item, nodes.Expect)}
    total = sum(isinstance(item, nodes.Scenario) for item in each.before.composition.items)
    if total:
        key = "variant.examples-one" if len(moved) == 1 else "variant.examples-other"
        yield (
            pen.words(key, n=len(moved), all=total) if moved else pen.words("variant.no-examples", all=total)
        )


def _same_aim(each: LaidOverlay) -> bool:
    """Do both count the same thing towards victory? Games won are not to be compared with points."""
    before, after = (program.game.winner[:1] for program in (each.before, each.after))
    return [(rank.op, rank.value) for rank in before] == [(rank.op, rank.value) for rank in after]


def _effect(pen: Pen, effect: RecordedEffect, same_aim: bool) -> Iterator[str]:
    w = pen.words
    if effect.same:
        yield w("variant.same")
        return
    (before, after), (score, score_after) = effect.moves, effect.score
    if abs(after - before) > NOTABLE * before:
        told = w("variant.moves", before=w.number(round(before)), after=w.number(round(after)))
    else:
        told = w("variant.same-moves")
    if same_aim and abs(score_after - score) > NOTABLE * max(20.0, abs(score)):
        told += " " + w("variant.score", before=w.number(round(score)), after=w.number(round(score_after)))
    yield told
    for key, rules in (("idle", effect.idle), ("revived", effect.revived)):
        if rules:
            yield w(f"variant.{key}", rules=", ".join(f"<code>{rule}</code>" for rule in rules))
    if effect.bound is not None:
        yield w("variant.ends")


def _told(pen: Pen, each: LaidOverlay, lines: list[LineDiffers]) -> Iterator[str]:
    """Numbers first, then rules in sentences, then how many cards come or go."""
    w = pen.words
    for line in lines:
        if line.sort == "number":
            old, new = (side.game.parameters.get(line.name) for side in (each.before, each.after))
            if old is not None and new is not None and None not in (old.value, new.value):
                name = pen.say(f"number:{line.name}") or escaped(pen.name(line.name))
                values = {"before": w.number(old.value or 0), "after": f"**{w.number(new.value or 0)}**"}
                yield f"- {w('variant.changed-number', name=capital(name), **values)}"
    count = len(each.after.game.things) - len(each.before.game.things)
    if count:
        yield f"- {w.count('variant.cards' if count > 0 else 'variant.cards-fewer', abs(count))}"
    for line in lines:
        if line.sort == "rule":
            yield from _rule(each, pen, line)
    yield from _additions(each, pen)
    yield ""


def _additions(each: LaidOverlay, pen: Pen) -> Iterator[str]:
    """What phases offer besides."""
    before, after = (
        [item for item in side.composition.items if isinstance(item, nodes.Also)]
        for side in (each.before, each.after)
    )
    for item in after:
        if item not in before:
            name = f"*{pen.words('variant.new')}* `{item.phase.text}`"
            yield "- " + pen.words(
                "component.field", name=name, values=each.pen.say(f"also:{added_to_phase(item)}") or ""
            )


def _rule(each: LaidOverlay, pen: Pen, line: LineDiffers) -> Iterator[str]:
    w, id = pen.words, f"`{line.name}`"
    old = pen.say(f"rule:{line.name}") if line.first is not None else None
    new = each.pen.say(f"rule:{line.name}") if line.second is not None else None
    if line.second is None:
        yield "- " + w(
            "component.field", name=f"*{w('variant.gone')}* {id}", values=f"<del>{old or ''}</del>"
        )
    elif line.first is None:
        yield "- " + w("component.field", name=f"*{w('variant.new')}* {id}", values=new or "")
    else:
        yield "- " + w("component.field", name=f"*{w('variant.after')}* {id}", values=new or "")
        if old and old != new:
            yield f"    - {w('component.field', name='*' + w('variant.before') + '*', values=old)}"


def _own_text(pen: Pen, each: LaidOverlay) -> str:
    """The overlay as it is written, folded away; its expectations are for the tests."""
    path = each.overlay.path
    text = path.read_text(encoding="utf-8").split("\nexpect ")[0]
    return pen.folded(fenced(text))


# --- what an overlay does to a game, in a few numbers: the same seeds played with it and without it


PLAYS = 100
LONGEST = 5_000


def effect_of(game: str, overlay: str) -> RecordedEffect:
    """The effect of one overlay on what it is laid over."""
    rulesets = stands_on(game, overlay), f"{game}+{overlay}"
    before, after = (program_of(ruleset).analysis(_sketch) for ruleset in rulesets)
    return RecordedEffect(
        effect_fingerprint(game, overlay) or "",
        before.shape == after.shape,
        (before.moves, after.moves),
        (before.score, after.score),
        PLAYS,
        tuple(sorted(after.idle - before.idle)),
        tuple(sorted(before.idle - after.idle)),
        after.bound if before.bound is None else None,
    )


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A rule set in a few strokes: shape and idle rules with every number of players, plays with the fewest."""

    shape: str
    idle: frozenset[str]
    moves: float
    score: float
    bound: str | None


def _sketch(program: Program) -> _Sketch:
    machines = [program_of(program.ruleset, players).machine for players in program.counts]
    # A bound for the fewest says nothing of more.
    bound = bound_of(machines[0]) if len(machines) == 1 else None
    plain = [normal_machine(machine) for machine in machines]
    return _Sketch(
        " ".join(normal_shape(each, named=True).digest for each in plain),
        frozenset(program.game.rules).intersection(*map(idle_rules, machines, plain)),
        *_averages(machines[0]),
        bound.words if bound is not None else None,
    )


def _averages(machine: Machine) -> tuple[float, float]:
    """Moves of a play and score of a player, over random plays that came to an end."""
    engine = Engine(machine)
    moves: list[int] = []
    scores: list[int] = []
    for seed in range(1, PLAYS + 1):
        try:
            play = random_play(engine, seed, most=LONGEST)
        except Fault:
            continue
        if play.over:
            moves.append(play.steps)
            scores += engine.result(play.state).scores
    return (round(fmean(moves), 1), round(fmean(scores), 1)) if moves else (0.0, 0.0)
