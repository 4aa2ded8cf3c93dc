"""Is it the rulebook of another game, or of another edition? Asked where much speaks against a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.program import Program
from verifier.source import Source
from verifier.surface.files import Overlay, game_names, overlays_of, spec_folder, units_of
from verifier.words.audit.chapters import Chapter, counts_named
from verifier.words.audit.findings import AGAINST, Audit, Finding
from verifier.words.book import worded_program
from verifier.words.catalogue import own_glossary
from verifier.words.claims import claims_of
from verifier.words.judge.matching import agrees
from verifier.words.reader.lexicon import Lexicon
from verifier.words.seam import Claim

_WORD = re.compile(r"[^\W\d_]{3,}")
STEM = 6
# Of a text that fits, more than this is found, and less than this speaks against it.
FITS, MANY = 0.6, 4
# By so much another game must be the better one: in what is confirmed, or in the share of what a rulebook should say.
TIMES, MORE, LARGER_SHARE = 1.5, 10, 0.2
# An edition is told by this many places, or by all that there are.
ENOUGH = 2


def check_game(program: Program, found: Audit, words: Lexicon, judged: Callable[[Program], Audit]) -> None:
    """Raises `Rejected` for a text that fits another game far better."""
    against = len(found.of("contradicted", "doubtful"))
    if found.understood and found.share >= FITS and against < MANY:
        return
    own = program.ruleset.partition("+")[0]
    name = closest_game(found.rulebook.source.text, own, words)
    if name is None:
        return
    try:
        other = judged(worded_program(name))
    except Rejected:
        return
    if _fits_better(other, found):
        report = Report()
        path = found.rulebook.source.path
        report.add(diagnostic("L798", Label(Source(path, "").whole), path=path, other=name, game=own))
        raise Rejected(report)


def _fits_better(other: Audit, found: Audit) -> bool:
    mine, theirs = max(0, _score(found)), _score(other)
    if theirs > TIMES * mine + MORE:
        return other.share > found.share
    return theirs > mine and other.share >= found.share + LARGER_SHARE


def _score(found: Audit) -> int:
    own = [each for each in found.findings if each.chapter is None]
    counts = Counter(each.status for each in own)
    return counts["confirmed"] - 2 * counts["contradicted"] - counts["doubtful"]


def closest_game(text: str, own: str, words: Lexicon) -> str | None:
    """The game whose very own words a text has more of than those of the game in question."""
    spoken = {word[:STEM] for word in _WORD.findall(words.folded(text))}
    mine = _stems(own, words)
    better = {}
    for name in game_names():
        theirs = _stems(name, words)
        more = _fit(theirs - mine, spoken) - _fit(mine - theirs, spoken)
        if more > 0:
            better[name] = more
    return max(better, key=lambda name: better[name], default=None)


def _fit(stems: frozenset[str], spoken: set[str]) -> float:
    """How well words fit a text: many of them, and a large share."""
    return len(stems & spoken) ** 2 / len(stems) if stems else 0.0


def _stems(name: str, words: Lexicon) -> frozenset[str]:
    terms = own_glossary(spec_folder() / name, words.lang, Report()).terms.values()
    forms = (form for term in terms for form in (*term.forms, *term.elsewhere))
    return frozenset(word[:STEM] for form in forms for word in _WORD.findall(words.folded(form)))


# --- other editions: overlays of the game by which a sentence would be right


def with_player_counts(program: Program, found: Audit, words: Lexicon) -> Audit:
    """The audit in which a sentence that names another number of players is judged by the rules for so many."""
    return replace(found, findings=tuple(_by_its_count(each, program, words) for each in found.findings))


def _by_its_count(finding: Finding, program: Program, words: Lexicon) -> Finding:
    if finding.status not in AGAINST or finding.claim is None or not finding.mentions:
        return finding
    counts = frozenset[int].intersection(
        *(counts_named(each.sentence, program, words) for each in finding.mentions)
    )
    for count in sorted(counts):
        theirs = _claims_with(program.ruleset, count).get(finding.claim.id)
        if theirs is not None and all(agrees(theirs, each.atom) for each in finding.mentions):
            starts = frozenset(each.sentence.span.start for each in finding.mentions)
            own = Chapter(program.ruleset, count, f"{count}", starts)
            return replace(finding, claim=theirs, status="confirmed", tier="strict", chapter=own)
    return finding


def with_editions(program: Program, found: Audit) -> Audit:
    """The audit with the readings and variants that say what the text says where it contradicts the rules."""
    game = program.ruleset
    wrong = [each for each in found.of(*AGAINST) if _may_be_right(each)] if found.understood else []
    if not wrong or game not in game_names():
        return found
    fits: dict[int, list[Overlay]] = {id(each): [] for each in wrong}
    known = {claim.id: claim for claim in claims_of(program)}
    for overlay in overlays_of(game):
        if overlay.sort != "variant" or overlay.basis or overlay.of != (game,):
            continue
        touched = [each for each in wrong if _speaks_of(overlay, each)]
        if not touched:
            continue
        claims = _claims_with(f"{game}+{overlay.name}", program.players)
        for each in touched:
            if _explains(claims, known, each):
                fits[id(each)].append(overlay)
    findings = tuple(_fitted(each, game, fits.get(id(each), [])) for each in found.findings)
    counts = Counter(each.name for names in fits.values() for each in names)
    best, places = counts.most_common(1)[0] if counts else (None, 0)
    told = f"{game}+{best}" if best and (places >= ENOUGH or places == len(wrong)) else None
    return replace(found, findings=findings, edition=told)


def _fitted(finding: Finding, game: str, fits: list[Overlay]) -> Finding:
    """What a published variant says is no mistake of a text that may speak of it: it is doubted."""
    names = tuple(f"{game}+{each.name}" for each in fits)
    if finding.status == "contradicted" and any(each.published for each in fits):
        finding = replace(finding, status="doubtful", tier="relaxed")
    return replace(finding, fits=names) if names else finding


def _may_be_right(finding: Finding) -> bool:
    return finding.claim is not None and finding.chapter is None and bool(finding.mentions)


def _speaks_of(overlay: Overlay, finding: Finding) -> bool:
    """Does an overlay name what a claim is about? Only then it is worth reading with the whole game."""
    claim = finding.claim
    assert claim is not None
    names = {
        claim.rule.rpartition(":")[2],
        *claim.id.split("/")[:1],
        claim.patch.place if claim.patch else "",
    }
    units = units_of(overlay.path, Report())
    text = units[0].span.source.text if units else ""
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in names if name)


def _claims_with(ruleset: str, players: int) -> dict[str, Claim]:
    try:
        return {claim.id: claim for claim in claims_of(worded_program(ruleset, players))}
    except Rejected:
        return {}


def _explains(claims: dict[str, Claim], known: dict[str, Claim], finding: Finding) -> bool:
    """Does the same claim of another rule set, where it differs from ours, allow what the text says?"""
    assert finding.claim is not None
    ours, theirs = known.get(finding.claim.id), claims.get(finding.claim.id)
    if theirs is None or (ours is not None and (ours.allowed, ours.op) == (theirs.allowed, theirs.op)):
        return False
    return all(agrees(theirs, each.atom) for each in finding.mentions)
