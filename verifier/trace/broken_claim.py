"""What broke a claim: the part of it that is false, whose it is, and the value found beside the one claimed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.engine import Engine, State
from verifier.engine.explain import COMPARISON, worded
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Things
from verifier.kernel.machine import Claim
from verifier.runtime import Fault
from verifier.trace.words import TableWording, name_in_words

Env = dict[str, int]
# More values than this are no explanation.
MOST = 3


@dataclass(frozen=True, slots=True)
class Broken:
    """What broke a claim: in words, and what has to be looked at along the play to see it come about."""

    words: str
    looked_at: tuple[tuple[k.Expr, Env], ...]
    things: frozenset[int]

    def seen(self, engine: Engine, state: State) -> tuple[int | None, ...]:
        """The values that broke the claim and where its components lie, at some moment of the play."""
        return (
            *(_value_or_none(engine, expr, state, env) for expr, env in self.looked_at),
            *(state.where[thing] for thing in sorted(self.things)),
        )


def broken_by(engine: Engine, claim: Claim, state: State) -> Broken:
    """The values that make a claim false: `score of Anna is 10, expected at most 9`; no words if none can be named."""
    why = _Why(engine, state)
    reasons = list(dict.fromkeys(why.false(claim.truth, {})))[:MOST]
    return Broken("; ".join(reasons), tuple(why.looked_at), frozenset(why.things))


def _value_or_none(engine: Engine, expr: k.Expr, state: State, env: Env) -> int | None:
    try:
        return engine.evaluate(expr, state, env)
    except Fault:
        return None


class _Why:
    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self.state = state
        self.wording = TableWording(engine)
        # What each local that was bound stands for.
        self.domains: dict[str, Domain] = {}
        self.looked_at: list[tuple[k.Expr, Env]] = []
        self.things: set[int] = set()

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
                        self._look_at(inner, body)
                        new = (name for name in inner if name not in env)
                        named = [self.wording.value(self.domains[name], inner[name]) for name in new]
                        yield f"found {', '.join(named)}"
                        return
            case k.Compare(op, left, right):
                self._look_at(env, left, right)
                yield self._compared(op, left, right, env)
            case k.Not(inside):
                self._look_at(env, inside)
                yield f"{self._words(inside, env)} is yes, expected no"
            case _:
                self._look_at(env, truth)
                yield f"{self._words(truth, env)} is no, expected yes"

    def _look_at(self, env: Env, *parts: k.Expr) -> None:
        """Keeps what was looked at, and the components that its locals stand for."""
        self.looked_at += [(part, dict(env)) for part in parts if not isinstance(part, k.Const)]
        self.things |= {env[name] for name in env if isinstance(self.domains.get(name), Things)}

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
