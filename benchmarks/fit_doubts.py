"""`python -m benchmarks.fit_doubts FOLDER...`: fits `verifier/words/analogy/weights.py` to edited rulebooks.

Every text is compared with the known sentences of its game, without its own. What an edit brought in that
changes a rule is a slip; everything in an unedited text, and what a harmless edit brought in, is none. The
regression is small on purpose: one weight for each measure, a bias and a slope for each axis.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.words import Case, authored, edited, flipped, program_of, text_of
from verifier.diagnostics import Report
from verifier.source import Source
from verifier.words.analogy.audited import memory_for
from verifier.words.analogy.doubts import Doubt, doubts
from verifier.words.analogy.telling import DENIAL, PLAIN, Telling, telling
from verifier.words.audit.reading import read_sentences, readable_lexicon, terms_of
from verifier.words.audit.rulebook import Rulebook
from verifier.words.book import phrasebook_of
from verifier.words.seam import Sentence

ROUNDS, RATE, SHRINK = 3000, 0.5, 1e-2
AROUND = 2
# An axis that is met less often has no weights of its own.
ENOUGH = 60
Row = tuple[str, str, bool, Doubt]  # the folder, the case or sentence, is it a slip


def cases_of(folder: Path, texts: list[Path]) -> Iterator[Case]:
    for name in ("cases.json", "edits.json"):
        if (folder / name).exists():
            yield from authored(json.loads((folder / name).read_text(encoding="utf-8")))
    if (folder / "operators.json").exists():
        yield from flipped(json.loads((folder / "operators.json").read_text(encoding="utf-8")), texts)


def sentences_of(ruleset: str, lang: str, text: str) -> list[Sentence]:
    found = read_sentences(program_of(ruleset), Rulebook(Source("text", text)), readable_lexicon(lang))
    return [each for each in found if each.scope not in ("heading", "example", "advice", "credits")]


def changed_part(old: str, new: str) -> str:
    """The lines that an edit brought in, with some around them."""
    known, rows = set(old.split("\n")), new.split("\n")
    fresh = [i for i, row in enumerate(rows) if row not in known]
    kept = sorted({j for i in fresh for j in range(max(0, i - AROUND), min(len(rows), i + AROUND + 1))})
    return "\n".join(rows[j] for j in kept)


def rows_of(folder: Path) -> Iterator[Row]:
    texts = [folder, folder / "base"]
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    own: dict[str, frozenset[str]] = {}
    memories = {}
    for each in index:
        ruleset, lang = each["ruleset"], each["lang"]
        text = (folder / each["file"]).read_text(encoding="utf-8")
        name = Path(each["file"]).name
        found = sentences_of(ruleset, lang, text)
        own[name] = frozenset(one.text for one in found)
        words = readable_lexicon(lang)
        terms = terms_of(
            program_of(ruleset), phrasebook_of(program_of(ruleset), lang, Report()).glossary, words
        )
        memories[name] = memory_for(program_of(ruleset), found, words, terms)
        for sentence in found:
            for doubt in doubts(telling(sentence, readable_lexicon(lang)), memories[name]):
                yield folder.name, f"{name}: {sentence.text}", False, doubt
    for case in cases_of(folder, texts):
        name = Path(case.file).name
        if name not in memories:
            continue
        text = text_of(case.file, texts)
        new = edited(text, case)[0]
        words = readable_lexicon(case.lang)
        added = [
            telling(each, words)
            for each in sentences_of(case.ruleset, case.lang, changed_part(text, new))
            if each.text not in own[name]
        ]
        removed = [
            telling(each, words)
            for each in sentences_of(case.ruleset, case.lang, changed_part(new, text))
            if each.text not in new
        ]
        before, now = _senses(removed), _senses(added)
        for each in added:
            for doubt in doubts(each, memories[name]):
                yield folder.name, case.id, not case.harmless and _is_new(doubt, before, now), doubt


def _senses(told: list[Telling]) -> Counter[tuple[str, str]]:
    return Counter((each.axis, each.sense) for one in told for each in one.told)


def _is_new(doubt: Doubt, before: Counter[tuple[str, str]], now: Counter[tuple[str, str]]) -> bool:
    """Did the edit bring this sense in, or take a denial away?"""
    key = doubt.told.axis, doubt.told.sense
    if key == (DENIAL, PLAIN):
        return before[DENIAL, "not"] > now[DENIAL, "not"]
    return now[key] > before[key]


def fitted(rows: list[Row], axes: list[str]) -> tuple[float, list[float], dict[str, tuple[float, float]]]:
    """The bias, a weight for each measure, and for each axis a bias and a slope."""
    table = np.array([_vector(doubt, axes) for _, _, _, doubt in rows])
    wanted = np.array([slip for _, _, slip, _ in rows], float)
    mean, spread = table.mean(0), table.std(0)
    spread[spread == 0] = 1
    mean[0], spread[0] = 0, 1
    scaled = (table - mean) / spread
    weights = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        guess = 1 / (1 + np.exp(-scaled @ weights))
        weights -= RATE * (scaled.T @ (guess - wanted) / len(wanted) + SHRINK * weights)
    plain = weights / spread
    plain[0] -= float((weights * mean / spread).sum())
    measures = len(rows[0][3].features)
    biases, slopes = plain[1 + measures : 1 + measures + len(axes)], plain[1 + measures + len(axes) :]
    pairs = {axis: (float(b), float(s)) for axis, b, s in zip(axes, biases, slopes, strict=True)}
    return float(plain[0]), [float(each) for each in plain[1 : 1 + measures]], pairs


def _vector(doubt: Doubt, axes: list[str]) -> list[float]:
    on = [float(axis == doubt.kind) for axis in axes]
    gap = doubt.features[0] - doubt.features[1]
    return [1.0, *doubt.features, *on, *(each * gap for each in on)]


def likely(doubt: Doubt, model: tuple[float, list[float], dict[str, tuple[float, float]]]) -> float:
    start, measures, axes = model
    bias, slope = axes.get(doubt.kind, (0.0, 0.0))
    gap = doubt.features[0] - doubt.features[1]
    found = start + bias + slope * gap + float(np.dot(measures, doubt.features))
    return float(1 / (1 + np.exp(-found)))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folders", nargs="+", type=Path)
    folders = ask.parse_args().folders
    rows = [row for folder in folders for row in rows_of(folder)]
    counts = Counter(doubt.kind for *_, doubt in rows)
    axes = sorted(axis for axis, count in counts.items() if count >= ENOUGH)
    # Each folder judged by what the others taught: what to expect of a text that was not fitted to.
    for held in folders if len(folders) > 1 else ():
        model = fitted([row for row in rows if row[0] != held.name], axes)
        best: dict[tuple[bool, str], float] = defaultdict(float)
        for name, of, slip, doubt in rows:
            if name == held.name:
                best[slip, of] = max(best[slip, of], likely(doubt, model))
        for floor in (0.3, 0.35, 0.4, 0.5, 0.6):
            hits = {
                slip: sum(v >= floor for (s, _), v in best.items() if s == slip) for slip in (True, False)
            }
            print(f"# {held.name} {floor}: {hits[True]} slips, {hits[False]} right sentences doubted")
    start, measures, pairs = fitted(rows, axes)
    print(f"START = {start:.3f}")
    print(f"FEATURES = ({', '.join(f'{each:.3f}' for each in measures)})")
    print("AXES: dict[str, tuple[float, float]] = {")
    for axis, (bias, slope) in pairs.items():
        print(f'    "{axis}": ({bias:.3f}, {slope:.3f}),')
    print("}")


if __name__ == "__main__":
    main()
