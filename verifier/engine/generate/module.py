"""The generated module: definitions, claims, measures and the result as Python functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import assert_never

from verifier.analysis.effects import reads_zones
from verifier.analysis.interval_domain import domain_interval
from verifier.analysis.ranges import Ranges
from verifier.engine.generate.arithmetic import negation
from verifier.engine.generate.control import BlockWriter
from verifier.engine.generate.decisions import write_able, write_legal, write_player
from verifier.engine.generate.expressions import function_scope
from verifier.engine.generate.loops import nested
from verifier.engine.generate.scope import IMPORTED, Code, Module, Precedence, Scope
from verifier.engine.state import keyed, mergeable, unordered, write_state
from verifier.kernel import machine as km
from verifier.kernel.domain import Players
from verifier.kernel.expression import Const, Expr, Logic
from verifier.kernel.layout import Layout, clean
from verifier.kernel.visit import free_locals

# --- definitions, claims, measures, the result


AUGMENTED = {"add": "+=", "subtract": "-=", "multiply": "*="}


def write_definition(definition: km.Definition, module: Module) -> list[str]:
    """A function that works out a definition, rule by rule."""
    names = [name for name, _ in definition.params]
    intervals = module.ranges.arguments[definition.name]
    known = {} if intervals is None else dict(zip(names, intervals, strict=True))
    scope = function_scope(module, known, *names)
    start = scope.number(definition.start).text
    clauses = definition.clauses
    first = clauses[0] if clauses else None
    if first is not None and first.op == "add" and not first.when and _is(definition.start, 0):
        scope.code.add(f"# {clean(first.rule)}")
        start, clauses = scope.number(first.value).text, clauses[1:]
    if not clauses:
        scope.code.add(f"return {start}")
    elif all(clause.op == "require" for clause in clauses) and _is(definition.start, 1):
        _write_demands(clauses, scope)
    else:
        scope.code.add(f"so_far = {start}")
        for clause in clauses:
            _write_rung(clause, scope)
        scope.code.add("return so_far")
    params = ", ".join(["s", *(scope.names[name] for name in names)])
    return scope.function(
        f"def {module.definitions[definition.name]}({params}):", f"{clean(definition.name)}."
    )


def _is(expr: object, value: int) -> bool:
    return isinstance(expr, Const) and expr.value == value


def _write_demands(clauses: tuple[km.Clause, ...], scope: Scope) -> None:
    """A truth that nothing but demands can make false."""
    for clause in clauses:
        scope.code.add(f"# {clean(clause.rule)}")

        def refuse(clause: km.Clause = clause) -> None:
            with scope.code.inside(f"if {negation(clause.value, scope).text}:"):
                scope.code.add("return False")

        nested(_when(clause, scope), scope, refuse)
    scope.code.add("return True")


def _when(clause: km.Clause, scope: Scope) -> list[str]:
    if not clause.when:
        return []
    when = clause.when[0] if len(clause.when) == 1 else Logic("and", clause.when)
    return [f"if {scope.term(when).text}:"]


def _write_rung(clause: km.Clause, scope: Scope) -> None:
    scope.code.add(f"# {clean(clause.rule)}")

    def change() -> None:
        if clause.op == "require":
            scope.code.add(f"so_far = so_far and {scope.term(clause.value).within(Precedence.AND)}")
        elif clause.op in AUGMENTED:
            scope.code.add(f"so_far {AUGMENTED[clause.op]} {scope.number(clause.value).text}")
        else:
            bound = scope.named(scope.number(clause.value), "bound").text
            with scope.code.inside(f"if so_far {'<' if clause.op == 'at-least' else '>'} {bound}:"):
                scope.code.add(f"so_far = {bound}")

    nested(_when(clause, scope), scope, change)


def write_claim(claim: km.Claim, module: Module) -> list[str]:
    """A function that says whether a claim holds."""
    scope = function_scope(module, {})
    scope.code.add(f"return bool({scope.term(claim.truth).text})")
    return scope.function(f"def {module.claims[claim.name]}(s):", f"{clean(claim.name)}.")


def write_measure(measure: km.Measure, module: Module) -> list[str]:
    """A function that works out a measure."""
    scope = function_scope(module, {})
    scope.code.add(f"return {scope.number(measure.value).text}")
    return scope.function(f"def {module.measures[measure.name]}(s):", f"{clean(measure.name)}.")


def write_for_player(name: str, value: Expr, module: Module) -> list[str]:
    """A function that works out what a player has: the score, or a line of the ranking."""
    scope = function_scope(module, {"p": domain_interval(Players(module.machine.players))}, "p")
    scope.code.add(f"return {scope.number(value).text}")
    return scope.function(f"def {name}(s, {scope.names['p']}):", f"{clean(name)} of a player.")


# --- the whole module: deterministic text that imports only the runtime


Writer = Callable[[], list[str]]


def generated(
    machine: km.Machine,
    layout: Layout,
    ranges: Ranges,
    lazy: frozenset[str] = frozenset(),
    checked: bool = False,
) -> str:
    """The Python text of a machine."""
    module = Module(machine, layout, ranges, lazy, checked)
    functions = [line for function in _functions(module) for line in [*function, "", ""]]
    return as_text([*head(module), *functions, *tables(module)])


def as_text(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def head(module: Module) -> list[str]:
    """Imports, constants and the class of the states."""
    layout = module.layout
    code = Code()
    game = f"{clean(module.machine.name)}, {module.machine.players} players"
    code.add(f'"""{game}. Generated from its rules: do not edit."""')
    code.add("")
    code.add(f"from verifier.runtime import {', '.join(IMPORTED)}")
    code.add("")
    code.add(f"TWINS = {mergeable(layout)!r}")
    code.add(f"SETS = {unordered(layout, module.lazy)!r}")
    code.add(f"KEYED = {keyed(layout)!r}")
    code.extend(f"{name} = {text}" for name, text in module.constants.items())
    code.extend(["", ""])
    write_state(code, layout)
    return code.lines


def _functions(module: Module) -> Iterator[list[str]]:
    """Every function that is called, the blocks last."""
    blocks = _block_writer(module)
    for _, write in _but_blocks(module, blocks):
        yield write()
    machine = module.machine
    written: set[str] = set()
    while blocks.wanted > written:
        for label in [label for label in machine.blocks if label in blocks.wanted - written]:
            module.functions.append(label)
            written.add(label)
            yield blocks.write(machine.blocks[label])


def writers(module: Module) -> Iterator[tuple[str, Writer]]:
    """Every function that may be called: its name, and who writes it."""
    blocks = _block_writer(module)
    yield from _but_blocks(module, blocks)
    for label, block in module.machine.blocks.items():
        yield module.blocks[label], partial(blocks.write, block)


def _block_writer(module: Module) -> BlockWriter:
    return BlockWriter(module, not all(keeps(block.steps) for block in module.machine.blocks.values()))


def _but_blocks(module: Module, blocks: BlockWriter) -> Iterator[tuple[str, Writer]]:
    machine = module.machine
    for definition in machine.definitions.values():
        yield module.definitions[definition.name], partial(write_definition, definition, module)
    for claim in machine.claims:
        yield module.claims[claim.name], partial(write_claim, claim, module)
    for measure in machine.measures:
        yield module.measures[measure.name], partial(write_measure, measure, module)
    yield "score", partial(write_for_player, "score", machine.score, module)
    for name, rank in zip(module.ranks, machine.winner, strict=True):
        yield name, partial(write_for_player, name, rank.value, module)
    for label, block in machine.blocks.items():
        if isinstance(block.out, km.Decide):
            yield module.legal[label], partial(write_legal, block, block.out, module)
            if block.out.if_none is not None:
                yield module.able[label], partial(write_able, block, block.out, module)
            yield module.player[label], partial(write_player, block, block.out, module)
            yield module.step[label], partial(blocks.write_step, block, block.out)


def keeps(steps: Iterable[km.Step]) -> bool:
    """Is every component that is taken put before the steps end, so that none is nowhere at a pause?"""
    taken: list[Expr] = []
    for step in steps:
        match step:
            case km.Take(thing, _):
                if reads_zones(thing):
                    return False
                taken.append(thing)
            case km.Put(thing, _, _) if thing in taken:
                taken.remove(thing)
            case km.Branch(_, then, otherwise, _):
                if not (keeps(then) and keeps(otherwise)):
                    return False
            case km.Each(steps=inner) | km.Times(steps=inner):
                if not keeps(inner):
                    return False
            case km.Let(local, _) if any(local in free_locals(thing) for thing in taken):
                return False
            case km.Let() | km.Write() | km.Put() | km.Shuffle() | km.Roll() | km.Mark():
                pass
            case _:
                assert_never(step)
    return not taken


def tables(module: Module) -> list[str]:
    """What the engine asks by the number of a label; the last entry is for a play that is over."""
    machine, code = module.machine, Code()

    def by_label(names: dict[str, str], last: str) -> str:
        return f"({', '.join([*(names.get(label, 'None') for label in machine.blocks), last])},)"

    _write_function(code, "nothing_to_do(s)", "The play is over.", "return []")
    code.add(f"LEGAL = {by_label(module.legal, 'nothing_to_do')}")
    code.add(f"STEP = {by_label(module.step, 'None')}")
    code.add(f"PLAYER = {by_label(module.player, 'None')}")
    written = {label: module.blocks[label] for label in module.functions}
    code.add(f"BLOCKS = {by_label(written, 'None')}")
    for name, functions in (
        ("CLAIMS", module.claims.values()),
        ("MEASURES", module.measures.values()),
        ("RANKS", module.ranks),
    ):
        code.add(f"{name} = ({''.join(f'{function}, ' for function in functions)})")
    code.extend(["", ""])
    _write_function(code, "legal(s)", "The legal moves.", "return LEGAL[s.at](s)")
    on = "if onward is not None:\n    go_on(onward, s, o)"
    _write_function(code, "step(s, move, o)", "Carry out a move.", f"onward = STEP[s.at](s, move, o)\n{on}")
    _write_function(
        code, "enter(s, o, block, given)", "Go on at a block.", f"onward = BLOCKS[block](s, o, *given)\n{on}"
    )
    _write_function(code, "wander(s, o, chance, most)", "Play at random; how many steps it took.", WANDER)
    return code.lines


WANDER = """\
for steps in range(most):
    at = s.at
    moves = LEGAL[at](s)
    if not moves:
        return steps
    onward = STEP[at](s, moves[int(chance() * len(moves))], o)
    if onward is not None:
        go_on(onward, s, o)
return most"""


def _write_function(code: Code, head: str, about: str, body: str) -> None:
    with code.inside(f"def {head}:"):
        code.add(f'"""{about}"""')
        code.extend(body.split("\n"))
    code.extend(["", ""])


def compiled(text: str) -> SimpleNamespace:
    """The generated module, ready to be called."""
    namespace: dict[str, object] = {"__name__": "rulewright_machine"}
    exec(compile(text, "<rulewright machine>", "exec"), namespace)
    return SimpleNamespace(**namespace)
