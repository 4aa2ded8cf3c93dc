"""One thing picked out by what is said of it, rounds until something holds, hands that only the others see."""

import pytest

from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.rules import FRAME, codes
from verifier.engine import Engine
from verifier.program import program_of

GAME = """
zone wall: row per player, seen by others
note chosen: player
note picked: number
note kept-suit: suit

turn
    go: one of act

action act
    add 1 to my coins

procedure poorest-first
    let p be the player p where p.coins is 0
    set chosen to p

procedure next-in-the-game with player q
    let p be the player p from left of q where p.coins is more than 0
    set chosen to p

procedure three-of-a-row
    let n be the number n in row where n.value is 3
    set picked to n

procedure suit-of-nothing
    let s be the suit s where my row of s is empty
    set kept-suit to s

procedure from-the-wall with number-of-cards n
    let c be number at n in my wall
    set picked to c

define worth for row r: sum value of number in r
define richer for row r, row s: r.worth is more than s.worth

kind number-of-cards: 1..6

rounds until any player p where p.coins is at least 5
"""

SCENARIOS = """
scenario from-the-active-player
    when do poorest-first
    then chosen is first

scenario the-first-that-fits
    given my coins: 2
    when do poorest-first
    then chosen is second

scenario nobody-fits-and-nothing-happens for 3 players
    given my coins: 2
    given second.coins: 2
    given third.coins: 2
    when do poorest-first
    then chosen is nothing

scenario whoever-is-out-is-skipped for 3 players
    given my coins: 1
    given third.coins: 1
    when do next-in-the-game with first
    then chosen is third

scenario all-the-way-round for 3 players
    given my coins: 1
    when do next-in-the-game with first
    then chosen is first

scenario a-component-in-one-of-many-zones
    given second.row of blue: 1, 3
    when do three-of-a-row
    then picked is in second.row
    then picked.value is 3

scenario no-such-component
    when do three-of-a-row
    then picked is nothing

scenario a-member-of-a-kind
    given my row of red: 1
    when do suit-of-nothing
    then kept-suit is blue

scenario by-its-place
    given my wall: red 2, blue 1, red 3
    when do from-the-wall with 2
    then picked.value is 1

scenario no-such-place
    given my wall: red 2
    when do from-the-wall with 2
    then picked is nothing

scenario a-dot-after-an-index
    given my row of red: 1, 2
    given second.row of blue: 2
    then (my row of red).worth is 3
    then my row of red is richer second.row of blue
    then second.row of blue is not richer my row of red

scenario enough
    given my coins: 5
    when round ends
    then game ends

scenario not-enough
    given my coins: 4
    when round ends
    then my coins is 0
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    found = tmp_path_factory.mktemp("single") / "tiny.rules"
    text = FRAME.replace("players 2", "players 2..3").replace(
        "rule no-cards", "rule no-cards\n        at end of turn"
    )
    found.write_text(f"{text}{GAME}{SCENARIOS}", encoding="utf-8")
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_the_machine_and_the_definition_give_the_expected_result(path, players):
    program = program_of(str(path), players)
    runner = MirroredRunner(program)
    assert len(program.game.scenarios) == {2: 10, 3: 3}[players]
    results = [(each.name, scenario_failures(runner, each)) for each in program.game.scenarios]
    assert [found for found in results if found[1] != []] == []


def test_only_the_others_see_a_hand_held_the_wrong_way_round(path):
    engine = Engine(program_of(str(path), 3).machine, anywhere=True)
    state = engine.new(Still())
    wall = next(f.base for f in engine.machine.families.values() if f.name == "wall")
    engine.place(state, 0, wall)
    seen = [engine.view(state, player)["zones"]["wall of 0"] for player in range(3)]
    shown = {"count": 1, "things": [engine.machine.things[0].name]}
    assert seen == [{"count": 1}, shown, shown]


class Still:
    def shuffle(self, zone, pile):
        """Nobody shuffles."""


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("zone wall: row, seen by others", "T308"),
        ("define late: round", "N250"),
        ("define one: the player p in deck where p is me", "N226"),
        ("define gone: the number n from first where n.value is 1", "T325"),
        ("kind step: 1..3\ndefine low: the step s where s is 2", "T326"),
        ("define which: number at 1 in row", "T312"),
        ("define whose: (first).dog", "N223"),
    ],
)
def test_what_cannot_be_meant_is_told(tmp_path, lines, code):
    turn = "turn\n    go: one of act\n\naction act\n    add 1 to my coins\n\nrounds until first.coins is 3"
    assert code in codes(tmp_path, turn, lines)
