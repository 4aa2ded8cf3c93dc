"""Faults in the lowering, and whether random games notice: `python -m tests.seeded.lowering` plants each of them.

Whoever reads the machine reads it as it was lowered; only the definition of the language can tell that it says
something else than the text.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.seeded.__main__ import LEFT_OUT, ROOT

RESULT = Path(__file__).with_name("LOWERING.md")
SURVIVED, UNDECIDED = "survived", "not decided in time"
GAMES = 600
SECONDS = 3600


@dataclass(frozen=True, slots=True)
class LoweringFault:
    """`name` says what goes wrong; `old` stands once in the file of `verifier/lower/`, `new` takes its place."""

    name: str
    module: str
    old: str
    new: str

    @property
    def file(self) -> str:
        return f"verifier/lower/{self.module}.py"


F = LoweringFault
FAULTS = (
    # --- moving
    F(
        "a move to the bottom goes on top",
        "moving",
        "km.Put(value, target, step.end)]",
        'km.Put(value, target, "top")]',
    ),
    F(
        "what is found at an end of a pile goes on top",
        "moving",
        "km.Put(thing, target, step.end))",
        'km.Put(thing, target, "top"))',
    ),
    F(
        "a deal takes from the bottom",
        "moving",
        'top = k.End("top", "x", zone, self.all_things)',
        'top = k.End("bottom", "x", zone, self.all_things)',
    ),
    F("a deal to the bottom goes on top", "moving", '"bottom" if end == "bottom" else "top"', '"top"'),
    F(
        "swapped components go below",
        "moving",
        'km.Put(a, zb, "top"), km.Put(b, za, "top")',
        'km.Put(a, zb, "bottom"), km.Put(b, za, "top")',
    ),
    F(
        "a swap turns a pile over",
        "moving",
        'k.End("bottom", "x", here, self.all_things)',
        'k.End("top", "x", here, self.all_things)',
    ),
    F(
        "a swap of sets leaves the second behind",
        "moving",
        '(km.Take(coming, b), km.Put(coming, a, "top")),',
        '(km.Take(coming, b), km.Put(coming, b, "top")),',
    ),
    F(
        "what has left its zone under another name is looked for there",
        "whereabouts",
        "return self._lifted(name, env.sources.get(name), env.forgetting(name))",
        "return env.forgetting(name)",
    ),
    F(
        "what is dealt away is looked for where it lay",
        "whereabouts",
        "return self._taken_from(zone, env)",
        "return env",
    ),
    # --- steps
    F(
        "a rule applies when one of its conditions holds",
        "names",
        'k.Logic("and", tuple(parts))',
        'k.Logic("or", tuple(parts))',
    ),
    F(
        "hooks before a procedure are left out",
        "straight_line",
        'self.hooked("before", procedure.name),\n            procedure.steps,',
        "(),\n            procedure.steps,",
    ),
    F(
        "hooks after a procedure come first",
        "straight_line",
        'procedure.steps,\n            self.hooked("after", procedure.name),\n        ):',
        '(*self.hooked("after", procedure.name), *procedure.steps),\n            (),\n        ):',
    ),
    F(
        "repeat does one time too few",
        "calls",
        'k.Compare(">", k.Read(left, ()), zero)',
        'k.Compare(">", k.Read(left, ()), k.Const(1, Number(1, 1)))',
    ),
    F(
        "the text of the first design is always done",
        "straight_line",
        'found = (km.Branch(k.Lookup(f"is {design}", (value,)), body, found),)',
        "found = (km.Branch(k.Const(1, self.all_things), body, found),)",
    ),
    F("nothing to name is no reason to stop", "flow", "if self.may_be_nothing(expr):\n", "if False:\n"),
    F(
        "the card of another player acts for the active one",
        "straight_line",
        'env.bound("me", self.put_in(me, env)), origin)',
        "env, origin)",
    ),
    F(
        "a move of nothing is tried",
        "names",
        'unset = self.cells[cell].optional and self.cells[cell].life != "spilled"',
        "unset = False",
    ),
    # --- members
    F(
        "members of a pile come by number",
        "members",
        "return pausing or not (len(binds) == 1 and self.any_order(own, inner))",
        "return False",
    ),
    F(
        "who is a member is asked again",
        "members",
        "if self.unsettled(asked, own, inner, again=len(binds) > 1):\n            return True",
        "pass",
    ),
    F(
        "what is moved from a pile is turned over",
        "members",
        'k.End("bottom" if move.end == "top" else "top", "x", zone, source.things, fits)',
        'k.End("top" if move.end == "top" else "bottom", "x", zone, source.things, fits)',
    ),
    F(
        "all are moved, whatever is asked of them",
        "members",
        "fits = (\n            None\n            if where is None\n",
        "fits = (\n            None\n            if True\n",
    ),
    # --- decisions
    F(
        "declining goes on with the block",
        "offers",
        "place.skip if step.may else None, place.skip)",
        "after if step.may else None, place.skip)",
    ),
    F(
        "any number of ends after one",
        "offers",
        'back = enter if step.how == "any number of" else after',
        "back = after",
    ),
    F("one of may be declined", "offers", 'stop = None if step.how == "one of" else after', "stop = after"),
    F(
        "at most one of is mandatory",
        "offers",
        'stop = None if step.how == "one of" else after',
        'stop = None if step.how != "any number of" else after',
    ),
    F(
        "the one who acts is asked, not the one named",
        "offers",
        "player = self.asked(step.by, env, place, enter)",
        "player = self.asked(None, env, place, enter)",
    ),
    F(
        "a condition of a choice is forgotten",
        "offers",
        "where = self.put_in(step.where, env) if final and step.where is not None else None",
        "where = None",
    ),
    F("rules of a text refuse nothing", "offers", "prelude += self.text_guards(effects, inner)", "pass"),
    F(
        "hooks of an action come in the wrong order",
        "offers",
        "for part in (before, effects, after):\n                self.emit",
        "for part in (after, effects, before):\n                self.emit",
    ),
    # --- the course of play
    F(
        "the end is not asked before a decision",
        "blocks",
        "km.Fork(self.is_over(), OVER, stop) if self.ends_tested else km.Goto(stop)",
        "km.Goto(stop)",
    ),
    F(
        "an end rule of the start of the turn is forgotten",
        "game_loop",
        'self.ends_at("start of turn")',
        "pass",
    ),
    F("an end rule of the end of the turn is forgotten", "game_loop", 'self.ends_at("end of turn")', "pass"),
    F("notes of the turn outlive it", "game_loop", 'self.emit(self.resets("turn"))', "pass"),
    F(
        "notes of the round outlive it",
        "game_loop",
        'self.emit(self.resets("turn", "round"))',
        'self.emit(self.resets("turn"))',
    ),
    F(
        "the next player is always the left one",
        "game_loop",
        'named if self.is_written("next-player") else left',
        "left",
    ),
    F(
        "the later starter starts the first round too",
        "game_loop",
        'self.emit((km.Write("active", (), self.game.starter),))',
        'self.emit((km.Write("active", (), self.game.later_starter),))',
    ),
    F(
        "hooks before a phase are left out",
        "game_loop",
        'for part in (self.hooked("before", phase.name), step, self.hooked("after", phase.name)):',
        'for part in (step, self.hooked("after", phase.name)):',
    ),
    F(
        "hooks after a round are left out",
        "game_loop",
        'self.part(self.hooked("after", "round"), env, "round")',
        'self.part((), env, "round")',
    ),
    # --- showing, going round, what outlives a pause
    F("what is shown stays shown", "flow", "((on, 1), (off, 0))", "((on, 1), (off, 1))"),
    F(
        "everyone is shown what one should see",
        "flow",
        "if seer is not None:\n                step:",
        "if False:\n                step:",
    ),
    F(
        "going round passes over nobody",
        "calls",
        "self.close(km.Fork(self.put_in(step.where, inside), work, on))",
        "self.close(km.Goto(work))",
    ),
    F(
        "going round begins with the one who acts",
        "calls",
        "self.emit((km.Write(turn, (), self.put_in(step.start, env)),))",
        'self.emit((km.Write(turn, (), env.names["me"]),))',
    ),
    F(
        "names are cleared too early",
        "spill_locals",
        "gone = maybe[label] & ~live[target.label]",
        "gone = maybe[label]",
    ),
)


@click.command()
@click.option("--only", multiple=True, metavar="TEXT", help="Only faults with this in their name.")
@click.option("--jobs", default=2, show_default=True, help="How many copies of the tree.")
def main(only: tuple[str, ...], jobs: int) -> None:
    """Plant every fault in a copy of the tree and play random games; ends with 1 if one survives."""
    wished = [fault for fault in FAULTS if not only or any(text in fault.name for text in only)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(planted, [wished[number::jobs] for number in range(jobs)]))
    found = {name: difference for part in parts for name, difference in part.items()}
    if not only:
        record(found)
    sys.exit(SURVIVED in found.values())


def planted(faults: Sequence[LoweringFault]) -> dict[str, str]:
    """What random games say of each fault, one after the other in one copy of the tree."""
    found = {}
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        moments = count(int(RESULT.parent.stat().st_mtime))
        for fault in faults:
            found[fault.name] = noticed_by(fault, tree, moments)
            click.echo(f"{fault.name:55}  {found[fault.name]}", err=True)
    return found


def noticed_by(fault: LoweringFault, tree: Path, moments: count[int]) -> str:
    """The first difference that random games show with the fault in the tree, which is left as it was."""
    file = tree / fault.file
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.old) == 1, f"{fault.name}: its place is not found"
    try:
        _write(file, text.replace(fault.old, fault.new), next(moments))
        return _first_difference(tree)
    finally:
        _write(file, text, next(moments))


def _write(file: Path, text: str, moment: int) -> None:
    file.write_text(text, encoding="utf-8")
    os.utime(file, (moment, moment))


def _first_difference(tree: Path) -> str:
    words = [sys.executable, "-m", "tests.random_games", "--games", str(GAMES), "--plays", "1", "--stop"]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            words, cwd=tree, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        # Neither noticed nor survived: the machine was too busy.
        return UNDECIDED
    found = [line for line in done.stdout.splitlines() if line.startswith("DIFFERENT: ")]
    assert found or done.returncode == 0, done.stderr
    return found[0].removeprefix("DIFFERENT: ").replace("|", "/")[:120] if found else SURVIVED


def record(found: dict[str, str]) -> None:
    noticed = sum(difference not in (SURVIVED, UNDECIDED) for difference in found.values())
    rows = [f"| {fault.name} | `{fault.file}` | {found[fault.name]} |" for fault in FAULTS]
    head = (
        "# Faults seeded into the lowering\n\n"
        "Each fault was planted by itself in a copy of the code (`python -m tests.seeded.lowering`); random games\n"
        "were played by the machine and by the definition of the language up to the first difference. "
        f"{noticed} of {len(found)} were noticed.\n\n| fault | planted in | first difference |\n| --- | --- | --- |\n"
    )
    RESULT.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
