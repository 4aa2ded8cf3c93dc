"""The 2,048 columns one colour can make, scored by the rules and by a table written by hand beside them."""

from itertools import combinations, combinations_with_replacement

from verifier.engine import Engine
from verifier.kernel.expression import Call, Const
from verifier.program import program_of
from verifier.trace.scoring import scored

COST, BONUS, LONG = 20, 20, 8
# The best that a column of so many cards can be worth.
BEST = (0, -10, -1, 7, 14, 28, 42, 60, 100, 120, 136, 148, 156)

COLOURS, ON_THE_TABLE = 5, 44


def by_hand(wagers: int, numbers: tuple[int, ...]) -> int:
    """The score sheet of the rule book, line by line."""
    if not wagers and not numbers:
        return 0
    points = (sum(numbers) - COST) * (wagers + 1)
    return points + BONUS if wagers + len(numbers) >= LONG else points


def test_every_column_of_a_colour_scores_as_the_table_says():
    made = program_of("lost-cities").machine
    engine = Engine(made)
    state = engine.blank()
    routes = made.families["route"]
    zone = routes.base + routes.size - 1
    red = [n for n, thing in enumerate(made.things) if thing.name.startswith("red-")]
    wagers = [n for n in red if made.things[n].design == "wager"]
    numbers = {int(made.things[n].name.split("-")[1]): n for n in red if n not in wagers}
    found = []
    best: dict[int, int] = {}
    for count in range(len(wagers) + 1):
        for size in range(len(numbers) + 1):
            for values in combinations(sorted(numbers), size):
                for thing in red:
                    engine.place(state, thing, made.box)
                for thing in (*wagers[:count], *(numbers[value] for value in values)):
                    engine.place(state, thing, zone)
                points = engine.evaluate(Call("points", (Const(zone, made.all_things),)), state, {})
                assert points == by_hand(count, values), (count, values)
                found.append(points)
                best[count + size] = max(points, best.get(count + size, points))
    assert len(found) == 2048
    assert (max(found), min(found)) == (156, -80)
    assert tuple(best[cards] for cards in range(len(BEST))) == BEST


def test_five_columns_of_all_the_cards_on_the_table_are_worth_592():
    lengths = combinations_with_replacement(range(len(BEST)), COLOURS)
    laid = [columns for columns in lengths if sum(columns) <= ON_THE_TABLE]
    assert max(sum(BEST[cards] for cards in columns) for columns in laid) == 592


def test_a_route_that_just_pays_for_itself_is_on_the_score_sheet_and_one_not_begun_is_not():
    made = program_of("lost-cities").machine
    engine = Engine(made)
    state = engine.blank()
    zone = made.families["route"].base
    colour = engine.speech.zone(zone).split()[-1]
    for value in (2, 8, 10):
        thing = next(n for n, each in enumerate(made.things) if each.name == f"{colour}-{value}")
        engine.place(state, thing, zone)
    (worth,) = scored(engine, state, 0)
    (routes,) = worth.steps
    (route,) = routes.inside
    assert (worth.value, route.value, route.about) == (0, 0, (f"route of 0 {colour}",))
    assert [(step.before, step.after) for step in route.steps][:2] == [(0, 20), (20, 0)]
