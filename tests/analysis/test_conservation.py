"""Conservation read off the steps: every published game passes, and whatever may lose or copy something is doubted."""

from dataclasses import replace

import pytest

from tests.check.induction.test_cutpoints import EXPEDITIONS
from tests.check.induction.test_prove import without_guards
from tests.engine import tiny
from verifier.analysis.conservation import conservation_doubts, number_of_puts
from verifier.analysis.conservation_domain import AbstractState, AbstractValues
from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report
from verifier.kernel.domain import NOTHING, Players, Things, Truth
from verifier.kernel.expression import Arith, Compare, Const, Contents, End, Local, Read, ZoneAt, ZoneOf
from verifier.kernel.machine import (
    Branch,
    Choice,
    Decide,
    Each,
    Final,
    Let,
    Machine,
    Put,
    Step,
    Take,
    Thing,
    Times,
    Write,
)
from verifier.program import program_of

ERRANDS = """\
game errands
players 2

card coin: value 1..6
card letter: value 1..4

zone purse: pile, hidden
zone table: set, seen
zone hand: set per player, seen by owner
zone shelf: pile per player, seen

note carried: letter
amount turns: 0..9
amount points per player: 0..9

setup
    move every coin to purse
    shuffle purse
    move every letter to table

turn
    play: one of pay, trade, tidy, fetch, wait

action pay
    rule a-coin-is-left
        require purse is not empty
    choose letter in table
    move letter to my shelf
    move top coin in purse to my hand

action trade
    choose letter l in my shelf
    choose letter k in table
    swap l with k

action tidy
    swap my shelf with opponent.shelf

action fetch
    choose letter in table
    set carried to letter
    do ask-the-way
    move carried to my shelf

procedure ask-the-way
    may choose coin in my hand
    move coin to bottom of purse

action wait
    add 1 to turns
    move top coin in purse to my hand

end
    rule enough
        when turns is 9

winner highest points, then shared
"""


def with_block(machine: Machine, label: str, steps: tuple[Step, ...]) -> Machine:
    block = replace(machine.blocks[label], steps=steps)
    return replace(machine, blocks={**machine.blocks, label: block})


def variants(steps: tuple[Step, ...], change):
    """The steps with one of them changed at a time, also inside others."""
    for place, step in enumerate(steps):
        before, after = steps[:place], steps[place + 1 :]
        for changed in change(step):
            yield (*before, *changed, *after)
        match step:
            case Branch(test, then, otherwise, rule):
                for inner in variants(then, change):
                    yield (*before, Branch(test, inner, otherwise, rule), *after)
                for inner in variants(otherwise, change):
                    yield (*before, Branch(test, then, inner, rule), *after)
            case Each() | Times():
                for inner in variants(step.steps, change):
                    yield (*before, replace(step, steps=inner), *after)


def spoiled(machine: Machine, change):
    for label, block in machine.blocks.items():
        for steps in variants(block.steps, change):
            yield label, with_block(machine, label, steps)


def read(folder, text: str) -> Machine:
    path = folder / "game.rules"
    path.write_text(text)
    return program_of(str(path)).machine


@pytest.fixture(params=[EXPEDITIONS, ERRANDS], ids=["parcels", "errands"])
def game(request, tmp_path) -> Machine:
    return read(tmp_path, request.param)


@pytest.fixture
def errands(tmp_path) -> Machine:
    return read(tmp_path, ERRANDS)


@pytest.mark.slow
@pytest.mark.parametrize("subject", subjects_of([], None, Report()), ids=str)
def test_no_published_game_can_lose_or_copy_anything(subject):
    found = program_of(subject.ruleset, subject.players).machine
    assert conservation_doubts(found) == []
    assert number_of_puts(found) > 3


def test_the_games_of_these_tests_are_in_order(game):
    assert conservation_doubts(game) == []


# --- what may lose or copy something


def left_out(step: Step):
    if isinstance(step, Take | Put):
        yield ()


def twice(step: Step):
    if isinstance(step, Take | Put):
        yield (step, step)


def from_elsewhere(step: Step):
    """Taken from a zone that is named, though nobody found it there."""
    if isinstance(step, Take) and step.zone != BOX:
        yield (replace(step, zone=BOX),)


def nothing_at_all(step: Step):
    if isinstance(step, Take | Put):
        yield (replace(step, thing=Const(NOTHING, Things("card", ()))),)


def nowhere(step: Step):
    if isinstance(step, Put):
        yield (replace(step, zone=ZoneOf(step.thing)),)


BOX = ZoneAt("box", ())


@pytest.mark.parametrize("change", [left_out, twice, from_elsewhere, nothing_at_all, nowhere])
def test_every_move_that_is_spoiled_is_doubted(game, change):
    tried = 0
    for label, wrong in spoiled(game, change):
        tried += 1
        assert any(doubt.block == label for doubt in conservation_doubts(wrong)), label
    assert tried >= number_of_puts(game)


def test_a_draw_without_the_question_whether_there_is_one_is_doubted_unless_a_guard_says_so(errands):
    def unasked(step: Step):
        if isinstance(step, Branch) and any(isinstance(inner, Take) for inner in step.then):
            yield step.then

    found = {label: bool(conservation_doubts(wrong)) for label, wrong in spoiled(errands, unasked)}
    assert found["wait"]
    assert not found["pay"]
    bold = {
        label: bool(conservation_doubts(without_guards(wrong))) for label, wrong in spoiled(errands, unasked)
    }
    assert bold["pay"]


def test_what_a_procedure_may_empty_is_not_sure_after_it(errands):
    def unasked(step: Step):
        if isinstance(step, Branch) and any(isinstance(inner, Take) for inner in step.then):
            yield step.then

    trusting = dict(spoiled(errands, unasked))["back from ask-the-way"]
    assert not conservation_doubts(trusting)
    emptied = Write("carried", (), Const(NOTHING, errands.cells["carried"].domain), None)
    for label in ("do ask-the-way", "ask-the-way chosen", "ask-the-way done"):
        wrong = with_block(trusting, label, (*trusting.blocks[label].steps, emptied))
        assert conservation_doubts(wrong), label
    # What happens where control never comes back from is no matter.
    assert not conservation_doubts(with_block(trusting, "wait", (*trusting.blocks["wait"].steps, emptied)))


def test_two_that_may_be_one_cannot_change_places(errands):
    """A letter of the shelf and one of the table differ; two of the table may not."""
    block = errands.blocks["play offer"]
    assert isinstance(block.out, Decide)

    def anywhere(part):
        if isinstance(part, Choice) and part.local == "l":
            return replace(part, source=Contents(ZoneAt("table", ()), part.source.things))
        return part

    taken = tuple(
        replace(alternative, prelude=tuple(map(anywhere, alternative.prelude)))
        for alternative in block.out.alternatives
    )
    same = replace(block, out=replace(block.out, alternatives=taken))
    wrong = replace(errands, blocks={**errands.blocks, block.label: same})
    assert {doubt.block for doubt in conservation_doubts(wrong)} == {"trade"}


# --- single steps, written directly

CARDS, FLAG = Things("card", (0, 1)), tiny.cell("flag", Truth())
CARRIED = tiny.cell("carried", CARDS, optional=True, starts=NOTHING)
X, DECK, HOME = Local("x", CARDS), ZoneAt("deck", ()), Const(0, CARDS)
PUT, NAMED = Put(X, DECK, "top"), Let("x", HOME)
TAKE = Take(X, ZoneOf(X))


def doubted(*steps: Step) -> bool:
    families = tiny.Families()
    families.add("deck", "pile", "hidden")
    families.add("hand", "set", "owner", ("player", Players(2)))
    things = tuple(Thing(f"card-{number}", "card", number) for number in CARDS.ids)
    cells = (tiny.cell("active", Players(2)), FLAG, CARRIED)
    blocks = [tiny.block("setup", steps, Final())]
    return bool(conservation_doubts(tiny.machine("small", things, families, blocks, cells=cells)))


def test_what_is_taken_and_put_is_not_doubted():
    assert not doubted(NAMED, TAKE, PUT)
    assert not doubted(NAMED, Branch(Read("flag", ()), (TAKE, PUT), ()))


def test_what_is_taken_in_one_case_only_is_doubted_whichever_comes_first():
    for then, otherwise in (((TAKE,), ()), ((), (TAKE,))):
        assert doubted(NAMED, Branch(Read("flag", ()), then, otherwise), PUT)


def test_what_a_name_or_a_cell_stood_for_before_says_nothing_of_it_now():
    other = Const(1, CARDS)
    assert doubted(NAMED, TAKE, Let("x", other), PUT)
    held = Read("carried", ())
    carrying = (Write("carried", (), HOME), Take(held, ZoneOf(held)))
    assert not doubted(*carrying, Put(held, DECK, "top"))
    assert doubted(*carrying, Write("carried", (), other), Put(held, DECK, "top"))
    top = Let("x", End("top", "c", BOX, CARDS))
    sure = Branch(Compare("!=", X, Const(NOTHING, CARDS)), (Take(X, BOX), PUT), ())
    assert not doubted(top, sure)
    assert doubted(top, NAMED, sure)


def test_a_player_and_the_opponent_differ_and_two_players_may_not():
    who = Players(2)
    one, other = (ZoneAt("hand", (Local(name, who),)) for name in ("p", "q"))
    opposite = ZoneAt("hand", (Arith("-", tiny.number(1), Local("p", who)),))
    families = tiny.Families()
    families.add("hand", "set", "owner", ("player", who))
    values = AbstractValues(tiny.machine("two", (), families, [tiny.block("setup", (), Final())]))
    known = AbstractState({})
    assert values.may_be(one, other, known)
    assert values.may_be(opposite, other, known)
    assert not values.may_be(one, opposite, known)
