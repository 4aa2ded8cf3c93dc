"""From a Game to its Machine: every construct of the language is defined by what it becomes here."""

from __future__ import annotations

from dataclasses import replace

from verifier.diagnostics import Label, Report, diagnostic
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.kernel.graph import decision, successors
from verifier.kernel.visit import cells_read
from verifier.lower.flow import OVER, SCENARIO, Draft
from verifier.lower.game_loop import Course
from verifier.lower.spill_locals import clear_dead, promote
from verifier.model.game import Game, Then

SHOWN = ("shown zones", "shown things")


def lowered(game: Game, report: Report, scenarios: bool = False) -> km.Machine:
    """The machine of a game; with `scenarios`, one that scenarios may enter anywhere."""
    course = Course(game, report)
    course.course(scenarios)
    drafts, cells = course.drafts, course.cells
    promote(drafts, cells)
    _name_labels(course, scenarios)
    drafts = _reachable(drafts, cells, scenarios)
    clear_dead(drafts, cells)
    _clear_at_the_end(course, drafts, cells)
    cells = _used(drafts, cells, game, course.asserted)
    blocks = {label: _block(draft) for label, draft in drafts.items()}
    _decided(blocks, game, report)
    return km.Machine(
        name=game.name,
        players=game.players,
        things=game.things,
        families=game.families,
        zones=game.zones,
        box=game.families["box"].base,
        cells=cells,
        tables=course.tables,
        definitions=game.definitions,
        blocks=blocks,
        start="start",
        score=game.score,
        winner=game.winner,
        claims=game.claims,
        measures=game.measures,
        all_things=course.all_things,
        shown_zones="shown zones" if "shown zones" in cells else None,
        shown_things="shown things" if "shown things" in cells else None,
    )


def _name_labels(course: Course, scenarios: bool) -> None:
    for name, cell in list(course.cells.items()):
        if isinstance(cell.domain, Labels):
            members = tuple(course.returns[name.removesuffix(": home")])
            if scenarios and SCENARIO not in members:
                members = (*members, SCENARIO)
            course.cells[name] = replace(cell, domain=Labels(members))


def _reachable(drafts: dict[str, Draft], cells: dict[str, km.Cell], scenarios: bool) -> dict[str, Draft]:
    """The blocks that control can come to, in the order in which they were written."""
    seen: set[str] = set()
    waiting = ["start", *([SCENARIO] if scenarios else [])]
    while waiting:
        label = waiting.pop()
        if label in seen:
            continue
        seen.add(label)
        waiting.extend(successors(drafts[label].way_out, cells))
    return {label: draft for label, draft in drafts.items() if label in seen}


def _clear_at_the_end(course: Course, drafts: dict[str, Draft], cells: dict[str, km.Cell]) -> None:
    """A round may end in the middle of anything: nothing is under way afterwards, and nothing is shown any longer."""
    if OVER not in drafts:
        return
    at_once = any(rule.moment is None for rule in course.game.ends)
    frames = [cell for cell in cells.values() if cell.life == "spilled" or (at_once and cell.name in SHOWN)]
    drafts[OVER].steps[:0] = [course.reset(cell) for cell in frames]


def _used(
    drafts: dict[str, Draft], cells: dict[str, km.Cell], game: Game, asserted: set[str]
) -> dict[str, km.Cell]:
    """Without the cells that nothing reads: `next-player` and the round, in games that never ask."""
    read = cells_read(
        *(node for draft in drafts.values() for node in (*draft.steps, draft.way_out)),
        *(*game.claims, *game.winner, game.score, *game.measures, *game.definitions.values()),
        *(fact.claim for each in game.scenarios for fact in each.facts if isinstance(fact, Then)),
    )
    own = ("next-player", "round")
    kept = {
        name: cell
        for name, cell in cells.items()
        if name in read or name in asserted or (cell.life != "spilled" and name not in own)
    }
    dropped = set(cells) - set(kept)
    for draft in drafts.values():
        draft.steps = [
            step for step in draft.steps if not (isinstance(step, km.Write) and step.cell in dropped)
        ]
    return kept


def _decided(blocks: dict[str, km.Block], game: Game, report: Report) -> None:
    """A claim about decisions that nobody comes to would hold whatever the rules say."""
    known = dict.fromkeys(decision(block) for block in blocks.values() if isinstance(block.out, km.Decide))
    known.pop(SCENARIO, None)
    for name, span in game.decisions.items():
        if name not in known:
            hint = f"there are decisions at {', '.join(f'`{place}`' for place in known)}"
            report.add(
                diagnostic("C505", Label(span, "no play reaches a decision here"), name=name, hint=hint)
            )


def _block(draft: Draft) -> km.Block:
    return km.Block(draft.label, draft.params, tuple(draft.steps), draft.way_out, draft.origin)
