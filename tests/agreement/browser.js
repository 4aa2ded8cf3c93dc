// One machine in lock-step: reads a command a line, answers with what the reader in the browser makes of it.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const [script, file] = process.argv.slice(2);
vm.runInThisContext(`var self = globalThis;\n${readFileSync(script, "utf8")}`);
const { Machine, Fault, Seeded, View, Explainer } = globalThis.rulewright;
const machine = new Machine(JSON.parse(readFileSync(file, "utf8")));
const explainer = new Explainer(machine);
let state = null;
let oracle = null;

function attempted(work) {
  try {
    work();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return [fault.property, fault.subject];
  }
  return null;
}

function told() {
  const { at, zones, cells } = state;
  return { at, player: machine.player(state), legal: machine.legal(state), zones: zones.slice(0, -1), cells };
}

const ANSWERS = {
  begin({ seed, given }) {
    oracle = new Seeded(seed);
    const wished = given ?? machine.randomGiven(oracle.chance);
    state = machine.blank(wished);
    const fault = attempted(() => machine.run(machine.data.start, {}, state, oracle));
    return { fault, given: wished, ...(fault ? {} : told()) };
  },
  step({ move }) {
    const fault = attempted(() => machine.step(state, move, oracle));
    return { fault, ...(fault ? {} : told()) };
  },
  result: () => machine.result(state),
  views: () => Array.from({ length: machine.players }, (_, seat) => new View(machine, state, seat).told()),
  refusals: ({ action, choices }) => explainer.refusals(state, action, choices).map(({ rule, detail }) => [rule, detail]),
  distinct: () => machine.distinct(machine.legal(state), state),
  written({ move }) {
    const written = machine.notation.written(state, move);
    return [written, machine.notation.meant(state, written)];
  },
  // A whole play in which every legal move is as likely as any other; the seed also fixes chance.
  wander({ seed, most }) {
    oracle = new Seeded(seed);
    state = machine.begin(machine.randomGiven(oracle.chance), oracle);
    let steps = 0;
    for (; steps < most; steps++) {
      const legal = machine.legal(state);
      if (!legal.length) break;
      machine.step(state, legal[Math.floor(oracle.chance.random() * legal.length)], oracle);
    }
    return { steps, ...told() };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ANSWERS[command.ask](command))}\n`);
}
