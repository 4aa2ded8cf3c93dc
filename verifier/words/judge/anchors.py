"""What stands around an atom: the concepts of its clause, of its sentence, and the actions they tell of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.words.seam import Atom, Concept, Doing, Sentence

Concepts = frozenset[Concept]
# Doings that are told by where something goes.
PUTTING = frozenset({"put", "discard", "reveal", "return"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The concepts around one atom, from near to far; `explicit` are those that its own clause has words for."""

    heads: Concepts
    near: Concepts
    explicit: Concepts
    sentence: Concepts
    above: Concepts
    before: Concepts = frozenset()

    @property
    def wide(self) -> Concepts:
        return self.sentence | self.above | self.near


def surroundings(atom: Atom, sentence: Sentence, doings: Sequence[Doing]) -> Surroundings:
    """Where an atom stands, with the actions that its clause and its sentence speak of."""
    told = actions_told(atom.near, sentence.concepts, doings)
    own = actions_told(atom.explicit, sentence.concepts, doings)
    heads = atom.heads
    if atom.slot == "modal":
        heads |= frozenset(
            doing.concept for doing in doings if doing.concept in told and doing.verbs & atom.heads
        )
    everywhere = frozenset(
        concept
        for clause in sentence.clauses
        for concept in actions_told(clause.explicit, sentence.concepts, doings)
    )
    return Surroundings(
        heads,
        atom.near | told,
        atom.explicit | own,
        sentence.concepts | everywhere,
        sentence.above | actions_told(sentence.above, sentence.above, doings),
        sentence.before,
    )


def actions_told(clause: Concepts, sentence: Concepts, doings: Sequence[Doing]) -> Concepts:
    """The actions of which a clause may speak: their verb is there, and no zone of another action alone.

    A clause without a zone takes those of its sentence; without any it may speak of every action with its verb.
    """
    own = _zones(clause)
    zones = own or _zones(sentence)
    possible = [doing for doing in doings if doing.verbs & clause]
    fitting = [doing for doing in possible if (doing.source | doing.target) & zones]
    if not own and not fitting:
        return frozenset(doing.concept for doing in possible)
    # A named target says more than a source that several share; taking is told by where it is from.
    targets = [doing for doing in fitting if doing.target & zones]
    exact = [doing for doing in targets if doing.source & zones]
    if "take" in clause and not clause & PUTTING:
        taken = [doing for doing in fitting if "take" in doing.verbs and doing.source & zones]
        targets = taken or targets
    return frozenset(doing.concept for doing in (exact or targets or fitting))


def _zones(concepts: Concepts) -> Concepts:
    return frozenset(each for each in concepts if each.startswith("zone:"))


def clause_at(sentence: Sentence, place: int) -> int:
    """The number of the clause in which a place is."""
    for index, clause in enumerate(sentence.clauses):
        if clause.start <= place < clause.end:
            return index
    return len(sentence.clauses) - 1
