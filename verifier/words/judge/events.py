"""What the rules tie an event to, and a text ties to something else: `the game ends when somebody has laid five cards`.

What ends the game, who begins and who wins a tie has one answer in the rules. Where a text tells the event and that
answer stands nowhere in it, the sentence that tells the event is doubted: its words for the answer need not be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from verifier.words.judge.unsaid import Instead
from verifier.words.seam import PERSONAL, Atom, Claim, Clause, Concept, Sentence

# What a condition is about, apart from the game and its course.
THINGS: frozenset[Concept] = frozenset(
    {"card", "hand", "pile", "row", "figure", "tile", "token", "money", "point", "space"}
)
OF_THE_GAME = ("zone:", "class:", "name:", "cell:")
# Where one of these is told, the end is a moment at which something else happens.
NOT_AN_END: frozenset[Concept] = frozenset({"win", "tie", "score", "count", "add", "next-round", "start"})
# A clause with one of these says when something happens, and not what.
WHEN: frozenset[Concept] = frozenset({"condition", "order:after", "order:before", "order:first"})
# What somebody begins that is no game.
BEGUN: frozenset[Concept] = frozenset({"row", "zone:route", "bonus", "cost", "pile"})
DENIED = "negation:not"
END_SLOTS = frozenset({"emptiness", "number"})


def events_told_otherwise(
    missing: Iterable[Claim], sentences: Sequence[Sentence], told: Mapping[int, Sequence[Claim]]
) -> Iterator[Instead]:
    """Of each event whose answer nobody tells the first sentence that tells the event.

    `told` are the claims that an atom confirms: a sentence that alone tells another answer is about that one.
    """
    answers = [
        frozenset(chain.from_iterable(told.get(id(atom), ()) for atom in each.atoms)) for each in sentences
    ]
    often = Counter(claim.id for each in answers for claim in each)
    once = [frozenset(claim for claim in each if often[claim.id] == 1) for each in answers]
    for claim in missing:
        if not claim.binding:
            continue
        found = next(
            (
                each
                for each, own in zip(sentences, once, strict=True)
                if _tells(claim, each) and not any(_is_an_answer(other, claim) for other in own)
            ),
            None,
        )
        if found is not None and (atom := _atom(claim, found)) is not None:
            yield Instead(claim, atom, found)


def _tells(claim: Claim, sentence: Sentence) -> bool:
    if sentence.scope != "rules" or sentence.is_title:
        return False
    if claim.kind == "end" and claim.slot in END_SLOTS:
        return _tells_an_end(claim, sentence)
    if claim.kind == "starter" and claim.id.endswith("/who"):
        return _tells_who_begins(claim, sentence)
    return (
        claim.kind == "tiebreak"
        and claim.slot == "superlative"
        and bool(claim.allowed & PERSONAL or claim.near)
        and _tells_who_wins_a_tie(claim, sentence)
    )


# --- what ends the game


def _tells_an_end(claim: Claim, sentence: Sentence) -> bool:
    """`The game ends`, and in another clause, or at once with it, something that happens to a thing of the game."""
    if sentence.concepts & NOT_AN_END or _counts_rounds(sentence):
        return False
    if "turn" in claim.excluded & sentence.concepts:
        return False
    if "finish" not in sentence.concepts:
        # `When is it over? The moment that ...`
        asked = "finish" in sentence.above and "at-once" in sentence.concepts
        return asked and any(_names_a_thing(each) for each in sentence.clauses)
    ends = [
        each for each in sentence.clauses
        if "finish" in each.explicit and not each.explicit & {"condition", DENIED}
        and ("turn" in each.explicit or not each.explicit & WHEN)
    ]  # fmt: skip
    others = [each for each in sentence.clauses if "finish" not in each.explicit]
    when = [each for each in others if each.explicit & WHEN]
    if not when and ("at-once" in sentence.concepts or any("turn" in each.explicit for each in ends)):
        when = [*ends, *others]
    return bool(ends) and any(_names_a_thing(each) for each in when)


def _names_a_thing(clause: Clause) -> bool:
    return any(each in THINGS or each.startswith(OF_THE_GAME) for each in clause.explicit)


def _counts_rounds(sentence: Sentence) -> bool:
    """After how many games all is over is told elsewhere."""
    return any(
        atom.slot in ("number", "ordinal") and atom.heads & {"game", "round"} for atom in sentence.atoms
    )


# --- who begins, who wins a tie


def _tells_who_begins(claim: Claim, sentence: Sentence) -> bool:
    later = claim.id.startswith("later")
    if _is_later(sentence) != later or "tie" in sentence.concepts - _spoken_last(sentence):
        return False
    if not later and not claim.allowed & PERSONAL:
        return False
    asked = "start" in sentence.above and "start" not in sentence.concepts
    return any(
        (asked or "start" in each.explicit) and not each.explicit & (BEGUN | WHEN - {"condition"})
        and each.explicit & {"player", "condition"}
        for each in sentence.clauses
    )  # fmt: skip


def _spoken_last(sentence: Sentence) -> frozenset[Concept]:
    """What only the clauses behind the first speak of: `whoever leads begins, on a tie the oldest`."""
    first = sentence.clauses[0].explicit
    return frozenset(chain.from_iterable(each.explicit for each in sentence.clauses[1:])) - first


def _is_later(sentence: Sentence) -> bool:
    """Is it about the games behind the first?"""
    return "next-round" in sentence.concepts or any(
        atom.slot == "ordinal" and isinstance(atom.value, int) and atom.value > 1 and atom.heads & {"game", "round"}
        for atom in sentence.atoms
    )  # fmt: skip


def _tells_who_wins_a_tie(claim: Claim, sentence: Sentence) -> bool:
    return {"tie", "win"} <= sentence.concepts and not claim.excluded & sentence.concepts


# --- what stands for the event


def _is_an_answer(other: Claim, claim: Claim) -> bool:
    """Is one the answer of another rule to the same question, an end of another kind for one?"""
    return other.kind == claim.kind and other.rule != claim.rule and other.slot in (*END_SLOTS, claim.slot)


def _atom(claim: Claim, sentence: Sentence) -> Atom | None:
    """The verb of the event, or whatever is read there."""
    verb = {"end": "finish", "starter": "start"}.get(claim.kind, "win")
    read = [each for each in sentence.atoms if verb in each.heads or verb in each.explicit]
    return next(iter(sorted(read or sentence.atoms, key=lambda each: verb not in each.heads)), None)
