"""What somebody would write instead of the exhaustive reader: breadth first over tuples, one small game by hand.

The classic game with two colours, three cards each and one card in hand. Nothing is checked on the way but that routes
rise; the deck is a set, for nobody knows its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

COLOURS, VALUES = 2, (0, 2, 3)
CARDS = tuple((colour, value) for colour in range(COLOURS) for value in VALUES)

Card = tuple[int, int]
Pile = tuple[Card, ...]
# Whether a card is to be drawn, whose turn, the card just dropped, hands, discards, routes, and the deck.
State = tuple[
    bool,
    int,
    Card | None,
    tuple[frozenset[Card], ...],
    tuple[Pile, ...],
    tuple[tuple[Pile, ...], ...],
    frozenset[Card],
]


def first_states(starters: int = 2) -> Iterator[State]:
    for one in CARDS:
        for other in CARDS:
            if one != other:
                deck = frozenset(CARDS) - {one, other}
                hands = frozenset({one}), frozenset({other})
                for starter in range(starters):
                    yield False, starter, None, hands, ((),) * COLOURS, (((),) * COLOURS,) * 2, deck


def following(state: State) -> Iterator[State]:
    drawing, player, dropped, hands, piles, routes, deck = state
    if not deck:
        return
    if drawing:
        for card in deck:
            yield (
                False,
                1 - player,
                None,
                _with(hands, player, hands[player] | {card}),
                piles,
                routes,
                deck - {card},
            )
        for colour, pile in enumerate(piles):
            if pile and pile[-1] != dropped:
                taken = _with(hands, player, hands[player] | {pile[-1]})
                yield False, 1 - player, None, taken, _with(piles, colour, pile[:-1]), routes, deck
        return
    for card in hands[player]:
        colour, value = card
        rest = _with(hands, player, hands[player] - {card})
        route = routes[player][colour]
        highest = max((each[1] for each in route), default=0)
        if value > highest or (value == 0 and highest == 0):
            mine = _with(routes[player], colour, (*route, card))
            yield True, player, None, rest, piles, _with(routes, player, mine), deck
        yield True, player, card, rest, _with(piles, colour, (*piles[colour], card)), routes, deck


def _with(row: tuple, place: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*row[:place], value, *row[place + 1 :])


def rises(state: State) -> bool:
    return all(
        a[1] < b[1] or a[1] == b[1] == 0
        for mine in state[5]
        for route in mine
        for a, b in combinations(route, 2)
    )


def search(starters: int = 2) -> int:
    """How many states there are."""
    seen = set(first_states(starters))
    now = list(seen)
    while now:
        later = []
        for state in now:
            for after in following(state):
                if after not in seen:
                    assert rises(after)
                    seen.add(after)
                    later.append(after)
        now = later
    return len(seen)
