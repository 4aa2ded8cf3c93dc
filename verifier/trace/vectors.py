"""Test vectors for other implementations: legal and refused moves before every move, and the result."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, assert_never

from verifier.engine import Engine, Move, State
from verifier.engine.view import without_empty
from verifier.kernel.machine import Alternative, Choice, Guard, Let
from verifier.trace.moves import MoveNotation
from verifier.trace.replay import Replay, Replayer
from verifier.trace.trace import WrittenTrace

# So often somebody wishes for something at one position.
WISHES = 4


@dataclass(frozen=True, slots=True)
class Vectors:
    """What positions of plays look like to a program; `refusals` at most for each, `views` if wanted.

    Without `empty`, views leave out what is empty.
    """

    engine: Engine
    refusals: int = 2
    views: bool = False
    empty: bool = True

    def of(self, play: WrittenTrace, seed: int) -> dict[str, Any]:
        """The play, every position before one of its moves, and how it ended."""
        chance = random.Random(seed)
        positions: list[dict[str, Any]] = []
        moving = MoveNotation(self.engine)

        def watch(number: int, state: State, move: Move) -> None:
            positions.append(self._position(moving, state, chance))

        found = Replayer(self.engine).replay(play, watch)
        return {"play": play.as_json(), "positions": positions, "result": _result(found)}

    def _position(self, moving: MoveNotation, state: State, chance: random.Random) -> dict[str, Any]:
        engine = self.engine
        player = engine.player(state)
        moves = engine.distinct(engine.legal(state), state)
        found: dict[str, Any] = {
            "player": player,
            "legal_moves": [moving.written(state, move) for move in moves],
            "refused": self._refused(state, chance),
        }
        if self.views:
            views = [engine.view(state, seat) for seat in range(engine.machine.players)]
            found["sees"] = views if self.empty else [without_empty(view, engine.machine) for view in views]
        return found

    def _refused(self, state: State, chance: random.Random) -> list[dict[str, Any]]:
        """Moves that look right and are against the rules, with the rules that they are against."""
        alternatives = self.engine.decide(state).alternatives
        found: dict[str, dict[str, Any]] = {}
        for _ in range(WISHES):
            if len(found) == self.refusals or not alternatives:
                break
            alternative = alternatives[chance.randrange(len(alternatives))]
            wish = any_wish(self.engine, alternative, state, chance)
            if wish is None:
                continue
            move = {"player": self.engine.player(state), "action": alternative.action, "with": wish}
            refusals = self.engine.parse(state, move)
            if isinstance(refusals, list):
                rules = list(dict.fromkeys(refusal.rule for refusal in refusals))
                found[str(move)] = {"move": move, "rules": rules}
        return list(found.values())


def any_wish(
    engine: Engine, alternative: Alternative, state: State, chance: random.Random
) -> dict[str, Any] | None:
    """Something for every choice, whatever the rules say of it; None where there is nothing to choose."""
    read, speech = engine.read, engine.speech
    env = {"me": engine.player(state)}
    words: dict[str, Any] = {}
    for part in alternative.prelude:
        match part:
            case Let(local, value):
                env[local] = read.value(value, state, env)
            case Choice(local=local, source=source):
                members = list(read.members(source, state, env))
                if not members:
                    return None
                env[local] = chance.choice(members)
                words[local] = speech.value(speech.domain(source), env[local])
            case Guard():
                # The rules are asked when all is chosen.
                pass
            case _:
                assert_never(part)
    return words


def _result(found: Replay) -> dict[str, Any] | None:
    if not found.legal or not found.over:
        return None
    return {"scores": list(found.result.scores), "winners": list(found.result.winners)}
