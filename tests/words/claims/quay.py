"""A small game of its own for claims: most lines are always the same, each test brings its own."""

from collections.abc import Mapping
from pathlib import Path

from verifier.program import Program, program_of
from verifier.words.claims import claims_of
from verifier.words.seam import Claim

FRAME = """\
game quay
players 2..3

number hand-size: 4
number toll: 6
number prize: 7
number full-quay: 5
number matches: 2

kind flag: red, blue, green
kind weight: 1..6
card crate: each flag, each weight
card seal: each flag, copies 2

zone hold: pile, hidden
zone hand: set per player, seen by owner
zone tip: pile per flag, top seen
zone pier: row per player per flag, seen

note tallest: player, given
note thrown: card, until turn ends
amount total per player: -500..900, kept

setup
    move every crate to hold
    move every seal to hold
    shuffle hold
    each player p
        move hand-size from hold to p.hand

starter tallest

turn
    load: one of stow, throw
    fetch: one of haul, fish

action stow
    choose card in my hand
    rule seals-first
        when card is seal
        require no crate in my pier of card.flag
    rule heavier
        when card is crate
        require card.weight is more than highest weight of crate in my pier of card.flag else 0
    move card to my pier of card.flag

action throw
    choose card in my hand
    move card to tip of card.flag
    set thrown to card

action haul
    move top card in hold to my hand

action fish
    choose flag
    rule something-to-fish
        require tip of flag is not empty
    let card be top card in tip of flag
    rule not-thrown-now
        require card is not thrown
    move card to my hand

end
    rule hold-cleared
        when hold is empty

define worth for pier r
    rule weights
        add sum weight of crate in r
    rule harbour-toll
        when r is not empty
        subtract toll
    rule sealed
        multiply by 1 + count seal in r
    rule long-pier
        when count card in r is at least full-quay
        add prize

define score for player p
    rule all-piers
        add sum worth of p.pier

after round
    do reckon

procedure reckon
    each player p
        add p.score to p.total

rounds matches
later starter highest total, then tallest
winner highest total, then shared
"""


def quay(folder: Path, *pieces: str, frame: str = FRAME) -> Program:
    """The frame and some pieces as a program."""
    path = folder / "quay.rules"
    path.write_text("\n".join((frame, *pieces)), encoding="utf-8")
    return program_of(str(path), scenarios=False)


def claims(program: Program) -> Mapping[str, Claim]:
    return {claim.id: claim for claim in claims_of(program)}
