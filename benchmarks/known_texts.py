"""`python -m benchmarks.known_texts FOLDER...`: what the rulebooks of a folder say becomes known of their games.

A folder is one that `benchmarks.words` has measured. The sentences of its texts go to `spec/GAME/said/LANG.txt`, and
those that an edit which changes a rule brought in to `spec/GAME/denied/LANG.txt`, one group for each text. A text
that is known already is left as it is. Headings, questions, examples, advice and credits say nothing of a game, and
what was left out of a text makes nothing false that it goes on to say.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.fit_doubts import cases_of, sentences_of
from benchmarks.words import edited, text_of
from verifier.words.analogy.known import DENIED, FOLDER, HEADING, parsed

SPEC = Path(__file__).parents[1] / "spec"
LEFT_OUT = "deletion"
# Who says less greets, or answers a question.
LEAST_WORDS = 4


def said_in(ruleset: str, lang: str, text: str) -> list[str]:
    """The sentences of a text that say something of the game, each once."""
    found = (each for each in sentences_of(ruleset, lang, text) if not each.is_title)
    return list(dict.fromkeys(each.text for each in found if len(each.text.split()) >= LEAST_WORDS))


def made_false(folder: Path, file: str, ruleset: str, lang: str) -> Iterator[str]:
    """What the edits of a text made it say that it did not say, where they change a rule."""
    texts = [folder, folder / "base"]
    text = text_of(file, texts)
    own = set(said_in(ruleset, lang, text))
    for case in cases_of(folder, texts):
        if case.file == file and not case.harmless and case.kind != LEFT_OUT:
            yield from (each for each in said_in(ruleset, lang, edited(text, case)[0]) if each not in own)


def with_group(known: str, name: str, sentences: list[str]) -> str:
    """A file of known sentences with one more group at its end."""
    return f"{known.rstrip()}\n\n{HEADING}{name}\n" + "".join(f"{each}\n" for each in sentences)


def add(folder: Path) -> None:
    for each in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        file, ruleset, lang = Path(each["file"]), each["ruleset"], each["lang"]
        game, name = ruleset.partition("+")[0], f"text {folder.name}/{file.stem}"
        text = (folder / file).read_text(encoding="utf-8")
        paths = {side: SPEC / game / side / f"{lang}.txt" for side in (FOLDER, DENIED)}
        known = {side: paths[side].read_text(encoding="utf-8") for side in paths}
        true = {one.text for one in parsed(known[FOLDER])} | set(said_in(ruleset, lang, text))
        false = dict.fromkeys(one for one in made_false(folder, file.name, ruleset, lang) if one not in true)
        for side, sentences in ((FOLDER, said_in(ruleset, lang, text)), (DENIED, list(false))):
            if f"{HEADING}{name}\n" not in known[side]:
                paths[side].write_text(with_group(known[side], name, sentences), encoding="utf-8")
        print(f"{name}: {len(said_in(ruleset, lang, text))} said, {len(false)} denied")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folders", nargs="+", type=Path)
    for folder in ask.parse_args().folders:
        add(folder)


if __name__ == "__main__":
    main()
