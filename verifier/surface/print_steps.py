"""Steps, rules and facts to text: a node of a block in, its lines with their depths out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from verifier.surface import nodes
from verifier.surface.keywords import Words
from verifier.surface.print_expressions import OPEN, SUM, expression, path, place, range_, ranges

# A line of the text: how many blocks stand around it, and what it says.
Line = tuple[int, str]


def block(depth: int, head: str, *bodies: Iterable[Line]) -> list[Line]:
    """A line with the lines of its block, which are already at their depth."""
    return [(depth, head), *(line for body in bodies for line in body)]


def steps(nodes_: Iterable[nodes.Step], words: Words, depth: int) -> list[Line]:
    return [line for node in nodes_ for line in step(node, words, depth)]


def step(node: nodes.Step, words: Words, depth: int) -> list[Line]:
    """The lines of a step; most have one."""
    say = words.say
    match node:
        case nodes.Each():
            return block(
                depth, say("each {}", ranges(node.ranges, words)), steps(node.steps, words, depth + 1)
            )
        case nodes.Repeat():
            head = say("repeat {} times", expression(node.count, words, SUM))
            return block(depth, head, steps(node.steps, words, depth + 1))
        case nodes.GoRound():
            head = say(
                "go round {} from {} where {} until {}",
                range_(node.range, words),
                place(node.start, words),
                expression(node.where, words),
                expression(node.until, words),
            )
            return block(depth, head, steps(node.steps, words, depth + 1))
        case nodes.GuardRule() | nodes.StepRule():
            return rule(node, words, depth)
        case _:
            return [(depth, _one_line(node, words))]


OneLine = (
    nodes.Let | nodes.Choose | nodes.Move | nodes.MoveSome | nodes.MoveEvery | nodes.Swap | nodes.Shuffle
    | nodes.Show | nodes.AddTo | nodes.TakeFrom | nodes.SetTo | nodes.Clear | nodes.Roll | nodes.Do
    | nodes.Offer
)  # fmt: skip


def _one_line(node: OneLine, words: Words) -> str:
    say = words.say
    match node:
        case nodes.Let():
            text = say("let {} be {}", node.name.text, expression(node.value, words))
            return f"{text} {words.word('if any')}" if node.if_any else text
        case nodes.Choose():
            return _choose(node, words)
        case nodes.Move():
            return say("move {} to {}", expression(node.what, words, SUM), _target(node.to, words))
        case nodes.MoveSome():
            count, source = expression(node.count, words, SUM), place(node.source, words)
            return say("move {} from {} to {}", count, source, _target(node.to, words))
        case nodes.MoveEvery():
            return say("move every {} to {}", ranges(node.ranges, words), _target(node.to, words))
        case nodes.Swap():
            return say("swap {} with {}", place(node.left, words), place(node.right, words))
        case nodes.Shuffle():
            return say("shuffle {}", place(node.place, words))
        case nodes.Show():
            return say("show {} to {}", place(node.place, words), path(node.to, words))
        case nodes.AddTo():
            return say("add {} to {}", expression(node.count, words, SUM), place(node.place, words))
        case nodes.TakeFrom():
            return say("take {} from {}", expression(node.count, words, SUM), place(node.place, words))
        case nodes.SetTo():
            text = say("set {}", place(node.place, words))
            return text if node.value is None else say("{} to {}", text, expression(node.value, words, SUM))
        case nodes.Clear():
            return say("clear {}", place(node.place, words))
        case nodes.Roll():
            return say("roll {}", node.die.text)
        case nodes.Do():
            return do(node, words)
        case nodes.Offer():
            return offer(node, words)
        case _:
            assert_never(node)


def _choose(node: nodes.Choose, words: Words) -> str:
    what = ranges(node.ranges, words)
    if node.player is None:
        return words.say("may choose {}" if node.may else "choose {}", what)
    template = "{} may choose {}" if node.may else "{} chooses {}"
    return words.say(template, path(node.player, words), what)


def _target(node: nodes.Target, words: Words) -> str:
    where = place(node.place, words)
    return where if node.end is None else words.say("{} of {}", words.word(node.end, "TOP"), where)


def do(node: nodes.Do, words: Words) -> str:
    text = words.say("do {}", path(node.path, words))
    args = ", ".join(expression(arg, words, SUM) for arg in node.args)
    return words.say("{} with {}", text, args) if args else text


def all_offered(offered: tuple[nodes.Offered, ...], words: Words) -> str:
    return ", ".join(
        part.action.text
        if part.arg is None
        else words.say("{} with {}", part.action.text, path(part.arg, words))
        for part in offered
    )


def offer(node: nodes.Offer, words: Words) -> str:
    text = f"{words.word(node.how, 'HOW_MANY')} {all_offered(node.offered, words)}"
    return text if node.by is None else words.say("{}, by {}", text, path(node.by, words))


def rule(node: nodes.Rule, words: Words, depth: int) -> list[Line]:
    """The lines of a rule of any sort."""
    say = words.say
    whens = [(depth + 1, say("when {}", expression(claim, words))) for claim in node.when]
    other = not isinstance(node, nodes.EndRule) and node.otherwise
    head = say("otherwise rule {}" if other else "rule {}", node.name.text)
    match node:
        case nodes.GuardRule():
            requires = [(depth + 1, say("require {}", expression(claim, words))) for claim in node.require]
            return block(depth, head, whens, requires)
        case nodes.StepRule():
            return block(depth, head, whens, steps(node.steps, words, depth + 1))
        case nodes.ValueRule():
            values = [(depth + 1, value_step(value, words)) for value in node.steps]
            return block(depth, head, whens, values)
        case nodes.EndRule():
            return block(depth, head, moment(node.moment, words, depth + 1), whens)
        case _:
            assert_never(node)


def value_step(node: nodes.ValueStep, words: Words) -> str:
    template = {
        "add": "add {}",
        "subtract": "subtract {}",
        "multiply": "multiply by {}",
        "at-least": "at least {}",
        "at-most": "at most {}",
    }[node.op]
    return words.say(template, expression(node.value, words, SUM if node.op.startswith("at-") else OPEN))


def moment(node: nodes.Moment | nodes.Decision | None, words: Words, depth: int) -> list[Line]:
    match node:
        case None:
            return []
        case nodes.Moment(edge, of):
            return [(depth, words.say("at {} of {}", words.word(edge, "EDGE"), of.text))]
        case nodes.Decision(where):
            return [(depth, words.say("at {}", path(where, words)))]


def fact(node: nodes.Fact, words: Words, depth: int) -> Line:
    """The line of a scenario."""
    say = words.say
    match node:
        case nodes.Given(literals=()):
            text = say("given {} is empty", place(node.place, words))
        case nodes.Given():
            text = say("given {}: {}", place(node.place, words), _literals(node.literals))
        case nodes.Act():
            literals = _literals(node.literals)
            text = say("when {} {}", node.player.text, node.action.text) + (
                f" {literals}" if literals else ""
            )
        case nodes.ActProcedure():
            text = say("when do {}", node.procedure.text)
            text = say("{} with {}", text, _literals(node.literals)) if node.literals else text
        case nodes.ActEnd():
            text = say("when {} ends", node.what.text)
        case nodes.ActRoll():
            text = say("when roll {} {}", node.die.text, _literals((node.face,)))
        case nodes.Outcome():
            text = say("then {}", expression(node.claim, words))
        case nodes.Refused():
            text = say("then refused by {}", node.rule.text)
        case nodes.Allowed():
            text = say("then allowed")
        case nodes.Ended():
            text = say("then {} ends", node.what.text)
        case nodes.Won():
            text = say("then winner {}", ", ".join(name.text for name in node.players))
        case nodes.WonTogether():
            text = say("then winner everyone") if node.everyone else say("then winner nobody")
        case _:
            assert_never(node)
    return depth, text


def _literals(literals: tuple[nodes.Literal_, ...]) -> str:
    return ", ".join(" ".join(word(part) for part in literal.words) for literal in literals)


def word(node: nodes.Name | nodes.Integer) -> str:
    return node.text if isinstance(node, nodes.Name) else str(node.value)
