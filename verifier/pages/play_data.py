"""What the playable page of a rule set is made of: its machines and, in every language, the words of the table.

A program in, JSON out. The page does no more with it than look things up: every name and sentence is worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verifier.engine.browser import machine_as_json
from verifier.kernel import expression as k
from verifier.kernel.domain import Names
from verifier.kernel.machine import Choice, Decide, Guard, Machine
from verifier.languages import ENGLISH
from verifier.model.game import Game
from verifier.pages.cards import classes_of, printed_fields
from verifier.pages.material import Look
from verifier.pages.pen import capital
from verifier.pages.table_words import TableWords, brief
from verifier.pages.voices import Speakers
from verifier.program import Program, program_of
from verifier.surface import nodes
from verifier.surface.index import rules_in
from verifier.trace.scoring import score_readers
from verifier.trace.words import NAMES, name_in_words

Json = Any


def play_data(program: Program, look: Look, languages: Iterable[str], speakers: Speakers) -> dict[str, Json]:
    """One rule set for every number of players, with the words of every language."""
    seats = [_seated(program, count) for count in program.counts]
    machines = {str(each.players): machine_as_json(each.machine) for each in seats}
    said = sorted({words for each in machines.values() for words in each["said"].values()})
    return {
        "ruleset": program.ruleset,
        "former": dict(program.former_names),
        "machines": machines,
        "faces": {str(each.players): list(_faces(each.game, program, look)) for each in seats},
        "points": sorted(score_readers(program.machine)),
        "look": {"tint": dict(look.tints), "symbol": dict(look.symbols), "board": look.board},
        "seats": list(NAMES),
        "words": {lang: _words(program, said, TableWords(program, lang, speakers)) for lang in languages},
    }


def _seated(program: Program, players: int) -> Program:
    if players == program.players:
        return program
    return program_of(program.ruleset, players, scenarios=False)


# --- what is printed on a component


def _faces(game: Game, program: Program, look: Look) -> Iterator[Json]:
    """Of each component its tint, the number that stands for it, symbols, and other words on it."""
    with_text = {
        item.name.text
        for item in program.composition.items
        if isinstance(item, nodes.Component) and item.lines
    }
    for number, thing in enumerate(game.things):
        fields = {
            name: value for name, value in printed_fields(game, number).items() if name not in look.hidden
        }
        words = [value for value in fields.values() if isinstance(value, str)]
        counts = {name: value for name, value in fields.items() if isinstance(value, int)}
        cost = {name: dict(value) for name, value in fields.items() if isinstance(value, Mapping)}
        plain = len(fields) <= 3 and not cost and thing.design not in with_text and bool(counts)
        head = next(iter(counts), None) if plain else None
        tinted = [*words, thing.design, *list(classes_of(game, [number]))[::-1]]
        yield {
            "tint": next((look.tints[each] for each in tinted if each in look.tints), None),
            "head": counts.pop(head) if head is not None else None,
            "words": words,
            "counts": counts,
            "cost": [[name, many] for each in cost.values() for name, many in each.items()],
        }


# --- the words of the table


def _words(program: Program, said: Iterable[str], words: TableWords) -> dict[str, Json]:
    machine = program.machine
    return {
        "names": {name: words.name(name) for name in sorted(_named(machine))},
        "things": dict(_things(machine, words)),
        "actions": {name: capital(words.action(name)) for name in sorted(_actions(machine))},
        "rules": _sentences(words, "rule", sorted(_rules(machine))),
        "asks": dict(_asked(machine, words)),
        "read": _read(said, words),
        "cards": dict(_cards(program, words)),
    }


def _named(machine: Machine) -> set[str]:
    """Every name that is shown: zones and what they are told apart by, amounts, members of kinds."""
    found = {family.name for family in machine.families.values()}
    found |= {name for family in machine.families.values() for name, _ in family.index}
    for cell in machine.cells.values():
        if cell.life != "spilled":
            found.add(cell.name)
            found |= {each for domain in (cell.domain, *cell.index) for each in _members(domain)}
    for family in machine.families.values():
        found |= {each for _, domain in family.index for each in _members(domain)}
    for decide in _decides(machine):
        for taken in decide.alternatives:
            for part in taken.prelude:
                if isinstance(part, Choice) and isinstance(part.source, k.Values):
                    found |= set(_members(part.source.domain))
    for table in machine.tables.values():
        found |= set(_members(table.domain))
        found |= {each for domain in table.index for each in _members(domain)}
    found |= {name.removeprefix("its ") for name in machine.tables if name.startswith("its ")}
    return found


def _members(domain: object) -> tuple[str, ...]:
    return domain.members if isinstance(domain, Names) else ()


def _things(machine: Machine, words: TableWords) -> Iterator[tuple[str, str]]:
    """Components as people call them; of several copies the first lends its name to all."""
    twins: set[int] = set()
    for thing in machine.things:
        if thing.twin not in twins:
            twins.add(thing.twin)
            yield thing.name, words.thing(name_in_words(thing.name))


def _decides(machine: Machine) -> Iterator[Decide]:
    yield from (block.out for block in machine.blocks.values() if isinstance(block.out, Decide))


def _actions(machine: Machine) -> set[str]:
    return {"stop", *(taken.action for decide in _decides(machine) for taken in decide.alternatives)}


def _rules(machine: Machine) -> set[str]:
    """Every rule that can refuse."""
    guards = {
        part.rule
        for decide in _decides(machine)
        for taken in decide.alternatives
        for part in taken.prelude
        if isinstance(part, Guard)
    }
    clauses = (clause for each in machine.definitions.values() for clause in each.clauses)
    return guards | {clause.rule for clause in clauses if clause.op == "require"}


def _sentences(words: TableWords, sort: str, ids: Iterable[str]) -> dict[str, str]:
    found = ((id, words.voice.sentence(f"{sort}:{id}")) for id in ids)
    return {id: sentence for id, sentence in found if sentence is not None}


def _asked(machine: Machine, words: TableWords) -> Iterator[tuple[str, str]]:
    """What is asked at each pause: the first sentence about the phase, or about what goes on."""
    for label, block in machine.blocks.items():
        if not isinstance(block.out, Decide):
            continue
        place = label.rsplit(" ", 1)[0].partition(".")[0]
        for sort in ("phase", "action", "procedure"):
            sentence = words.voice.sentence(f"{sort}:{place}")
            if sentence is not None:
                yield label, re.split(r"(?<=[.!?]) ", sentence)[0]
                break


def _read(said: Iterable[str], words: TableWords) -> dict[str, str]:
    """What a rule has read, by the words of the machine: in English briefly, elsewhere what the catalogue calls it."""
    if words.lang == ENGLISH:
        return {each: brief(each) for each in said}
    known = {each: _term(each, words) for each in said}
    return {each: term for each, term in known.items() if term is not None}


def _term(said: str, words: TableWords) -> str | None:
    """The word for what stands at the head of an expression: an amount, something printed, a definition."""
    head = re.fullmatch(r"(?:.*: )?(?:my |its )*([a-z][\w-]*)(?: of .*)?", said)
    if head is None:
        return None
    term = words.voice.book.term(head[1])
    return term.form(False) if term is not None else words.voice.titles.get(f"field:{head[1]}")


def _cards(program: Program, words: TableWords) -> Iterator[tuple[str, str]]:
    """What a component does: its sentence, or the sentences of its rules."""
    for item in program.composition.items:
        if not isinstance(item, nodes.Component) or not item.lines:
            continue
        whole = words.voice.sentence(f"{item.sort}:{item.name.text}")
        rules = [words.voice.sentence(f"rule:{rule.name.text}") for rule in rules_in(item)]
        told = [each for each in (whole, *rules) if each is not None]
        if told:
            yield item.name.text, " ".join(told)
