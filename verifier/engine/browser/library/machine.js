// A machine that is carried out: states, legal moves, steps, results. Rules are data here; nothing is evaluated as code.
//
// A state has `at` (the number of the pause), `zones` (components from bottom to top; the last zone is that of nothing),
// `where` (the zone of each component, the last entry that of nothing) and `cells`.
// More blocks than any play passes between two decisions.
const MOST_JUMPS = 100000;

class Machine {
  constructor(data) {
    this.data = data;
    this.values = new Values(data);
    this.notation = new Notation(this);
    this.blocks = new Array(data.blocks.length);
    this.unordered = Array.from({ length: data.zones }, (_, zone) => this.values.familyOf[zone].shape === "set");
    this.players = data.players;
    // Told of every component that is put somewhere: what passes by is seen, though it lies elsewhere in the end.
    this.watch = null;
  }

  cell(name) {
    return this.values.cells.get(name);
  }

  // --- states

  // A state before the set-up: every component in the box.
  blank(given = {}) {
    const { things, zones, box, cells } = this.data;
    const s = { at: FINAL, zones: Array.from({ length: zones + 1 }, () => []), where: [], cells: [] };
    s.zones[box] = things.map((_, number) => number);
    s.where = [...things.map(() => box), NOTHING];
    s.cells = cells.map((cell) => {
      const size = cell.axes.reduce((product, axis) => product * axis[1], 1);
      const wished = cell.given ? given[cell.name] ?? Math.max(cell.starts, cell.low) : cell.starts;
      if (!cell.index.length) return wished;
      return [...(Array.isArray(wished) ? wished : new Array(size).fill(wished)), cell.missing];
    });
    return s;
  }

  begin(given, oracle) {
    const s = this.blank(given);
    this.run(this.data.start, {}, s, oracle);
    return s;
  }

  // What comes with a play, at random.
  randomGiven(chance) {
    const found = {};
    for (const cell of this.data.cells) {
      if (cell.given && !cell.index.length) found[cell.name] = chance.choice(this.values.domain(cell.domain));
    }
    return found;
  }

  copy(s) {
    return {
      at: s.at,
      zones: s.zones.map((zone) => zone.slice()),
      where: s.where.slice(),
      cells: s.cells.map((cell) => (Array.isArray(cell) ? cell.slice() : cell)),
    };
  }

  over(s) {
    return s.at === FINAL;
  }

  get(s, name, index = []) {
    const cell = this.cell(name);
    if (!cell.index.length) return s.cells[cell.number];
    return entry(s.cells[cell.number], flatPlace(cell.axes, index.map((value) => () => value))());
  }

  // Every index of a cell.
  indexes(cell) {
    return cell.index.reduce(
      (found, domain) => found.flatMap((start) => this.values.domain(domain).map((value) => [...start, value])),
      [[]],
    );
  }

  // Whose a zone is: its first index of players, or nobody's.
  owner(zone) {
    const at = this.values.familyOf[zone].index.findIndex(([, domain]) => this.data.domains[domain][0] === "players");
    return at < 0 ? NOTHING : this.values.zoneIndex[zone][at];
  }

  // --- decisions

  decide(s) {
    return this.block(s.at).decide;
  }

  player(s) {
    return this.over(s) ? NOTHING : this.decide(s).player(s, {});
  }

  legal(s) {
    if (this.over(s)) return [];
    const decide = this.decide(s);
    const moves = this.alternatives(decide, s, false);
    if (decide.stop !== null) moves.push([STOP]);
    return moves;
  }

  alternatives(decide, s, oneIsEnough) {
    const found = [];
    const me = decide.player(s, {});
    for (let number = 0; number < decide.alternatives.length; number++) {
      if (this.ways(decide.alternatives[number].prelude, 0, [number], s, { me }, found, oneIsEnough)) break;
    }
    return found;
  }

  // Every way to take an alternative; yes if one was enough.
  ways(prelude, place, move, s, env, found, oneIsEnough) {
    if (place === prelude.length) {
      found.push(move);
      return oneIsEnough;
    }
    const part = prelude[place];
    if (part.kind === "guard") {
      if (part.when(s, env) && !part.require(s, env)) return false;
      return this.ways(prelude, place + 1, move, s, env, found, oneIsEnough);
    }
    const before = env[part.local];
    let done = false;
    if (part.kind === "let") {
      env[part.local] = part.value(s, env);
      done = this.ways(prelude, place + 1, move, s, env, found, oneIsEnough);
    } else {
      for (const member of part.members(s, env)) {
        env[part.local] = member;
        if (part.where !== null && !part.where(s, env)) continue;
        done = this.ways(prelude, place + 1, [...move, member], s, env, found, oneIsEnough);
        if (done) break;
      }
    }
    env[part.local] = before;
    return done;
  }

  // The moves without those that differ only in which copy of a component is used.
  distinct(moves, s) {
    const decide = this.decide(s);
    const found = new Map();
    for (const move of moves) {
      const key = move[0] === STOP ? "stop" : JSON.stringify(this.merged(move, decide.alternatives[move[0]]));
      if (!found.has(key)) found.set(key, move);
    }
    return [...found.values()];
  }

  merged(move, taken) {
    return [move[0], ...taken.choices.map(({ domain }, at) => this.alike(domain, move[at + 1]))];
  }

  // A value, copies of a component being the same.
  alike(domain, value) {
    return this.data.domains[domain][0] === "things" && value >= 0 ? this.data.things[value][2] : value;
  }

  step(s, move, oracle) {
    const decide = this.decide(s);
    if (move[0] === STOP) {
      this.run(decide.stop, {}, s, oracle);
      return;
    }
    const taken = decide.alternatives[move[0]];
    const env = {};
    taken.choices.forEach(({ local }, at) => { env[local] = move[at + 1]; });
    env.me = decide.player(s, {});
    this.run(taken.to, env, s, oracle);
  }

  // --- results

  score(s, player) {
    return this.values.value(this.data.score)(s, { p: player });
  }

  result(s) {
    const players = Array.from({ length: this.players }, (_, seat) => seat);
    let left = players;
    for (const [op, number] of this.data.winner) {
      const worth = new Map(left.map((player) => [player, this.values.value(number)(s, { p: player })]));
      if (op === "together" || op === "holder") {
        const holders = left.filter((player) => worth.get(player));
        left = op === "together" || holders.length ? holders : left;
      } else {
        const best = Math[op === "highest" ? "max" : "min"](...worth.values());
        left = left.filter((player) => worth.get(player) === best);
      }
    }
    return { scores: players.map((player) => this.score(s, player)), winners: left };
  }

  // --- blocks

  run(number, env, s, oracle) {
    let next = number;
    let bound = env;
    for (let jumps = 0; next !== null; jumps++) {
      if (jumps > MOST_JUMPS) throw new Fault("it-ends", "undecided", jumps);
      const block = this.block(next);
      for (const step of block.steps) step(s, bound, oracle);
      next = block.out(s, bound);
      bound = {};
    }
  }

  block(number) {
    return (this.blocks[number] ??= this.blockOf(number));
  }

  blockOf(number) {
    const { steps, out } = this.data.blocks[number];
    const made = { steps: steps.map((step) => this.stepOf(step)), decide: null, out: null };
    switch (out[0]) {
      case "goto": made.out = () => out[1]; break;
      case "fork": {
        const test = this.values.value(out[1]);
        made.out = (s, env) => (test(s, env) ? out[2] : out[3]);
        break;
      }
      case "return": {
        const cell = this.cell(out[1]).number;
        made.out = (s) => out[2][s.cells[cell]];
        break;
      }
      case "final": made.out = (s) => this.pause(FINAL, s); break;
      case "decide": {
        const [, player, alternatives, stop, ifNone] = out;
        const all = alternatives.map((each) => this.alternativeOf(each));
        made.decide = { player: this.values.value(player), alternatives: all, stop };
        made.out = (s) => {
          if (ifNone !== null && !this.alternatives(made.decide, s, true).length) return ifNone;
          return this.pause(number, s);
        };
        break;
      }
      default: throw new TypeError(out[0]);
    }
    return made;
  }

  pause(at, s) {
    s.at = at;
    const lost = s.where.indexOf(NOTHING);
    if (lost < s.where.length - 1) throw new Fault("conservation", this.data.things[lost][0], lost);
    return null;
  }

  alternativeOf({ action, prelude, to }) {
    const parts = prelude.map((part) => this.partOf(part));
    return { action, prelude: parts, choices: parts.filter((part) => part.kind === "choice"), to };
  }

  partOf(part) {
    const { values } = this;
    switch (part[0]) {
      case "let": return { kind: "let", local: part[1], value: values.value(part[2]), expr: part[2] };
      case "guard": {
        const [, rule, when, require, free] = part;
        return { kind: "guard", rule, when: values.holds(when), require: values.holds(require), parts: require, free };
      }
      case "choice": {
        const [, local, source, where, rule, domain, words] = part;
        const members = values.source(source);
        return { kind: "choice", local, members, where: values.some(where), expr: where, rule, domain, words };
      }
      default: throw new TypeError(part[0]);
    }
  }

  // --- steps

  stepOf(step) {
    const { values } = this;
    switch (step[0]) {
      case "let": {
        const value = values.value(step[2]);
        return (s, env) => { env[step[1]] = value(s, env); };
      }
      case "write": return this.write(step[1], values.all(step[2]), values.value(step[3]));
      case "take": return this.take(values.value(step[1]), values.value(step[2]));
      case "put": return this.put(values.value(step[1]), values.value(step[2]), step[3]);
      case "branch": return this.branch(values.value(step[1]), this.stepsOf(step[2]), this.stepsOf(step[3]));
      case "each": return this.each(step[1], values.source(step[2]), this.stepsOf(step[3]));
      case "times": return this.times(values.value(step[1]), step[2], this.stepsOf(step[3]));
      case "shuffle": return this.shuffle(values.value(step[1]));
      case "roll": {
        const face = (s, env, oracle) => oracle.roll(step[1], step[2]);
        return this.write(step[1], [], face);
      }
      default: throw new TypeError(step[0]);
    }
  }

  stepsOf(steps) {
    const made = steps.map((step) => this.stepOf(step));
    return (s, env, oracle) => { for (const step of made) step(s, env, oracle); };
  }

  write(name, parts, value) {
    const cell = this.cell(name);
    const place = parts.length ? flatPlace(cell.axes, parts) : null;
    return (s, env, oracle) => {
      const at = place === null ? 0 : place(s, env);
      const kept = this.within(cell, value(s, env, oracle));
      if (place === null) {
        s.cells[cell.number] = kept;
        return;
      }
      if (at < 0) throw new Fault("bounds", name, NOTHING);
      s.cells[cell.number][at] = kept;
    };
  }

  // The value as a cell keeps it; a fault if it cannot.
  within(cell, value) {
    if (value === NOTHING && cell.optional) return value;
    if (cell.saturates) return value < cell.low ? cell.low : value > cell.high ? cell.high : value;
    if (!this.values.fits(cell.domain, value)) throw new Fault("bounds", cell.name, value);
    return value;
  }

  take(thing, zone) {
    return (s, env) => {
      const [what, from] = [thing(s, env), zone(s, env)];
      if (what === NOTHING || from === NOTHING || s.where[what] !== from) throw new Fault("conservation", "take", what);
      s.zones[from].splice(s.zones[from].indexOf(what), 1);
      s.where[what] = NOTHING;
    };
  }

  put(thing, zone, end) {
    return (s, env) => {
      const [what, to] = [thing(s, env), zone(s, env)];
      if (what === NOTHING || to === NOTHING || s.where[what] !== NOTHING) throw new Fault("conservation", "put", what);
      if (end === "top" || this.unordered[to]) s.zones[to].push(what);
      else s.zones[to].unshift(what);
      if (this.unordered[to]) s.zones[to].sort(rising);
      s.where[what] = to;
      if (this.watch !== null) this.watch(what, to);
    };
  }

  branch(test, then, otherwise) {
    return (s, env, oracle) => (test(s, env) ? then : otherwise)(s, env, oracle);
  }

  // The members are those at the start; what the steps bind is bound for one of them.
  each(local, source, steps) {
    return (s, env, oracle) => {
      for (const member of source(s, env)) steps(s, { ...env, [local]: member }, oracle);
    };
  }

  times(count, most, steps) {
    return (s, env, oracle) => {
      const many = count(s, env);
      if (many > most) throw new Fault("bounds", "times", many);
      for (let time = 0; time < many; time++) steps(s, env, oracle);
    };
  }

  shuffle(zone) {
    return (s, env, oracle) => {
      const number = zone(s, env);
      if (number !== NOTHING && !this.unordered[number]) oracle.shuffle(number, s.zones[number]);
    };
  }
}
