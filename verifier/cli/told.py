"""Plays as a reader is told them: in their language, the last moves numbered."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.cli.show import reader, told_moves, worded
from verifier.languages import ENGLISH
from verifier.program import Subject
from verifier.report.reader import IN_ENGLISH, PageReader, TableNames
from verifier.trace.trace import Evidence
from verifier.verdict.finding import Finding


def in_reader_language(shown: Evidence) -> Evidence:
    """A play that shows something, its story in the reader's language."""
    lang = reader()
    if lang == ENGLISH:
        return shown
    # Only who reads another language waits for its words.
    from verifier.pages.told_words import Stories

    return Stories(lang).evidence(shown)


def told_detail(found: Finding) -> str:
    """What was found, with the values that broke a claim in the reader's language."""
    lang = reader()
    if lang == ENGLISH or found.trace is None or found.verdict != "refuted":
        return found.detail
    from verifier.pages.told_words import Stories

    return Stories(lang).values(found.detail, found.trace)


def acknowledged_line(reasons: str, subject: Subject) -> str:
    """Why the rules accept that something fails, in the reader's language."""
    lang = reader()
    if lang != ENGLISH:
        from verifier.pages.told_words import Stories

        reasons = Stories(lang).reasons(reasons, subject.ruleset, subject.players)
    return f"  = acknowledged: {reasons}"


def told_play(shown: Evidence, most: int) -> Iterator[str]:
    """The moves of a play that show something, or its last ones."""
    yield from told_moves(in_reader_language(shown).told, shown.loop, most, shown.matters)


def page_reader() -> PageReader:
    """Who reads the pages that a command writes."""
    lang = reader()
    if lang == ENGLISH:
        return IN_ENGLISH
    from verifier.pages.told_words import Stories

    stories = Stories(lang)

    def names(ruleset: str, players: int) -> TableNames:
        _, _, words = stories.table(ruleset, players)
        return TableNames(words.name, words.thing)

    return PageReader(lang, worded, stories.finding, names, stories.reasons)
