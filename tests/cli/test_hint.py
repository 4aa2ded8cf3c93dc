"""Hints: the order is that of the figures that are told."""

from types import SimpleNamespace

from verifier.cli.hint import hint_lines
from verifier.engine import Engine
from verifier.engine.moves import MoveTally
from verifier.pages.table_words import TableWords
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.tell import Teller


def told(tallies_of):
    program = program_of("lost-cities")
    engine = Engine(program.machine)
    state = engine.new(Seeded(1), {})
    moves = engine.legal(state)
    player = SimpleNamespace(
        engine=engine, advice=lambda state, moves: SimpleNamespace(tallies=tallies_of(moves))
    )
    lines = hint_lines(
        player, state, moves, TableWords(program), lambda move: Teller(engine).chosen(state, move)
    )
    shown = list(lines)[1:]
    assert all(line.split()[0].isdecimal() for line in shown)
    return [line.rpartition(": ")[2] for line in shown]


def test_moves_tried_most_are_told_by_what_they_promise():
    def tallies(moves):
        margins = (1.2, 0.1, 3.3, 50.0)
        return [
            MoveTally(move, 100 - at, 0, 0.0, 0.0, margin * (100 - at))
            for at, (move, margin) in enumerate(zip(moves, margins, strict=False))
        ]

    assert told(tallies) == ["about 3 ahead", "about 1 ahead", "about level"]


def test_shares_of_victories_come_first_and_only_where_every_move_has_one():
    def tallies(moves, ended=10):
        return [
            MoveTally(moves[0], 10, 10, 0.0, 5.0, 20.0),
            MoveTally(moves[1], 10, ended, 0.0, 6.0, 10.0),
        ]

    assert told(tallies) == ["wins 60 % of them, about 1 ahead", "wins 50 % of them, about 2 ahead"]
    assert told(lambda moves: tallies(moves, 1)) == ["about 2 ahead", "about 1 ahead"]
