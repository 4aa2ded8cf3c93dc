"""A sentence held against its own rule and against the other languages: which end, which face, whose, empty or not.

Two witnesses that know nothing of each other. The rule says what may be said and what must be; the sentences of the
other languages say what a translator of this one would have found there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from verifier.diagnostics import Diagnostic
from verifier.words.book import Phrasebook
from verifier.words.catalogue import Message
from verifier.words.reader.lexicon import lexicon
from verifier.words.rule_senses import RuleSenses, rule_senses
from verifier.words.said_senses import Said, said_senses
from verifier.words.sentence_context import Case
from verifier.words.spoken import spoken, spoken_choice
from verifier.words.template import TemplateMistake, template

# So many other languages must agree before they are believed.
WITNESSES = 2
# What all other languages say must be said; what none of them says must not, unless the rule does.
MISSED = frozenset(
    {"quantifier", "who", "superlative", "face", "zone", "connective", "place", "negation", "modal"}
)
MISSED_VERBS = frozenset({("verb", "lose"), ("arithmetic", "subtract")})
ADDED = frozenset(
    {"quantifier", "who", "superlative", "face", "place", "arithmetic", "verb", "negation", "modal"}
)
# What the blocks around a rule would excuse is not excused here.
COUNTED = frozenset({"who", "quantifier"})
# `All of them` for `them` adds nothing.
HARMLESS = frozenset({("quantifier", "all")})
HINT = "if the words do not mean that here, mark them: `[...](plain)`"
ACCEPTED = "said otherwise:"
ACCEPT = f"if the sentence is right all the same, write above it: `# {ACCEPTED} {{}}`"


def sense_problems(case: Case, others: Sequence[Phrasebook] = ()) -> Iterator[Diagnostic]:
    """Words that say something else than the rule or than every other language, and what is left unsaid."""
    said = said_senses(case.template, case.book)
    senses = rule_senses(case.entry, case.book.laid, case.book.game)
    told = dict((*_against(case, said, senses), *_untold(case, said, senses)))
    yield from told.values()
    accepted = accepted_senses(case.message)
    for slot, name, problem in _beside(case, said, senses, others):
        # What the rule speaks against needs no other witness.
        if slot not in told and name not in accepted:
            yield problem


def accepted_senses(message: Message) -> frozenset[str]:
    """What a translator has looked at and found right: `# said otherwise: the top, all or each` above the entry."""
    listed = [each.removeprefix(ACCEPTED) for each in message.comments if each.startswith(ACCEPTED)]
    return frozenset(each.strip() for line in listed for each in line.split(","))


def _against(case: Case, said: Sequence[Said], senses: RuleSenses) -> Iterator[tuple[str, Diagnostic]]:
    for each in said:
        allowed = senses.said.get(each.slot)
        if allowed is not None and each.value not in allowed:
            name, rule = spoken(each.slot, each.value), spoken_choice(each.slot, allowed)
            yield each.slot, case.whole("L765", HINT, words=each.words, said=name, rule=rule)


def _untold(case: Case, said: Sequence[Said], senses: RuleSenses) -> Iterator[tuple[str, Diagnostic]]:
    told = {(each.slot, each.value) for each in said}
    for slot, values in senses.told:
        if not any((slot, value) in told for value in values):
            yield slot, case.whole("L766", None, rule=spoken_choice(slot, values))


def _beside(
    case: Case, said: Sequence[Said], senses: RuleSenses, others: Sequence[Phrasebook]
) -> Iterator[tuple[str, str, Diagnostic]]:
    """What the sentences of the other languages say of the same rule: its slot, its name, and the message."""
    readings = {book.lang: read for book in others if (read := _sentence(case, book)) is not None}
    if len(readings) < WITNESSES:
        return
    langs = ", ".join(readings)
    own = _counted(said)
    every = [_counted(read) for read in readings.values()]
    for slot, value in dict.fromkeys(key for each in every for key in each):
        heard = [each[slot, value] for each in every]
        # Twice in each of them is twice here; where they differ, once is enough.
        least = heard[0] if len(set(heard)) == 1 else min(1, *heard)
        if (slot in MISSED or (slot, value) in MISSED_VERBS) and own[slot, value] < least:
            name = spoken(slot, value)
            yield slot, name, case.whole("L767", ACCEPT.format(name), langs=langs, said=name)
    for each in dict.fromkeys(said):
        key = each.slot, each.value
        licensed = each.slot not in COUNTED and each.value in senses.said.get(each.slot, senses.verbs)
        if key in HARMLESS or each.slot not in ADDED or licensed:
            continue
        if own[key] > max(other[key] for other in every):
            name = spoken(*key)
            hint = ACCEPT.format(name)
            yield each.slot, name, case.whole("L768", hint, words=each.words, langs=langs, said=name)


def _counted(said: Sequence[Said]) -> Counter[tuple[str, str]]:
    return Counter((each.slot, each.value) for each in said)


def _sentence(case: Case, book: Phrasebook) -> Sequence[Said] | None:
    message = book.message(case.entry.id) if lexicon(book.lang) is not None else None
    read = template(message.words) if message is not None and message.words else None
    return said_senses(read, book) if read is not None and not isinstance(read, TemplateMistake) else None
