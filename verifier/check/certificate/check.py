"""The check: initiation, consecution and safety of a certificate, cutpoint by cutpoint."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import z3

from verifier.check.certificate.board import Board, given_values, kept_values, with_inner_cuts, zones_of
from verifier.check.certificate.certificate import Certificate, Cutpoint, Line, Outcome
from verifier.check.certificate.lines import Key, conjuncts
from verifier.check.certificate.names import Names, one_of
from verifier.check.certificate.read import Reader
from verifier.check.certificate.solver import Solver
from verifier.check.certificate.state import Env, Slot, State, cell_slot, height_slot, zone_slot
from verifier.check.certificate.terms import Term, all_of, any_of, comparison, equal, is_part, negation, same
from verifier.check.certificate.walk import Walk
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import Expr, Read

CONSERVATION, BOUNDS, NO_DEAD_END, IT_ENDS = "conservation", "bounds", "no-dead-end", "it-ends"
START = "the beginning"
# Begins what is told before a question: there are thousands of these.
ASKING = "asking "
NOTHING_SAID = Cutpoint()


def checked(
    machine: km.Machine, certificate: Certificate, tell: Callable[[str], None] | None = None
) -> Outcome:
    """Whatever the certificate does not show of the machine is refused."""
    return Checker(machine, certificate, tell).outcome()


class Checker:
    """A machine and a certificate; each cutpoint that some path reaches is taken in turn."""

    def __init__(
        self, machine: km.Machine, certificate: Certificate, tell: Callable[[str], None] | None = None
    ) -> None:
        self.machine = machine = with_inner_cuts(machine, certificate.keys())
        self.board = Board(machine)
        self.certificate = certificate
        self.tell = tell or (lambda line: None)
        self.found = Outcome(asked=frozenset(self._properties()))
        self.reached: list[str] = []
        self.claims = [claim for claim in machine.claims if claim.sort == "invariant"]
        for label in certificate.keys() - machine.blocks.keys():
            self.found.broken[label] = "the machine has no such block"
        for label in certificate.keys() & machine.blocks.keys():
            if machine.blocks[label].params:
                self.found.broken[label] = "a block with parameters is no cutpoint"

    def _properties(self) -> Iterator[str]:
        yield from (CONSERVATION, BOUNDS, NO_DEAD_END)
        yield from (claim.name for claim in self.machine.claims if claim.sort == "invariant")
        if any(point.ranking for point in self.certificate.values()):
            yield IT_ENDS

    def outcome(self) -> Outcome:
        if self.found.broken:
            return self.found
        Cut(self, START, {}).initiate()
        for label in self.reached:
            begun = time.process_time()
            for held in self._cases(label):
                Cut(self, label, held).carry_on()
            spent = self.found.cutpoints[label] = time.process_time() - begun
            self.tell(f"{label}: {spent:.1f} s, {self.found.questions} questions so far")
        return self.found

    def said(self, label: str) -> Cutpoint:
        return self.certificate.get(label, NOTHING_SAID)

    def reach(self, label: str) -> None:
        if label not in self.reached:
            self.reached.append(label)

    def _cases(self, label: str) -> Iterator[Mapping[Slot, int]]:
        """The values of the cells by which a cutpoint is split, whoever decides among them."""
        cells = list(self.said(label).split)
        out = self.machine.blocks[label].out
        if isinstance(out, km.Decide) and isinstance(out.player, Read) and not out.player.index:
            cells.append(out.player.cell)
        slots = [
            (cell_slot(name, point), kept_values(self.machine.cells[name]))
            for name in dict.fromkeys(cells)
            for point in self.board.points(self.machine.cells[name].index)
        ]
        for held in itertools.product(*(values for _, values in slots)):
            yield dict(zip((slot for slot, _ in slots), held, strict=True))


class Cut:
    """One cutpoint, or one case of it: a state of which only the certificate's lines are known."""

    def __init__(self, checker: Checker, label: str, held: Mapping[Slot, int]) -> None:
        self.checker = checker
        self.board = checker.board
        self.machine = checker.machine
        self.found = checker.found
        self.label = label
        self.said = checker.said(label)
        self.names = Names(z3.Context())
        shape: list[Term] = []
        self.start = self._beginning(shape) if label == START else self._anything(held, shape)
        self.reader = Reader(self.board, self.names, None if label == START else self.start)
        self.walk = Walk(self.reader, self, self.said.unseen)
        self.solver = Solver(self.names, shape)
        # Which conjuncts of a line read a slot, and which truths are assumed as they stand.
        self.readers: dict[int, dict[Slot, set[Key]]] = {}
        self.assumed: dict[int, Term] = {}

    # --- where it begins

    def _beginning(self, shape: list[Term]) -> State:
        """Before the set-up: every component in the box, what is given open."""
        slots: dict[Slot, Term] = {}
        for thing in self.board.things:
            slots[zone_slot(thing)], slots[height_slot(thing)] = self.machine.box, thing
        for cell in self.machine.cells.values():
            for point in self.board.points(cell.index):
                slots[cell_slot(cell.name, point)] = (
                    self._open(cell_slot(cell.name, point), given_values(cell), shape)
                    if cell.given
                    else cell.starts
                )
        count = len(self.board.things)
        return State(slots, highest=count, lowest=-1, counted=(self.machine.box,) * count)

    def _anything(self, held: Mapping[Slot, int], shape: list[Term]) -> State:
        """Every cell holds what it may hold, every component lies where it may lie."""
        lowest, highest = (z3.Int(name, self.names.context) for name in ("lowest", "highest"))
        slots: dict[Slot, Term] = {}
        for thing in self.board.things:
            zones = sorted(self._may_lie(self.said, thing))
            slots[zone_slot(thing)] = self._open(zone_slot(thing), zones, shape)
            height = slots[height_slot(thing)] = z3.Int(f"level of {thing}", self.names.context)
            shape += [lowest <= height, height <= highest]
        for cell in self.machine.cells.values():
            for point in self.board.points(cell.index):
                slot = cell_slot(cell.name, point)
                known = held.get(slot)
                slots[slot] = known if known is not None else self._open(slot, kept_values(cell), shape)
        return State(slots, highest=highest, lowest=lowest, counted=(None,) * len(self.board.things))

    def _may_lie(self, said: Cutpoint, thing: int) -> frozenset[int]:
        """Where nothing is said, in every zone: in the air no component lies at a cutpoint."""
        return frozenset(range(self.machine.zones)) if said.lies is None else said.lies[thing]

    def _open(self, slot: Slot, values: Sequence[int], shape: list[Term]) -> Term:
        """An unknown value of a slot."""
        if len(values) == 1:
            return values[0]
        kind, owner, point = slot
        made = z3.Int(f"{kind} {list(point)} {owner}", self.names.context)
        self.names.options[made.decl().name()] = tuple(values)
        shape.append(one_of(made, values))
        return made

    def initiate(self) -> None:
        self.walk.go(self.machine.start, self.start)
        self.found.questions += self.solver.questions

    def carry_on(self) -> None:
        """What is said here is assumed; whatever can happen next is followed."""
        for line in self.said.lines:
            if not line.hence:
                self._suppose(line)
        for line in self.said.lines:
            if line.hence:
                self._prove_line(line, self.label, self.start)
                self._suppose(line)
        block = self.machine.blocks[self.label]
        if isinstance(block.out, km.Decide):
            self._claims(None, self.start)
            self._capacities(self.start)
            self._decide(block.out)
        else:
            self.walk.follow(self.label, self.start)
        self.found.questions += self.solver.questions

    def _decide(self, decide: km.Decide) -> None:
        if decide.stop is None and decide.if_none is None:
            self._prove(NO_DEAD_END, self.start, [self.walk.offered(decide, self.start)])
        if decide.stop is not None:
            self.found.paths += 1
            self.walk.go(decide.stop, self.start)
        for way in self.walk.ways(decide, self.start):
            self.found.paths += 1
            entering = replace(way.state.assuming(way.offered), env=way.env, visited=(way.to,))
            self.walk.follow(way.to, entering)

    def _suppose(self, line: Line) -> None:
        index = self.readers.setdefault(id(line), {})
        terms = []
        for each in conjuncts(self.reader, line.truth, self.start):
            terms.append(each.term)
            for slot in each.reads:
                index.setdefault(slot, set()).add(each.key)
        terms = [term for term in terms if term is not True]
        self.assumed.update((term.get_id(), term) for term in terms if term is not False)
        self.solver.assume(terms)

    # --- where paths lead

    def is_cut(self, label: str) -> bool:
        return label in self.checker.certificate

    def ring(self, label: str, state: State) -> None:
        del state
        self.found.broken[label] = "reached again without a cutpoint between"

    def arrive(self, label: str | None, state: State) -> None:
        """Everything that is said of the place must hold here."""
        if label is None or isinstance(self.machine.blocks[label].out, km.Decide):
            self._nothing_in_the_air(state)
        if label is None:
            self._claims(None, state)
            self._capacities(state)
            return
        self.checker.reach(label)
        said = self.checker.said(label)
        self._lies(label, said, state)
        changed = self._changed(state)
        wanted = [(line, self._goals(line, state, changed)) for line in said.lines if not line.hence]
        if not self.solver.all_follow([goal for _, goals in wanted for goal in goals], state.path):
            for line, goals in wanted:
                self._require(f"{label}: {line.text}", state, goals)
        self._falls(label, said, state)

    def _goals(self, line: Line, state: State, changed: Sequence[Slot]) -> list[Term]:
        """The conjuncts of a line that may have changed since the cutpoint."""
        index = self.readers.get(id(line))
        only = None
        if index is not None and not line.hence:
            only = {key for slot in changed for key in index.get(slot, ())}
        found = [each.term for each in conjuncts(self.reader, line.truth, state, only)]
        return [term for term in found if term is not True and not self._is_assumed(term)]

    def _is_assumed(self, term: Term) -> bool:
        return term is not False and term.get_id() in self.assumed

    def _changed(self, state: State) -> list[Slot]:
        return [slot for slot, held in state.slots.items() if not same(held, self.start.slots[slot])]

    def _nothing_in_the_air(self, state: State) -> None:
        lying = [state.slots[zone_slot(thing)] for thing in self.board.things]
        goals = [negation(equal(at, NOTHING)) for at in lying if NOTHING in self.reader.zone_options(at)]
        self._prove(CONSERVATION, state, goals)

    def _lies(self, label: str, said: Cutpoint, state: State) -> None:
        goals = []
        for thing in self.board.things:
            at, zones = state.slots[zone_slot(thing)], self._may_lie(said, thing)
            if not zones.issuperset(self.reader.zone_options(at)):
                goals.append(any_of(equal(at, zone) for zone in sorted(zones)))
        self._require(f"{label}: lies", state, goals)

    def _falls(self, label: str, said: Cutpoint, state: State) -> None:
        """From each cutpoint to the next the ranking falls, and it is never below zero where it falls."""
        if self.label == START or IT_ENDS not in self.found.asked:
            return
        before = self._ranks(self.said.ranking, self.start)
        after = self._ranks(said.ranking, state)
        if len(before) != len(after) or not before:
            self.found.refused.setdefault(IT_ENDS, f"no ranking from {self.label} to {label}")
            return
        falls: Term = False
        for ours, theirs in reversed(list(zip(before, after, strict=True))):
            lower = all_of((comparison("<", theirs, ours), comparison(">=", ours, 0)))
            falls = any_of((lower, all_of((equal(ours, theirs), falls))))
        self._prove(IT_ENDS, state, [falls])

    def _ranks(self, ranking: Iterable[Expr], state: State) -> list[Term]:
        return [self.reader.value(each, state, Env()) for each in ranking]

    # --- what is claimed

    def moment(self, name: str, state: State) -> None:
        self._claims(name, state)

    def _claims(self, moment: str | None, state: State) -> None:
        for claim in self.checker.claims:
            if claim.moment == moment and claim.name not in self.found.refused:
                self._prove(
                    claim.name, state, [each.term for each in conjuncts(self.reader, claim.truth, state)]
                )

    def _capacities(self, state: State) -> None:
        goals = [
            comparison("<=", self.reader.size_of(state, zone), family.holds)
            for family in self.machine.families.values()
            if family.holds is not None
            for zone in zones_of(family)
        ]
        self._prove(BOUNDS, state, goals)

    # --- questions

    def fault(self, what: str, state: State, fine: Term) -> State:
        if what == "split":
            self._require(f"{self.label}: values", state, [fine])
        else:
            self._prove(what, state, [fine])
        return state.assuming(fine)

    def may_be(self, state: State) -> bool:
        return not self.solver.is_impossible(state.path)

    def _prove_line(self, line: Line, label: str, state: State) -> None:
        terms = [each.term for each in conjuncts(self.reader, line.truth, state)]
        self._require(f"{label}: hence {line.text}", state, terms)

    def _prove(self, name: str, state: State, goals: Sequence[Term]) -> None:
        self._ask(self.found.refused, name, state, goals)

    def _require(self, name: str, state: State, goals: Sequence[Term]) -> None:
        self._ask(self.found.broken, name, state, goals)

    def _ask(self, into: dict[str, str], name: str, state: State, goals: Sequence[Term]) -> None:
        goals = [goal for goal in goals if goal is not True and not self._is_assumed(goal)]
        goals = [goal for goal in goals if not any(is_part(goal, fact) for fact in state.path)]
        if not goals or name in into:
            return
        self.checker.tell(f"{ASKING}{self.label}: {name.removeprefix(f'{self.label}: ')}")
        refused = self.solver.follows(goals, state.path)
        if refused is not None:
            into[name] = f"from {self.label} by {' > '.join(state.visited)}: {str(refused)[:300]}"
            self.checker.tell(f"refused: {name}: {into[name]}")
