"""Terms as bit-vectors for unrolled queries, which a SAT solver answers best.

Every number is two's complement, as wide as its range asks for. A sum of truths against a constant stays a count: the
solver has rules of its own for them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, assert_never

import z3

from verifier.check.induction import terms as t
from verifier.check.induction.terms import Term


def width_of(low: int, high: int) -> int:
    """How many bits hold every number of a range, with its sign."""
    return max(_bits(low), _bits(high))


def _bits(value: int) -> int:
    return (value if value >= 0 else -value - 1).bit_length() + 1


class BitVectorContext:
    """One Z3 context, and what every printer of it shares."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.ref = self.context.ref()
        self._truths = self.kept(z3.Z3_mk_bool_sort(self.ref))
        self._sorts: dict[int, Any] = {}
        self._numerals: dict[tuple[int, int], Any] = {}
        self.yes = self.kept(z3.Z3_mk_true(self.ref))
        self.no = self.kept(z3.Z3_mk_false(self.ref))

    def kept(self, made: Any) -> Any:
        """Z3 throws away at the next call what nobody holds."""
        z3.Z3_inc_ref(self.ref, made)
        return made

    def numeral(self, value: int, width: int) -> Any:
        found = self._numerals.get((value, width))
        if found is None:
            text = str(value % (1 << width))
            found = self._numerals[value, width] = self.kept(
                z3.Z3_mk_numeral(self.ref, text, self._sort(width))
            )
        return found

    def _sort(self, width: int) -> Any:
        if width not in self._sorts:
            self._sorts[width] = self.kept(z3.Z3_mk_bv_sort(self.ref, width))
        return self._sorts[width]

    def truth(self, name: str) -> Any:
        symbol = z3.Z3_mk_string_symbol(self.ref, name)
        return self.kept(z3.Z3_mk_const(self.ref, symbol, self._truths))

    def bits(self, name: str, width: int) -> Any:
        symbol = z3.Z3_mk_string_symbol(self.ref, name)
        return self.kept(z3.Z3_mk_const(self.ref, symbol, self._sort(width)))

    def array(self, asts: Sequence[Any]) -> Any:
        return (z3.Ast * len(asts))(*asts)

    # --- truths

    def negated(self, ast: Any) -> Any:
        return self.kept(z3.Z3_mk_not(self.ref, ast))

    def every(self, asts: Sequence[Any]) -> Any:
        if len(asts) == 1:
            return asts[0]
        return self.kept(z3.Z3_mk_and(self.ref, len(asts), self.array(asts))) if asts else self.yes

    def some(self, asts: Sequence[Any]) -> Any:
        if len(asts) == 1:
            return asts[0]
        return self.kept(z3.Z3_mk_or(self.ref, len(asts), self.array(asts))) if asts else self.no

    def implied(self, test: Any, then: Any) -> Any:
        return self.kept(z3.Z3_mk_implies(self.ref, test, then))

    def equal(self, one: Any, other: Any) -> Any:
        return self.kept(z3.Z3_mk_eq(self.ref, one, other))

    def at_most_one(self, asts: Sequence[Any]) -> Any:
        return self.kept(z3.Z3_mk_atmost(self.ref, len(asts), self.array(asts), 1))


class BitVectorPrinter:
    """Terms of one step as bit-vectors. `known` holds what each variable is at this step."""

    def __init__(self, pad: BitVectorContext, tag: str) -> None:
        self.pad = pad
        self.ref = pad.ref
        self.tag = tag
        # The variables that came to be here, each with the range it must keep to.
        self.ranges: list[Any] = []
        self.known: dict[Term, Any] = {}
        self._printed: dict[Term, Any] = {}

    def __call__(self, term: Term) -> Any:
        """The term; a number is as wide as `width` says."""
        found = self._printed.get(term)
        if found is None:
            found = self._printed[term] = self.pad.kept(self._print(term))
        return found

    def number(self, term: Term, width: int) -> Any:
        """A number, made wider as needed."""
        return self._fit(self(term), width_of(term.low, term.high), width)

    def held(self, term: Term, low: int, high: int) -> Any:
        """A number in the width of a variable with this range, in which it is known to lie."""
        have, width = width_of(term.low, term.high), width_of(low, high)
        return self._fit(self(term), have, width) if have < width else self._cut(self(term), have, width)

    def _fit(self, ast: Any, have: int, width: int) -> Any:
        if have >= width:
            return ast
        return self.pad.kept(z3.Z3_mk_sign_ext(self.ref, width - have, ast))

    def variable(self, term: Term) -> Any:
        """What a variable is here; one that nobody has met yet is open."""
        found = self.known.get(term)
        if found is None:
            found = self.known[term] = self._open(term)
        return found

    def _open(self, term: Term) -> Any:
        if term.truth:
            return self.pad.truth(f"{term.payload}{self.tag}")
        width = width_of(term.low, term.high)
        made = self.pad.bits(f"{term.payload} [{term.low}..{term.high}]{self.tag}", width)
        for edge, limit, test in (
            (-(1 << (width - 1)), term.low, z3.Z3_mk_bvsge),
            ((1 << (width - 1)) - 1, term.high, z3.Z3_mk_bvsle),
        ):
            if limit != edge:
                self.ranges.append(self.pad.kept(test(self.ref, made, self.pad.numeral(limit, width))))
        return made

    def _print(self, term: Term) -> Any:
        ref, pad = self.ref, self.pad
        match term:
            case t.Constant():
                if term.truth:
                    return pad.yes if term.value else pad.no
                return pad.numeral(term.value, width_of(term.low, term.high))
            case t.Variable():
                return self.variable(term)
            case t.Negation():
                return z3.Z3_mk_not(ref, self(term.args[0]))
            case t.And():
                return pad.every([self(arg) for arg in term.args])
            case t.Or():
                return pad.some([self(arg) for arg in term.args])
            case t.Iff():
                return z3.Z3_mk_eq(ref, self(term.args[0]), self(term.args[1]))
            case t.Zero():
                return self._against_zero(term.args[0], z3.Z3_mk_eq, z3.Z3_mk_pbeq)
            case t.AtLeastZero():
                return self._against_zero(term.args[0], z3.Z3_mk_bvsge, z3.Z3_mk_pbge)
            case t.Count():
                return z3.Z3_mk_ite(ref, self(term.args[0]), pad.numeral(1, 2), pad.numeral(0, 2))
            case t.Choice():
                width = width_of(term.low, term.high)
                then, otherwise = (self.number(arg, width) for arg in term.args[1:])
                return z3.Z3_mk_ite(ref, self(term.args[0]), then, otherwise)
            case t.Sum():
                width = width_of(term.low, term.high)
                return self._cut(self._sum(term, term.constant, self._room(term)), self._room(term), width)
            case t.Cases():
                return self._cases(term)
            case t.Quotient() | t.Remainder():
                return self._divided(term)
            case _:
                assert_never(term)

    def _cases(self, term: t.Cases) -> Any:
        width = width_of(term.low, term.high)
        result = self.pad.numeral(term.values[-1], width)
        for value, condition in reversed(list(zip(term.values, term.args, strict=True))[:-1]):
            numeral = self.pad.numeral(value, width)
            result = self.pad.kept(z3.Z3_mk_ite(self.ref, self(condition), numeral, result))
        return result

    def _against_zero(self, term: Term, test: Any, counting: Any) -> Any:
        """A sum against zero, its constant on the other side."""
        if not isinstance(term, t.Sum):
            width = width_of(min(term.low, 0), max(term.high, 0))
            return test(self.ref, self.number(term, width), self.pad.numeral(0, width))
        constant, factors = term.constant, term.factors
        if all(isinstance(atom, t.Count) for atom in term.args):
            truths = self.pad.array([self(atom.args[0]) for atom in term.args])
            weights = (ctypes.c_int * len(factors))(*factors)
            return counting(self.ref, len(factors), truths, weights, -constant)
        width = self._room(term)
        return test(self.ref, self._sum(term, 0, width), self.pad.numeral(-constant, width))

    def _room(self, term: t.Sum) -> int:
        """Bits enough for a sum, however it is added up."""
        most = abs(term.constant) + sum(
            abs(factor) * max(abs(atom.low), abs(atom.high))
            for factor, atom in zip(term.factors, term.args, strict=True)
        )
        return width_of(-most, most)

    def _sum(self, term: t.Sum, constant: int, width: int) -> Any:
        pad, ref = self.pad, self.ref
        result = pad.numeral(constant, width) if constant else None
        for factor, atom in zip(term.factors, term.args, strict=True):
            if isinstance(atom, t.Count):
                part = pad.kept(
                    z3.Z3_mk_ite(ref, self(atom.args[0]), pad.numeral(factor, width), pad.numeral(0, width))
                )
            else:
                part = self.number(atom, width)
                if factor != 1:
                    part = pad.kept(z3.Z3_mk_bvmul(ref, pad.numeral(factor, width), part))
            result = part if result is None else pad.kept(z3.Z3_mk_bvadd(ref, result, part))
        return result

    def _cut(self, ast: Any, have: int, width: int) -> Any:
        return ast if have == width else self.pad.kept(z3.Z3_mk_extract(self.ref, width - 1, 0, ast))

    def _divided(self, term: t.Quotient | t.Remainder) -> Any:
        """Rounded down. Moved up by a multiple of the divisor first, so that nothing is negative."""
        (inner,), divisor = term.args, term.divisor
        floor = inner.low // divisor
        most = max(inner.high - floor * divisor, abs(floor * divisor), abs(inner.low), divisor)
        width = width_of(-most, most)
        pad, ref = self.pad, self.ref
        moved = pad.kept(z3.Z3_mk_bvsub(ref, self.number(inner, width), pad.numeral(floor * divisor, width)))
        by = pad.numeral(divisor, width)
        target = width_of(term.low, term.high)
        if isinstance(term, t.Remainder):
            return self._cut(pad.kept(z3.Z3_mk_bvurem(ref, moved, by)), width, target)
        quotient = pad.kept(z3.Z3_mk_bvudiv(ref, moved, by))
        back = pad.kept(z3.Z3_mk_bvadd(ref, quotient, pad.numeral(floor, width)))
        return self._cut(back, width, target)
