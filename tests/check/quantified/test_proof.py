"""What every step keeps, and what must not be believed: a guard left out, or undone before the step it guards."""

import pytest

from tests.check.quantified.following import is_denied, passages, untrue
from tests.rules import made
from verifier.check.quantified.proof import QuantifiedProof, prove_quantified

pytestmark = pytest.mark.slow

RULES = """
zone shelf: pile per player per suit, seen, holds 1
zone tray: set, seen
note lent: number, until turn ends
number fee: 1

turn
    act: one of build, swap-shelves, rest

action build
    choose number c in my hand
    choose my shelf spot
    rule shelf-free
        require spot is empty
    rule one-of-a-value
        require no number n in my shelf where n.value is c.value
    rule affordable
        require my coins is at least fee
    do pay with me
    move c to spot

procedure pay with player p
    p chooses suit s
    rule rich-pay-red
        when s is red
        do show-up with p
    take fee from p.coins

procedure show-up with player p
    p.opponent chooses number n in p.opponent.hand
    set lent to n

action swap-shelves
    choose my shelf a, my shelf b where a is not b
    swap a with b

action rest
    rule room-in-the-purse
        when my coins is less than 20
        add 1 to my coins
    repeat 2 times
        move top number in deck to my hand

invariant values-differ
    every player p, number a in p.shelf, number b in p.shelf where a.value is b.value: a is b
invariant one-a-shelf
    every shelf s: count number in s is at most 1
invariant six-cards
    count number in deck + count number in hand + count number in shelf is 6
invariant tray-is-clear
    tray is empty
"""


def proved(folder, *changes: tuple[str, str]) -> set[str]:
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    machine = made(folder, text)
    wanted = ["bounds", *(claim.name for claim in machine.claims)]
    verdicts = prove_quantified(machine, wanted, (), 5_000)
    assert {verdict.property for verdict in verdicts} == set(wanted)
    return {verdict.property for verdict in verdicts if verdict.verdict == "proved"}


def test_what_guards_see_to_is_proved_over_pauses_and_procedures(tmp_path):
    found = proved(tmp_path)
    assert {"values-differ", "one-a-shelf", "six-cards", "tray-is-clear", "bounds"} <= found


@pytest.mark.parametrize(
    ("rule", "claims"),
    [
        (
            "    rule one-of-a-value\n        require no number n in my shelf where n.value is c.value\n",
            {"values-differ"},
        ),
        ("    rule shelf-free\n        require spot is empty\n", {"one-a-shelf", "bounds"}),
        ("    rule affordable\n        require my coins is at least fee\n", {"bounds"}),
    ],
)
def test_without_its_guard_nothing_of_the_kind_is_proved(tmp_path, rule, claims):
    assert not claims & proved(tmp_path, (rule, ""))


def test_a_guard_that_is_undone_before_the_step_does_not_count(tmp_path):
    undoing = (
        "    set lent to n\n",
        "    set lent to n\n    p chooses p.shelf t\n    p chooses number m in p.hand\n    move m to t\n",
    )
    assert not {"values-differ", "one-a-shelf", "bounds"} & proved(tmp_path, undoing)


def test_a_purse_that_another_empties_meanwhile_is_not_taken_for_full(tmp_path):
    emptied = ("    set lent to n\n", "    set lent to n\n    set p.coins to 0\n")
    assert "bounds" not in proved(tmp_path, emptied)


def test_a_card_from_elsewhere_breaks_a_count(tmp_path):
    assert "six-cards" not in proved(tmp_path, ("    move c to spot\n", "    move c to tray\n"))


def test_a_swap_with_the_other_player_may_bring_values_together(tmp_path):
    swap = ("choose my shelf a, my shelf b where a is not b", "choose my shelf a, my opponent.shelf b")
    assert "values-differ" not in proved(tmp_path, swap)


LENDING = """
note lent: number
turn
    act: one of lend
action lend
    choose number c in my hand
    {step}
invariant none-lent
    (count number n in hand where n is lent) is 0
"""


@pytest.mark.parametrize(("step", "count"), [("set lent to c", 0), ("add 1 to my coins", 1)])
def test_a_count_does_not_outlive_a_note_that_it_reads(tmp_path, step, count):
    machine = made(tmp_path, LENDING.format(step=step))
    verdicts = prove_quantified(machine, ["none-lent"], (), 5_000)
    assert sum(verdict.verdict == "proved" for verdict in verdicts) == count


def test_once_all_that_is_wanted_is_lost_nothing_else_is_asked(tmp_path):
    rule = "    rule one-of-a-value\n        require no number n in my shelf where n.value is c.value\n"
    assert rule in RULES
    machine = made(tmp_path, RULES.replace(rule, ""))
    few, all_of_them = QuantifiedProof(machine, 5_000), QuantifiedProof(machine, 5_000)
    few.settle(few.claims, ["values-differ"])
    all_of_them.settle(all_of_them.claims)
    assert few.lost["values-differ"] == all_of_them.lost["values-differ"]
    assert few.asked < all_of_them.asked
    # What is left undone is not taken for shown; what can be kept is kept.
    assert not few.believed
    both = QuantifiedProof(machine, 5_000)
    both.settle(both.claims, ["values-differ", "one-a-shelf"])
    assert "one-a-shelf" in both.believed


def test_a_claim_that_fails_at_the_beginning_is_not_proved(tmp_path):
    assert "tray-is-clear" not in proved(tmp_path, ("    tray is empty", "    hand is empty"))


# A step that is undone by the next one, a guard that does not always apply.
UNDOING = """
zone tray: set, seen
note lent: number

turn
    act: one of carry, draw

action carry
    choose number c in my hand
    rule reds-are-low
        when c.suit is red
        require c.value is at most 2
    set lent to c
    move c to tray
    move c to heap
    do look with me

procedure look with player p
    p.opponent chooses suit s
    add 1 to p.coins

action draw
    move top number in deck to my hand
"""


@pytest.mark.parametrize("rules", [RULES, UNDOING], ids=["building", "undoing"])
def test_plays_do_nothing_that_the_proof_denies_and_find_what_is_carried(tmp_path, rules):
    machine = made(tmp_path, rules)
    proof = QuantifiedProof(machine, 5_000)
    stretches = {stretch.label: stretch for stretch in proof.stretches()}
    asked: dict[str, int] = {}
    for seed in range(6):
        for runner, one in passages(machine, seed, 30):
            assert untrue(proof, runner, one) == []
            asked[one.label] = asked.get(one.label, 0) + 1
            if one.label in stretches and asked[one.label] <= 3:
                assert not is_denied(proof, stretches[one.label], one)
    assert stretches.keys() & asked.keys()


BRANCHING = """
zone tray: set, seen
turn
    act: one of sort
action sort
    choose number c in my hand
"""
# Moves what is chosen in one of two ways; so many in a row have two to that power ways through them.
EITHER_WAY = """\
    rule step-{step}
        when count number in my hand is {step}
        move c to tray
    otherwise rule other-{step}
        move every number n in tray where n.value is {step} to my hand
"""
SIX = "invariant six-cards\n    count number in deck + count number in hand + count number in tray is 6\n"


def test_the_work_of_a_proof_does_not_double_with_each_branch(tmp_path):
    ways = "".join(EITHER_WAY.format(step=step) for step in range(2, 14))
    machine = made(tmp_path, BRANCHING + ways, SIX)
    proof = QuantifiedProof(machine, 100)
    assert sum(len(stretch.checks) for stretch in proof.stretches()) > 0
    assert proof.reading.work < 2_000_000


def test_a_proof_ends_when_its_work_is_spent(tmp_path):
    machine = made(tmp_path, RULES)
    assert prove_quantified(machine, ["bounds"], (), 5_000, 1_000) == []


# What lies on top is asked of each of many cards.
NONE_FITS = "no number n in p.hand where n.value is more than top value of number in p.shelf of n.suit else 0"


@pytest.mark.parametrize(
    ("step", "lost"),
    [
        ("move top number in deck to tray", {"tray-is-clear", "six-cards"}),
        ("set lent to top number in tray", set()),
    ],
)
def test_what_cannot_be_said_of_each_of_many_may_be_so_or_not(tmp_path, step, lost):
    rule = f"    rule none-fits\n        when {NONE_FITS}\n        {step}\n"
    found = proved(tmp_path, ("    take fee from p.coins\n", f"    take fee from p.coins\n{rule}"))
    assert {"values-differ", "one-a-shelf", "six-cards", "tray-is-clear", "bounds"} - found == lost
