"""A sentence held against its own rule: which end, which face, whose, empty or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.diagnostics import Diagnostic
from verifier.words.rule_senses import RuleSenses, rule_senses
from verifier.words.said_senses import Said, said_senses
from verifier.words.sentence_context import Case
from verifier.words.spoken import spoken, spoken_choice

# The last card may be the one that was laid last: it tells of an empty pile, and speaks against none.
LOOSE = frozenset({("emptiness", "last")})
HINT = "if the words do not mean that here, mark them: `[...](plain)`"


def sense_problems(case: Case) -> Iterator[Diagnostic]:
    """Words that say something else than the rule, and what is left unsaid."""
    said = said_senses(case.template, case.book)
    senses = rule_senses(case.entry, case.book.laid, case.book.game)
    # One message for a slot.
    yield from dict((*_against(case, said, senses), *_untold(case, said, senses))).values()


def _against(case: Case, said: Sequence[Said], senses: RuleSenses) -> Iterator[tuple[str, Diagnostic]]:
    for each in said:
        allowed = senses.said.get(each.slot)
        if allowed is not None and each.value not in allowed and (each.slot, each.value) not in LOOSE:
            name, rule = spoken(each.slot, each.value), spoken_choice(each.slot, allowed)
            yield each.slot, case.whole("L765", HINT, words=each.words, said=name, rule=rule)


def _untold(case: Case, said: Sequence[Said], senses: RuleSenses) -> Iterator[tuple[str, Diagnostic]]:
    told = {(each.slot, each.value) for each in said}
    for slot, values in senses.told:
        if not any((slot, value) in told for value in values):
            yield slot, case.whole("L766", None, rule=spoken_choice(slot, values))
