"""`python -m benchmarks.words FOLDER...`: edited rulebooks against `audit`, in one process.

A folder holds `cases.json` or `edits.json` (authored edits), perhaps `operators.json` (single words flipped), and the
texts they are made in, there or in the folders that `--texts` names. Only what an edit caused counts: an edit that
changes a rule is found if something new speaks against its line, a harmless one is left alone if nothing is new.
What is known to be false because an edit of the folder made it so is left out.
`index.json` lists unedited texts: how much of what a rulebook should say is confirmed there, and what is held against
a text that is right.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from verifier.diagnostics import Rejected
from verifier.program import Program
from verifier.source import Source
from verifier.words.analogy.audited import measured
from verifier.words.audit import Audit, Finding, audit
from verifier.words.book import worded_program

RULE_SETS = {
    "lost_cities_classic": "lost-cities",
    "lost_cities_duel": "lost-cities-duel+exploits+three-in-a-row",
    "lost_cities_rivals": "lost-cities-rivals",
    "lost_cities_board": "lost-cities-board",
    "catan_duel": "catan-duel",
}
AGAINST, ABSENT, EXTRA = {"contradicted", "weaker", "stronger", "doubtful"}, {"missing", "unread"}, {"extra"}
Alarm = tuple[str, str, tuple[int, ...]]
WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Case:
    id: str
    ruleset: str
    lang: str
    file: str
    harmless: bool
    kind: str
    edits: tuple[tuple[str, str, int], ...]  # what, by what, the how-manieth
    wanted: str


def authored(table: dict[str, Any]) -> Iterator[Case]:
    for each in table["cases"]:
        edits = tuple((e["find"], e["replace"], e.get("occurrence", 1)) for e in each.get("edits", ()))
        if edits:
            harmless = each["group"] != "mutation"
            yield Case(
                each["id"],
                RULE_SETS[each["game"]],
                each["lang"],
                each["base"]["file"],
                harmless,
                "harmless" if harmless else each["kind"],
                edits,
                each["expect"]["verdict"],
            )


def flipped(table: dict[str, Any], texts: list[Path]) -> Iterator[Case]:
    for each in table["operators"]:
        text = text_of(each["file"], texts)
        rows = text.split("\n")
        start = sum(len(row) + 1 for row in rows[: each["line"] - 1])
        if each["find"] in "\n".join(rows[each["line"] - 1 : each["line"] + 3]):
            nth = text[:start].count(each["find"]) + 1
            harmless = not each["changes_a_rule"]
            yield Case(
                each["id"],
                RULE_SETS[each["game"]],
                each["lang"],
                each["file"],
                harmless,
                "harmless" if harmless else f"op.{each['operator']}",
                ((each["find"], each["replace"], nth),),
                "none" if harmless else "contradiction",
            )


def text_of(name: str, folders: list[Path]) -> str:
    for folder in folders:
        if (folder / name).exists():
            return (folder / name).read_text(encoding="utf-8")
    raise SystemExit(f"no text {name}")


def edited(text: str, case: Case) -> tuple[str, set[int]]:
    """The text with its edits, and the lines that changed."""
    new = text
    for find, replace, nth in case.edits:
        at = -1
        for _ in range(nth):
            at = new.index(find, at + 1)
        new = new[:at] + replace + new[at + len(find) :]
    old_rows, new_rows = text.split("\n"), new.split("\n")
    pairs = list(zip(old_rows, new_rows, strict=False))
    head = next((i for i, pair in enumerate(pairs) if pair[0] != pair[1]), len(pairs))
    back = list(zip(reversed(old_rows), reversed(new_rows), strict=False))
    tail = next((i for i, pair in enumerate(back) if pair[0] != pair[1]), 0)
    return new, set(range(head, max(head, len(new_rows) - tail) + 2))


@lru_cache
def program_of(ruleset: str) -> Program:
    return worded_program(ruleset)


@lru_cache(maxsize=64)
def audited(ruleset: str, lang: str, text: str) -> Audit | None:
    try:
        return audit(program_of(ruleset), Source("text", text), lang)
    except Rejected:
        return None


def alarms(found: Audit | None) -> set[Alarm]:
    if found is None:
        return {("", "extra", ())}
    return {
        (
            (each.claim.rule or each.claim.id) if each.claim else "extra",
            each.status,
            tuple(sorted({m.line for m in each.mentions})),
        )
        for each in found.findings
        if each.status in AGAINST | ABSENT | EXTRA
    }


def is_right(case: Case, base: set[Alarm], now: set[Alarm], where: set[int]) -> bool:
    known = {(rule, status) for rule, status, _ in base}
    fresh = {each for each in now - base if each[:2] not in known or set(each[2]) & where}
    here = {each for each in fresh if set(each[2]) & where}
    match case.wanted:
        case "none":
            return not fresh
        case "missing":
            return any(each[1] in ABSENT | AGAINST for each in fresh)
        case "extra":
            return any(each[1] in EXTRA | AGAINST for each in here)
    return any(each[1] in AGAINST for each in here)


@dataclass(frozen=True, slots=True)
class Believed:
    """What is still confirmed where an edit went unnoticed, from the widest sense to the narrowest."""

    # A rule that rests on the edited lines alone; another claim of it, or a line beside it, may be meant.
    line: bool = False
    # A claim that rests on the edited sentence alone; another clause of it may be right.
    sentence: bool = False
    # A claim whose deciding words are among those that were edited.
    words: bool = False


def believed(base: Audit | None, now: Audit | None, case: Case, text: str) -> Believed:
    """What was confirmed before and still is, by the edited passage alone."""
    if base is None or now is None:
        return Believed()
    new, where = edited(text, case)
    before = {_about(each) for each in base.of("confirmed")}
    places: dict[str, set[int]] = defaultdict(set)
    for each in now.of("confirmed"):
        places[_about(each)] |= {mention.line for mention in each.mentions}
    changed = changed_words(text, new)
    touched = [_touched(each, changed) for each in now.of("confirmed")]
    return Believed(
        any(rule in before and len(lines) == 1 and lines & where for rule, lines in places.items()),
        any(set(own) <= {"sentence", "words"} for own in touched),
        any(set(own) == {"words"} for own in touched),
    )


def changed_words(old: str, new: str) -> list[tuple[int, int]]:
    """Where the new text has other words than the old one; of what was left out, the place."""
    one, other = ([(m[0], m.start(), m.end()) for m in WORD.finditer(each)] for each in (old, new))
    ahead = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a[0] != b[0]), None)
    if ahead is None:
        ahead = min(len(one), len(other))
    most = min(len(one), len(other)) - ahead
    back = next((i for i in range(most) if one[-1 - i][0] != other[-1 - i][0]), most)
    middle = [word for word, _, _ in one[ahead : len(one) - back]]
    own = other[ahead : len(other) - back]
    found = []
    for kind, _, _, start, end in SequenceMatcher(
        None, middle, [word for word, _, _ in own], autojunk=False
    ).get_opcodes():
        if kind == "equal":
            continue
        if end > start:
            found.append((own[start][1], own[end - 1][2]))
        else:
            at = ahead + start
            found.append((other[at - 1][2] if at else 0, other[at][1] if at < len(other) else len(new)))
    return found


def _touched(finding: Finding, changed: list[tuple[int, int]]) -> list[str]:
    """For each place that a finding rests on: did the edit change the words that decide, or their sentence?"""
    found = []
    for mention in finding.mentions:
        places = mention.sentence.places
        own = places[mention.atom.start], places[max(mention.atom.start, mention.atom.end - 1)] + 1
        whole = places[0], places[-1] + 1
        if any(start < own[1] and own[0] < end for start, end in changed):
            found.append("words")
        else:
            inside = any(start < whole[1] and whole[0] < end for start, end in changed)
            found.append("sentence" if inside else "elsewhere")
    return found


def _about(finding: Finding) -> str:
    return (finding.claim.rule or finding.claim.id) if finding.claim is not None else ""


def unedited(folder: Path) -> None:
    """What is confirmed in texts as they are, and what is held against them."""
    sums: Counter[str] = Counter()
    for each in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        found = audited(each["ruleset"], each["lang"], (folder / each["file"]).read_text(encoding="utf-8"))
        if found is None:
            print(f"{each['file']:44} not read")
            continue
        against = len(found.of("contradicted")), len(found.of("doubtful"))
        sums += Counter(texts=1, contradicted=against[0], doubtful=against[1])
        sums["share"] += round(1000 * found.share)
        print(
            f"{each['file']:44} {found.share:5.0%} confirmed, {against[0]} contradicted, {against[1]} doubtful"
        )
    if sums["texts"]:
        mean = sums["share"] / 1000 / sums["texts"]
        print(f"all {sums['texts']} texts: {mean:.1%} confirmed, {sums['contradicted']} contradicted, "
              f"{sums['doubtful']} doubtful")  # fmt: skip


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folders", nargs="+", type=Path)
    ask.add_argument("--texts", action="append", default=[], type=Path)
    ask.add_argument("--show", action="store_true", help="also print every case that went wrong")
    ask.add_argument("--only", default="")
    ask.add_argument("--claims-alone", action="store_true", help="without the second opinion")
    asked = ask.parse_args()
    if asked.claims_alone:
        patch("verifier.words.audit.reading.analogies", lambda *_: iter(())).start()
    rows: dict[str, list[bool]] = defaultdict(list)
    still: dict[str, list[Believed]] = defaultdict(list)
    for folder in asked.folders:
        measured.set(f"text {folder.name}/")
        texts = [folder, folder / "base", folder.parent / "seeds", *asked.texts]
        cases: list[Case] = []
        for name in ("cases.json", "edits.json"):
            if (folder / name).exists():
                cases += authored(json.loads((folder / name).read_text(encoding="utf-8")))
        if (folder / "operators.json").exists():
            cases += flipped(json.loads((folder / "operators.json").read_text(encoding="utf-8")), texts)
        for case in sorted(
            (each for each in cases if asked.only in each.id), key=lambda c: (c.ruleset, c.file)
        ):
            text = text_of(case.file, texts)
            new, where = edited(text, case)
            base, now = audited(case.ruleset, case.lang, text), audited(case.ruleset, case.lang, new)
            right = is_right(case, alarms(base), alarms(now), where)
            group = "harmless" if case.harmless else "operators" if case.kind.startswith("op.") else "edits"
            unnoticed = not right and not case.harmless
            left = believed(base, now, case, text) if unnoticed else Believed()
            for row in {f"all {group}", f"{case.lang} {case.kind}", case.kind}:
                rows[row].append(right)
                still[row].append(left)
            if asked.show and not right:
                print(case.id, case.kind, [(find, replace) for find, replace, _ in case.edits])
        if (folder / "index.json").exists():
            unedited(folder)
    for name in sorted(rows):
        word = "left alone" if "harmless" in name else "found"
        told = f"   {told_of(still[name])}" if word == "found" else ""
        print(f"{name:24} {len(rows[name]):4}   {word} {sum(rows[name]) / len(rows[name]):6.1%}{told}")


def told_of(still: list[Believed]) -> str:
    """Of all edits, how many were not noticed and leave something confirmed: in the three senses of `Believed`."""
    line, sentence, words = (
        f"{sum(getattr(each, name) for each in still) / len(still):5.1%}" for name in Believed.__slots__
    )
    return f"still confirmed: on the line {line}, in the sentence {sentence}, by the edited words {words}"


if __name__ == "__main__":
    main()
