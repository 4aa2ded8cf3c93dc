"""Rules on a page: each in a sentence, with its id, how well it stands, its text and an example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.languages import language
from verifier.pages.pen import Pen, escaped, fenced, section
from verifier.pages.turn import turn_diagram
from verifier.pages.verdicts import RecordRow
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import rules_in
from verifier.surface.versions import version_of
from verifier.words.entries import added_to_phase

# --- rules on a page: each in a sentence, with its id, how well it stands, its text and an example


LIVES = "every-rule-lives"


def rule_blocks(pen: Pen, node: Any) -> str:
    """All rules below a node, one block each."""
    return "\n".join(rule_block(pen, rule) for rule in rules_in(node))


def rule_block(pen: Pen, rule: nodes.Rule) -> str:
    """One rule: what it says, what it is called, how well it stands."""
    id = rule.name.text
    sentence = pen.say(f"rule:{id}")
    example = _example(pen, id)
    formal = fenced(printed(rule))
    inside = f"{formal}\n{example}" if example else formal
    body = f"{sentence}\n\n{pen.folded(inside)}" if sentence else inside
    shown = pen.played(pen.refused.get(id), "rule.see-refused")
    body = f"{body}\n{shown}\n" if shown else body
    return (
        f'<div class="rule"{pen.anchor(f"rule-{id}")} data-version="{version_of(rule)}" markdown="1">\n\n'
        f'<div class="about" markdown="1">`{id}` {permalink(pen, f"rule-{id}", rule)} '
        f"{standing_chips(pen, id)}</div>\n\n{body}\n</div>\n"
    )


def permalink(pen: Pen, anchor: str, node: Any) -> str:
    """A link that holds the version of a rule, so that its page can tell whether the rule has changed since."""
    version, title = version_of(node), escaped(pen.words("site.permalink"))
    return f'<a class="permalink" href="#{anchor}@{version}" title="{title}">@{version}</a>'


def standing_chips(pen: Pen, id: str) -> str:
    """What was found about this rule; nothing where nothing is claimed of it."""
    rows = claims_about(pen, id)
    return pen.chips(rows, f"rule-{id}") if rows else ""


def claims_about(pen: Pen, id: str) -> list[RecordRow]:
    """The verdicts on what is claimed about a rule, or that it is used in some play, if that much is known.

    Whether every rule is used is one question about all of them: left open, it says nothing about any one rule.
    """
    standing = pen.known.standings.get(id)
    names = standing.claims if standing is not None else ()
    own = [row for name in names if (row := pen.known.verdicts.get(name)) is not None]
    lives = pen.known.verdicts.get(LIVES)
    return own or ([lives] if lives is not None and lives.status != "unknown" else [])


def _example(pen: Pen, id: str) -> str:
    """A scenario in which the rule refuses, if there is one."""
    for item in pen.material.program.composition.items:
        if isinstance(item, nodes.Scenario) and any(_refuses(line, id) for line in item.facts):
            return f"{pen.words('rule.example')}{language(pen.lang).sign(':')}\n\n{fenced(printed(item))}"
    return ""


def _refuses(fact: Any, id: str) -> bool:
    return isinstance(fact, nodes.Refused) and fact.rule.text == id


# --- getting ready, a turn, what players may do and what happens by itself, the end and the winner


def items(pen: Pen, *kinds: type) -> list[Any]:
    return [item for item in pen.material.program.composition.items if isinstance(item, kinds)]


def setup(pen: Pen) -> str:
    """The set-up with the procedures it calls, then who starts."""
    found = items(pen, nodes.Setup)
    called = {name for item in found for name in called_procedures(item)}
    procedures = [each for each in items(pen, nodes.Procedure) if each.name.text in called]
    parts = [
        pen.told("setup-once" if item.once else "setup", item) + rule_blocks(pen, item) for item in found
    ]
    parts += [_procedure(pen, each) for each in procedures]
    parts += [pen.told("starter", item) for item in items(pen, nodes.Starter) if not item.later]
    return section(pen.words("section.setup"), "setup", *parts)


def called_procedures(node: Any) -> list[str]:
    """The procedures that steps call, straight or inside a loop."""
    found = []
    for step in getattr(node, "steps", ()):
        if isinstance(step, nodes.Do):
            found.append(printed(step.path))
        found += called_procedures(step)
    return found


def phase_sentences(pen: Pen, phase: nodes.Phase) -> str | None:
    """What is said of a phase, and of what overlays add to it."""
    name = phase.name.text
    added = (each for each in items(pen, nodes.Also) if each.phase.text == name)
    said = map(pen.say, (f"phase:{name}", *(f"also:{added_to_phase(each)}" for each in added)))
    return " ".join(filter(None, said)) or None


def turn(pen: Pen) -> str:
    picture = turn_diagram(pen.material.flow, pen.heading, pen.turn_word)
    phases = [phase for item in items(pen, nodes.Turn) for phase in item.phases]
    lines = "\n".join(
        f"{number}. **{escaped(pen.heading('phase', phase.name.text))}.** "
        f"{phase_sentences(pen, phase) or '`' + printed(phase).strip() + '`'}"
        for number, phase in enumerate(phases, 1)
    )
    return section(pen.words("section.turn"), "turn", f'<div class="picture">{picture}</div>\n', lines)


def actions(pen: Pen) -> str:
    return section(
        pen.words("section.actions"), "actions", *(_action(pen, each) for each in items(pen, nodes.Action))
    )


def _action(pen: Pen, action: nodes.Action) -> str:
    name = action.name.text
    guards = [rule for rule in rules_in(action) if isinstance(rule, nodes.GuardRule)]
    others = [rule for rule in rules_in(action) if not isinstance(rule, nodes.GuardRule)]
    parts = [pen.told(f"action:{name}", action)]
    if guards:
        parts += [pen.words("rule.refused") + "\n", *(rule_block(pen, rule) for rule in guards)]
    parts += [rule_block(pen, rule) for rule in others]
    return section(escaped(pen.heading("action", name)), f"action-{name}", *parts, level=3)


def events(pen: Pen) -> str:
    """Procedures that no set-up has told yet, and what follows on other things."""
    ready = {name for item in items(pen, nodes.Setup) for name in called_procedures(item)}
    parts = [_procedure(pen, each) for each in items(pen, nodes.Procedure) if each.name.text not in ready]
    parts += [_hook(pen, each) for each in items(pen, nodes.Hook) if not _is_round(each)]
    return section(pen.words("section.events"), "events", *parts)


def _procedure(pen: Pen, each: nodes.Procedure) -> str:
    return _place(pen, "procedure", each, rule_blocks(pen, each))


def _place(pen: Pen, sort: str, each: nodes.Procedure | nodes.Define, rules: str) -> str:
    """Something with a name that has rules in it: its sentence, then those rules."""
    name = each.name.text
    anchor = pen.anchor(f"{sort}-{name}")
    return (
        f'<div class="place"{anchor} markdown="1">\n\n{pen.told(f"{sort}:{name}", each)}\n{rules}\n</div>\n'
    )


def _hook(pen: Pen, each: nodes.Hook) -> str:
    return f"{pen.told(f'{each.when}:{printed(each.path)}', each)}\n{rule_blocks(pen, each)}"


def _is_round(hook: nodes.Hook) -> bool:
    return printed(hook.path) in ("round", "game")


def ending(pen: Pen) -> str:
    """When a round ends, what follows, how many there are, who wins."""
    parts = [rule_blocks(pen, item) for item in items(pen, nodes.End)]
    parts += [_hook(pen, each) for each in items(pen, nodes.Hook) if _is_round(each)]
    parts += [pen.told("rounds", item) for item in items(pen, nodes.Rounds)]
    parts += [pen.told("later-starter", item) for item in items(pen, nodes.Starter) if item.later]
    parts += [pen.told("winner", item) for item in items(pen, nodes.Winner)]
    return section(pen.words("section.end"), "end", *parts)


def notions(pen: Pen, scoring: Sequence[str]) -> str:
    """What is worked out and is no part of the score."""
    found = [each for each in items(pen, nodes.Define) if each.name.text not in scoring]
    parts = [definition(pen, each) for each in found]
    return section(pen.words("section.notions"), "notions", *parts)


def definition(pen: Pen, each: nodes.Define) -> str:
    """A definition with its rules, and with the rules that changes elsewhere add to it."""
    name = each.name.text
    changes = [item for item in items(pen, nodes.Change) if item.name.text == name]
    rules = [rule_blocks(pen, each), *(rule_blocks(pen, change) for change in changes)]
    return _place(pen, "define", each, "\n".join(rules))
