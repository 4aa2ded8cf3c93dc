"""Items and units to text: a node of the left margin in, its lines with their depths out."""

from __future__ import annotations

from typing import assert_never

from verifier.surface import nodes
from verifier.surface.keywords import Words
from verifier.surface.print_expressions import SUM, expression, path, place
from verifier.surface.print_steps import Line, all_offered, block, do, fact, moment, offer, rule, steps, word

_VIEWS = {
    "hidden": "hidden",
    "seen": "seen",
    "owner": "seen by owner",
    "others": "seen by others",
    "told": "told",
}


def header(node: nodes.Header, words: Words) -> Line:
    text = f"{words.word(node.sort, 'HEAD')} {node.name.text}"
    return 0, words.say("{} of {}", text, _names(node.of)) if node.of else text


def item(node: nodes.Item, words: Words, depth: int = 0) -> list[Line]:
    """The lines of an item; the first is its head."""
    say = words.say
    match node:
        case nodes.Setup():
            head = say("setup once") if node.once else say("setup")
            return block(depth, head, steps(node.steps, words, depth + 1))
        case nodes.Turn():
            phases = [(depth + 1, _phase(phase, words)) for phase in node.phases]
            return block(depth, say("turn"), phases)
        case nodes.Action() | nodes.Procedure():
            template = "action {}" if isinstance(node, nodes.Action) else "procedure {}"
            head = say(template, node.name.text) + _params(" with ", node.params, words)
            return block(depth, head, steps(node.steps, words, depth + 1))
        case nodes.Hook() | nodes.Define() | nodes.Change():
            return _card_line(node, words, depth)
        case nodes.Component():
            lines = [_card_line(line, words, depth + 1) for line in node.lines]
            return block(depth, _component(node, words), *lines)
        case nodes.Number(has_lines=True):
            entries = [(depth + 1, _entry(entry, words)) for entry in node.entries]
            return block(depth, _number_head(node, words), entries)
        case nodes.End():
            return block(depth, say("end"), *(rule(part, words, depth + 1) for part in node.rules))
        case nodes.Invariant() | nodes.Witness():
            template = "invariant {}" if isinstance(node, nodes.Invariant) else "witness {}"
            claim = [(depth + 1, expression(node.claim, words))]
            return block(depth, say(template, node.name.text), moment(node.moment, words, depth + 1), claim)
        case nodes.Scenario():
            head = say("scenario {}", node.name.text)
            head += say(" for {} players", str(node.players)) if node.players is not None else ""
            return block(depth, head, [fact(part, words, depth + 1) for part in node.facts])
        case nodes.Expect():
            outcomes = [fact(part, words, depth + 1) for part in node.outcomes]
            return block(depth, say("expect {}", node.scenario.text), outcomes)
        case nodes.Replace():
            (_, first), *rest = replaced(node.item, words, depth)
            return [(depth, say("replace {}", first)), *rest]
        case _:
            return [(depth, _one_line(node, words))]


OneLine = (
    nodes.Title | nodes.Players | nodes.Number | nodes.Kind | nodes.Zone | nodes.Store | nodes.Die
    | nodes.Rounds | nodes.Starter | nodes.Winner | nodes.Measure | nodes.MayLoop | nodes.Accept
    | nodes.Renamed | nodes.SetOption | nodes.Remove | nodes.Also
)  # fmt: skip


def _one_line(node: OneLine, words: Words) -> str:
    say = words.say
    match node:
        case nodes.Title():
            return say("title {}", _quoted(node.text))
        case nodes.Players():
            high = "" if node.high == node.low else f"..{node.high}"
            return say("players {}", f"{node.low}{high}")
        case nodes.Number():
            return _number(node, words)
        case nodes.Kind():
            members = _names(node.names) if node.high is None else f"{node.low}..{word(node.high)}"
            return say("kind {}: {}", node.name.text, members)
        case nodes.Die():
            faces = _names(node.faces) if node.high is None else f"{node.low}..{node.high}"
            return say("die {}: {}", node.name.text, faces)
        case nodes.Zone():
            return _zone(node, words)
        case nodes.Store():
            return _store(node, words)
        case nodes.Rounds():
            count = "" if node.count is None else f" {word(node.count)}"
            until = "" if node.until is None else say(" until {}", expression(node.until, words))
            return say("rounds") + count + until
        case nodes.Starter():
            text = say("starter {}", _ranking(node.ranks, words))
            return say("later {}", text) if node.later else text
        case nodes.Winner(together=True, when=None):
            return say("winner everyone")
        case nodes.Winner(together=True, when=when) if when is not None:
            return say("winner everyone when {}", expression(when, words))
        case nodes.Winner():
            return say("winner {}", _ranking(node.ranks, words))
        case nodes.Measure():
            way, value = words.word(node.way, "WAY"), expression(node.value, words)
            return say("measure {} {} each {}: {}", node.name.text, way, node.each.text, value)
        case nodes.MayLoop():
            return say("may-loop {}{}: {}", node.name.text, _which_loop(node, words), _quoted(node.reason))
        case nodes.Accept():
            subject = "" if node.subject is None else say(" of {}", path(node.subject, words))
            return say("accept {}: {}", node.property.text + subject, _quoted(node.reason))
        case nodes.Renamed():
            return say("renamed {} to {}", node.name.text, node.now.text)
        case nodes.SetOption():
            return say("set {} to {}", node.name.text, _setting(node))
        case nodes.Remove():
            return say("remove {} {}", node.sort.text, node.name.text)
        case nodes.Also():
            return say("change {}: also {}", node.phase.text, all_offered(node.offered, words))
        case _:
            assert_never(node)


def _which_loop(node: nodes.MayLoop, words: Words) -> str:
    if node.phase is not None:
        return words.say(" in {}", node.phase.text)
    if node.by:
        return words.say(" by {}", _names(node.by))
    return f" {words.word('between turns')}" if node.between else ""


def replaced(node: nodes.Rule | nodes.Phase | nodes.On | nodes.Item, words: Words, depth: int) -> list[Line]:
    """What may stand behind `replace`: an item, or a rule, phase or text from the middle of one."""
    if isinstance(node, nodes.Phase):
        return [(depth, _phase(node, words))]
    if isinstance(node, nodes.On):
        return _card_line(node, words, depth)
    return rule(node, words, depth) if isinstance(node, nodes.Rule) else item(node, words, depth)


def _card_line(
    node: nodes.On | nodes.Hook | nodes.Change | nodes.Define, words: Words, depth: int
) -> list[Line]:
    say = words.say
    match node:
        case nodes.On():
            return block(depth, say("on {}", node.name.text), steps(node.steps, words, depth + 1))
        case nodes.Hook():
            head = f"{words.word(node.when, 'HOOK')} {path(node.path, words)}"
            return block(depth, head, steps(node.steps, words, depth + 1))
        case nodes.Change():
            head = say("change {}", node.name.text)
        case nodes.Define():
            head = say("define {}", node.name.text) + _params(" for ", node.params, words)
            head += "" if node.start is None else f": {expression(node.start, words)}"
        case _:
            assert_never(node)
    return block(depth, head, *(rule(part, words, depth + 1) for part in node.rules))


def _component(node: nodes.Component, words: Words) -> str:
    fields = ", ".join(_field(part, words) for part in node.fields)
    return f"{words.word(node.sort, 'COMPONENT')} {node.name.text}: {fields}"


def _field(node: nodes.Field, words: Words) -> str:
    match node:
        case nodes.ForEach():
            return words.say("each {}", node.kind.text)
        case nodes.Tag():
            return node.name.text
        case nodes.FieldName():
            return f"{node.name.text} {node.value.text}"
        case nodes.FieldNumbers():
            return " ".join((node.name.text, *(str(value) for value in node.values)))
        case nodes.FieldRange():
            return f"{node.name.text} {node.low}..{node.high}"
        case nodes.FieldPer():
            return " ".join((node.name.text, *(f"{name.text} {count}" for name, count in node.pairs)))
        case _:
            assert_never(node)


def _number(node: nodes.Number, words: Words) -> str:
    if node.value is not None:
        value = expression(node.value, words, SUM)
    else:
        value = ", ".join(_entry(entry, words) for entry in node.entries)
    return f"{_number_head(node, words)} {value}"


def _number_head(node: nodes.Number, words: Words) -> str:
    by = "" if node.by is None else words.say(" by {}", node.by.text)
    return words.say("number {}:", node.name.text + by)


def _entry(entry: nodes.Entry, words: Words) -> str:
    more = f" {words.word('or more')}" if entry.or_more else ""
    return words.say("{} is {}", word(entry.key) + more, word(entry.value))


def _zone(node: nodes.Zone, words: Words) -> str:
    say = words.say
    options = [words.word(node.shape, "SHAPE") + _per(node.per, words)]
    if node.view in ("top", "bottom"):
        options.append(say("{} seen", words.word(node.view, "TOP")))
    elif node.view is not None:
        options.append(say(_VIEWS[node.view]))
    options += [say("in play")] if node.in_play else []
    options += [say("holds {}", word(node.holds))] if node.holds is not None else []
    return say("zone {}: {}", node.name.text, ", ".join(options))


def _store(node: nodes.Store, words: Words) -> str:
    say = words.say
    head = say(f"{node.sort} {{}}", node.name.text) + _per(node.per, words)
    if node.low is not None and node.high is not None:
        head += f": {word(node.low)}..{word(node.high)}"
    elif node.choices:
        head += ": " + say(" or ").join(choice.text for choice in node.choices)
    options = [head]
    options += [say("rest lost")] if node.rest_lost else []
    options += [say("kept")] if node.kept else []
    options += [say("given")] if node.given else []
    options += [say("starts {}", expression(node.starts, words, SUM))] if node.starts is not None else []
    options += [say("until {} ends", node.until.text)] if node.until is not None else []
    options += [say(_VIEWS[node.view])] if node.view is not None else []
    return ", ".join(options)


def _ranking(ranks: tuple[nodes.Rank, ...], words: Words) -> str:
    return words.say(", then ").join(_rank(rank, words) for rank in ranks)


def _rank(node: nodes.Rank, words: Words) -> str:
    if node.place is not None:
        return place(node.place, words)
    assert node.best is not None
    assert node.name is not None
    return f"{words.word(node.best, 'BEST')} {node.name.text}"


def _phase(node: nodes.Phase, words: Words) -> str:
    text = offer(node.step, words) if isinstance(node.step, nodes.Offer) else do(node.step, words)
    return f"{node.name.text}: {text}"


def _setting(node: nodes.SetOption) -> str:
    if node.value is not None:
        return word(node.value)
    return _names(node.names) if node.high is None else f"{node.low}..{word(node.high)}"


def _params(before: str, params: tuple[nodes.Param, ...], words: Words) -> str:
    listed = ", ".join(f"{param.type.text} {param.name.text}" for param in params)
    return words.say(before) + listed if listed else ""


def _per(names: tuple[nodes.Name, ...], words: Words) -> str:
    return "".join(words.say(" per {}", name.text) for name in names)


def _names(names: tuple[nodes.Name, ...]) -> str:
    return ", ".join(name.text for name in names)


def _quoted(node: nodes.Text) -> str:
    return f'"{node.text}"'
