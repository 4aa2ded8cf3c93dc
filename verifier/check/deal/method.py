"""The method `deal`: each component of a shuffled hidden pile can be the first one drawn, and come to every place.

What chance did is changed on purpose: after the shuffle a component changes places with the one that would be drawn
first. If it is then drawn first, that is shown. Where it never is, in so many set-ups that it would have been thirty
times by its fair share, the rules undo the shuffle.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.check.deal.packets import Dealer, Packet, SetUp
from verifier.engine.notation import Notation
from verifier.kernel.layout import Layout
from verifier.program import Program
from verifier.runtime import Fault
from verifier.verdict.finding import Finding, Verdict
from verifier.verdict.method import Method, Request

FAIR_DEAL = "fair-deal"
SET_UPS = "set-ups"
# So many set-ups are looked at first; from so many of them a component is brought to a place.
FIRST, BASES = 24, 3
# A fair share of so many, and not one of them: once in ten thousand billion.
SHARE = 30
MOST = 3_000
# How many set-ups a second of the budget is worth, for a machine of a hundred blocks.
PER_SECOND, FEWEST = 20_000, 400


@dataclass(frozen=True, slots=True)
class Unfair:
    """A component that is never drawn first from a pile that it was shuffled into."""

    packet: Packet
    thing: int
    set_ups: int
    share: float


def by_set_ups(program: Program, request: Request) -> list[Finding]:
    """One finding: the pile and the component if the text undoes a shuffle."""
    if not request.wants(FAIR_DEAL):
        return []
    began = time.process_time()
    dealer = Dealer(program.machine)
    try:
        verdict, words, remark = _judged(dealer, request)
    except Fault as fault:
        verdict, words, remark = "unknown", f"the set-up cannot be carried out: {fault}", ""
    seconds = time.process_time() - began
    return [Finding(FAIR_DEAL, "health", verdict, SET_UPS, words, seconds, remark=remark)]


def _judged(dealer: Dealer, request: Request) -> tuple[Verdict, str, str]:
    size = 100 + len(dealer.machine.blocks)
    most = max(FEWEST, int(request.budget.seconds * PER_SECOND / size))
    set_ups = [dealer.set_up(seed) for seed in range(FIRST)]
    speech = Notation(dealer.machine.analysis(Layout))
    never = sorted(frozenset[int].union(*(each.unshuffled for each in set_ups)))
    remark = f"never shuffled: {', '.join(f'`{speech.zone(zone)}`' for zone in never)}" if never else ""
    packets = sorted({packet for each in set_ups for packet in each.lying})
    if not packets:
        return "proved", "nothing that is hidden is shuffled in the set-up", remark
    for packet in packets:
        for thing in dealer.seen_in(set_ups, packet):
            if not _can_come(dealer, set_ups, packet, 0, thing):
                unfair = _never_first(dealer, packet, thing)
                if unfair is not None:
                    return "refuted", _told(unfair, dealer, speech), remark
    piles = ", ".join(f"`{name}`" for name in dict.fromkeys(_family(dealer, packet) for packet in packets))
    left = _other_places(dealer, set_ups, packets, most)
    drawn = f"each component of {piles} can be the first one drawn"
    if left:
        return (
            "tested",
            f"{drawn}, shown in {dealer.count:,} set-ups; other places: {left:,} pairs left",
            remark,
        )
    return "proved", f"{drawn} and come to every place, shown in {dealer.count:,} set-ups", remark


def _can_come(dealer: Dealer, set_ups: Sequence[SetUp], packet: Packet, place: int, thing: int) -> bool:
    # Wherever it lies now: what was shuffled with those that lie here could have come here.
    bases = [
        each
        for each in set_ups
        if len(each.lying.get(packet, ())) > place and each.shuffles.get(thing) == packet.shuffle
    ]
    return any(dealer.brings(base, packet, place, thing) for base in bases[:BASES])


def _never_first(dealer: Dealer, packet: Packet, thing: int) -> Unfair | None:
    """Asked of chance itself; nothing is said where it came first, or would seldom do so by its share."""
    set_ups: list[SetUp] = []
    share = 0.0
    while share < SHARE and len(set_ups) < MOST:
        set_ups += [dealer.set_up(FIRST + len(set_ups) + number) for number in range(100)]
        if dealer.on_top(set_ups, packet, thing):
            return None
        share = dealer.fair_share(set_ups, packet, thing)
    return Unfair(packet, thing, len(set_ups), share) if share >= SHARE else None


def _other_places(dealer: Dealer, set_ups: Sequence[SetUp], packets: Sequence[Packet], most: int) -> int:
    """How many pairs of a component and a place are left when the budget is spent, or were not shown."""
    pairs = [
        (packet, place, thing)
        for packet in packets
        for place in range(1, max(len(each.lying.get(packet, ())) for each in set_ups))
        for thing in dealer.seen_in(set_ups, packet)
    ]
    left = 0
    for packet, place, thing in pairs:
        if dealer.count >= most or not _can_come(dealer, set_ups, packet, place, thing):
            left += 1
    return left


def _family(dealer: Dealer, packet: Packet) -> str:
    return dealer.machine.analysis(Layout).family_of[packet.zone].name


def _told(unfair: Unfair, dealer: Dealer, speech: Notation) -> str:
    thing, pile = dealer.machine.things[unfair.thing].name, speech.zone(unfair.packet.zone)
    return (
        f"`{thing}` is never the first one drawn from `{pile}`, though it was shuffled: 0 of {unfair.set_ups:,} "
        f"set-ups, about {unfair.share:.0f} would be its fair share"
    )


METHOD = Method(
    "deal",
    "set-ups with chosen shuffles: what is shuffled stays shuffled",
    by_set_ups,
    properties=frozenset({FAIR_DEAL}),
)
