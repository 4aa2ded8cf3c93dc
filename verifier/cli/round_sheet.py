"""The end of a round at the table: what each player has gained of what is kept for the match, and with what."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.engine import State
from verifier.kernel.domain import Number, Players
from verifier.pages.table_words import TableWords
from verifier.trace.scoring import OPEN, scored
from verifier.trace.words import TableWording, player_name


def round_sheet(wording: TableWording, words: TableWords, before: State, after: State) -> list[str]:
    """Lines for the move that ended a round; none for any other."""
    engine = wording.engine
    machine = engine.machine
    if "round" not in machine.cells or engine.over(after):
        return []
    if engine.get(before, "round", ()) == engine.get(after, "round", ()):
        return []
    lines = [words.said("round-over")]
    for cell in machine.cells.values():
        kept = cell.life == "match" and isinstance(cell.domain, Number) and cell.view in OPEN
        if not kept or len(cell.index) != 1 or not isinstance(cell.index[0], Players):
            continue
        for seat in range(machine.players):
            old, new = (engine.get(state, cell.name, (seat,)) for state in (before, after))
            lines.append(f"  {player_name(seat)}: {words.name(cell.name)} {old:+} {new - old:+} = {new}")
            parts = [each for worth in _of_the_round(wording, before, seat, new - old) for each in worth]
            if parts:
                lines.append(f"    {', '.join(parts)}")
    return lines


def _of_the_round(wording: TableWording, before: State, seat: int, gained: int) -> Iterator[tuple[str, ...]]:
    """What a score was made of before the last move, if that is what the player gained: the move may change it."""
    mine, *others = wording.owned(seat, "*").split("*")
    for worth in scored(wording.engine, before, seat, wording=wording):
        if worth.value == gained and worth.args == (seat,):
            inside = (each for step in worth.steps for each in step.inside)
            yield tuple(f"{each.of.removeprefix(mine).removesuffix(*others)} {each.value}" for each in inside)
