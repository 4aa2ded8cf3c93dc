"""The whole audit: a text read in the words of a game, its sentences judged by the claims of the rules."""

from __future__ import annotations

from dataclasses import replace

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.program import Program
from verifier.source import Source
from verifier.words.audit.findings import Audit, findings_of
from verifier.words.audit.recognition import check_readable
from verifier.words.audit.rulebook import Rulebook
from verifier.words.book import phrasebook_of
from verifier.words.claims import claims_of, doings, term_concepts
from verifier.words.judge.verdicts import Verdict, is_understood, judged
from verifier.words.reader.lexicon import Lexicon, lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import VERBS, Concept, Scope
from verifier.words.terms import Glossary

BASE: frozenset[Scope] = frozenset({"rules", "heading"})
# A rule set with overlays is a variant itself: what a text says below such a heading is about it.
WITH_VARIANTS: frozenset[Scope] = BASE | {"variant", "players"}


def audit(program: Program, text: Source | Rulebook, lang: str) -> Audit:
    """What a text says of every claim of a rule set; a text that cannot be read raises `Rejected`."""
    rulebook = text if isinstance(text, Rulebook) else Rulebook(text)
    source = rulebook.source
    words = readable_lexicon(lang)
    check_readable(source, words)
    book = phrasebook_of(program, lang, Report())
    sentences = read(source, words, terms_of(program, book.glossary, words))
    scopes = WITH_VARIANTS if "+" in program.ruleset else BASE
    verdicts = judged(claims_of(program), sentences, doings(program), scopes)
    understood = is_understood(verdicts, sentences)
    if not understood:
        verdicts = [_lowered(each) for each in verdicts]
    return Audit(tuple(findings_of(verdicts, sentences)), tuple(sentences), understood, rulebook)


def readable_lexicon(lang: str) -> Lexicon:
    """The lexicon of a language; a language without one is rejected."""
    found = lexicon(lang)
    if found is None:
        report = Report()
        report.add(diagnostic("L790", Label(Source("", "").whole), lang=lang))
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
