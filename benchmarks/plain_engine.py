"""The classic column game as somebody would write it by hand: lists, dicts, no tricks. Only a peer to measure by."""

from __future__ import annotations

import random

COLOURS = ("yellow", "blue", "white", "green", "red")
WAGER = 0


def full_deck() -> list[tuple[str, int]]:
    cards = [(colour, value) for colour in COLOURS for value in range(2, 11)]
    cards += [(colour, WAGER) for colour in COLOURS for _ in range(3)]
    return cards


class PlainGame:
    """One game of two players; `legal` lists moves, `step` carries one out."""

    def __init__(self, rng: random.Random) -> None:
        self.deck = full_deck()
        rng.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(8)] for _ in range(2)]
        self.routes = [{colour: [] for colour in COLOURS} for _ in range(2)]
        self.discards: dict[str, list[tuple[str, int]]] = {colour: [] for colour in COLOURS}
        self.player = 0
        self.phase = "play"
        self.dropped: tuple[str, int] | None = None
        self.over = False

    def can_lay(self, card: tuple[str, int]) -> bool:
        colour, value = card
        route = self.routes[self.player][colour]
        if value == WAGER:
            return all(laid[1] == WAGER for laid in route)
        return all(laid[1] < value for laid in route)

    def legal(self) -> list[tuple[str, object]]:
        if self.phase == "play":
            moves: list[tuple[str, object]] = []
            for card in self.hands[self.player]:
                if self.can_lay(card):
                    moves.append(("lay", card))
            for card in self.hands[self.player]:
                moves.append(("drop", card))
            return moves
        moves = [("draw-deck", None)]
        for colour in COLOURS:
            pile = self.discards[colour]
            if pile and pile[-1] is not self.dropped:
                moves.append(("draw-discard", colour))
        return moves

    def step(self, move: tuple[str, object]) -> None:
        action, what = move
        hand = self.hands[self.player]
        if action == "lay":
            hand.remove(what)  # type: ignore[arg-type]
            self.routes[self.player][what[0]].append(what)  # type: ignore[index]
            self.phase = "draw"
        elif action == "drop":
            hand.remove(what)  # type: ignore[arg-type]
            self.discards[what[0]].append(what)  # type: ignore[index,arg-type]
            self.dropped = what  # type: ignore[assignment]
            self.phase = "draw"
        else:
            hand.append(self.deck.pop() if action == "draw-deck" else self.discards[what].pop())  # type: ignore[index]
            self.dropped = None
            self.player = 1 - self.player
            self.phase = "play"
            self.over = not self.deck

    def score(self, player: int) -> int:
        total = 0
        for route in self.routes[player].values():
            if not route:
                continue
            points = sum(value for _, value in route) - 20
            points *= 1 + sum(1 for _, value in route if value == WAGER)
            if len(route) >= 8:
                points += 20
            total += points
        return total


def play(seed: int) -> int:
    """One random game; how many moves it took."""
    rng = random.Random(seed)
    game = PlainGame(rng)
    steps = 0
    while not game.over:
        moves = game.legal()
        game.step(moves[int(rng.random() * len(moves))])
        steps += 1
    game.score(0), game.score(1)
    return steps
