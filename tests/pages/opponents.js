// Plays of the computer players of the page against each other: one job a line, one answer a line.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const [script, file] = process.argv.slice(2);
vm.runInThisContext(`var self = globalThis;\n${readFileSync(script, "utf8")}`);
const { Machine, Session, Search, Redealer, Random, Fault, View, COMPUTERS, searching } = globalThis.players;
const machine = new Machine(JSON.parse(readFileSync(file, "utf8")));

// The move of a search of so many iterations.
function searched(state, seed, iterations) {
  const search = new Search(machine, state, seed);
  search.think(iterations);
  return search.best(machine.legal(state));
}

function moveOf(kind, session, legal, milliseconds) {
  const next = kind === "search" ? searching(session, legal, milliseconds) : COMPUTERS[kind](session, legal);
  for (;;) {
    const move = next();
    if (move !== null) return move;
  }
}

const ANSWERS = {
  // A whole play; which seats have won, and how long the slowest move took. By iterations a seed always gives the same.
  play({ seed, seats, milliseconds, iterations, most }) {
    const session = new Session(machine, { ruleset: "rules", seed });
    let slowest = 0;
    while (!machine.over(session.state) && session.fault === null && session.at < most) {
      const legal = machine.legal(session.state);
      if (!legal.length) break;
      const began = performance.now();
      const kind = seats[machine.player(session.state)];
      const counted = kind === "search" && iterations !== undefined;
      session.make(counted ? searched(session.state, session.at, iterations) : moveOf(kind, session, legal, milliseconds));
      slowest = Math.max(slowest, performance.now() - began);
    }
    const over = machine.over(session.state);
    return { moves: session.at, over, fault: session.fault?.property ?? null, slowest, ...(over ? machine.result(session.state) : {}) };
  },
  // Positions of a play at random: what is seen and which move a search finds, as the cards lie and as they might lie.
  blind({ seed, moves, iterations, deals }) {
    const session = new Session(machine, { ruleset: "rules", seed });
    const chance = new Random(seed);
    const found = [];
    for (let n = 0; n < moves && !machine.over(session.state); n++) {
      const legal = machine.legal(session.state);
      session.make(legal[chance.below(legal.length)]);
      if (machine.over(session.state) || n % 5) continue;
      const { state } = session;
      const player = machine.player(state);
      const dealer = new Redealer(machine, state, player, new Random(n));
      const look = (s) => ({ view: JSON.stringify(new View(machine, s, player).told()), move: JSON.stringify(searched(s, n, iterations)), all: JSON.stringify(s.zones) });
      found.push([look(state), ...Array.from({ length: deals }, () => look(dealer.dealt()))]);
    }
    return found;
  },
  speed({ seed, moves, milliseconds }) {
    const session = new Session(machine, { ruleset: "rules", seed });
    const chance = new Random(seed);
    for (let n = 0; n < moves; n++) {
      const legal = machine.legal(session.state);
      session.make(legal[chance.below(legal.length)]);
    }
    const search = new Search(machine, session.state, 1);
    const began = performance.now();
    while (performance.now() - began < milliseconds) search.think(1);
    return search.done / (performance.now() - began) * 1000;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ANSWERS[job.ask](job))}\n`);
}
