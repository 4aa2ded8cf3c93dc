"""Equal shapes are a proof: what changes no play changes no shape, and what changes a play does."""

import pytest

from tests.compare.renamed import renamed
from tests.compare.shore import SHORE, otherwise, written
from verifier.analysis.normal_form import normal_machine
from verifier.compare.canonical.shape import shape_of
from verifier.program import program_of

pytestmark = pytest.mark.slow


def digest(ruleset):
    return shape_of(program_of(ruleset).machine).digest


def test_a_game_has_the_shape_of_a_copy_with_every_name_changed(tmp_path, shore):
    assert digest(shore) == digest(written(tmp_path, "meadow", otherwise()))


@pytest.mark.parametrize(
    ("game", "number", "was", "now"),
    [("lost-cities-board", "bridges-to-end", 5, 4), ("lost-cities-rivals", "lowest-offer", 1, 2)],
)
def test_a_copy_with_one_number_changed_as_well_has_another_shape(game, number, was, now, tmp_path):
    text, names = renamed(game)
    line = f"number {names[number]}: "
    assert line + str(was) in text
    other = written(tmp_path, "copied", text.replace(line + str(was), line + str(now)))
    assert digest(written(tmp_path, "plain", text)) == digest(game) != digest(other)


def test_the_order_in_which_things_are_declared_is_no_shape(tmp_path, shore):
    bag, hand = "zone bag: pile, hidden\n", "zone hand: set per player, seen by owner\n"
    beach = "zone beach: row per player per side, seen\n"
    swapped = SHORE.replace(bag + hand + beach, beach + hand + bag)
    assert swapped != SHORE
    assert digest(shore) == digest(written(tmp_path, "swapped", swapped))


def test_the_order_in_which_actions_are_offered_is_no_shape(with_house, shore):
    assert digest(shore) == digest(with_house("replace play: one of pay, lay"))


@pytest.mark.parametrize(
    "lines",
    [
        ("change worth", "    rule nothing-more", "        add 0"),
        ("change worth", "    rule never", "        when 1 is 2", "        add 5"),
        ("note last: card", "after lay", "    set last to card"),
        ("number extra: 0", "change score", "    rule extras", "        add extra * p.coins"),
        (
            "note tired: card, until turn ends",
            "replace rule shells-rise",
            *SHORE[SHORE.index("        when card is shell") : SHORE.index("    move card to my beach")]
            .rstrip()
            .splitlines(),
        ),
        ("define rich for player p: p.coins is more than 5",),
    ],
    ids=[
        "a step of nothing",
        "a case that never comes",
        "a note nobody reads",
        "a factor of nothing",
        "a note",
        "a word",
    ],
)
def test_a_rule_without_effect_leaves_no_trace(lines, with_house, shore):
    assert digest(shore) == digest(with_house(*lines))


def test_which_end_of_a_pile_a_card_goes_to_is_part_of_the_shape(with_house):
    heap = ("zone heap: pile, seen", "after pay")
    ends = [
        digest(with_house(*heap, f"    move top card in bag to {end} of heap")) for end in ("top", "bottom")
    ]
    assert ends[0] != ends[1]


@pytest.mark.parametrize(
    "lines",
    [
        ("set hand-size to 3",),
        ("replace zone bag: pile, seen",),
        ("remove rule stones-double",),
        ("replace winner highest score, then youngest",),
        ("replace rule storm-costs", "    when wind is calm", "    add 1 to my coins"),
        (
            "replace turn",
            "    weather: do blow",
            "    again: any number of lay",
            "    play: one of lay, pay",
            "    fill: do fill-up",
        ),
        (
            "note last: card",
            "after lay",
            "    set last to card",
            "replace rule coins-enough",
            "    require last is nothing",
        ),
        ("set size to 1..4",),
        ("replace card stone: each side, copies 3",),
    ],
    ids=lambda lines: lines[0],
)
def test_a_rule_with_effect_changes_the_shape(lines, with_house, shore):
    assert digest(shore) != digest(with_house(*lines))


def test_a_guard_that_can_never_refuse_is_seen_through(with_house, shore):
    # The note is always cleared before anybody lays: control never comes there with a card in it.
    idle = (
        "note paid: card, until turn ends",
        "before lay",
        "    clear paid",
        "replace rule coins-enough",
        "    require price is at most my coins",
        "    require paid is nothing",
    )
    assert digest(shore) == digest(with_house(*idle))


def test_the_normal_machine_plays_the_same(shore):
    from verifier.engine import Engine
    from verifier.trace.policies.uniform import random_play

    found = program_of(shore).machine
    engines = Engine(found), Engine(normal_machine(found))
    for seed in range(20):
        plays = [random_play(engine, seed, {"youngest": seed % 2}) for engine in engines]
        assert plays[0].steps == plays[1].steps
        assert engines[0].result(plays[0].state) == engines[1].result(plays[1].state)


@pytest.mark.parametrize(
    "game", ["lost-cities", "lost-cities-duel+exploits", "lost-cities-rivals", "lost-cities-board"]
)
def test_the_normal_machine_of_a_real_game_plays_the_same(game):
    from verifier.engine import Engine
    from verifier.trace.policies.uniform import random_play

    found = program_of(game).machine
    engines = Engine(found), Engine(normal_machine(found))
    givens = [{name: 0 for name, cell in engine.machine.cells.items() if cell.given} for engine in engines]
    for seed in range(10):
        plays = [random_play(engine, seed, given) for engine, given in zip(engines, givens, strict=True)]
        assert plays[0].steps == plays[1].steps
        assert engines[0].result(plays[0].state) == engines[1].result(plays[1].state)
