"""A machine as a TLA+ module that TLC can explore: the same states, moves and outcomes of chance.

One variable, `s`, is the state: `at`, the number of the pause (-1 at the end), `rows` and `sets`, the components in
zones with and without order, `where`, the zone of each component, and a field for each cell. A block is an operator
from a state to the set of states at the next pause; chance is a choice among all its outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.export.names import TlaNames
from verifier.export.tla_expressions import TlaExpressions, number_text, set_text, type_text
from verifier.export.tla_steps import TlaSteps
from verifier.kernel.expression import Call, Expr
from verifier.kernel.layout import Layout, clean
from verifier.kernel.machine import WORKED_OUT, Cell, Decide, Definition, Machine
from verifier.kernel.visit import preorder

PRELUDE = r"""Min2(a, b) == IF a < b THEN a ELSE b
Max2(a, b) == IF a > b THEN a ELSE b
Quotient(a, b) == IF b = 0 THEN 0 ELSE a \div b
Remainder(a, b) == IF b = 0 THEN 0 ELSE a % b
Clamped(v, low, high) == IF v < low THEN low ELSE IF v > high THEN high ELSE v

\* A place in a row counts from 1; 0 is the place of what is on no axis.
Entry(row, place, gone) == IF place \in DOMAIN row THEN row[place] ELSE gone
Along(place, v, offset, size) ==
  IF place = 0 \/ v < offset \/ v >= offset + size THEN 0 ELSE (place - 1) * size + (v - offset) + 1
AlongThese(place, v, these, size) ==
  IF place = 0 \/ v \notin DOMAIN these THEN 0 ELSE (place - 1) * size + these[v] + 1
Offset(base, place) == IF place = 0 THEN -1 ELSE base + place - 1

RECURSIVE Sorted(_)
Sorted(set) ==
  IF set = {} THEN <<>> ELSE LET least == CHOOSE x \in set : \A y \in set : x =< y IN <<least>> \o Sorted(set \ {least})
Rotated(row, first) ==
  LET from == {i \in DOMAIN row : row[i] = first} IN
    IF from = {} THEN row
    ELSE LET i == CHOOSE i \in from : TRUE IN SubSeq(row, i, Len(row)) \o SubSeq(row, 1, i - 1)

RECURSIVE SumIn(_, _)
SumIn(f, set) == IF set = {} THEN 0 ELSE LET x == CHOOSE x \in set : TRUE IN f[x] + SumIn(f, set \ {x})
SumOf(f) == SumIn(f, DOMAIN f)
HighestOf(f, none) ==
  LET found == {f[x] : x \in DOMAIN f} IN IF found = {} THEN none ELSE CHOOSE v \in found : \A w \in found : v >= w
LowestOf(f, none) ==
  LET found == {f[x] : x \in DOMAIN f} IN IF found = {} THEN none ELSE CHOOSE v \in found : \A w \in found : v =< w

\* Zones: what lies inside, in which order, and how components come and go.
RowOf(S, z) == IF z \in Ordered THEN S.rows[z] ELSE IF z \in Unordered THEN Sorted(S.sets[z]) ELSE <<>>
Inside(S, z) ==
  IF z \in Ordered THEN {S.rows[z][i] : i \in DOMAIN S.rows[z]} ELSE IF z \in Unordered THEN S.sets[z] ELSE {}
WhereIs(S, t) == IF t \in Things THEN S.where[t] ELSE -1
PositionOf(S, t) ==
  IF WhereIs(S, t) = -1 THEN 0 ELSE LET row == RowOf(S, WhereIs(S, t)) IN (CHOOSE i \in DOMAIN row : row[i] = t) - 1
TopOf(row, places) == IF places = {} THEN -1 ELSE row[CHOOSE i \in places : \A j \in places : i >= j]
BottomOf(row, places) == IF places = {} THEN -1 ELSE row[CHOOSE i \in places : \A j \in places : i =< j]
TakenFrom(S, t, z) ==
  IF Assert(WhereIs(S, t) = z /\ z # -1, "conservation: taken from where it does not lie") /\ z \in Ordered
  THEN [S EXCEPT !.rows[z] = SelectSeq(@, LAMBDA x : x # t), !.where[t] = -1]
  ELSE [S EXCEPT !.sets[z] = @ \ {t}, !.where[t] = -1]
PutTo(S, t, z, end) ==
  IF Assert(z # -1 /\ WhereIs(S, t) = -1, "conservation: put without having been taken") /\ z \in Ordered
  THEN [S EXCEPT !.rows[z] = IF end = "top" THEN Append(@, t) ELSE <<t>> \o @, !.where[t] = z]
  ELSE [S EXCEPT !.sets[z] = @ \cup {t}, !.where[t] = z]

\* Chance: every order of a pile; any component of a pile whose order nobody knows.
Shuffled(S, z) ==
  IF z \in Ordered
  THEN LET n == Len(S.rows[z]) IN {[S EXCEPT !.rows[z] = [i \in 1..n |-> S.rows[z][p[i]]]] : p \in Permutations(1..n)}
  ELSE {S}
Drawn(S, z, top) == IF z \in Lazy THEN IF S.sets[z] = {} THEN {-1} ELSE S.sets[z] ELSE {top}
"""


def tla_module(machine: Machine, name: str, unordered: frozenset[str], ruleset: str) -> str:
    """The module; the piles of `unordered` families are sets from which chance draws."""
    return "\n".join(_Module(machine, name, unordered, ruleset).lines()) + "\n"


def tla_config(machine: Machine) -> str:
    """What TLC is told: the specification, and every invariant that holds at pauses."""
    names = TlaNames(machine)
    claims = [names.claims[claim.name] for claim in machine.claims if _is_asked(claim.sort, claim.moment)]
    return (
        "\n".join(["SPECIFICATION Spec", "INVARIANT TypeOK", *(f"INVARIANT {each}" for each in claims)])
        + "\n"
    )


def _is_asked(sort: str, moment: str | None) -> bool:
    return sort == "invariant" and moment is None


class _Module:
    def __init__(self, machine: Machine, name: str, unordered: frozenset[str], ruleset: str) -> None:
        self.machine = machine
        self.name = name
        self.ruleset = ruleset
        self.names = TlaNames(machine)
        self.say = TlaExpressions(machine, self.names)
        self.steps = TlaSteps(self.say, unordered)
        self.layout = machine.analysis(Layout)
        self.lazy = unordered

    def lines(self) -> Iterator[str]:
        yield f"---- MODULE {self.name} ----"
        yield f"\\* Generated from the rules `{clean(self.ruleset)}` for {self.machine.players} players; do not edit."
        yield "EXTENDS Integers, Sequences, FiniteSets, TLC"
        yield "VARIABLE s"
        yield ""
        yield from self._zones()
        yield ""
        yield PRELUDE
        yield from self._tables()
        yield from self._definitions()
        yield from self._blocks()
        yield from self._specification()
        yield "===="

    def _zones(self) -> Iterator[str]:
        zones = range(self.machine.zones)
        lazy = [zone for zone in zones if self.layout.family_of[zone].name in self.lazy]
        loose = [zone for zone in zones if zone in lazy or self.layout.family_of[zone].shape == "set"]
        yield f"Things == {set_text(range(len(self.machine.things)))}"
        yield f"Lazy == {set_text(tuple(lazy))}"
        yield f"Unordered == {set_text(tuple(loose))}"
        yield f"Ordered == {set_text(tuple(zone for zone in zones if zone not in loose))}"

    def _tables(self) -> Iterator[str]:
        for name, table in self.machine.tables.items():
            entries = ", ".join(map(number_text, table.values))
            yield f"\\* {clean(name)}"
            yield f"{self.names.tables[name]} == <<{entries}>>"

    def _definitions(self) -> Iterator[str]:
        for definition in self._in_order():
            params = {name: self.names.fresh(name) for name, _ in definition.params}
            s = self.names.fresh("S")
            head = ", ".join([s, *params.values()])
            yield f"{self.names.definitions[definition.name]}({head}) == {self._worth(definition, s, params)}"

    def _worth(self, definition: Definition, s: str, env: dict[str, str]) -> str:
        value, text = self.names.fresh("v"), ""
        text = f"LET {value} == {self.say.num(definition.start, s, env)} IN "
        for clause in definition.clauses:
            by, after = self.say.num(clause.value, s, env), self.names.fresh("v")
            if clause.op == "require":
                changed = f"(IF {value} # 0 /\\ {by} # 0 THEN 1 ELSE 0)"
            else:
                changed = _combined(WORKED_OUT[clause.op], value, by)
            when = self.say.all_of(clause.when, s, env)
            text += f"LET {after} == IF {when} THEN {changed} ELSE {value} IN "
            value = after
        return text + value

    def _in_order(self) -> list[Definition]:
        """Definitions after those that they call."""
        found: dict[str, Definition] = {}

        def add(name: str) -> None:
            if name in found:
                return
            definition = self.machine.definitions[name]
            parts: list[Expr] = [definition.start]
            for clause in definition.clauses:
                parts += [*clause.when, clause.value]
            for node in preorder(*parts):
                if isinstance(node, Call):
                    add(node.definition)
            found[name] = definition

        for name in self.machine.definitions:
            add(name)
        return list(found.values())

    def _blocks(self) -> Iterator[str]:
        for label, block in self.machine.blocks.items():
            shape = ", ".join("_" for _ in ("S", *block.params))
            yield f"RECURSIVE {self.names.blocks[label]}({shape})"
        pauses = {
            label: block.out for label, block in self.machine.blocks.items() if isinstance(block.out, Decide)
        }
        found = {label: self.steps.pause(label, out) for label, out in pauses.items()}
        yield from (can for can, _ in found.values())
        for label, block in self.machine.blocks.items():
            yield f"\\* {clean(label)}: {clean(block.origin)}"
            yield self.steps.block(block)
        yield from (ways for _, ways in found.values())

    # --- the specification

    def _specification(self) -> Iterator[str]:
        yield ""
        yield f"Blank == {self._blank()}"
        yield f"Init == s \\in {self._starts()}"
        pauses = [label for label, block in self.machine.blocks.items() if isinstance(block.out, Decide)]
        ways = [
            f"S.at = {self.layout.label_number[label]} -> From_{self.names.blocks[label]}(S)"
            for label in pauses
        ]
        yield f"After(S) == CASE {' [] '.join(ways)}"
        yield "Move == s.at # -1 /\\ s' \\in After(s)"
        yield "Over == s.at = -1 /\\ UNCHANGED s"
        yield "Next == Move \\/ Over"
        yield "Spec == Init /\\ [][Next]_s"
        yield ""
        yield f"TypeOK == {self._types()}"
        for claim in self.machine.claims:
            if _is_asked(claim.sort, claim.moment):
                yield f"{self.names.claims[claim.name]} == {self.say.cond(claim.truth, 's', {})}"

    def _blank(self) -> str:
        box = self.machine.box
        things = set_text(range(len(self.machine.things)))
        row = f"[z \\in Ordered |-> IF z = {box} THEN Sorted({things}) ELSE <<>>]"
        sets = f"[z \\in Unordered |-> IF z = {box} THEN {things} ELSE {{}}]"
        fields = ["at |-> -1", f"rows |-> {row}", f"sets |-> {sets}", f"where |-> [t \\in Things |-> {box}]"]
        fields += [
            f"{self.names.cells[name]} |-> {self._start(cell)}" for name, cell in self.machine.cells.items()
        ]
        return f"[{', '.join(fields)}]"

    def _start(self, cell: Cell) -> str:
        if not cell.index:
            return number_text(cell.starts)
        return f"[i \\in 1..{len(self.layout.row(cell)) - 1} |-> {number_text(cell.starts)}]"

    def _starts(self) -> str:
        """Every way to begin: each value of what is given."""
        given = [cell for cell in self.machine.cells.values() if cell.given]
        names = {cell.name: self.names.fresh(cell.name) for cell in given}
        changed = ", ".join(f"!.{self.names.cells[name]} = {value}" for name, value in names.items())
        start = f"[Blank EXCEPT {changed}]" if changed else "Blank"
        found = f"{self.names.blocks[self.machine.start]}({start})"
        for cell in reversed(given):
            values = self.say.domain(cell.domain)
            if cell.index:
                values = f"[1..{len(self.layout.row(cell)) - 1} -> {values}]"
            found = f"UNION {{{found} : {names[cell.name]} \\in {values}}}"
        return found

    def _types(self) -> str:
        parts = []
        for name, cell in self.machine.cells.items():
            held, allowed = (
                f"s.{self.names.cells[name]}",
                type_text(cell.domain, cell.optional or cell.starts == -1),
            )
            each = f"(\\A i \\in DOMAIN {held} : {held}[i] \\in {allowed})"
            parts.append(each if cell.index else f"{held} \\in {allowed}")
        return " /\\ ".join(["(\\A t \\in Things : s.where[t] # -1)", *parts])


def _combined(op: str, left: str, right: str) -> str:
    return {"+": f"({left} + {right})", "-": f"({left} - {right})", "*": f"({left} * {right})"}.get(
        op, f"{'Max2' if op == 'max' else 'Min2'}({left}, {right})"
    )
