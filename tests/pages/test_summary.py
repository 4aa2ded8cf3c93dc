"""The player's summary: one or two pages of sentences, and nothing but sentences."""

import re

import pytest

from verifier.pages.game_pages import GamePages
from verifier.pages.pen import RuleSetVerdicts
from verifier.pages.rulebook import body
from verifier.pages.rules import LIVES, standing_chips
from verifier.pages.summary import summary
from verifier.pages.verdicts import RecordRow

pytestmark = pytest.mark.slow
# Two printed pages.
MOST_WORDS = 900


@pytest.mark.parametrize("game", ["lost-cities", "hearts", "catan-duel"])
def test_a_summary_is_short_and_has_neither_ids_nor_verdicts(game):
    shelf = GamePages(game)
    for lang in shelf.languages:
        told = summary(shelf.pen(lang))
        assert len(told.split()) < MOST_WORDS
        assert not re.search(r"`|verdict|<details|None", told)
        assert {"setup", "turn", "actions", "end"} <= set(re.findall(r"\{#([\w-]+)\}", told))


def test_a_booklet_has_no_claims():
    shelf = GamePages("lost-cities")
    pens = {booklet: shelf.pen("en", booklet=booklet) for booklet in (False, True)}
    claimed = {booklet: "{#holds}" in body(pen, pen.voice.terms()) for booklet, pen in pens.items()}
    assert claimed == {False: True, True: False}


@pytest.mark.parametrize(("verdict", "shown"), [("unknown", False), ("proved", True)])
def test_an_open_question_about_all_rules_is_no_badge_of_each(verdict, shown):
    pen = GamePages("lost-cities").pen("en")
    rule = next(iter(pen.known.standings))
    row = RecordRow(LIVES, "health", verdict, "", "")
    known = RuleSetVerdicts(pen.known.ruleset, pen.known.standings, {LIVES: row})
    object.__setattr__(pen, "known", known)
    assert (standing_chips(pen, rule) != "") == shown
