"""The whole audit: a text read in the words of a game, its sentences judged by the claims of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from verifier.diagnostics import Rejected, Report, diagnostic
from verifier.languages import shipped_languages
from verifier.program import Program
from verifier.source import Source
from verifier.words.analogy.audited import analogies
from verifier.words.audit.chapters import Chapter, at_this_table, chapters_of, in_chapter
from verifier.words.audit.editions import check_game, with_editions, with_player_counts
from verifier.words.audit.findings import AGAINST, ORDER, Audit, Finding, Quoted, findings_of
from verifier.words.audit.recognition import check_readable
from verifier.words.audit.rulebook import Rulebook
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.claims import claims_of, doings, term_concepts
from verifier.words.judge.verdict import Verdict
from verifier.words.judge.verdicts import is_understood, judged, may_accuse
from verifier.words.reader.lexicon import Lexicon, lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import VERBS, Concept, Scope, Sentence
from verifier.words.terms import Glossary

BASE: frozenset[Scope] = frozenset({"rules", "heading"})
# A rule set with overlays is a variant itself: what a text says below such a heading is about it.
WITH_VARIANTS: frozenset[Scope] = BASE | {"variant", "players"}


def audit(program: Program, text: Source | Rulebook, lang: str) -> Audit:
    """What a text says of every claim of a rule set; a text that cannot be read raises `Rejected`.

    A chapter on a published variant is judged by the rules of that variant, and what other readings of the rules
    would say is told where the text contradicts. A text that is about another game is rejected.
    """
    rulebook = text if isinstance(text, Rulebook) else Rulebook(text)
    words = readable_lexicon(lang)
    check_readable(rulebook.source, words)
    sentences = read_sentences(program, rulebook, words)
    chapters = () if "+" in program.ruleset else tuple(chapters_of(program, sentences, words))
    found = _judged(program, rulebook, sentences, chapters)
    check_game(
        program,
        found,
        words,
        lambda other: _judged(other, rulebook, read_sentences(other, rulebook, words), ()),
    )
    found = with_editions(program, with_player_counts(program, found, words))
    findings = list(found.findings)
    for chapter in chapters:
        own = _chapter_findings(chapter, program, rulebook, words)
        findings += own if found.understood else map(_doubted, own)
    findings += _second_opinion(program, findings, sentences, words)
    findings.sort(key=lambda each: ORDER.index(each.status))
    return replace(found, findings=tuple(findings))


def _judged(
    program: Program, rulebook: Rulebook, sentences: Sequence[Sentence], chapters: Sequence[Chapter]
) -> Audit:
    """What the rules of the game itself make of a text, without its chapters."""
    elsewhere = frozenset[int]().union(*(each.starts for each in chapters))
    own = [each for each in sentences if each.span.start not in elsewhere]
    scopes = WITH_VARIANTS if "+" in program.ruleset else BASE
    verdicts = judged(claims_of(program), own, doings(program), scopes)
    understood = is_understood(verdicts, own)
    if not understood or not may_accuse(verdicts, own):
        verdicts = [_lowered(each) for each in verdicts]
    return Audit(tuple(findings_of(verdicts, own)), tuple(sentences), understood, rulebook)


def _second_opinion(
    program: Program, findings: Sequence[Finding], sentences: Sequence[Sentence], words: Lexicon
) -> Iterator[Finding]:
    """What known sentences say otherwise, of sentences that no claim contradicts; one doubt may join another.

    They are known of the game itself: a sentence that is right by a change that an overlay makes is left alone, and so
    are the words that are right by what it adds.
    """
    book = phrasebook_of(program, words.lang, Report())
    changed, added = program.analysis(_changed_claims)
    confirmed = [own for own in findings if own.status == "confirmed" and own.claim is not None]
    settled = {
        each.sentence.span.start
        for own in (
            *(own for own in findings if own.status in AGAINST - {"doubtful"}),
            *(own for own in confirmed if own.claim and own.claim.id in changed),
        )
        for each in own.mentions
    }
    right = [each for own in confirmed if own.claim and own.claim.id in added for each in own.mentions]
    found = analogies(program, sentences, words, terms_of(program, book.glossary, words))
    return findings_of(
        [
            each
            for each in found
            if each.sentence and each.sentence.span.start not in settled and not _is_at(each, right)
        ],
        sentences,
    )


def _is_at(doubt: Verdict, right: Sequence[Quoted]) -> bool:
    """Does a doubt rest on words that are right?"""
    return any(
        doubt.sentence is not None
        and doubt.atom is not None
        and doubt.sentence.span.start == each.sentence.span.start
        and doubt.atom.start < each.atom.end
        and each.atom.start < doubt.atom.end
        for each in right
    )


def _changed_claims(program: Program) -> tuple[frozenset[str], frozenset[str]]:
    """What the overlays of a rule set make different from its game, and what they add to it."""
    game, _, overlays = program.ruleset.partition("+")
    if not overlays:
        return frozenset(), frozenset()
    base = worded_program(game)
    fresh = fresh_claims(base, program)
    changed = fresh & {claim.id for claim in claims_of(base)}
    return changed, fresh - changed


def _doubted(finding: Finding) -> Finding:
    return (
        replace(finding, status="doubtful", tier="relaxed") if finding.status == "contradicted" else finding
    )


def read_sentences(program: Program, rulebook: Rulebook, words: Lexicon) -> list[Sentence]:
    """The sentences of a rulebook, read in the words of a game."""
    book = phrasebook_of(program, words.lang, Report())
    found = read(rulebook.source, words, terms_of(program, book.glossary, words))
    return at_this_table(found, program, words)


def _chapter_findings(chapter: Chapter, base: Program, rulebook: Rulebook, words: Lexicon) -> list[Finding]:
    """What a chapter says of its rules; of what it leaves out, only what the game without it does not have."""
    try:
        program = chapter.program
    except Rejected:
        return []
    sentences = in_chapter(chapter, read_sentences(program, rulebook, words))
    verdicts = judged(claims_of(program), sentences, doings(program), WITH_VARIANTS)
    # `10 instead of 8`: the number of the game itself may stand there too.
    licensed = {
        _place(each)
        for each in judged(claims_of(base), sentences, doings(base), WITH_VARIANTS)
        if _agrees(each)
    }
    fresh = fresh_claims(base, program)
    if not chapter.named and not any(
        _agrees(each) and each.claim.id in fresh for each in verdicts if each.claim
    ):
        return []
    kept = [
        _lowered(each) if not chapter.named else each
        for each in verdicts
        if not (each.status in AGAINST and _place(each) in licensed)
        and not (each.status == "missing" and (each.claim is None or each.claim.id not in fresh))
    ]
    return list(findings_of(kept, sentences, chapter))


def fresh_claims(base: Program, other: Program) -> frozenset[str]:
    """What a variant says that the game does not, or says otherwise."""
    known = {claim.id: (claim.allowed, claim.op) for claim in claims_of(base)}
    return frozenset(
        claim.id for claim in claims_of(other) if known.get(claim.id) != (claim.allowed, claim.op)
    )


def _place(verdict: Verdict) -> tuple[int, int] | None:
    if verdict.sentence is None or verdict.atom is None:
        return None
    return verdict.sentence.span.start, verdict.atom.start


def _agrees(verdict: Verdict) -> bool:
    return verdict.status == "confirmed"


def readable_lexicon(lang: str) -> Lexicon:
    """The lexicon of a language; a language without one is rejected."""
    found = lexicon(lang)
    if found is None:
        report = Report()
        report.add(diagnostic("L790", hint=f"one of {shipped_languages()}", lang=lang))
        raise Rejected(report)
    return found


def _lowered(verdict: Verdict) -> Verdict:
    """Who has understood little accuses nobody."""
    if verdict.status != "contradicted":
        return verdict
    return replace(verdict, status="doubtful", tier="relaxed")


def terms_of(program: Program, glossary: Glossary, lexicon: Lexicon) -> dict[Concept, list[str]]:
    """The words for the things of a game: those of its glossary, also the ones that our own sentences avoid, and those
    that the language has for names which rules often use."""
    found: dict[Concept, list[str]] = {}
    for name, words in lexicon.names.items():
        for concept in term_concepts(program.game, name) - frozenset(VERBS):
            found.setdefault(concept, []).extend(words)
    for name, term in glossary.terms.items():
        # A zone that is called like a doing is no doing.
        for concept in term_concepts(program.game, name) - frozenset(VERBS):
            found.setdefault(concept, []).extend((*term.forms, *term.avoid, *term.elsewhere))
    return found
