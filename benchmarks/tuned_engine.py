"""The classic game written for speed and nothing else: cards are small numbers, no objects, one function.

A colour has twelve cards: three wagers, then 2 to 10. `open_to` says of each player which cards may still be laid.
"""

from __future__ import annotations

import random

COLOURS, RANKS, WAGERS = 5, 12, 3
CARDS = tuple(range(COLOURS * RANKS))
COLOUR = tuple(card // RANKS for card in CARDS)
WORTH = tuple(0 if card % RANKS < WAGERS else card % RANKS - 1 for card in CARDS)
IS_WAGER = tuple(card % RANKS < WAGERS for card in CARDS)
CLOSED = tuple(bytes(card % RANKS + 1) for card in CARDS)


def play(seed: int) -> int:
    """One random game; how many moves it took."""
    chance = random.Random(seed).random
    deck = sorted(CARDS, key=lambda card: chance())
    hands = (deck[:8], deck[8:16])
    del deck[:16]
    open_to = (bytearray(b"\1" * 60), bytearray(b"\1" * 60))
    points, wagers, lengths = [0] * 10, [1] * 10, [0] * 10
    piles: tuple[list[int], ...] = ([], [], [], [], [])
    steps, player, take = 0, 0, deck.pop
    while deck:
        hand, can = hands[player], open_to[player]
        moves = [card for card in hand if can[card]]
        lays = len(moves)
        moves += hand
        at = int(chance() * len(moves))
        card = moves[at]
        hand.remove(card)
        colour, dropped = COLOUR[card], -1
        if at < lays:
            route = player * 5 + colour
            lengths[route] += 1
            if IS_WAGER[card]:
                wagers[route] += 1
            else:
                points[route] += WORTH[card]
                can[colour * RANKS : card + 1] = CLOSED[card]
        else:
            piles[colour].append(card)
            dropped = card
        drawn = [pile for pile in piles if pile and pile[-1] != dropped]
        at = int(chance() * (len(drawn) + 1))
        hand.append(take() if at == 0 else drawn[at - 1].pop())
        player = 1 - player
        steps += 2
    scores = [
        (points[route] - 20) * wagers[route] + 20 * (lengths[route] >= 8) if lengths[route] else 0
        for route in range(10)
    ]
    sum(scores[:5]), sum(scores[5:])
    return steps
