"""Plays at whose end a rule refuses a move, for links on rulebook pages."""

import pytest

from verifier.engine import Engine
from verifier.pages.game_pages import GamePages
from verifier.pages.refused import refused_links, refused_plays
from verifier.program import program_of
from verifier.trace.links import play_fragment
from verifier.trace.read import read_value
from verifier.trace.replay import replayed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["lost-cities", "lost-cities-rivals", "hanabi"])
def test_the_last_move_is_refused_by_the_rule_and_all_before_are_legal(game):
    program = program_of(game, scenarios=False)
    found = refused_plays(program)
    assert found
    engine = Engine(program.machine)
    for rule, play in found.items():
        end = replayed(engine, read_value(dict(play)))
        assert end.refused is not None
        assert rule in {each.rule for each in engine.parse(end.state, play["moves"][-1])}


def test_every_condition_of_lost_cities_has_a_link_beside_its_sentence_and_none_in_the_booklet():
    pages = dict(GamePages("lost-cities").pages())
    links = refused_links(program_of("lost-cities", scenarios=False))
    assert {"ascending", "wagers-first", "pile-has-a-card", "not-the-one-just-dropped"} == set(links)
    for lang, words in (("en", "See it refused"), ("fr", "Voir un coup refusé")):
        page = pages[f"{lang}/lost-cities/index.md"]
        assert page.count(words) == len(links)
        assert all(f'href="play.html{link}"' in page for link in links.values())
        assert words not in pages[f"{lang}/lost-cities/booklet.md"]


def test_the_play_of_a_claim_that_fails_is_opened_beside_it():
    made = GamePages("lost-cities")
    pen = made.pen("en")
    link = play_fragment({"moves": []})
    assert (
        pen.played(link, "rule.see-play")
        == f'<a class="play-it" href="play.html{link}">Step through the play</a>'
    )
    assert made.pen("en", booklet=True).played(link, "rule.see-play") == ""
    assert pen.played(None, "rule.see-play") == ""
