"""The refusal that is cited is the one that matters: nothing is no reason."""

import pytest

from tests.agreement.definition import follow
from tests.rules import text
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded

TAKE = """\
turn
    play: one of lay, fetch

action lay
    choose number in my hand
    move number to heap
    set dropped to number

note dropped: number

action fetch
    choose suit
    {guards}
    move top number in heap to my hand
"""
NAMED = """\
rule heap-has-a-card
        require heap is not empty
    let n be top number in heap
    rule not-the-one-just-dropped
        require n is not dropped"""
UNNAMED = """\
rule heap-has-a-card
        require heap is not empty
    rule not-the-one-just-dropped
        require top number in heap is not dropped"""
SAID = """\
let n be top number in heap
    rule heap-has-a-card
        require top number in heap is not nothing
    rule not-the-one-just-dropped
        require n is not dropped"""
ALONE = """\
let n be top number in heap
    rule not-the-one-just-dropped
        require n is not dropped"""


def fetched(folder, guards):
    """What is against fetching from an empty pile, and from one with the card just dropped."""
    path = folder / "tiny.rules"
    path.write_text(text(TAKE.format(guards=guards)), encoding="utf-8")
    made = program_of(str(path), 2)
    follow(made.game, made.machine, 10)
    engine = Engine(made.machine)
    state = engine.new(Seeded(1))
    before = engine.refusals(state, "fetch", {"suit": 0})
    engine.step(state, engine.legal(state)[0], Seeded(1))
    return before, engine.refusals(state, "fetch", {"suit": 0})


def refused(folder, guards):
    before, after = fetched(folder, guards)
    return [each.rule for each in before], [each.rule for each in after]


@pytest.mark.parametrize("guards", [NAMED, UNNAMED, SAID], ids=["named", "unnamed", "said"])
def test_an_empty_pile_is_refused_because_it_is_empty(tmp_path, guards):
    before, after = refused(tmp_path, guards)
    assert before == ["heap-has-a-card"]
    assert after == ["not-the-one-just-dropped"]


def test_a_rule_that_speaks_of_nothing_is_cited_if_it_is_the_only_one(tmp_path):
    before, _ = refused(tmp_path, ALONE)
    assert before == ["not-the-one-just-dropped"]


def test_the_end_of_a_pile_is_named_once(tmp_path):
    _, (refusal,) = fetched(tmp_path, UNNAMED)
    assert refusal.detail[0][0] == "top number in heap"
