"""What all reading of expressions shares: reports, the world, and the constants of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.diagnostics import CODES, Diagnostic, Label, Level, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Number, Truth
from verifier.model.from_surface.scope import Meaning, Scope, Typed
from verifier.model.from_surface.world import World
from verifier.model.types import called, fits
from verifier.source import Span
from verifier.surface import nodes

if TYPE_CHECKING:
    from verifier.model.from_surface.definitions import Definitions

UNKNOWN = Typed(k.Const(0, Truth()), None)

YES = k.Const(1, Truth())

NO = k.Const(0, Truth())


def number(value: int) -> Typed:
    return Typed(k.Const(value, Number(value, value)), Number(value, value))


def conjunction(parts: tuple[k.Expr, ...]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", parts) if parts else YES


class Reading:
    """Reads against a world; `definitions` is filled in by the definitions themselves."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.report = world.report
        self.definitions: Definitions
        self.read_cells: set[str] = set()

    # --- what the next rooms add

    def typed(self, node: nodes.Expr, scope: Scope, want: Domain | None = None) -> Typed:
        raise NotImplementedError

    def value(self, place: nodes.Place, scope: Scope, want: Domain | None = None) -> Typed:
        raise NotImplementedError

    def property(self, of: Typed, name: nodes.Name, scope: Scope) -> Meaning:
        raise NotImplementedError

    # --- what is wrong

    def wrong(
        self, code: str, span: Span, text: str, scope: Scope, hint: str | None = None, **names: object
    ) -> Typed:
        title = CODES[code].format_map(names)
        self.report.add(Diagnostic(code, (Label(span, text),), title, scope.rule, hint))
        return UNKNOWN

    def expected(self, got: Typed, want: Domain | None, span: Span, scope: Scope) -> Typed:
        """`got`, or a reported mistake when it does not fit."""
        if fits(got.domain, want):
            return got
        return self.wrong(
            "T310", span, f"this is {called(got.domain)}", scope, wanted=called(want), got=called(got.domain)
        )

    def no_such_text(self, name: nodes.Name) -> None:
        """Only a warning: the components that have it may come with an overlay."""
        near = nearest(name.text, {text for _, text in self.definitions.texts})
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(
            diagnostic(
                "N225",
                Label(name.span, "no component has it"),
                hint=hint,
                level=Level.WARNING,
                name=name.text,
            )
        )

    # --- what is wanted

    def truth(self, node: nodes.Expr, scope: Scope) -> k.Expr:
        return self.expected(self.typed(node, scope, Truth()), Truth(), node.span, scope).expr

    def truths(self, many: tuple[nodes.Expr, ...], scope: Scope) -> tuple[k.Expr, ...]:
        return tuple(self.truth(node, scope) for node in many)

    def number(self, node: nodes.Expr, scope: Scope) -> Typed:
        got = self.typed(node, scope, Number(0, 0))
        return self.expected(got, Number(0, 0), node.span, scope)

    def player(self, path: nodes.Path, scope: Scope) -> k.Expr:
        got = self.value(nodes.Place(path, (), path.span), scope, self.world.seats)
        return self.expected(got, self.world.seats, path.span, scope).expr
