"""CATAN Duel: who sees what. Hands, stacks and piles are hidden; whoever is let look looks alone."""

from functools import cache

import pytest

from verifier.engine import Engine
from verifier.engine.scenarios import ScenarioRunner
from verifier.program import program_of
from verifier.trace.policies.uniform import random_play

BASE, WAR, PROGRESS = "catan-duel", "catan-duel+war", "catan-duel+progress"
FIRST, SECOND = 0, 1
# Zones that only a rule opens; a hand is open to its owner.
HIDDEN = ("stack", "events", "regions", "heap", "hand of ", "taken-hand of ")

# Which scenario, the zone that is looked through, who looks.
LOOKS = [
    (BASE, "searching-a-stack-for-two-goods", "stack of 1", FIRST),
    (BASE, "a-scout-finds-two-regions", "regions", FIRST),
    (BASE, "fraternal-feuds-cost-two-cards", "taken-hand of 0", FIRST),
    (BASE, "the-opponent-may-be-the-stronger", "taken-hand of 1", SECOND),
    (WAR, "a-first-hand-is-chosen", "stack of 3", FIRST),
    (WAR, "a-traitor-brings-a-card", "hand of 1", FIRST),
    (WAR, "a-traitor-may-come-back-with-nothing", "hand of 1", FIRST),
    (PROGRESS, "a-library-brings-a-card", "stack of 1", FIRST),
]


class Table:
    """The scenarios of a rule set, with every state at which one of them pauses."""

    def __init__(self, ruleset):
        self.states = []
        program = program_of(ruleset)
        game, machine = program.game, program.machine_with_scenarios
        self.by_name = {scenario.name: scenario for scenario in game.scenarios}
        self.suite = ScenarioRunner(game, machine, lambda state, _: self.states.append(state.copy()))
        self.engine = self.suite.engine
        # The set-up is the same for all of them and not what is looked at here.
        self.suite.seated()

    def played(self, name):
        self.states.clear()
        assert not self.suite.run(self.by_name[name])
        return list(self.states)

    def sees(self, state, player, zone):
        """The components a player sees in a zone, or nothing if it is closed to the player."""
        return self.engine.view(state, player)["zones"][zone].get("things")


@cache
def table(ruleset):
    return Table(ruleset)


@pytest.mark.parametrize(("ruleset", "name", "zone", "who"), LOOKS)
def test_who_may_look_looks_alone_and_no_longer_than_it_takes(ruleset, name, zone, who):
    at = table(ruleset)
    states = at.played(name)
    other = SECOND if who == FIRST else FIRST
    open_at = [n for n, state in enumerate(states) if at.sees(state, who, zone)]
    assert open_at
    assert all(at.engine.player(states[n]) == who for n in open_at)
    owned_by_other = zone == f"hand of {other}"
    assert all(owned_by_other or at.sees(states[n], other, zone) is None for n in open_at)
    assert not at.sees(states[-1], who, zone)


def test_the_discard_pile_shows_its_top_to_all_and_the_rest_to_who_searches_it():
    at = table(PROGRESS)
    looked = 0
    for state in at.played("guido-helps-who-trails"):
        if at.engine.view(state, SECOND)["zones"]["discard"]["count"] < 2:
            continue
        assert len(at.sees(state, SECOND, "discard")) == 1
        looked += len(at.sees(state, FIRST, "discard")) == 2
    assert looked


def test_a_repelled_traitor_sees_nothing():
    at = table(WAR)
    for state in at.played("a-repelled-traitor-is-thrown-away"):
        assert at.sees(state, FIRST, "hand of 1") is None


def test_a_note_about_an_event_is_not_told_once_the_card_lies_hidden_again():
    """A view is what can be seen now; what everybody was shown before is theirs to remember."""
    at = table(BASE)
    *_, state = at.played("more-ships-gain-alone")
    for player in (FIRST, SECOND):
        assert at.engine.view(state, player)["cells"]["latest"] == "hidden"


def test_the_victim_of_a_fraternal_feud_cannot_tell_which_card_went_where():
    """Scout under the first stack and goldsmith under the second, or the other way round: the same to the victim."""
    at = table(BASE)
    states = at.played("fraternal-feuds-cost-two-cards")
    begun = next(state for state in states if at.sees(state, FIRST, "taken-hand of 0"))

    def seen(*choices):
        state, views = begun.copy(), []
        for choice in choices:
            said = {tuple(at.engine.describe(m, state)["with"].values()): m for m in at.engine.legal(state)}
            at.engine.step(state, said[(choice,)], at.suite.seated())
            views.append(at.engine.view(state, SECOND))
        return views

    one = seen("scout", "stack of 1", "goldsmith", "stack of 2")
    other = seen("goldsmith", "stack of 1", "scout", "stack of 2")
    assert one == other
    assert one[-1]["zones"]["hand of 1"]["things"] == ["relocation"]


def test_in_play_only_who_is_to_choose_ever_looks_into_what_is_hidden():
    engine = Engine(program_of(WAR).machine, checked=True)
    looked = 0

    def watch(state, moment):
        nonlocal looked
        if engine.over(state) or moment is not None:
            return
        chooser = engine.player(state)
        for player in (FIRST, SECOND):
            for zone, found in engine.view(state, player)["zones"].items():
                if zone.startswith(HIDDEN) and found.get("things") and not zone.endswith(f"hand of {player}"):
                    assert player == chooser
                    looked += 1

    engine.watch = watch
    random_play(engine, 3, most=100)
    assert looked
