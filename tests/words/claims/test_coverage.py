"""How much of what rulebooks state has a claim: counted for every game, with a floor that only rises.

`python -m tests.words.claims.test_coverage` prints the table.
"""

from functools import lru_cache

import pytest

from tests.words.claims.stated import NUMBERS, STATED
from verifier.words.book import worded_program
from verifier.words.claims import claims_of

pytestmark = pytest.mark.slow

# Shares in whole per cent.
FLOOR = {
    "lost-cities": 96,
    "lost-cities-duel+exploits+three-in-a-row": 97,
    "lost-cities-rivals": 100,
    "lost-cities-board": 91,
    "catan-duel": 100,
}


@lru_cache
def claims(ruleset):
    return {claim.id: claim for claim in claims_of(worded_program(ruleset))}


def placed(ruleset, entry):
    """The rule set that tells a thing, and the ids of its claims; none for what cannot be derived."""
    match entry:
        case str():
            return ruleset, []
        case tuple():
            return entry
        case _:
            return ruleset, entry


def missing(ruleset):
    """The things of a game without a claim that allows what they say."""
    found = []
    for name, entry in STATED[ruleset].items():
        where, ids = placed(ruleset, entry)
        number = NUMBERS[ruleset].get(name)
        known = [claims(where)[id] for id in ids if id in claims(where)]
        says_so = number is None or any(number in claim.allowed for claim in known)
        if not ids or len(known) < len(ids) or not says_so:
            found.append(name)
    return found


def share(ruleset):
    return 100 * (1 - len(missing(ruleset)) / len(STATED[ruleset]))


@pytest.mark.parametrize("ruleset", FLOOR)
def test_what_rulebooks_state_has_a_claim(ruleset):
    assert int(share(ruleset)) >= FLOOR[ruleset], missing(ruleset)


@pytest.mark.parametrize("ruleset", FLOOR)
def test_only_what_cannot_be_derived_is_missing(ruleset):
    assert missing(ruleset) == [name for name, entry in STATED[ruleset].items() if isinstance(entry, str)]


if __name__ == "__main__":
    for each in FLOOR:
        left = ", ".join(missing(each))
        print(  # noqa: T201 - a table for people
            f"{each:45} {len(STATED[each]):3} things, {share(each):5.1f} % with a claim; without: {left or 'none'}"
        )
