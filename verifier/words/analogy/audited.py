"""The sentences of a text compared with what is known of the game: doubts, each with the sentence it rests on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from verifier.program import Program
from verifier.source import Source
from verifier.words.analogy.doubts import Doubt, doubts
from verifier.words.analogy.known import Known, known_sentences, without_itself
from verifier.words.analogy.memory import Memory
from verifier.words.analogy.telling import BOUND, DENIAL, NUMBER, Telling, Told, telling
from verifier.words.claims import claims_of, doings
from verifier.words.entries import folder_of
from verifier.words.judge.verdict import Verdict
from verifier.words.judge.verdicts import judged
from verifier.words.reader.lexicon import Lexicon, lexicon
from verifier.words.reader.reading import is_question, read
from verifier.words.seam import Atom, Concept, Scope, Sentence, SlotKind

# A difference is worth a doubt if it is so likely a slip.
LIKELY = 0.6
# Of a text not more than this share of its sentences, or so many: where more is doubted it speaks of something else,
# of cards perhaps, and only the likeliest are told.
MOST_SHARE, MANY = 1 / 15, 8
READ: frozenset[Scope] = frozenset({"rules", "players", "card"})
# A rule set with overlays is a variant itself.
WITH_VARIANTS: frozenset[Scope] = READ | {"variant"}
GAP = "\n\n"
# The slot under which an axis is shown.
SHOWN: Mapping[str, SlotKind] = {
    "modal": "modal", "flow": "arithmetic", "sum": "arithmetic", "all": "quantifier", "end": "place", "time": "order",
    "face": "face", "rank": "superlative", "empty": "emptiness", "who": "role", "join": "connective",
    "size": "comparison", "only": "modal", "cond": "condition", BOUND: "comparison", NUMBER: "number",
    DENIAL: "modal",
}  # fmt: skip
# Texts whose edits are measured: neither they nor what was made of them bear witness.
measured: ContextVar[str] = ContextVar("measured", default="")
Terms = tuple[tuple[Concept, tuple[str, ...]], ...]


def analogies(
    program: Program, sentences: Sequence[Sentence], words: Lexicon, terms: Mapping[Concept, Iterable[str]]
) -> Iterator[Verdict]:
    """Of each sentence the likeliest slip, if one is likely; of the text the likeliest sentences, in their order."""
    memory = memory_for(program, sentences, words, terms)
    scopes = WITH_VARIANTS if "+" in program.ruleset else READ
    found: list[tuple[float, Verdict]] = []
    for sentence in sentences:
        if sentence.scope not in scopes or not memory.known or is_question(sentence.text):
            continue
        for doubt in sorted(doubts(telling(sentence, words), memory), key=lambda each: -each.likely):
            if doubt.likely < LIKELY:
                break
            known = memory.known[doubt.against].sentence
            if not _is_denied(known, program):
                found.append((doubt.likely, _verdict(doubt, sentence, known.text)))
                break
    most = max(MANY, round(MOST_SHARE * len(sentences)))
    floor = sorted((likely for likely, _ in found), reverse=True)[:most][-1:]
    yield from (verdict for likely, verdict in found if [likely] >= floor)


def memory_for(
    program: Program, sentences: Sequence[Sentence], words: Lexicon, terms: Mapping[Concept, Iterable[str]]
) -> Memory:
    """What is known of the game of a program, without the sentences of a text that is known itself, nor those of texts
    that are being measured."""
    folders = dict.fromkeys(folder_of(unit.span.path) for unit in program.composition.units)
    said = frozenset(each.text for each in sentences)
    apart = measured.get()
    known = without_itself(known_sentences(folders, words.lang), said)
    kept = tuple(each for each in known if not apart or not each.group.startswith(apart))
    return _memory(tuple(folders), kept, words.lang, tuple((name, tuple(own)) for name, own in terms.items()))


@lru_cache(maxsize=8)
def _memory(folders: tuple[Path, ...], kept: tuple[Known, ...], lang: str, terms: Terms) -> Memory:
    wanted = frozenset(kept)
    sides: dict[bool, list[Telling]] = {False: [], True: []}
    for known, told in _tellings(folders, lang, terms):
        if known in wanted:
            sides[known.denied].append(told)
    return Memory(sides[False], sides[True])


@lru_cache(maxsize=32)
def _tellings(folders: tuple[Path, ...], lang: str, terms: Terms) -> tuple[tuple[Known, Telling], ...]:
    """Everything that is known of a game, taken apart; read once for all the texts of a process."""
    words = lexicon(lang)
    if words is None:
        return ()
    found: list[tuple[Known, Telling]] = []
    for denied in (False, True):
        lines = [each for each in known_sentences(folders, lang) if each.denied == denied]
        starts = list(accumulate((len(each.text) + len(GAP) for each in lines), initial=0))
        for each in read(Source("", GAP.join(line.text for line in lines)), words, dict(terms)):
            if not is_question(each.text):
                line = lines[bisect_right(starts, each.span.start) - 1]
                found.append((line, telling(each, words)))
    return tuple(found)


def _is_denied(known: Sentence, program: Program) -> bool:
    """Do these rules, a house rule among them perhaps, contradict what is known of the game?"""
    found = judged(claims_of(program), [known], doings(program), frozenset({known.scope}))
    return any(each.status == "contradicted" for each in found)


def _verdict(doubt: Doubt, sentence: Sentence, known: str) -> Verdict:
    return Verdict(None, "doubtful", _atom(doubt.told, sentence), sentence, "relaxed", "", known)


def _atom(told: Told, sentence: Sentence) -> Atom:
    """What is doubted as an atom of the text."""
    slot = SHOWN.get(told.axis)
    for atom in sentence.atoms:
        if (atom.start, atom.end) == (told.start, told.end) and atom.slot == slot:
            return atom
    own = sentence.clauses[told.clause]
    return Atom(
        slot or "modal",
        told.sense,
        None,
        frozenset(),
        own.concepts,
        own.explicit,
        False,
        told.start,
        told.end,
    )
