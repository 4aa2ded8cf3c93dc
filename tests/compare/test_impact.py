"""What overlays do to a game: properties, idle rules, endings, plays."""

from dataclasses import replace

import pytest

from verifier.analysis.idle_rules import idle_rules, rules_of, without_rules
from verifier.analysis.normal_form import normal_machine
from verifier.compare.impact import OverlayEffect, impact
from verifier.compare.sides import CompareJob, PropertyRow, base_of
from verifier.diagnostics import Rejected
from verifier.program import program_of
from verifier.report.impact import (
    effect_in_words,
    exit_in_words,
    impact_in_words,
    impact_page,
    plays_in_words,
)
from verifier.verdict.finding import Finding

pytestmark = pytest.mark.slow

QUICK = CompareJob(seconds=0.1, plays=30, jobs=1)
ENOUGH = CompareJob(seconds=0.5, plays=5, jobs=1)


def rows(found, change):
    return [row.name for row in found.rows if row.change == change]


def finding(verdict, acknowledged=None):
    return Finding("p", "invariant", verdict, "m", "d", acknowledged=acknowledged)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("proved", "proved", "same"),
        ("proved", "tested", "weaker"),
        ("tested", "proved", "stronger"),
        ("exhausted", "tested", "same"),
        ("tested", "refuted", "broken"),
        ("refuted", "proved", "repaired"),
        ("refuted", "tested", "open"),
        ("refuted", "refuted", "same"),
        ("refuted", "unknown", "open"),
        ("proved", "unknown", "open"),
    ],
)
def test_a_change_of_verdict_has_a_name(before, after, change):
    assert PropertyRow("p", finding(before), finding(after)).change == change


def test_a_property_may_come_and_go():
    assert PropertyRow("p", None, finding("tested")).change == "new"
    assert PropertyRow("p", None, finding("refuted")).change == "broken"
    assert PropertyRow("p", finding("tested"), None).change == "gone"


def test_an_invariant_that_breaks_is_shown_with_a_play(with_house):
    lines = ("invariant few-coins", "    every player p: p.coins is at least 1")
    found = impact(with_house(*lines), QUICK)
    assert rows(found, "broken") == ["few-coins"]
    assert found.broken[0].trace.told
    assert any("few-coins" in line for line in impact_in_words(found))


def test_what_breaks_with_three_players_alone_is_found(with_house):
    ruleset = with_house("invariant a-pair", "    count player is 2")
    found = impact(ruleset, QUICK)
    assert [table.players for table in found.tables] == [2, 3]
    assert not found.broken
    assert [each.property for each in found.others[0].broken] == ["a-pair"]
    assert found.breaks
    effect = OverlayEffect("house", found, {"a-pair": True})
    assert effect.verdict == "breaks"
    assert "a-pair (a play, with 3 players)" in effect_in_words(effect)
    assert not impact(ruleset, replace(QUICK, players=2)).breaks
    with pytest.raises(Rejected):
        impact(ruleset, replace(QUICK, players=7))


def test_rules_that_nothing_needs_any_more_are_idle(with_house):
    found = impact(with_house("remove rule beaches"), QUICK)
    assert found.idle == ("sizes", "stones-double")


def test_a_rule_whose_condition_always_holds_is_not_idle(with_house):
    ruleset = with_house(
        "amount tally: 0..3, rest lost",
        "after lay",
        "    rule always",
        "        when tally is at least 0",
        "        add 1 to my coins",
        "    rule never",
        "        when tally is less than 0",
        "        add 1 to my coins",
    )
    machine = program_of(ruleset).machine
    assert {"always", "never"} <= rules_of(machine) - rules_of(normal_machine(machine))
    assert idle_rules(machine) & {"always", "never"} == {"never"}


def test_of_two_rules_that_do_the_same_only_one_is_idle(with_house):
    lines = ["amount tally: 0..3, rest lost", "note said", "after lay"]
    for name in ("one", "other"):
        lines += [f"    rule {name}", "        when tally is at least 0", "        set said"]
    lines += ["after pay", "    rule heard", "        when said", "        add 1 to my coins"]
    machine = program_of(with_house(*lines)).machine
    idle = idle_rules(machine)
    assert len(idle & {"one", "other"}) == 1
    shorter = normal_machine(without_rules(machine, idle))
    assert shorter.blocks == normal_machine(machine).blocks


def test_a_rule_without_effect_leaves_the_machine_as_it_was(with_house):
    found = impact(with_house("note last: card", "after lay", "    set last to card"), QUICK)
    assert found.same
    assert "same machine" in "\n".join(impact_in_words(found))


def test_plays_are_simulated_side_by_side(with_house, shore):
    found = impact(with_house("remove rule coins-count"), QUICK)
    before, after = found.plays
    assert before.random.lengths == after.random.lengths
    assert before.random.plays == 30
    assert before.greedy.plays == 6
    assert sum(after.random.scores) < sum(before.random.scores)
    assert impact(shore, QUICK).plays[0] == before


def test_a_reading_is_laid_beside_what_it_stands_on():
    assert base_of("lost-cities+no-bonus") == "lost-cities"
    assert base_of("lost-cities-duel+wagers-do-not-count") == "lost-cities-duel+exploits"
    assert base_of("lost-cities-duel+same-achievements") == "lost-cities-duel+exploits+three-in-a-row"
    assert base_of("lost-cities-duel+exploits") == "lost-cities-duel"
    # Cards that nobody plays with alone are no base.
    assert base_of("catan-duel+gold") == "catan-duel"
    assert base_of("catan-duel+moneylender-adds-two") == "catan-duel+gold"
    # Whoever names several wants to know what all of them do.
    assert base_of("lost-cities-duel+exploits+wagers-do-not-count") == "lost-cities-duel"


def test_a_game_is_looked_at_once_for_all_its_overlays(with_house, shore):
    known = {}
    alone = impact(shore, QUICK, known)
    looked_at = list(known.values())
    assert len(looked_at) == len(alone.tables)
    beside = impact(with_house("remove rule coins-count"), QUICK, known)
    assert list(known.values()) == looked_at
    assert beside.plays[0] == alone.plays[0]
    assert [row.before for row in beside.rows] == [row.before for row in alone.rows]
    # Other texts, or another wish, and it is looked at anew.
    impact(shore, replace(QUICK, plays=3, players=2), known)
    assert len(known) == len(looked_at) + 1


def test_the_page_stands_alone(with_house):
    drawn = impact_page(impact(with_house("remove rule coins-count"), QUICK))
    assert drawn.startswith("<!doctype html>")
    assert drawn.count("<svg") == 4
    assert "<script" not in drawn


def test_a_house_rule_against_the_endless_game_repairs_it():
    found = impact("lost-cities+no-swapping", ENOUGH)
    assert "it-ends" in rows(found, "repaired")
    assert found.bounds[0] is None
    assert found.bounds[1].turns == 88
    # The loop of the game without it is told move by move.
    lines = list(impact_in_words(found))
    last = next(line for line in lines if "and so on from move" in line)
    first = next(line for line in lines if f"{last.split()[-1]}. " in line)
    detail = next(row.before.detail for row in found.rows if row.name == "it-ends")
    assert detail.startswith(f"moves {last.split()[-1]} to ")
    assert lines.index(first) < lines.index(last)


def test_scoring_by_length_makes_the_other_scoring_rules_idle():
    idle = idle_rules(program_of("lost-cities+length-counts").machine) - idle_rules(
        program_of("lost-cities").machine
    )
    assert {"bonus-for-eight", "cost-of-travel", "sum-of-values", "wagers-multiply"} <= idle


def test_it_is_told_how_often_a_new_rule_is_at_work(with_house):
    lines = ("after lay", "    rule a-present", "        add 1 to my coins")
    told = list(plays_in_words(impact(with_house(*lines), QUICK)))
    (line,) = [each for each in told if "the new `a-present` is at work" in each]
    assert float(line.split()[-4]) > 1


def test_what_the_overlays_expect_is_named_and_the_exit_code_is_explained():
    found = impact("lost-cities+seven-cards", QUICK)
    assert found.expected == ("cards-are-dealt-anew", "the-deal")
    told = "\n".join(impact_in_words(found))
    assert "as the overlays say: cards-are-dealt-anew, the-deal" in told
    assert exit_in_words(found) == "nothing fails that did not fail before: exit code 0"
    pictures = [line for line in plays_in_words(found) if "mean" in line]
    assert {line[-2:] for line in pictures} == {" A", " B"}
    assert max(map(len, pictures)) <= 80
