"""Images of formulas under a renaming of colours, players and copies.

The image of a truth holds of a renamed state just where the truth held of the state itself. Not everything has an
image that we can write down; then there is none, and whoever asked does without the renaming.
"""

from __future__ import annotations

from verifier.analysis.equivariance import NEUTRAL, PLAIN
from verifier.analysis.renaming import Order, Renaming, moved_places
from verifier.check.induction.arithmetic import cases, equal
from verifier.check.induction.encode import Encoding
from verifier.check.induction.rewrite_terms import arguments_replaced
from verifier.check.induction.terms import Cases, Constant, Term, Variable, Zero, parts_of
from verifier.kernel.domain import NOTHING, Domain, Names, Players, Things, Zones


class NoImageError(Exception):
    """The renaming says nothing about this."""


class Images:
    """Images of terms under one renaming."""

    def __init__(self, encoding: Encoding, by: Renaming) -> None:
        self.encoding = encoding
        self.by = by
        # Variables that become others, and those whose values are names: these become another, renamed.
        self._plain: dict[Term, Term] = {}
        self._named: dict[Term, tuple[Term, Order]] = {}
        self._memo: dict[Term, Term] = {}
        self._zones(encoding, by)
        self._cells(encoding, by)

    def _zones(self, encoding: Encoding, by: Renaming) -> None:
        for (zone, thing), here in encoding.inside.items():
            self._pair(here, encoding.inside.get((by.zones[zone], by.things[thing])))
            if (zone in encoding.ordered) != (by.zones[zone] in encoding.ordered):
                raise NoImageError
        for thing, spot in encoding.spot.items():
            self._pair(spot, encoding.spot.get(by.things[thing]))
        for zone, size in enumerate(encoding.sizes):
            self._pair(size, encoding.sizes[by.zones[zone]])

    def _cells(self, encoding: Encoding, by: Renaming) -> None:
        for name, cell in encoding.machine.cells.items():
            places = moved_places(encoding.layout, cell.index, by) if cell.index else (0,)
            order = by.order(cell.domain)
            held = encoding.reach.cells[name]
            if order is not None and held is not None:
                renamed = frozenset(value if value == NOTHING else order[value] for value in held)
                if renamed != held:
                    raise NoImageError
            for old, new in enumerate(places):
                one, other = encoding.cells[name, old], encoding.cells[name, new]
                if order is None or order == tuple(range(len(order))):
                    self._pair(one, other)
                elif isinstance(one, Constant) or isinstance(other, Constant):
                    raise NoImageError
                else:
                    self._named[one] = other, order

    def _pair(self, one: Term, other: Term | None) -> None:
        if other is None or (one.low, one.high, type(one)) != (other.low, other.high, type(other)):
            raise NoImageError
        if isinstance(one, Variable):
            self._plain[one] = other
        elif one is not other:
            raise NoImageError

    # --- images

    def of(self, term: Term) -> Term:
        """The image of a truth or of a plain number."""
        found = self._memo.get(term)
        if found is None:
            found = self._memo[term] = self._of(term)
        return found

    def _of(self, term: Term) -> Term:
        if isinstance(term, Constant):
            return term
        if isinstance(term, Variable):
            if term not in self._plain:
                raise NoImageError
            return self._plain[term]
        if isinstance(term, Zero):
            special = self._of_equality(term.args[0])
            if special is not None:
                return special
        args = tuple(self.of(arg) for arg in term.args)
        return term if args == term.args else arguments_replaced(term, args)

    def _naming(self, variable: Term) -> tuple[Term, Order] | None:
        """The variable that a name-valued one becomes, and how its values are renamed."""
        found = self._named.get(variable)
        if found is None and variable in self.encoding.picks:
            return variable, self.by.things
        return found

    def _of_equality(self, term: Term) -> Term | None:
        """`a cell names this`, `two cells name the same`: names are renamed, not reckoned with."""
        constant, atoms = parts_of(term)
        namings = [self._naming(atom) if isinstance(atom, Variable) else None for _, atom in atoms]
        if not any(namings):
            return None
        first = namings[0]
        if len(atoms) == 1 and first is not None and atoms[0][0] in (1, -1):
            value = -constant * atoms[0][0]
            return equal(first[0], term.store.number(_renamed(value, first[1])))
        if len(atoms) == 2 and constant == 0 and sorted(factor for factor, _ in atoms) == [-1, 1]:
            second = namings[1]
            if first is not None and second is not None and first[1] == second[1]:
                return equal(first[0], second[0])
        raise NoImageError

    def of_value(self, term: Term, order: Order) -> Term:
        """The image of a term whose values are names of one sort."""
        if isinstance(term, Constant):
            return self.encoding.store.number(_renamed(term.value, order))
        if isinstance(term, Cases):
            pairs = zip(term.values, term.args, strict=True)
            return cases(term.store, ((_renamed(value, order), self.of(test)) for value, test in pairs))
        naming = self._naming(term) if isinstance(term, Variable) else None
        if naming is None or naming[1] != order:
            raise NoImageError
        return naming[0]

    def of_change(self, variable: Term, new: Term) -> tuple[Term, Term]:
        """The image of `this variable becomes that`."""
        naming = self._naming(variable)
        if naming is None:
            return self.of(variable), self.of(new)
        return naming[0], self.of_value(new, naming[1])

    def order(self, sort: str) -> Order | None:
        """How values of a sort are renamed; `None` for plain ones."""
        if sort in (PLAIN, NEUTRAL):
            return None
        if sort.startswith("kind "):
            return self.by.kinds.get(sort.removeprefix("kind "))
        orders = {"player": self.by.players, "thing": self.by.things, "zone": self.by.zones}
        if sort not in orders:
            raise NoImageError
        return orders[sort]

    def domain_order(self, domain: Domain) -> Order | None:
        named = isinstance(domain, Names | Players | Things | Zones)
        return self.by.order(domain) if named else None


def _renamed(value: int, order: Order) -> int:
    if value == NOTHING:
        return NOTHING
    if not 0 <= value < len(order):
        raise NoImageError
    return order[value]
