"""One small piece of rules for each construct, laid over the quay: what it commits the rules to."""

import pytest

from tests.words.claims.quay import FRAME, claims, quay
from verifier.words.claims import neighbours

OTHER = FRAME.replace("    load: one of stow, throw\n", "    load: one of stow, throw{more}\n")


def with_action(folder, steps, *pieces, more=", extra"):
    """The quay with one more action in its first phase."""
    body = "\n".join(f"    {line}" for line in steps.strip("\n").splitlines())
    return claims(quay(folder, f"action extra\n{body}", *pieces, frame=OTHER.replace("{more}", more)))


def test_an_optional_phase_may_be_left_out(tmp_path):
    found = claims(quay(tmp_path, frame=FRAME.replace("load: one of", "load: at most one of")))
    assert "may" in found["load/may"].allowed
    assert "must" in neighbours(found["load/may"])


def test_any_number_of_a_choice_inside_an_action(tmp_path):
    found = with_action(tmp_path, "choose card in my hand\nmove card to tip of card.flag\nany number of stow")
    assert found["extra/stow/how-many"].allowed >= {"several", "all"}
    assert "may" in found["extra/stow/may"].allowed


def test_at_most_one_of_a_choice_inside_an_action(tmp_path):
    found = with_action(
        tmp_path, "choose card in my hand\nmove card to tip of card.flag\nat most one of stow"
    )
    assert found["extra/stow/one"].allowed == {1}


def test_choices_that_follow_each_other_are_both_offered(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\ndo both",
        "procedure both\n    any number of stow\n    at most one of throw",
    )
    assert found["both/stow-throw/both"].allowed == {"and"}


def test_steps_done_several_times(tmp_path):
    found = with_action(
        tmp_path, "choose card in my hand\nmove card to tip of card.flag\nrepeat 3 times\n    do one-more",
        "procedure one-more\n    move top card in hold to my hand",
    )  # fmt: skip
    assert found["extra/times"].allowed == {3}
    assert neighbours(found["extra/times"]) == {2, 4}


COINS = "amount coins per player: 0..30\namount chest: 0..60\namount price: 0..30, until turn ends"


def test_what_is_paid_goes_somewhere(tmp_path):
    found = with_action(tmp_path, "choose offer from 2 to 9\nmove offer from my coins to chest", COINS)
    assert found["extra/coins-paid"].allowed == {"assert", "must"}
    assert found["extra/coins-subtract"].allowed == {"subtract"}
    assert found["extra/chest-add"].allowed == {"add"}


def test_an_amount_that_is_chosen_has_a_least_value(tmp_path):
    found = with_action(tmp_path, "choose offer from 2 to 9\nmove offer from my coins to chest", COINS)
    assert (found["extra/offer-from"].allowed, found["extra/offer-from"].op) == ({2}, "at-least")


def test_an_offer_must_beat_the_last_one(tmp_path):
    found = with_action(
        tmp_path,
        "choose offer from 2 to 9\nrule outbid\n    require offer is more than price\nset price to offer",
        COINS,
    )
    assert found["outbid/comparison"].allowed == {"more-than"}
    assert "at-least" in neighbours(found["outbid/comparison"])


def test_what_is_shared_leaves_a_rest(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\ndo share-out",
        COINS,
        "procedure share-out\n    let part be chest / players\n"
        "    each player p\n        move part from chest to p.coins",
    )
    assert found["share-out/shared"].allowed >= {"assert", "must"}
    assert "share-out/rest-stays" in found
    assert found["share-out/not-at-hold-cleared"].allowed == {"negated", "must-not"}


BIDS = """\
note bidding per player, until turn ends
define bidders: count player p where p is bidding
action leave
    clear my bidding
"""


def test_going_round_has_a_direction_and_an_end(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\neach player p\n    set p.bidding\n"
        "go round player p from left of me where p is bidding until bidders is 1\n    one of leave, by p",
        BIDS,
    )
    assert "clockwise" in found["extra/in-turn"].allowed
    assert "counter" in neighbours(found["extra/in-turn"])
    assert "extra/gone-for-good" in found
    assert found["extra/until"].allowed == {0, 1}


def test_who_is_next_may_be_set(tmp_path):
    found = with_action(
        tmp_path, "choose card in my hand\nmove card to tip of card.flag\nset next-player to left of me"
    )
    assert found["extra/next"].allowed == {"left-neighbour"}


def test_a_rule_with_a_condition_happens_then(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\nrule clear-out\n    when hold is empty\n"
        "    move card to box",
    )
    assert found["clear-out/when"].allowed == {"empty", "last"}
    assert found["clear-out/happens"].allowed == {"assert", "must"}
    assert found["clear-out/not-replaced"].allowed == {"negated", "must-not"}


def test_a_choice_that_may_be_left_out(tmp_path):
    found = with_action(tmp_path, "choose card in my hand\nmove card to tip of card.flag\nmay choose flag")
    assert found["extra/may"].allowed == {"may", "assert"}


def test_a_threshold_of_a_rule_for_some_players(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\neach player p where p.coins is more than 7\n"
        "    set p.coins to 0",
        COINS,
    )
    assert (found["extra/those-with"].allowed, found["extra/those-with"].op) == ({7}, "more-than")


def test_a_die_is_rolled(tmp_path):
    found = with_action(
        tmp_path, "choose card in my hand\nmove card to tip of card.flag\nroll gust", "die gust: 1..6"
    )
    assert found["extra/rolled-gust"].allowed == {"assert", "must"}


TILES = """\
tile shell: copies 4
    on found
        move this to my bag
tile gull: worth 3, copies 2
    on found
        add this.worth to my total
zone bag: set per player, seen
zone beach: space per flag, seen
"""
FIND = (
    "choose card in my hand\nmove card to tip of card.flag\n"
    "rule something-there\n    when beach of card.flag is not empty\n"
    "    let t be top tile in beach of card.flag\n    do t.found"
)


def test_what_stands_on_a_tile_is_carried_out(tmp_path):
    found = with_action(tmp_path, FIND, TILES)
    assert found["extra/carried-out-found"].allowed == {"assert", "must"}
    assert found["shell.found/leaves-its-place-empty"].allowed == {"empty"}
    assert found["gull.found/stays"].allowed == {"assert", "must"}


def test_points_of_a_tile_are_not_multiplied(tmp_path):
    found = with_action(tmp_path, FIND, TILES)
    assert found["gull.found/not-by-sealed"].allowed == {"negated", "must-not"}


def test_a_table_of_points(tmp_path):
    frame = FRAME.replace(
        "    rule all-piers\n",
        "    rule table\n        add by-shells of p.shells\n    rule all-piers\n",
    )
    found = claims(
        quay(
            tmp_path,
            "amount shells per player: 0..4, kept",
            "number by-shells by shells: 0 is -8, 1 is -3, 2 is 0, 3 is 5, 4 is 9",
            frame=frame.replace("winner highest total", "winner highest score"),
        )
    )
    assert found["by-shells/values"].allowed == {-8, -3, 0, 5, 9}
    assert (found["by-shells/turns-at"].allowed, found["by-shells/turns-at"].op) == ({2}, "less-than")


def test_a_tie_break_among_the_winners(tmp_path):
    found = claims(
        quay(
            tmp_path,
            frame=FRAME.replace("winner highest total, then shared", "winner highest total, then tallest"),
        )
    )
    assert found["winner/on-a-tie-1"].allowed == {"tallest"}
    assert found["winner/on-a-tie-1"].kind == "tiebreak"


def test_the_next_starter_beside_the_last_player(tmp_path):
    frame = FRAME.replace("later starter highest total, then tallest", "later starter left of active")
    assert claims(quay(tmp_path, frame=frame))["later-starter/who"].allowed == {"left-neighbour"}


def test_a_named_number_that_nothing_else_tells_has_a_claim(tmp_path):
    found = with_action(
        tmp_path,
        "choose card in my hand\nmove card to tip of card.flag\nset price to fee",
        COINS,
        "number fee: 11",
    )
    [fee] = [claim for claim in found.values() if claim.patch and claim.patch.place == "fee"]
    assert (fee.allowed, fee.binding, fee.expected) == ({11}, False, False)


@pytest.mark.parametrize(
    ("sign", "op"), [("more than", "more-than"), ("at least", "at-least"), ("at most", "at-most")]
)
def test_each_comparison_of_a_guard(tmp_path, sign, op):
    found = claims(
        quay(tmp_path, frame=FRAME.replace("is more than highest weight", f"is {sign} highest weight"))
    )
    assert found["heavier/comparison"].allowed == {op}
