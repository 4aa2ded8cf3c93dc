"""The faults: a piece of the code, what stands there instead, and which tests should notice.

Each is a mistake that somebody could make in good faith, and that would make a verdict, a play or a record wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

# Where the pieces of code stand, and who should notice a fault there unless the fault says otherwise.
PLACES: dict[str, tuple[str, ...]] = {
    "visit": ("verifier/kernel/visit.py", "tests/kernel/test_visit.py"),
    "graph": ("verifier/kernel/graph.py", "tests/kernel/test_graph.py"),
    "dataflow": ("verifier/analysis/dataflow.py", "tests/analysis/test_dataflow.py"),
    "intervals": ("verifier/analysis/interval_domain.py", "tests/analysis/test_interval_domain.py"),
    "ranges": (
        "verifier/analysis/ranges.py",
        "tests/analysis/test_ranges.py",
        "tests/analysis/test_soundness.py",
    ),
    "reach": ("verifier/analysis/possible_values.py", "tests/analysis/test_ranges.py"),
    "constants": ("verifier/analysis/constants.py", "tests/analysis/test_soundness.py"),
    "effects": ("verifier/analysis/effects.py", "tests/analysis/test_effects.py"),
    "regions": ("verifier/analysis/regions.py", "tests/analysis/test_effects.py"),
    "dead code": ("verifier/analysis/dead_code.py", "tests/analysis/test_dead_code.py"),
    "simplify": ("verifier/analysis/simplify.py", "tests/analysis/test_simplify.py"),
    "normal form": ("verifier/analysis/normal_form.py", "tests/analysis/test_simplify.py"),
    "conservation": ("verifier/analysis/conservation.py", "tests/analysis/test_conservation.py"),
    "ownership": ("verifier/analysis/conservation_domain.py", "tests/analysis/test_conservation.py"),
    "symmetry": (
        "verifier/analysis/symmetry.py",
        "tests/analysis/test_symmetry.py",
        "tests/analysis/test_equivariance.py",
    ),
    "equivariance": ("verifier/analysis/equivariance.py", "tests/analysis/test_equivariance.py"),
    "spilled locals": ("verifier/lower/spill_locals.py", "tests/lower"),
    "reference steps": (
        "verifier/engine/interpret_steps.py",
        "tests/engine/test_interpret.py",
        "tests/engine/test_faults.py",
    ),
    "reference values": ("verifier/engine/interpret.py", "tests/engine/test_interpret.py"),
    "generated steps": (
        "verifier/engine/generate/steps.py",
        "tests/engine/test_interpret.py",
        "tests/engine/test_faults.py",
    ),
    "generated decisions": (
        "verifier/engine/generate/decisions.py",
        "tests/engine/test_interpret.py",
        "tests/engine/test_faults.py",
    ),
    "generated module": ("verifier/engine/generate/module.py", "tests/trace/policies/test_uniform.py"),
    "oracles": ("verifier/runtime/oracles.py", "tests/runtime/test_oracles.py"),
    "twins": ("verifier/runtime/twins.py", "tests/engine/test_state.py"),
    "search": (
        "verifier/check/explore/search.py",
        "tests/check/explore/test_explore.py",
        "tests/analysis/test_symmetry.py",
    ),
    "noninterference": (
        "verifier/check/explore/noninterference.py",
        "tests/check/explore/test_noninterference.py",
    ),
    "unordered piles": ("verifier/check/explore/unordered.py", "tests/check/explore/test_unordered.py"),
    "loops": ("verifier/check/explore/loops.py", "tests/check/explore/test_loops.py"),
    "explored": (
        "verifier/check/explore/method.py",
        "tests/check/explore/test_instances.py",
        "tests/check/explore/test_whole.py",
    ),
    "evaluate": ("verifier/check/induction/evaluate.py", "tests/check/induction/test_prove.py"),
    "legal": ("verifier/check/induction/legal.py", "tests/check/induction/test_prove.py"),
    "symbolic steps": ("verifier/check/induction/execute_steps.py", "tests/check/induction/test_prove.py"),
    "goals": ("verifier/check/induction/goals.py", "tests/check/induction/test_prove.py"),
    "houdini": ("verifier/check/induction/houdini.py", "tests/check/induction"),
    "relevance": ("verifier/check/induction/relevance.py", "tests/check/induction"),
    "arithmetic": ("verifier/check/induction/arithmetic.py", "tests/check/unroll/test_bit_vectors.py"),
    "cutpoints": ("verifier/check/induction/cutpoints.py", "tests/check/induction/test_cutpoints.py"),
    "proof symmetry": ("verifier/check/induction/symmetry.py", "tests/check/induction/test_symmetry.py"),
    "proved": ("verifier/check/prove/method.py", "tests/check/prove/test_method.py"),
    "quantified terms": (
        "verifier/check/quantified/fold_terms.py",
        "tests/check/quantified/test_fold_terms.py",
    ),
    "path facts": ("verifier/check/quantified/path_facts.py", "tests/check/quantified"),
    "counting": ("verifier/check/quantified/counting.py", "tests/check/quantified"),
    "bmc": ("verifier/check/unroll/bmc.py", "tests/check/unroll/test_bmc.py"),
    "bit vectors": ("verifier/check/unroll/bit_vectors.py", "tests/check/unroll/test_bit_vectors.py"),
    "termination": ("verifier/check/termination/bound.py", "tests/check/termination/test_bound.py"),
    "claims": ("verifier/check/monitor/claims.py", "tests/agreement/test_monitor.py"),
    "read set": ("verifier/check/monitor/read_set.py", "tests/agreement/test_monitor.py"),
    "aggregate": ("verifier/check/aggregate.py", "tests/check/test_aggregate.py"),
    "finding": ("verifier/verdict/finding.py", "tests/check/test_aggregate.py"),
    "schedule": ("verifier/check/schedule.py", "tests/check/test_schedule.py"),
    "validate": ("verifier/trace/validate.py", "tests/trace/test_validate.py"),
    "shrink": ("verifier/trace/shrink.py", "tests/trace/test_shrink.py"),
    "replay": ("verifier/trace/replay.py", "tests/trace/test_replay.py"),
    "uniform": ("verifier/trace/policies/uniform.py", "tests/trace/policies/test_uniform.py"),
    "greedy": ("verifier/trace/policies/greedy.py", "tests/trace/policies/test_uniform.py"),
    "index": ("verifier/surface/index.py", "tests/test_program.py"),
    "canonical": ("verifier/compare/canonical/tokens.py", "tests/compare/canonical/test_shape.py"),
    "product": ("verifier/compare/product/prove.py", "tests/compare/product/test_product.py"),
    "judge": ("verifier/mutate/judge.py", "tests/mutate/test_mutants.py"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """`name` says what goes wrong; `old` stands once in the file, `new` takes its place."""

    name: str
    where: str
    old: str
    new: str
    noticing: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return PLACES[self.where][0]

    @property
    def tests(self) -> tuple[str, ...]:
        return self.noticing or PLACES[self.where][1:]


FAULTS = (
    # --- one traversal of kernel nodes
    Fault(
        "the default of a fold is not visited",
        "visit",
        '("binds", "where", "body", "default")',
        '("binds", "where", "body")',
    ),
    Fault("the condition of an end is not visited", "visit", 'End: ("zone", "where"),', 'End: ("zone",),'),
    Fault("the index of a write is not visited", "visit", 'Write: ("index", "value"),', 'Write: ("value",),'),
    Fault("substitution captures a name", "visit", "if local not in read:", "if local:"),
    Fault(
        "a fresh name may stand below already",
        "visit",
        "taken = read.union(names, free_locals(below))",
        "taken = read.union(names)",
    ),
    Fault(
        "a bound name counts as free",
        "visit",
        "free |= free_locals(inner) - bound",
        "free |= free_locals(inner)",
    ),
    Fault(
        "a roll of dice writes nothing",
        "visit",
        "return {step.cell for step in steps_within(steps) if isinstance(step, Write | Roll)}",
        "return {step.cell for step in steps_within(steps) if isinstance(step, Write)}",
    ),
    Fault(
        "a return reads nothing",
        "visit",
        "if isinstance(part, Read | Return)}",
        "if isinstance(part, Read)}",
    ),
    Fault(
        "what a definition calls is not followed",
        "visit",
        "waiting.append(machine.definitions[part.definition])",
        "pass",
    ),
    Fault(
        "stopping leads nowhere",
        "graph",
        "for alternative in out.alternatives), out.stop,",
        "for alternative in out.alternatives),",
    ),
    Fault("the other branch of a fork is forgotten", "graph", "return then, otherwise", "return (then,)"),
    # --- analyses
    Fault(
        "news about a block seen before is not passed on",
        "dataflow",
        "                if new == found[target]:\n                    continue\n",
        "                found[target] = new\n                continue\n",
    ),
    Fault(
        "a remainder is one too small",
        "intervals",
        "if left.low >= 0 else right.high - 1)",
        "if left.low >= 0 else right.high - 2)",
    ),
    Fault("less is read as at most", "intervals", '"<": (less, at_least),', '"<": (at_most, at_least),'),
    Fault(
        "a joined interval loses its low end",
        "intervals",
        "Interval(min(self.low, other.low), max(self.high, other.high), among)",
        "Interval(max(self.low, other.low), max(self.high, other.high), among)",
    ),
    Fault(
        "what a test tells is believed where it fails",
        "ranges",
        "self._steps(otherwise, known, again)",
        "self._steps(otherwise, inside, again)",
    ),
    Fault(
        "the top of an empty pile is something",
        "ranges",
        "return interval_of(fitting | {NOTHING})",
        "return interval_of(fitting)",
    ),
    Fault("a count is one too small", "ranges", "return Interval(0, many)", "return Interval(0, many - 1)"),
    Fault(
        "a block entered twice keeps one caller's parameters",
        "ranges",
        "learnt[name] = learnt[name].joined(interval) if name in learnt else interval",
        "learnt[name] = interval",
    ),
    Fault(
        "a cell's value at the start is out of range",
        "ranges",
        "        if not cell.given:\n            found = found.joined(singleton(cell.starts))\n",
        "",
    ),
    Fault(
        "a die shows its first face only",
        "reach",
        "self._write(cell, frozenset(faces))",
        "self._write(cell, frozenset(faces[:1]))",
    ),
    Fault(
        "components put in the other branch are not followed",
        "reach",
        "                    self._steps(otherwise, env)\n",
        "",
    ),
    Fault(
        "a cell known on one way only is believed",
        "constants",
        "if other.get(cell) == value}",
        "if other.get(cell, value) == value}",
    ),
    Fault("what a loop writes is still believed", "constants", "now = facts_kept_by(now, inner)", "pass"),
    Fault("a die changes nothing", "effects", 'return ("cell", cell), CHANCE', "return (CHANCE,)"),
    Fault("a shuffle asks no chance", "effects", "return ZONES, CHANCE", "return (ZONES,)"),
    Fault(
        "the condition of an end looks at nothing",
        "effects",
        "yield from below(where, bound(known, local, node))",
        "yield from ()",
    ),
    Fault(
        "what moves in the other branch is no change",
        "regions",
        "found |= self.changed(then, yes) | self.changed(otherwise, no)",
        "found |= self.changed(then, yes)",
    ),
    Fault(
        "two regions of one zone do not meet",
        "regions",
        "not things.isdisjoint(other_things)",
        "things == other_things",
    ),
    Fault("liveness forgets the index of a write", "dead code", "self.see(*index, value)", "self.see(value)"),
    Fault("liveness forgets the count of a loop", "dead code", "self.see(count)", "pass"),
    Fault(
        "less than a constant becomes at most", "simplify", "number(right.value - 1)", "number(right.value)"
    ),
    Fault(
        "a conditional guard that never holds forbids the action",
        "normal form",
        "if wanted is None and not case:",
        "if wanted is None:",
    ),
    Fault(
        "a block that two jumps lead to is drawn into one",
        "normal form",
        "led[following] != 1",
        "led[following] > 2",
    ),
    Fault("a component that was put is still held", "conservation", "known.held.remove(one)", "pass"),
    Fault(
        "putting what was not taken raises no doubt",
        "conservation",
        '            self._doubt(f"puts what was not taken: {thing}")\n            return\n',
        "            return\n",
    ),
    Fault(
        "taking in one branch only raises no doubt", "conservation", "if yes.held != no.held:", "if False:"
    ),
    Fault(
        "taking each time round raises no doubt", "conservation", "if inside.held != head.held:", "if False:"
    ),
    Fault(
        "taking from another zone raises no doubt",
        "conservation",
        "elif where != ZoneOf(one) and known.lying.get(one) != where:",
        "elif False:",
    ),
    Fault(
        "two players are always told apart",
        "ownership",
        "return part == whole and both % 2 == 1",
        "return both % 2 == 1",
    ),
    Fault(
        "what was found out of a name outlives it",
        "ownership",
        "        self._forget(lambda expr: local in used_locals(expr))\n",
        "",
    ),
    Fault(
        "a local that is read two blocks later is cleared",
        "spilled locals",
        "(reads[before] | live) & ~kills[before]",
        "reads[before] & ~kills[before]",
    ),
    Fault(
        "a cell read before it is written counts as written first",
        "spilled locals",
        "not step.index and step.cell not in read:",
        "not step.index:",
    ),
    # --- play: the reference, the generated code, chance
    Fault(
        "the reference begins the round of the table at the first seat",
        "reference values",
        "if isinstance(domain, Players) and start != NOTHING:",
        "if False:",
    ),
    Fault(
        "the reference writes past the bounds of a cell",
        "reference steps",
        "if value not in values(cell.domain):",
        "if False:",
    ),
    Fault(
        "the reference ignores when a guard applies",
        "reference steps",
        "if not self.read.holds(when, state, env) or self.read.holds(require, state, env):",
        "if self.read.holds(require, state, env):",
    ),
    Fault(
        "generated code writes past the bounds of a cell",
        "generated steps",
        "if {spare}{_outside(value.text, cell, scope)}:",
        "if False and {_outside(value.text, cell, scope)}:",
    ),
    Fault(
        "a loop over what it moves is not frozen",
        "generated steps",
        "manner = LoopOrder.FROZEN if moves_things(inner) else LoopOrder.ORDERED",
        "manner = LoopOrder.ORDERED",
    ),
    Fault(
        "generated code applies a guard always",
        "generated decisions",
        "        if not guard.when:\n            refuse()\n            return\n",
        "        refuse()\n        return\n",
    ),
    Fault(
        "random play never takes the last move",
        "generated module",
        "moves[int(chance() * len(moves))]",
        "moves[int(chance() * max(1, len(moves) - 1))]",
    ),
    Fault(
        "enumerated chance skips its last outcome",
        "oracles",
        "if last[1] < last[0]:",
        "if last[1] < last[0] - 1:",
    ),
    Fault(
        "copies in a set are told apart by their numbers",
        "twins",
        "if is_set and telling else zone",
        "if False else zone",
    ),
    # --- search
    Fault(
        "a dead end is counted and not kept",
        "search",
        "            self.spots.setdefault(DEAD_END, Occurrence(number))\n",
        "",
    ),
    Fault("only one outcome of chance is searched", "search", "while oracle.advance():", "while False:"),
    Fault(
        "renamings need not map the first states",
        "search",
        "if all(image(state) in first for _, state in first.values()):",
        "if True:",
    ),
    Fault(
        "symmetry skips rolls of dice",
        "symmetry",
        "if sorted(faces) != sorted(self.by.value(domain, face) for face in faces):",
        "if False:",
    ),
    Fault(
        "symmetry skips the order of a loop",
        "symmetry",
        '                    raise AsymmetricError(f"the order of a loop over {source} may matter")\n',
        "                    pass\n",
    ),
    Fault(
        "symmetry skips the claims",
        "symmetry",
        "            self._truth(claim.truth, {})\n",
        "            pass\n",
    ),
    Fault(
        "symmetry skips what is printed on cards",
        "equivariance",
        "if table.values[new] != self.by.value(table.domain, table.values[old]):",
        "if False:",
    ),
    Fault(
        "symmetry lets renamed numbers be compared",
        "equivariance",
        "                else:\n                    self._plain((one, other), expr)\n",
        "",
    ),
    Fault(
        "a look at hidden cards in a condition is not seen",
        "noninterference",
        "for truth in (*when, *require)",
        "for truth in require",
    ),
    Fault(
        "drawing from a pile in a known order passes",
        "unordered piles",
        "        self.wrong |= drawn_from & known\n",
        "",
    ),
    Fault(
        "a loop that needs luck is called sure",
        "loops",
        "chance=walk.asked[start] < run.asked)",
        "chance=False)",
    ),
    # --- induction
    Fault(
        "more is read as less in ground terms",
        "evaluate",
        '        case ">":\n            return less(right, left)\n',
        '        case ">":\n            return less(left, right)\n',
    ),
    Fault(
        "a guard is not carried into a move",
        "legal",
        "return way if test is TRUE else replace(way, tests=(*way.tests, (rule, test)))",
        "return way",
    ),
    Fault("a guard holds whatever it requires", "legal", "implies(case, look.all_of(require, env))", "TRUE"),
    Fault(
        "a write out of bounds is no obligation",
        "symbolic steps",
        '        self.demand(state, "bounds", cell.name, either(nothing, allowed))\n',
        "",
    ),
    Fault(
        "a symbolic loop stops one turn early",
        "symbolic steps",
        "for turn in range(min(times.most, count.high)):",
        "for turn in range(min(times.most, count.high) - 1):",
    ),
    Fault(
        "a pause without a way on is no goal",
        "goals",
        "        if out.stop is not None or out.",
        "        if True or out.",
    ),
    Fault(
        "a candidate unknown at the source is not asked",
        "houdini",
        "        found.update(dict.fromkeys(one for one in there if one not in here))\n",
        "",
    ),
    Fault(
        "what leaned on a lost candidate is not asked again",
        "houdini",
        "again = set(other.leaning.pop(lost, ()))",
        "again = set[Term]()",
    ),
    Fault(
        "a lost candidate stays a premise",
        "relevance",
        "self._by_variable.get(variable, {}).pop(term, None)",
        "pass",
    ),
    Fault(
        "a remainder in terms is one too small",
        "arithmetic",
        "low, high = 0, right - 1",
        "low, high = 0, right - 2",
    ),
    Fault(
        "a block is cut where a name reaches over",
        "cutpoints",
        "return any(not given.isdisjoint(free_locals(node)) for node in later)",
        "return False",
    ),
    Fault(
        "a renaming that changes what happened is used",
        "proof symmetry",
        "                if state.changed.get(other) is not image:\n                    return False\n",
        "                pass\n",
    ),
    # --- proofs with quantifiers
    Fault(
        "more is read as at least in quantified terms",
        "quantified terms",
        '        case ">":\n            return left > right\n',
        '        case ">":\n            return left >= right\n',
    ),
    Fault(
        "a fact outlives the step that undoes it", "path facts", "            self._undo(changed, walk)\n", ""
    ),
    Fault(
        "what was required under a condition is always believed",
        "path facts",
        'found += [k.Logic("or", (*unless, demand))] if unless else _conjuncts(demand)',
        "found += _conjuncts(demand)",
    ),
    Fault(
        "a procedure is believed to change nothing",
        "path facts",
        "left = {fact for fact in self._after[caller] if not self.book.looks[fact].meets(changed)}",
        "left = set(self._after[caller])",
    ),
    Fault("a count survives any write", "counting", "if cell not in look.cells:", "if True:"),
    Fault(
        "a roll changes no region",
        "regions",
        "found |= Region(cells=frozenset((cell,)))",
        "found |= Region(cells=frozenset((cell,) if isinstance(step, km.Write) else ()))",
    ),
    # --- bounded model checking
    Fault(
        "nothing within a depth is said of one step more",
        "bmc",
        "            self.result.empty[each.name] = depth\n            return\n",
        "            self.result.empty[each.name] = depth + 1\n            return\n",
    ),
    Fault(
        "the last step within a depth is not asked for",
        "bmc",
        "fitting = [met for number, met in self.met if number <= depth]",
        "fitting = [met for number, met in self.met if number < depth]",
    ),
    Fault("a bit-vector has no room for its sign", "bit vectors", ".bit_length() + 1", ".bit_length()"),
    # --- verdicts
    Fault(
        "a proof outweighs a refutation",
        "finding",
        '{"refuted": 0, "proved": 1,',
        '{"refuted": 1, "proved": 0,',
    ),
    Fault(
        "an accepted subject accepts the whole list",
        "aggregate",
        "whole = [each for each in fitting if each.subject is None or (long and each.loop is not None)]",
        "whole = fitting",
    ),
    Fault(
        "a search that was cut short counts as complete",
        "explored",
        "complete = [each for each in explored if each.found.complete]",
        "complete = explored",
    ),
    Fault(
        "what fails in an instance counts as exhausted",
        "explored",
        '        return Finding(name, kind, "unknown", SEARCH, words, seconds, remark=words)\n    if not asked:\n',
        '        return Finding(name, kind, "exhausted", SEARCH, words, seconds, remark=words)\n    if not asked:\n',
    ),
    Fault(
        "an unknown verdict is rounded up to proved",
        "proved",
        '"proved" if verdict.verdict == "proved" else "unknown",',
        '"proved",',
    ),
    Fault(
        "components are followed though reading left doubts",
        "proved",
        "is_sound = (CONSERVATION in found or is_left) and not conservation_doubts(machine)",
        "is_sound = CONSERVATION in found or is_left",
    ),
    Fault(
        "rules that change meanwhile are not noticed",
        "schedule",
        "if parts and prints != {WORKSPACE.fingerprint(subject.ruleset)}:",
        "if False:",
    ),
    Fault(
        "a piece of a claim forgets its condition",
        "claims",
        'return k.Logic("or", (k.Not(where), body)) if fold.op == "every" else',
        'return body if fold.op == "every" else',
    ),
    Fault(
        "a claim is not asked again when a pile has changed",
        "read set",
        "return ReadSet(zones=self._zones(zones, known))",
        "return ReadSet()",
    ),
    Fault(
        "a counterexample is believed without a replay",
        "validate",
        "return self._watched(play, watch).refused is None and any(seen)",
        "return True",
    ),
    Fault(
        "an illegal move is replayed as the first legal one",
        "replay",
        "move = self.moving.legal_move(state, written)",
        "move = self.moving.legal_move(state, written) or self.engine.legal(state)[0]",
    ),
    Fault(
        "a player at random never takes the last move",
        "uniform",
        "return moves[int(chance.random() * len(moves))]",
        "return moves[int(chance.random() * max(1, len(moves) - 1))]",
    ),
    Fault(
        "a player by action never takes the last move",
        "greedy",
        "return fitting[int(chance.random() * len(fitting))]",
        "return fitting[int(chance.random() * max(1, len(fitting) - 1))]",
    ),
    Fault(
        "a play made shorter need not show the same fault",
        "shrink",
        "return replace(trace, moves=tuple(made)) if fault.property == self.name else None",
        "return replace(trace, moves=tuple(made))",
    ),
    Fault(
        "a fingerprint omits a file",
        "index",
        "for source in sorted(sources_of(units), key=lambda source: source.path):",
        "for source in sorted(sources_of(units), key=lambda source: source.path)[:1]:",
    ),
    # --- comparisons, endings, mutants
    Fault(
        "a measure that stands still is said to fall",
        "termination",
        "solver.add(rise <= (-1 if counts(way) else 0))",
        "solver.add(rise <= 0)",
    ),
    Fault(
        "what fails by the right rules too kills a mutant",
        "judge",
        "broken |= plays.broken - stage.broken",
        "broken |= plays.broken",
    ),
    Fault(
        "two rule sets that put cards elsewhere look alike",
        "canonical",
        'yield from ("put", end, *self.of(thing, env), *self.of(zone, env))',
        'yield from ("put", *self.of(thing, env), *self.of(zone, env))',
    ),
    Fault(
        "a move that one side only allows is no goal",
        "product",
        "for move in dict.fromkeys((*mine, *theirs)):",
        "for move in dict.fromkeys(mine):",
    ),
)
