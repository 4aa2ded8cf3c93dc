"""Definitions, claims, measures and the result as Python functions."""

from __future__ import annotations

from verifier.analysis.intervals import of_domain
from verifier.backends.machine.expressions import opened
from verifier.backends.machine.loops import nested
from verifier.backends.machine.module import Module
from verifier.backends.machine.names import clean
from verifier.backends.machine.reckon import negation
from verifier.backends.machine.scope import Level, Scope
from verifier.kernel.domain import Players
from verifier.kernel.expression import Const, Expr, Logic
from verifier.kernel.machine import Claim, Definition, Measure, Rung

AUGMENTED = {"add": "+=", "subtract": "-=", "multiply": "*="}


def write_definition(definition: Definition, module: Module) -> list[str]:
    """A function that works out a definition, rule by rule."""
    names = [name for name, _ in definition.params]
    intervals = module.ranges.arguments[definition.name]
    known = {} if intervals is None else dict(zip(names, intervals, strict=True))
    scope = opened(module, known, *names)
    start = scope.number(definition.start).text
    rungs = definition.rungs
    first = rungs[0] if rungs else None
    if first is not None and first.op == "add" and not first.when and _is(definition.start, 0):
        scope.code.add(f"# {clean(first.rule)}")
        start, rungs = scope.number(first.value).text, rungs[1:]
    if not rungs:
        scope.code.add(f"return {start}")
    elif all(rung.op == "require" for rung in rungs) and _is(definition.start, 1):
        _write_demands(rungs, scope)
    else:
        scope.code.add(f"so_far = {start}")
        for rung in rungs:
            _write_rung(rung, scope)
        scope.code.add("return so_far")
    params = ", ".join(["s", *(scope.names[name] for name in names)])
    return scope.function(
        f"def {module.definitions[definition.name]}({params}):", f"{clean(definition.name)}."
    )


def _is(expr: object, value: int) -> bool:
    return isinstance(expr, Const) and expr.value == value


def _write_demands(rungs: tuple[Rung, ...], scope: Scope) -> None:
    """A truth that nothing but demands can make false."""
    for rung in rungs:
        scope.code.add(f"# {clean(rung.rule)}")

        def refuse(rung: Rung = rung) -> None:
            with scope.code.inside(f"if {negation(rung.value, scope).text}:"):
                scope.code.add("return False")

        nested(_when(rung, scope), scope, refuse)
    scope.code.add("return True")


def _when(rung: Rung, scope: Scope) -> list[str]:
    if not rung.when:
        return []
    when = rung.when[0] if len(rung.when) == 1 else Logic("and", rung.when)
    return [f"if {scope.term(when).text}:"]


def _write_rung(rung: Rung, scope: Scope) -> None:
    scope.code.add(f"# {clean(rung.rule)}")

    def change() -> None:
        if rung.op == "require":
            scope.code.add(f"so_far = so_far and {scope.term(rung.value).within(Level.AND)}")
        elif rung.op in AUGMENTED:
            scope.code.add(f"so_far {AUGMENTED[rung.op]} {scope.number(rung.value).text}")
        else:
            bound = scope.named(scope.number(rung.value), "bound").text
            with scope.code.inside(f"if so_far {'<' if rung.op == 'at-least' else '>'} {bound}:"):
                scope.code.add(f"so_far = {bound}")

    nested(_when(rung, scope), scope, change)


def write_claim(claim: Claim, module: Module) -> list[str]:
    """A function that says whether a claim holds."""
    scope = opened(module, {})
    scope.code.add(f"return bool({scope.term(claim.truth).text})")
    return scope.function(f"def {module.claims[claim.name]}(s):", f"{clean(claim.name)}.")


def write_measure(measure: Measure, module: Module) -> list[str]:
    """A function that works out a measure."""
    scope = opened(module, {})
    scope.code.add(f"return {scope.number(measure.value).text}")
    return scope.function(f"def {module.measures[measure.name]}(s):", f"{clean(measure.name)}.")


def write_for_player(name: str, value: Expr, module: Module) -> list[str]:
    """A function that works out what a player has: the score, or a line of the ranking."""
    scope = opened(module, {"p": of_domain(Players(module.machine.players))}, "p")
    scope.code.add(f"return {scope.number(value).text}")
    return scope.function(f"def {name}(s, {scope.names['p']}):", f"{clean(name)} of a player.")
