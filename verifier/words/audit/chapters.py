"""Passages in their scope: a chapter on a published variant, or for so many players, is judged by those rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from verifier.diagnostics import Rejected, Report
from verifier.program import Program
from verifier.surface.files import Overlay, game_names, overlays_of, spec_folder
from verifier.words.book import phrasebook_of, worded_program
from verifier.words.catalogue import catalogue
from verifier.words.reader.lexicon import Lexicon
from verifier.words.reader.sentences import LONGEST_LABEL
from verifier.words.seam import Scope, Sentence

_WORD = re.compile(r"\w+")
# Endings differ; so much of a word is the same in all its forms.
STEM = 5
# Of the words of a title, so many must stand in a heading that speaks of a variant anyway.
ENOUGH = 0.5
# A chapter without a name is held against every variant of a game that has no more of them.
NAMELESS = 3


# Without slots: its rules are looked up once, and only if somebody asks.
@dataclass(frozen=True)
class Chapter:
    """A part of a rulebook with rules of its own: those of a variant, or for another number of players."""

    ruleset: str
    players: int
    # What people call it.
    title: str
    # Where its sentences begin in the source.
    starts: frozenset[int]
    # Does a heading name it? Else it was told by what it says.
    named: bool = True

    @cached_property
    def program(self) -> Program:
        """Its rules; a variant that is not for so many players raises `Rejected`."""
        return worded_program(self.ruleset, self.players)


@dataclass(frozen=True, slots=True)
class VariantName:
    """A published variant with its title in the language of the text."""

    overlay: Overlay
    title: str
    words: tuple[str, ...]


def published_variants(program: Program, lexicon: Lexicon) -> tuple[VariantName, ...]:
    """The published variants of a game; of a rule set with overlays none, for it is a variant itself."""
    game = program.ruleset
    if game not in game_names():
        return ()
    told = catalogue(spec_folder() / game, lexicon.lang, Report()).by_key
    found = []
    for overlay in overlays_of(game):
        if overlay.published and not overlay.basis and overlay.sort == "variant":
            message = told.get(f"{overlay.name}/title")
            title = message.words if message is not None and message.words else overlay.name.replace("-", " ")
            if "{" in title:
                title = _filled_in(program, overlay.name, lexicon.lang) or title
            found.append(VariantName(overlay, title, _telling_words(title, lexicon)))
    return tuple(found)


def _filled_in(program: Program, name: str, lang: str) -> str | None:
    """A title with numbers in it, which the rules of the variant know."""
    try:
        own = worded_program(f"{program.ruleset}+{name}", program.players)
    except Rejected:
        return None
    return phrasebook_of(own, lang, Report()).sentence(f"{name}/title")


def _telling_words(title: str, lexicon: Lexicon) -> tuple[str, ...]:
    words = [word for word in _WORD.findall(lexicon.folded(title)) if len(word) > 1]
    return tuple(word for word in words if word not in lexicon.grammar.common) or tuple(words)


def share_named(variant: VariantName, text: str, lexicon: Lexicon) -> float:
    """How many of the words of a variant's title stand in a text."""
    there = {word[:STEM] for word in _WORD.findall(lexicon.folded(text))}
    return sum(word[:STEM] in there for word in variant.words) / len(variant.words) if variant.words else 0.0


def variant_named(
    trail: Sequence[str], scope: str, variants: Sequence[VariantName], lexicon: Lexicon
) -> VariantName | None:
    """The variant that the headings name, the nearest first."""
    for title in reversed(trail):
        shares = {each: share_named(each, title, lexicon) for each in variants}
        best = max(shares, key=lambda each: shares[each], default=None)
        if best is not None and shares[best] >= (ENOUGH if scope == "variant" else 1.0):
            return best
    return None


def chapters_of(program: Program, sentences: Sequence[Sentence], lexicon: Lexicon) -> Iterator[Chapter]:
    """The chapters whose headings name a variant or a number of players, and those on a variant without a name.

    The last ones come once for each variant that they may be about.
    """
    variants = published_variants(program, lexicon)
    by_variant: dict[str, set[int]] = {}
    unnamed: set[int] = set()
    by_players: dict[int, set[int]] = {}
    for sentence in sentences:
        above = (*sentence.trail, sentence.text) if sentence.scope == "heading" else sentence.trail
        named = variant_named(above, sentence.scope, variants, lexicon)
        if named is not None:
            by_variant.setdefault(named.overlay.name, set()).add(sentence.span.start)
        elif sentence.scope == "variant":
            unnamed.add(sentence.span.start)
        elif sentence.scope == "players":
            for count in players_named(above, sentence.text, lexicon):
                by_players.setdefault(count, set()).add(sentence.span.start)
    for each in variants:
        starts = by_variant.get(each.overlay.name, set())
        ruleset = f"{program.ruleset}+{each.overlay.name}"
        if starts:
            yield Chapter(ruleset, program.players, each.title, frozenset(starts))
        elif unnamed and len(variants) <= NAMELESS:
            yield Chapter(ruleset, program.players, each.title, frozenset(unnamed), False)
    for count, starts in by_players.items():
        if count in program.counts and count != program.players:
            yield Chapter(program.ruleset, count, f"{count}", frozenset(starts))


def players_named(trail: Sequence[str], text: str, lexicon: Lexicon) -> frozenset[int]:
    """How many play where a heading says it, or else the label before a paragraph."""
    for title in reversed(trail):
        if any(each.places(lexicon.folded(title)) for each in lexicon.sections.get("players", ())):
            return numbers_in(title, lexicon)
    return numbers_in(text[:LONGEST_LABEL], lexicon)


def at_this_table(sentences: Sequence[Sentence], program: Program, lexicon: Lexicon) -> list[Sentence]:
    """A passage for just as many players as play, or for these among others, has rules like any other."""

    def scope(each: Sentence) -> Scope:
        if each.scope != "players" or program.players not in players_named(each.trail, each.text, lexicon):
            return each.scope
        return "heading" if each.is_title else "rules"

    return [replace(each, scope=scope(each)) for each in sentences]


def numbers_in(text: str, lexicon: Lexicon) -> frozenset[int]:
    """The small numbers of a text, in digits or words."""
    spelled = lexicon.numerals.cardinals
    return frozenset(
        int(word) if word.isdecimal() else spelled[word]
        for word in _WORD.findall(lexicon.folded(text))
        if (word.isdecimal() and len(word) < 3) or word in spelled
    )


def in_chapter(chapter: Chapter, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a chapter; below a heading that names it they are rules like any other."""
    own = [each for each in sentences if each.span.start in chapter.starts]
    if not chapter.named:
        return own
    return [replace(each, scope="rules") if each.scope in ("variant", "players") else each for each in own]


def counts_named(sentence: Sentence, program: Program, lexicon: Lexicon) -> frozenset[int]:
    """Other numbers of players that a sentence or its headings name: `with three players, ...`."""
    bare = lexicon.folded(" ".join((*sentence.trail[-1:], sentence.text)))
    counted = {
        atom.value for atom in sentence.atoms if "player" in atom.heads and isinstance(atom.value, int)
    }
    for pattern in lexicon.sections.get("players", ()):
        for start, end in pattern.places(bare):
            counted |= numbers_in(bare[start:end], lexicon)
    return frozenset(counted) & frozenset(program.counts) - {program.players}
