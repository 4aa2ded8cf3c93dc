"""`python -m benchmarks.fit_doubts [--axes] FOLDER...`: fits `verifier/words/analogy/weights.py` to edited rulebooks.

Every text is compared with the known sentences of its game, without its own and without what was made of texts of its
folder. What an edit brought in that changes a rule is a slip; everything in an unedited text, and what a harmless edit
brought in, is none. `--axes` fits what differs on one axis: one weight for each measure, a bias and a slope for each
axis. Without it clauses are fitted as a whole, one weight for each measure, with the axes as they stand.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.words import Case, authored, edited, flipped, program_of, text_of
from verifier.diagnostics import Report
from verifier.source import Source
from verifier.words.analogy.audited import measured, memory_for
from verifier.words.analogy.doubts import Difference, differences, doubts
from verifier.words.analogy.memory import Memory
from verifier.words.analogy.telling import DENIAL, PLAIN, Telling, telling
from verifier.words.audit.reading import read_sentences, readable_lexicon, terms_of
from verifier.words.audit.rulebook import Rulebook
from verifier.words.book import phrasebook_of
from verifier.words.reader.reading import is_question
from verifier.words.seam import Sentence

STEPS, SHRINK = 60, 1e-2
AROUND = 2
# An axis that is met less often has no weights of its own.
ENOUGH = 60
SILENT = ("heading", "example", "advice", "credits")


@dataclass(frozen=True)
class Row:
    folder: str
    # The case or the sentence of an unedited text.
    of: str
    slip: bool
    measures: tuple[float, ...]
    axis: str = ""
    edited: bool = False


@dataclass(frozen=True)
class Change:
    """What an edit took away and what it brought in."""

    case: Case
    removed: list[Telling]
    added: list[Telling]
    memory: Memory


Rows = Callable[[str, str, Telling, Memory, Change | None], Iterator[Row]]


def cases_of(folder: Path, texts: list[Path]) -> Iterator[Case]:
    for name in ("cases.json", "edits.json"):
        if (folder / name).exists():
            yield from authored(json.loads((folder / name).read_text(encoding="utf-8")))
    if (folder / "operators.json").exists():
        yield from flipped(json.loads((folder / "operators.json").read_text(encoding="utf-8")), texts)


def sentences_of(ruleset: str, lang: str, text: str) -> list[Sentence]:
    found = read_sentences(program_of(ruleset), Rulebook(Source("text", text)), readable_lexicon(lang))
    return [each for each in found if each.scope not in SILENT and not is_question(each.text)]


def changed_part(old: str, new: str) -> str:
    """The lines that an edit brought in, with some around them."""
    known, rows = set(old.split("\n")), new.split("\n")
    fresh = [i for i, row in enumerate(rows) if row not in known]
    kept = sorted({j for i in fresh for j in range(max(0, i - AROUND), min(len(rows), i + AROUND + 1))})
    return "\n".join(rows[j] for j in kept)


def rows_of(folder: Path, rows: Rows) -> Iterator[Row]:
    measured.set(f"text {folder.name}/")
    texts = [folder, folder / "base"]
    own: dict[str, frozenset[str]] = {}
    memories: dict[str, Memory] = {}
    for each in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        ruleset, lang = each["ruleset"], each["lang"]
        program, words = program_of(ruleset), readable_lexicon(lang)
        name = Path(each["file"]).name
        found = sentences_of(ruleset, lang, (folder / each["file"]).read_text(encoding="utf-8"))
        own[name] = frozenset(one.text for one in found)
        terms = terms_of(program, phrasebook_of(program, lang, Report()).glossary, words)
        memories[name] = memory_for(program, found, words, terms)
        for sentence in found:
            told = telling(sentence, words)
            yield from rows(folder.name, f"{name}: {sentence.text}", told, memories[name], None)
    for case in cases_of(folder, texts):
        name = Path(case.file).name
        if name in memories:
            change = _change(case, text_of(case.file, texts), own[name], memories[name])
            for told in change.added:
                yield from rows(folder.name, case.id, told, change.memory, change)


def _change(case: Case, text: str, own: frozenset[str], memory: Memory) -> Change:
    new = edited(text, case)[0]
    words = readable_lexicon(case.lang)

    def read(part: str) -> list[Sentence]:
        return sentences_of(case.ruleset, case.lang, part)

    added = [telling(each, words) for each in read(changed_part(text, new)) if each.text not in own]
    removed = [telling(each, words) for each in read(changed_part(new, text)) if each.text not in new]
    return Change(case, removed, added, memory)


def axis_rows(folder: str, of: str, told: Telling, memory: Memory, change: Change | None) -> Iterator[Row]:
    for each in differences(told, memory):
        slip = change is not None and not change.case.harmless and _is_new(each, change)
        yield Row(folder, of, slip, each.features, each.kind, change is not None)


def clause_rows(folder: str, of: str, told: Telling, memory: Memory, change: Change | None) -> Iterator[Row]:
    before = {words for each in change.removed for words in each.wordings} if change is not None else set()
    for each in doubts(told, memory):
        if told.wordings[each.told.clause] not in before:
            slip = change is not None and not change.case.harmless
            yield Row(folder, of, slip, each.measures, edited=change is not None)


def _is_new(each: Difference, change: Change) -> bool:
    """Did the edit bring this sense in, or take a denial away?"""
    before, now = _senses(change.removed), _senses(change.added)
    key = each.told.axis, each.told.sense
    if key == (DENIAL, PLAIN):
        return before[DENIAL, "not"] > now[DENIAL, "not"]
    return now[key] > before[key]


def _senses(told: list[Telling]) -> Counter[tuple[str, str]]:
    return Counter((each.axis, each.sense) for one in told for each in one.told)


def fitted(rows: Sequence[Row], axes: Sequence[str]) -> NDArray[np.float64]:
    """A logistic regression, by Newton's method: the bias first, then a weight for each measure, for each axis a bias,
    for each axis a slope."""
    table = _table(rows, axes)
    wanted = np.array([each.slip for each in rows], float)
    mean, spread = table.mean(0), table.std(0)
    spread[spread == 0] = 1
    mean[0], spread[0] = 0, 1
    scaled = (table - mean) / spread
    weights = np.zeros(scaled.shape[1])
    for _ in range(STEPS):
        guess = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (guess - wanted) / len(wanted) + SHRINK * weights
        curve = (scaled * (guess * (1 - guess))[:, None]).T @ scaled / len(wanted)
        weights -= np.linalg.solve(curve + SHRINK * np.eye(len(weights)), slope)
    plain: NDArray[np.float64] = weights / spread
    plain[0] -= float((weights * mean / spread)[1:].sum())
    return plain


def _table(rows: Sequence[Row], axes: Sequence[str]) -> NDArray[np.float64]:
    return np.array([_vector(each, axes) for each in rows])


def _vector(row: Row, axes: Sequence[str]) -> list[float]:
    on = [float(axis == row.axis) for axis in axes]
    gap = row.measures[0] - row.measures[1]
    return [1.0, *row.measures, *on, *(each * gap for each in on)]


def _judged_by_others(rows: Sequence[Row], axes: Sequence[str], held: str) -> None:
    """A folder judged by what the others taught: what to expect of a text that was not fitted to."""
    own = [each for each in rows if each.folder == held]
    odds = _table(own, axes) @ fitted([each for each in rows if each.folder != held], axes)
    best: dict[tuple[bool, bool, str], float] = defaultdict(float)
    for row, value in zip(own, 1 / (1 + np.exp(-odds)), strict=True):
        key = row.slip, row.edited, row.of
        best[key] = max(best[key], float(value))
    for floor in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6):
        hits = Counter(key[:2] for key, value in best.items() if value >= floor)
        print(f"# {held} {floor}: {hits[True, True]} slips, {hits[False, True]} of harmless edits and "
              f"{hits[False, False]} right sentences doubted")  # fmt: skip


def _printed(values: Sequence[float]) -> str:
    return f"({', '.join(f'{each:.3f}' for each in values)})"


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--axes", action="store_true")
    asked = ask.parse_args()
    make = axis_rows if asked.axes else clause_rows
    rows = [row for folder in asked.folders for row in rows_of(folder, make)]
    counts = Counter(row.axis for row in rows if row.axis)
    axes = sorted(axis for axis, count in counts.items() if count >= ENOUGH)
    for held in asked.folders if len(asked.folders) > 1 else ():
        _judged_by_others(rows, axes, held.name)
    found = fitted(rows, axes)
    measures = len(rows[0].measures)
    print(f"{'START' if asked.axes else 'OPEN'} = {found[0]:.3f}")
    print(f"{'FEATURES' if asked.axes else 'MEASURES'} = {_printed(found[1 : 1 + measures])}")
    if asked.axes:
        print("AXES: dict[str, tuple[float, float]] = {")
        for index, axis in enumerate(axes):
            print(
                f'    "{axis}": {_printed(found[[1 + measures + index, 1 + measures + len(axes) + index]])},'
            )
        print("}")


if __name__ == "__main__":
    main()
