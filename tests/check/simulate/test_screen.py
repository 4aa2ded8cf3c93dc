"""Ordinary plays of a campaign by the compiled machine: what is found does not depend on who plays."""

from dataclasses import replace

import pytest

from verifier.check.simulate import campaign
from verifier.engine.native.compiler import ENGINE, compiler
from verifier.program import Subject

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


def batch(subject, monkeypatch, engine):
    monkeypatch.setenv(ENGINE, engine)
    campaign._sampler.cache_clear()
    campaign._screen.cache_clear()
    return replace(campaign.batch_of((subject, range(1, 33), 3_000)), seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("subject", [Subject("lost-cities-rivals", 3), Subject("schotten-totten", 2)])
def test_every_player_plays_alike_compiled(subject, monkeypatch):
    """Tastes, stacked decks, greedy players at all seats or at every other one: thirty-two seeds have all of them."""
    native, plain = (batch(subject, monkeypatch, engine) for engine in ("native", "python"))
    assert native == plain
    assert native.ends["over"] > 20


@pytest.mark.slow
def test_what_is_out_of_the_ordinary_is_told_by_python(monkeypatch):
    subject = Subject("lost-cities", 2)
    native, plain = (batch(subject, monkeypatch, engine) for engine in ("native", "python"))
    assert native.loop is not None
    assert native == plain
