// A play under way: a line of moves that can be walked back and forth, chance by a seed or as it was recorded.
class Session {
  constructor(machine, { ruleset, seed, given = null, shuffles = null, rolls = null }) {
    this.machine = machine;
    this.ruleset = ruleset;
    this.seed = seed;
    this.scripted = shuffles !== null || rolls !== null;
    this.wished = given;
    this.shuffles = shuffles ?? [];
    this.rolls = rolls ?? [];
    this.line = [];
    this.past = [];
    this.fault = null;
    this.begin();
  }

  begin() {
    this.seeded = new Seeded(this.seed);
    const drawn = this.machine.randomGiven(this.seeded.chance);
    this.given = this.wished === null ? drawn : { ...drawn, ...this.heard(this.wished) };
    const script = this.scripted ? new Scripted(this.machine, this.shuffles, this.rolls, this.seeded) : null;
    this.script = script;
    this.oracle = new Recording(script ?? this.seeded);
    this.computer = new Random(this.seed);
    this.state = this.machine.blank(this.given);
    this.attempt(() => this.machine.run(this.machine.data.start, {}, this.state, this.oracle));
  }

  // What is given as a play writes it, as numbers.
  heard(given) {
    const found = {};
    for (const [name, word] of Object.entries(given)) {
      const cell = this.machine.cell(name);
      if (!cell?.given) throw new RangeError(`\`${name}\` is not given in plays`);
      const one = (each) => this.machine.notation.heard(cell.domain, each)[0];
      const values = Array.isArray(word) ? word.map(one) : one(word);
      if ([values].flat().includes(undefined)) throw new RangeError(`\`${name}\` cannot be \`${word}\``);
      found[name] = values;
    }
    return found;
  }

  get at() {
    return this.past.length;
  }

  attempt(work) {
    try {
      work();
      this.fault = null;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.fault = fault;
    }
  }

  // Makes a move; what had come after is forgotten unless it is the same move.
  make(move, by = "person") {
    const known = this.line[this.at];
    if (known === undefined || JSON.stringify(known.move) !== JSON.stringify(move)) {
      this.line.length = this.at;
      this.line.push({ move, by, written: this.machine.notation.written(this.state, move) });
    }
    const passed = [];
    this.past.push({ ...this.remembered(), passed });
    this.state = this.machine.copy(this.state);
    this.machine.watch = (thing, zone) => passed.push([thing, zone]);
    this.attempt(() => this.machine.step(this.state, move, this.oracle));
    this.machine.watch = null;
  }

  // A move that was made: where it was made, what passed by, and where it led.
  made(number) {
    const { state, passed } = this.past[number];
    return { before: state, move: this.line[number].move, passed, after: this.past[number + 1]?.state ?? this.state };
  }

  remembered() {
    return {
      state: this.state,
      chance: copied(this.seeded.chance),
      computer: copied(this.computer),
      shuffles: this.oracle.shuffles.length,
      rolls: this.oracle.rolls.length,
      shuffled: this.script?.shuffled,
      rolled: this.script?.rolled,
    };
  }

  back() {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.state = before.state;
    this.fault = null;
    this.seeded.chance = copied(before.chance);
    this.computer = copied(before.computer);
    this.oracle.shuffles.length = before.shuffles;
    this.oracle.rolls.length = before.rolls;
    if (this.script !== null) Object.assign(this.script, { shuffled: before.shuffled, rolled: before.rolled });
    return true;
  }

  forward() {
    const next = this.line[this.at];
    if (next !== undefined) this.make(next.move, next.by);
    return next !== undefined;
  }

  // Plays written moves; what the rules refuse is returned with its number.
  follow(moves) {
    for (const written of moves) {
      if (this.fault !== null) return null;
      const move = this.machine.notation.meant(this.state, written);
      if (move === null) return { number: this.at + 1, written };
      this.make(move);
    }
    return null;
  }

  // The play so far as a file that `rulewright replay` reads.
  written() {
    const { machine } = this;
    const { notation } = machine;
    const spoken = (name, value) => {
      const { domain } = machine.cell(name);
      return Array.isArray(value) ? value.map((each) => notation.value(domain, each)) : notation.value(domain, value);
    };
    return {
      ruleset: this.ruleset,
      players: machine.players,
      given: Object.fromEntries(Object.entries(this.given).map(([name, value]) => [name, spoken(name, value)])),
      shuffles: this.oracle.shuffles.map((pile) => pile.map((thing) => machine.data.things[thing][0])),
      rolls: this.oracle.rolls.map(([die, face]) => ({ die, face: notation.value(machine.cell(die).domain, face) })),
      moves: this.line.slice(0, this.at).map(({ written }) => written),
    };
  }

  // The same for a link: where chance follows from the seed, the seed is enough.
  linked() {
    const { ruleset, players, given, shuffles, rolls, moves } = this.written();
    if (this.scripted) return { ruleset, players, seed: this.seed, given, shuffles, rolls, moves };
    return { ruleset, players, seed: this.seed, moves };
  }
}

function copied(random) {
  const found = Object.create(Random.prototype);
  found.state = random.state.slice();
  found.at = random.at;
  return found;
}

// --- plays in links: JSON, deflated, in letters that a link may have

async function packed(play) {
  const stream = new Blob([JSON.stringify(play)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const LARGEST_LINK = 4_000_000;

async function inflated(text) {
  if (text.length > LARGEST_LINK) throw new RangeError("the link is too long");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

async function unpacked(text) {
  return readPlay(await inflated(text));
}

// A play from a foreign text: its shape is checked here, its names and moves when it is played.
function readPlay(text) {
  const play = JSON.parse(text);
  const isList = (list, fits) => Array.isArray(list) && list.every(fits);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const fine = isObject(play) && typeof play.ruleset === "string" && Number.isInteger(play.players)
    && isList(play.moves, (move) => isObject(move) && typeof move.action === "string" && isObject(move.with ?? {}))
    && isList(play.shuffles ?? [], (pile) => isList(pile, (name) => typeof name === "string"))
    && isList(play.rolls ?? [], isObject) && isObject(play.given ?? {});
  if (!fine) throw new RangeError("it is not a play");
  return play;
}
