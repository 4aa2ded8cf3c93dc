"""`python -m benchmarks.slips [LANG...] [--show]`: how many slips the check of catalogues notices."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace

from tests.words.slips import languages, slips
from verifier.diagnostics import Report
from verifier.surface.files import game_names
from verifier.words.check import owned_by, reads_of
from verifier.words.sentences import sentence_problems


def main(langs: list[str]) -> None:
    show = "--show" in langs
    langs = [lang for lang in langs if not lang.startswith("-")] or languages()
    for lang in langs:
        made: Counter[str] = Counter()
        noticed: Counter[str] = Counter()
        for game in game_names():
            for key, owned in owned_by(game, lang, Report(), reads_of(game)).items():
                message = owned.book.catalogues[owned.entry.folder].by_key.get(key)
                for slip in slips(message.words, owned) if message is not None else ():
                    made[slip.kind] += 1
                    spoilt = replace(message, words=slip.words)
                    found = any(True for _ in sentence_problems(owned.entry, spoilt, owned.book))
                    noticed[slip.kind] += found
                    if show and not found:
                        print(f"{game} {key} {slip.kind}: {slip.said} -> {slip.instead}\n    {slip.words}")
        for kind in sorted(made):
            print(
                f"{lang}  {kind:<12} {noticed[kind]:>5} of {made[kind]:>5}  {noticed[kind] / made[kind]:6.1%}"
            )
        total, found_in_all = sum(made.values()), sum(noticed.values())
        print(
            f"{lang}  {'all':<12} {found_in_all:>5} of {total:>5}  {found_in_all / max(total, 1):6.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
