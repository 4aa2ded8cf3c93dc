"""The little library that generated Python imports: faults, numbers with a meaning, oracles."""

from bisect import insort
from itertools import chain

from verifier.runtime.fault import Fault, go_on, nowhere, undecided
from verifier.runtime.numbers import FINAL, NOTHING, STOP, clamped, quotient, remainder
from verifier.runtime.oracles import Enumerating, Oracle, Recording, Rewindable, Seeded
from verifier.runtime.twins import Keyed, twin_key

chained = chain.from_iterable

__all__ = [
    "FINAL",
    "NOTHING",
    "STOP",
    "Enumerating",
    "Fault",
    "Keyed",
    "Oracle",
    "Recording",
    "Rewindable",
    "Seeded",
    "chained",
    "clamped",
    "go_on",
    "insort",
    "nowhere",
    "quotient",
    "remainder",
    "twin_key",
    "undecided",
]
