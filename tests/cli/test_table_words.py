"""Words at the table: sentences first, then values; beginnings of words; the player's language."""

import io
import re

import pytest
from rich.console import Console

from verifier.cli.board import Board
from verifier.engine import Engine, Refusal
from verifier.engine.view import seen_things
from verifier.pages.table_words import TableWords, brief
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.surface.files import game_names
from verifier.trace.policies.uniform import random_given
from verifier.trace.words import TableWording, name_in_words


@pytest.mark.parametrize(
    ("machine", "people"),
    [
        ("its value of card", "value of card"),
        ("price", "price"),
        (
            "highest expedition in my route of its colour of card expedition: its value of expedition",
            "highest value in my route",
        ),
    ],
)
def test_what_a_rule_has_read_is_said_briefly(machine, people):
    assert brief(machine) == people


def test_a_refusal_is_the_sentence_of_its_rule_and_then_the_values(run):
    typed = "lay yellow 8\ndraw deck\nwhy lay yellow 4\nquit\n"
    found = run("play", "lost-cities", "--seed", 3, typed=typed).output
    assert "An expedition card must have a higher value than every expedition card" in found
    assert "(ascending: value of card 4; highest value in my route 8)" in found


def test_beginnings_of_words_are_enough(run):
    found = run("play", "lost-cities", "--seed", 3, typed="l y8\nd\nquit\n").output
    assert "Anna lays the yellow 8" in found
    assert "Anna draws from the deck" in found


def test_a_game_is_played_in_the_language_of_the_player(run):
    found = run("--lang", "fr", "play", "lost-cities", "--seed", 3, typed="lay jaune 8\n1\nquit\n").output
    assert "Anna\N{NO-BREAK SPACE}: Poser une carte, jaune 8" in found
    assert "Vous quittez la partie." in found
    for word in ("yellow", "hidden", "hand", "draw", "legal", "you "):
        assert word not in found, word


def test_columns_are_what_zones_are_indexed_by(run):
    found = run("play", "lost-cities", "--seed", 3, typed="quit\n").stdout.splitlines()
    (head,) = [
        line for line in found if line.split() == ["colour", "yellow", "blue", "white", "green", "red"]
    ]
    assert found[found.index(head) + 1].split() == ["Ben", "route"]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_game_is_drawn_without_a_card_that_is_not_seen(game):
    program = program_of(game, scenarios=False)
    engine, chance = Engine(program.machine), Seeded(5)
    state = engine.new(chance, random_given(engine, chance.random))
    board = Board(engine, 0, TableWords(program))
    for _ in range(40):
        if engine.over(state):
            break
        # Amounts are no cards: `reached white 1`.
        amounts = tuple(f"  {name_in_words(name)}" for name in engine.machine.cells)
        shown = "\n".join(line for line in _drawn(board, state).splitlines() if not line.startswith(amounts))
        names = TableWording(engine).things
        seen = {names[thing] for thing in seen_things(state, 0, engine.read)}
        for name in {*names} - seen:
            # A name that is a word of the table as well says nothing.
            if " " in name:
                assert not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", shown), name
        moves = engine.legal(state)
        engine.step(state, chance.random.choice(moves), chance)


@pytest.mark.slow
def test_on_a_low_terminal_the_table_takes_fewer_lines_and_hides_nothing():
    engine = Engine(program_of("catan-duel", scenarios=False).machine, piecemeal=True)
    state = engine.new(Seeded(5), random_given(engine, Seeded(5).random))
    board = Board(engine, 0, TableWords(program_of("catan-duel")))
    wide, tight = _drawn(board, state), _drawn(board, state, 80)
    assert len(tight.splitlines()) <= len(wide.splitlines()) - 8
    assert all(len(line) <= 80 for line in tight.splitlines())
    assert set(re.findall(r"\w+", wide)) <= set(re.findall(r"\w+", tight))


@pytest.mark.slow
def test_folded_the_table_keeps_ones_own_side_and_says_where_the_rest_is():
    engine = Engine(program_of("catan-duel", scenarios=False).machine, piecemeal=True)
    state = engine.new(Seeded(5), random_given(engine, Seeded(5).random))
    board = Board(engine, 0, TableWords(program_of("catan-duel")))
    tight, folded = _drawn(board, state, 80), _drawn(board, state, 80, folded=True)
    assert len(folded.splitlines()) <= len(tight.splitlines()) - 6
    assert "more: `table`" in folded
    assert "Ben   track" not in folded
    for own in ("Anna  plot", "Anna  track"):
        assert own in folded


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "said"), [("de", "Siegpunkte 2"), ("fr", "points de victoire 2")])
def test_long_names_are_never_cut_off_and_points_are_several(lang, said):
    engine = Engine(program_of("catan-duel", scenarios=False).machine, piecemeal=True)
    state = engine.new(Seeded(5), random_given(engine, Seeded(5).random))
    shown = _drawn(Board(engine, 0, TableWords(program_of("catan-duel"), lang)), state, 40, width=40)
    assert "…" not in shown
    assert said in shown


@pytest.mark.slow
def test_on_a_narrow_terminal_names_wrap_and_nothing_is_cut_off():
    engine = Engine(program_of("catan-duel", scenarios=False).machine, piecemeal=True)
    state = engine.new(Seeded(5), random_given(engine, Seeded(5).random))
    board = Board(engine, 0, TableWords(program_of("catan-duel")))
    narrow = _drawn(board, state, 60, width=60)
    assert "…" not in narrow
    assert set(re.findall(r"\w+", _drawn(board, state))) <= set(re.findall(r"\w+", narrow))


def test_a_score_sheet_shows_whole_sentences(run):
    run(
        "play",
        "lost-cities",
        "--opponent",
        "greedy",
        "--seed",
        3,
        "--save",
        "p.json",
        typed="lay yellow 8\nquit\n",
    )
    found = run("score", "lost-cities", "p.json").output
    assert "…" not in found
    words = " ".join(re.sub(r"[+-]\d+ +=.*", "", found).split())
    assert "Subtract 20 points for every route that has been started." in words


def _drawn(board, state, tight=0, width=400, folded=False):
    out = Console(file=io.StringIO(), width=width, color_system=None)
    for part in board.drawn(state, tight, folded):
        out.print(part)
    return out.file.getvalue()


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "lay: Not now. You may: draw deck"),
        ("fr", "lay : Pas maintenant. Vous pouvez : Prendre dans la pioche"),
    ],
)
def test_an_action_that_is_not_on_offer_is_refused_by_what_is(lang, said):
    words = TableWords(program_of("lost-cities"), lang)
    found = words.refused_by(Refusal("lay", (("offered now", "draw-deck"),)))
    assert found.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ") == said
