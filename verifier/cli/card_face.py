"""What a card says, for somebody at the table: what is printed on it, and the sentences of its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.engine import Engine, State
from verifier.engine.view import seen_in_zone
from verifier.pages.cards import Printed, printed_fields
from verifier.pages.material import look_of
from verifier.pages.pen import PageWords, capital
from verifier.pages.table_words import TableWords
from verifier.pages.voices import CatalogueVoice
from verifier.surface import nodes
from verifier.surface.index import rules_in
from verifier.trace.words import TableWording


def face_words(fields: Mapping[str, Printed], ruleset: str, voice: CatalogueVoice, words: PageWords) -> str:
    """What is printed on a component, said as on its page: `coût : 1 argile, 1 bois`."""
    hidden = look_of(ruleset.partition("+")[0]).hidden
    parts = []
    for name, value in fields.items():
        if name in hidden:
            continue
        if isinstance(value, Mapping):
            said = ", ".join(f"{number} {voice.name(kind)}" for kind, number in value.items())
        else:
            said = words.number(value) if isinstance(value, int) else voice.name(value)
        parts.append(words("component.field", name=voice.name(name), values=said))
    return words.joined(parts)


def card_lines(words: TableWords, thing: int, name: str) -> Iterator[str]:
    """A card by its name, what is printed on it, and below that what it does."""
    program, voice = words.program, words.voice
    printed = face_words(printed_fields(program.game, thing), program.ruleset, voice, words.ours)
    yield words.ours("component.field", name=capital(name), values=printed) if printed else capital(name)
    design = program.game.things[thing].design
    items = program.composition.items
    texts = [each for each in items if isinstance(each, nodes.Component) and each.name.text == design]
    rules = [rule.name.text for each in texts for rule in rules_in(each)]
    ids = [f"{each.sort}:{design}" for each in texts] + [f"rule:{rule}" for rule in rules]
    for sentence in dict.fromkeys(map(voice.sentence, ids)):
        if sentence is not None:
            yield f"  {sentence}"


def cards_meant(words: TableWords, engine: Engine, typed: str) -> dict[int, str]:
    """One component of each name that begins with what was typed, or the one that is called just so."""
    wording, wanted = TableWording(engine), typed.lower().replace("-", " ")
    called: dict[str, int] = {}
    for thing in range(len(engine.machine.things)):
        called.setdefault(words.thing(wording.thing(thing)), thing)
    found = {thing: name for name, thing in called.items() if name.lower().startswith(wanted)}
    exact = {thing: name for thing, name in found.items() if name.lower() == wanted}
    return exact or found


def cards_in_hand(words: TableWords, engine: Engine, state: State, seat: int) -> dict[int, str]:
    """What lies where this player alone sees it, each name once."""
    wording = TableWording(engine)
    own = (
        zone
        for family in engine.machine.families.values()
        if family.view == "owner"
        for zone in range(family.base, family.base + family.size)
    )
    seen = dict.fromkeys(thing for zone in own for thing in seen_in_zone(state, zone, seat, engine.read))
    called: dict[str, int] = {}
    for thing in seen:
        called.setdefault(words.thing(wording.thing(thing)), thing)
    return {thing: name for name, thing in called.items()}
