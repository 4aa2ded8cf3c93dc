"""Digests notice what they should, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass, replace
from pathlib import Path

import pytest

from tests import rules
from tests.digests.compare import Difference, differences, digest, excerpt, keep
from tests.digests.dump import TAGS, dumped
from verifier.kernel.machine import Machine

TURN = """\
turn
    play: one of lay

action lay
    choose number in my hand
    move number to my row of number.suit
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return rules.made(tmp_path, TURN)


def test_equal_machines_have_equal_texts(tmp_path, machine):
    assert dumped(rules.made(tmp_path, TURN)) == dumped(machine)


def test_a_changed_machine_has_another_text(machine):
    label, block = next(iter(machine.blocks.items()))
    changed = replace(machine, blocks={**machine.blocks, label: replace(block, steps=block.steps[1:])})
    assert dumped(changed) != dumped(machine)


def test_every_field_of_a_machine_counts(machine):
    for part, value in {
        "start": "elsewhere",
        "zones": 0,
        "score": machine.winner[0].value,
        "claims": (),
    }.items():
        if getattr(machine, part) != value:
            assert dumped(replace(machine, **{part: value})) != dumped(machine), part


def test_the_order_of_blocks_counts(machine):
    turned = dict(reversed(machine.blocks.items()))
    assert turned == machine.blocks
    assert dumped(replace(machine, blocks=turned)) != dumped(machine)


def test_the_order_of_a_set_does_not_count():
    names = [f"name {number}" for number in range(40)]
    assert dumped(frozenset(names)) == dumped(frozenset(reversed(names)))


def test_names_of_classes_and_fields_do_not_count():
    then = make_dataclass("Rung", ["rule", "when"])
    now = make_dataclass("Clause", ["name", "condition"])
    assert dumped(then("r", (1, 2))) == dumped(now("r", (1, 2)))
    assert dumped(then("r", (1, 2))) != dumped(now("r", (2, 1)))


def test_a_word_that_was_renamed_counts_as_before():
    cell = make_dataclass("Cell", ["name", "index", "domain", "optional", "starts", "life"])
    assert dumped(cell("c", (), None, False, 0, "spilled")) == dumped(cell("c", (), None, False, 0, "frame"))
    assert dumped(cell("spilled", (), None, False, 0, "turn")) != dumped(
        cell("frame", (), None, False, 0, "turn")
    )


def test_what_is_only_remembered_does_not_count():
    @dataclass
    class Local:
        name: str
        remembered: int = field(compare=False)

    assert dumped(Local("p", 1)) == dumped(Local("p", 2))


def test_a_class_without_a_tag_is_an_error():
    with pytest.raises(KeyError):
        dumped(make_dataclass("Unheard", ["of"])(1))


def test_every_tag_is_of_one_class_or_of_one_class_renamed():
    assert len(set(TAGS.values())) == len(TAGS) - 1


def test_the_comparison_says_what_came_went_and_changed(tmp_path):
    before = {name: digest(text) for name, text in {"a": "1", "b": "2", "c": "3"}.items()}
    after = {name: digest(text) for name, text in {"b": "2", "c": "4", "d": "5"}.items()}
    assert differences(before, before) == []
    assert differences(before, after) == [
        Difference("a", "removed"),
        Difference("c", "changed"),
        Difference("d", "added"),
    ]
    keep(tmp_path / "before", "c/x", "same\n3\n")
    keep(tmp_path / "after", "c/x", "same\n4\n")
    assert excerpt("c/x", tmp_path / "before", tmp_path / "after")[-2:] == ["-3", "+4"]
    assert excerpt("c/y", tmp_path / "before", tmp_path / "after") == []
