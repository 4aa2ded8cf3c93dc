"""Words at the table in the player's language: names of the game from its catalogue, ours from the messages.

Names in, as the rules have them; words out, and back again what somebody types. In English the names stand as in
the rules, so that what is shown can be typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from verifier.engine import Engine, Refusal, explain
from verifier.kernel.domain import Names
from verifier.languages import ENGLISH, language
from verifier.pages.pen import PageWords, capital, page_words
from verifier.pages.voices import CatalogueVoice, Speakers
from verifier.program import Program
from verifier.surface import nodes
from verifier.surface.index import rules_in
from verifier.trace.scoring import Step, Worth
from verifier.trace.tell import refused_by
from verifier.trace.words import COMMON, name_in_words, player_name

# An expression in the words of the rules: what is looked for, where, and what of it counts.
_COUNT = re.compile(r"count [\w-]+ in (?:my )?([\w-]+)")
_PLAIN = re.compile(r"its ([\w-]+) of [\w-]+|(?:my )?([\w-]{3,})(?: of .*)?")
_LOOK = re.compile(r"(\w+) [\w-]+ in (?:zone of )?((?:my )?[\w-]+).*: its ([\w-]+) of [\w-]+")


def brief(words: str) -> str:
    """What a rule has read, as short as people say it: `highest value in my route`, `value of card`."""
    looked = _LOOK.fullmatch(words)
    if looked is not None:
        return name_in_words(f"{looked[1]} {looked[3]} in {looked[2]}")
    return name_in_words(re.sub(r"\bits ", "", words))


# The zone of what is out of the game.
BOX = "box"


class TableWords:
    """The words of one rule set in one language."""

    def __init__(self, program: Program, lang: str = ENGLISH, speakers: Speakers | None = None) -> None:
        self.program = program
        self.lang = lang
        self.ours = PageWords(lang)
        self._speakers = speakers

    @cached_property
    def voice(self) -> CatalogueVoice:
        return (self._speakers or Speakers()).voice(self.program, self.lang)

    # --- what is shown

    def said(self, key: str, **holes: object) -> str:
        """A sentence of ours, its holes filled in."""
        return self.ours(f"play.{key}", **holes)

    def name(self, word: str) -> str:
        """A zone, a phase, a number, a member of a kind."""
        if self.lang == ENGLISH:
            return name_in_words(word)
        name = word.replace(" ", "-")
        # Every game has a box, and no glossary of its own a word for it.
        known = self.known(name)
        return known or (self.ours("told.box") if name == BOX else self.voice.name(name))

    def known(self, name: str) -> str | None:
        """What the language calls it, if it has a word for it: an amount, as it stands before its number."""
        term, title = self.voice.book.term(name), self.voice.titles.get(f"field:{name}")
        return title or (term.form(False) if term is not None else None)

    def thing(self, words: str) -> str:
        """A component, by as much of its name as the glossary knows: `toll bridge`, `green 7`."""
        if self.lang == ENGLISH:
            return words
        parts, found = words.split(), []
        while parts:
            for length in range(len(parts), 0, -1):
                term = self.voice.book.term("-".join(parts[:length]))
                if term is not None or length == 1:
                    found.append(term.form(False) if term is not None else parts[0])
                    parts = parts[length:]
                    break
        return " ".join(found)

    def action(self, name: str) -> str:
        if self.lang == ENGLISH:
            return name_in_words(name)
        return self.said(name) if name in COMMON else self.voice.title("action", name)

    def why_not(self, refusal: Refusal) -> list[str]:
        """The sentence of the rule that refuses, then the values that it read; without a sentence, the values alone."""
        offered = self._offered(refusal)
        if offered is not None:
            return [self.said("offered"), *(f"  {each}" for each in offered)]
        sentence = self.voice.sentence(f"rule:{refusal.rule}")
        if sentence is None:
            # The rules speak as the player would: at the table the player is spoken to.
            return [re.sub(r"\bmy\b", "your", self._structure(refusal))]
        read = self._read(refusal)
        return [sentence, f"  ({refusal.rule}: {'; '.join(read)})" if read else f"  ({refusal.rule})"]

    def refused_by(self, refusal: Refusal) -> str:
        """The same in one line: the rule, its sentence, the values."""
        offered = self._offered(refusal)
        if offered is not None:
            return (
                f"{refusal.rule}{language(self.lang).sign(':')} {self.said('offered')} {', '.join(offered)}"
            )
        sentence = self.voice.sentence(f"rule:{refusal.rule}")
        if sentence is None:
            return self._structure(refusal)
        read = self._read(refusal)
        values = f" ({'; '.join(read)})" if read else ""
        return f"{refusal.rule}{language(self.lang).sign(':')} {sentence}{values}"

    def _offered(self, refusal: Refusal) -> list[str] | None:
        """What may be done instead, if an action is not on offer."""
        match refusal.detail:
            case (("offered now", str(actions)),):
                return [self.action(each) for each in actions.split(", ")]
        return None

    def sentences_about(self, place: str, actions: Sequence[str]) -> list[str]:
        """What the rules say of a phase or a block, and of actions: each with its own rules below it."""
        sentence = self.voice.sentence
        found = [sentence(f"{sort}:{place}") for sort in ("phase", "procedure", "action")]
        written = {
            item.name.text: item for item in self.program.composition.items if isinstance(item, nodes.Action)
        }
        for action in actions:
            found.append(sentence(f"action:{action}"))
            if action in written:
                rules = (sentence(f"rule:{rule.name.text}") for rule in rules_in(written[action]))
                found += [f"  - {rule}" for rule in rules if rule is not None]
        return list(dict.fromkeys(each for each in found if each is not None))

    def question(self, label: str) -> str | None:
        """What is asked at a label: what the rules say first of the phase or the block, or the text of the card."""
        name = label.split(" ", 1)[0].partition(".")[0]
        for sort in ("phase", "action", "procedure"):
            sentence = self.voice.sentence(f"{sort}:{name}")
            if sentence is not None:
                return re.split(r"(?<=[.!?]) ", sentence)[0]
        for item in self.program.composition.items:
            if isinstance(item, nodes.Component) and item.name.text == name:
                sentence = self.voice.sentence(f"{item.sort}:{name}")
                if sentence is not None:
                    return self.ours("component.field", name=capital(self.name(name)), values=sentence)
        return None

    def worth(self, worth: Worth) -> Worth:
        """What is counted and for whom, and every step by the sentence of its rule."""
        name = self.name(worth.definition)
        whose = f"{name} of {worth.of}" if self.lang == ENGLISH else f"{name}, {worth.of}"
        return replace(worth, words=worth.words or whose, steps=tuple(map(self._step, worth.steps)))

    def reasons(self, acknowledged: str) -> str:
        """Why the rules accept that something fails, by the sentences of the catalogue where it has them."""
        for id, entry in self.voice.book.entries.items():
            for node in entry.node if isinstance(entry.node, tuple) else (entry.node,):
                if isinstance(node, nodes.MayLoop | nodes.Accept):
                    sentence = self.voice.sentence(id) or node.reason.text
                    acknowledged = acknowledged.replace(node.reason.text, sentence.rstrip("."))
        return acknowledged

    def _step(self, step: Step) -> Step:
        sentence = self.voice.sentence(f"rule:{step.rule}") or step.rule
        return replace(step, words=step.words or sentence, inside=tuple(map(self.worth, step.inside)))

    def _read(self, refusal: Refusal) -> list[str]:
        return [
            f"{self._brief(words)} {self._value(value)}".lstrip()
            for words, value in refusal.detail
            if value is not None and not isinstance(value, bool)
        ]

    def _value(self, value: object) -> str:
        words = name_in_words(str(value))
        return words if self.lang == ENGLISH else self.thing(words)

    def _brief(self, words: str) -> str:
        """What a rule has read, in a few words; where the language has none for it, the value stands alone."""
        if self.lang == ENGLISH:
            return brief(words)
        looked, counted, plain = _LOOK.fullmatch(words), _COUNT.match(words), _PLAIN.fullmatch(words)
        if looked is not None and f"told.{looked[1]}" in page_words(self.lang):
            how = self.ours(f"told.{looked[1]}", what=self.name(looked[3]))
            return f"{how} ({self.name(looked[2].removeprefix('my '))})"
        if counted is not None:
            return f"{self.ours('told.count')} ({self.name(counted[1])})"
        return self.name(plain[1] or plain[2]) if plain is not None else ""

    def _structure(self, refusal: Refusal) -> str:
        """A refusal that no rule of the game has written: not on offer, not one's turn, not said."""
        if self.lang == ENGLISH:
            return refused_by(refusal)
        match refusal.rule, refusal.detail:
            case "over", _:
                return self.ours("told.over")
            case "player", ((_, int(seat)),):
                return self.ours("table.to-move", player=player_name(seat))
            case "stop", _:
                return self.ours("told.no-stop")
            case name, ((_, None),):
                return self.ours("told.not-said", name=self.name(name))
            case name, ((_, value), (explain.NO_CHOICE, _)):
                return self.ours("told.no-choice", value=self._value(value), name=self.name(name))
        read = self._read(refusal)
        return f"{refusal.rule}{language(self.lang).sign(':')} {'; '.join(read)}" if read else refusal.rule

    # --- what is typed

    def typed(self, engine: Engine, line: str) -> str:
        """What somebody typed with each word made whole: beginnings of words (`l g7`), words of the language."""
        action, words = self._action_and_rest(engine, line.lower().split())
        known = self._known(engine)
        whole = [*action, *(known.get(word) or self._begun(known, word) for word in words)]
        return " ".join(word for each in whole for word in each.split())

    def _action_and_rest(self, engine: Engine, words: list[str]) -> tuple[list[str], list[str]]:
        """The one action whose title has most of the first words, and what was said of it; in English all are names."""
        if self.lang == ENGLISH:
            return [], words
        shared = {
            action: len(list(takewhile(self.action(action).lower().split().__contains__, words)))
            for action in self._actions(engine)
        }
        longest = max(shared.values(), default=0)
        found = [action for action, length in shared.items() if length == longest]
        return ([name_in_words(found[0])], words[longest:]) if longest and len(found) == 1 else ([], words)

    def _begun(self, known: dict[str, str], word: str) -> str:
        """The one name that begins so; `g7` is the beginning of one and a number."""
        letters = word.rstrip("0123456789")
        digits = word[len(letters) :]
        if not letters:
            return word
        found = {name for said, name in known.items() if said.startswith(letters)}
        exact = known.get(letters)
        if exact is None and len(found) != 1:
            return word
        name = exact or found.pop()
        return f"{name} {digits}" if digits else name

    def _known(self, engine: Engine) -> dict[str, str]:
        """Every word that names something, in the rules and in the language, with the name in the rules."""
        machine = engine.machine
        names: set[str] = {part for thing in machine.things for part in thing.name.split("-")}
        for family in machine.families.values():
            for _, domain in family.index:
                if isinstance(domain, Names):
                    names.update(domain.members)
        found = {name.lower(): name_in_words(name) for name in names if not name.isdecimal()}
        for name in sorted(names) if self.lang != ENGLISH else ():
            found.setdefault(self.name(name).lower(), name_in_words(name))
        for action in dict.fromkeys(each for each in self._actions(engine)):
            found.setdefault(action.lower(), name_in_words(action))
        return found

    def vocabulary(self, engine: Engine) -> list[str]:
        """All that names something here, as it may be typed."""
        known = self._known(engine)
        return [*known, *known.values(), *(self.action(each) for each in self._actions(engine))]

    def _actions(self, engine: Engine) -> list[str]:
        from verifier.trace.moves import domains_of

        return list(domains_of(engine))
