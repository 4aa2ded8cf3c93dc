"""`python -m benchmarks.slips [LANG...] [--show]`: what the check of catalogues notices, and what it refuses wrongly.

Slips are shipped sentences made wrong in one place; rewordings say the same as the shipped ones in other words.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tests.words.reworded import WRONG, rewordings
from tests.words.slip_tables import languages, slips
from verifier.diagnostics import Report
from verifier.surface.files import game_names
from verifier.words.book import Phrasebook
from verifier.words.check import others_than, owned_by, reads_of
from verifier.words.sentences import sentence_problems
from verifier.words.swapped_slots import Owned


def main(args: list[str]) -> None:
    show = "--show" in args
    for lang in [each for each in args if not each.startswith("-")] or languages():
        made: Counter[str] = Counter()
        noticed: Counter[str] = Counter()
        wrong: Counter[str] = Counter()
        for game in game_names():
            reads = reads_of(game)
            owned = owned_by(game, lang, Report(), reads)
            beside = others_than(lang, game, reads)
            for kind, words, said, own in _spoilt(game, lang, owned):
                made[kind] += 1
                is_rewording = kind.startswith("rewording")
                # Of a slip one problem is enough to know.
                codes = list(islice(_codes(own, words, beside[own.entry.key]), None if is_rewording else 1))
                noticed[kind] += bool(codes)
                wrong[kind] += any(code.partition(" ")[0] in WRONG for code in codes)
                if show and bool(codes) == is_rewording:
                    print(f"{game} {own.entry.key} {kind}: {said} {' '.join(codes)}\n    {words}")
        for kind in sorted(made):
            is_rewording = kind.startswith("rewording")
            verb, tail = ("refused", f", {wrong[kind]} as wrong") if is_rewording else ("noticed", "")
            share = f"{noticed[kind]:>5} of {made[kind]:>5}  {noticed[kind] / made[kind]:6.1%}"
            print(f"{lang}  {kind:<20} {verb} {share}{tail}", flush=True)


def _spoilt(game: str, lang: str, owned: dict[str, Owned]) -> Iterator[tuple[str, str, str, Owned]]:
    """Kind, words, what was changed, and the entry."""
    for key, each in owned.items():
        message = each.book.catalogues[each.entry.folder].by_key.get(key)
        for slip in slips(message.words, each) if message is not None else ():
            yield slip.kind, slip.words, f"{slip.said} -> {slip.instead}", each
    for reworded in rewordings(lang):
        if reworded.game == game:
            yield f"rewording, {reworded.sort}", reworded.words, "", owned[reworded.key]


def _codes(own: Owned, words: str, beside: Sequence[Phrasebook]) -> Iterator[str]:
    message = own.book.catalogues[own.entry.folder].by_key[own.entry.key]
    problems = sentence_problems(own.entry, replace(message, words=words), own.book, beside)
    return (f"{each.code} ({each.title})" for each in problems)


if __name__ == "__main__":
    main(sys.argv[1:])
