"""What broke a claim: the part of it that is false, whose it is, and the value found beside the one claimed."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.engine import Engine, State
from verifier.engine.explain import COMPARISON, worded
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain
from verifier.kernel.machine import Claim
from verifier.trace.words import TableWording, name_in_words

Env = dict[str, int]
# More values than this are no explanation.
MOST = 3


def broken_by(engine: Engine, claim: Claim, state: State) -> str:
    """The values that make a claim false: `score of Anna is 10, expected at most 9`; empty if none can be named."""
    return "; ".join(list(dict.fromkeys(_Why(engine, state).false(claim.truth, {})))[:MOST])


class _Why:
    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self.state = state
        self.wording = TableWording(engine)
        # What each local that was bound stands for.
        self.domains: dict[str, Domain] = {}

    def false(self, truth: k.Expr, env: Env) -> Iterator[str]:
        """Why a truth is false here."""
        match truth:
            case k.Logic("and", parts):
                part = next((each for each in parts if not self._value(each, env)), None)
                yield from self.false(part, env) if part is not None else ()
            case k.Logic(_, parts):
                for part in parts:
                    yield from self.false(part, env)
            case k.Fold("every", _, _, body):
                for inner in self._bindings(truth, env):
                    if not self._value(body, inner):
                        yield from self._among(self.false(body, inner), inner, env)
                        return
            case k.Not(k.Fold("any", _, _, body) as fold):
                for inner in self._bindings(fold, env):
                    if self._value(body, inner):
                        new = (name for name in inner if name not in env)
                        named = [self.wording.value(self.domains[name], inner[name]) for name in new]
                        yield f"found {', '.join(named)}"
                        return
            case k.Compare(op, left, right):
                yield self._compared(op, left, right, env)
            case k.Not(inside):
                yield f"{self._words(inside, env)} is yes, expected no"
            case _:
                yield f"{self._words(truth, env)} is no, expected yes"

    def _among(self, reasons: Iterator[str], inner: Env, env: Env) -> Iterator[str]:
        """The reasons for one of many; where they do not name it, who or what it is."""
        found = list(reasons)
        new = [self.wording.value(self.domains[name], inner[name]) for name in inner if name not in env]
        lacking = [each for each in new if not any(each.removeprefix("the ") in line for line in found)]
        yield from found
        if lacking:
            yield f"for {', '.join(lacking)}"

    def _bindings(self, fold: k.Fold, env: Env, number: int = 0) -> Iterator[Env]:
        if number == len(fold.binds):
            if fold.where is None or self._value(fold.where, env):
                yield env
            return
        bind = fold.binds[number]
        self.domains[bind.local] = self.engine.speech.domain(bind.source)
        for member in self.engine.read.members(bind.source, self.state, env):
            yield from self._bindings(fold, {**env, bind.local: member}, number + 1)

    def _compared(self, op: str, left: k.Expr, right: k.Expr, env: Env) -> str:
        found, wanted = self._said(left, env), self._said(right, env)
        how = COMPARISON[op].removeprefix("is").strip()
        other = "" if isinstance(right, k.Const) else f" ({self._words(right, env)})"
        return f"{self._words(left, env)} is {found}, expected {f'{how} ' if how else ''}{wanted}{other}"

    def _said(self, expr: k.Expr, env: Env) -> str:
        """The value of an expression as people say it."""
        found = self.engine.explainer.said(expr, self.state, env)
        if isinstance(found, bool):
            return self.wording.truth(found)
        return self.wording.nothing() if found is None else name_in_words(str(found))

    def _words(self, expr: k.Expr, env: Env) -> str:
        """What was looked at, with the players and components that locals stand for."""
        match expr:
            case k.Local(name, domain):
                known = self.domains.get(name, domain)
                return self.wording.value(known, env[name]) if name in env else name_in_words(name)
            case k.ZoneAt():
                return self.wording.zone(self._value(expr, env))
            case k.Read(name, parts) | k.Lookup(name, parts) | k.Call(name, parts):
                inner = ", ".join("any" if part is None else self._words(part, env) for part in parts)
                called = name_in_words(name.removeprefix("its "))
                return f"{called} of {inner}" if parts else called
            case k.Fold(op, binds, None, _) if len(binds) == 1 and isinstance(binds[0].source, k.Contents):
                zones = binds[0].source.zones
                if isinstance(zones, k.ZoneAt):
                    return f"{op} {binds[0].source.things.name} in {self._words(zones, env)}"
        return name_in_words(worded(expr, self.engine.speech))

    def _value(self, expr: k.Expr, env: Env) -> int:
        return self.engine.evaluate(expr, self.state, env)
