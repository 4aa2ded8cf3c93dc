"""Rules on a page: each in a sentence, with its id, how well it stands, its text and an example."""

from __future__ import annotations

from typing import Any

from verifier.documents.pen import Pen, fenced
from verifier.documents.verdicts import Row
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.index import rules_in

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
    return (
        f'<div class="rule"{pen.anchor(f"rule-{id}")} markdown="1">\n\n'
        f'<div class="about" markdown="1">`{id}` {standing_chips(pen, id)}</div>\n\n{body}\n</div>\n'
    )


def standing_chips(pen: Pen, id: str) -> str:
    return pen.chips(claims_about(pen, id), f"rule-{id}")


def claims_about(pen: Pen, id: str) -> list[Row]:
    """The verdicts on what is claimed about a rule; that it lives at all is asked of every rule."""
    standing = pen.known.standings.get(id)
    names = [*(standing.claims if standing is not None else ()), LIVES]
    return [row for name in names if (row := pen.known.verdicts.get(name)) is not None]


def _example(pen: Pen, id: str) -> str:
    """A scenario in which the rule refuses, if there is one."""
    for item in pen.material.program.composition.items:
        if isinstance(item, nodes.Scenario) and any(_refuses(line, id) for line in item.facts):
            return f"{pen.words('rule.example')}:\n\n{fenced(printed(item))}"
    return ""


def _refuses(fact: Any, id: str) -> bool:
    return isinstance(fact, nodes.Refused) and fact.rule.text == id
