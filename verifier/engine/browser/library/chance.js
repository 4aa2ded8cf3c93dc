// Chance by a seed: the Mersenne Twister as Python's `random.Random` uses it, so that a seed means the same play.
const WORDS = 624;

class Random {
  constructor(seed) {
    this.state = new Uint32Array(WORDS);
    this.at = WORDS;
    const known = Math.abs(seed);
    const words = [known % 0x100000000];
    if (known >= 0x100000000) words.push(Math.floor(known / 0x100000000));
    this.begin(words);
  }

  begin(words) {
    const state = this.state;
    this.fill(19650218);
    let at = 1;
    let word = 0;
    for (let left = Math.max(WORDS, words.length); left; left--) {
      const before = state[at - 1] ^ (state[at - 1] >>> 30);
      state[at] = (state[at] ^ Math.imul(before, 1664525)) + words[word] + word;
      at = this.onward(at);
      word = (word + 1) % words.length;
    }
    for (let left = WORDS - 1; left; left--) {
      const before = state[at - 1] ^ (state[at - 1] >>> 30);
      state[at] = (state[at] ^ Math.imul(before, 1566083941)) - at;
      at = this.onward(at);
    }
    state[0] = 0x80000000;
  }

  fill(seed) {
    const state = this.state;
    state[0] = seed;
    for (let at = 1; at < WORDS; at++) {
      state[at] = Math.imul(1812433253, state[at - 1] ^ (state[at - 1] >>> 30)) + at;
    }
  }

  onward(at) {
    if (at + 1 < WORDS) return at + 1;
    this.state[0] = this.state[WORDS - 1];
    return 1;
  }

  word() {
    if (this.at >= WORDS) this.turn();
    let found = this.state[this.at++];
    found ^= found >>> 11;
    found ^= (found << 7) & 0x9d2c5680;
    found ^= (found << 15) & 0xefc60000;
    return (found ^ (found >>> 18)) >>> 0;
  }

  turn() {
    const state = this.state;
    for (let at = 0; at < WORDS; at++) {
      const both = (state[at] & 0x80000000) | (state[(at + 1) % WORDS] & 0x7fffffff);
      state[at] = state[(at + 397) % WORDS] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  // A fraction of one, with 53 bits.
  random() {
    const high = this.word() >>> 5;
    const low = this.word() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  // A whole number below another, as `Random.choice` draws it.
  below(many) {
    const bits = 32 - Math.clz32(many);
    let found = this.word() >>> (32 - bits);
    while (found >= many) found = this.word() >>> (32 - bits);
    return found;
  }

  choice(list) {
    return list[this.below(list.length)];
  }
}

// A pile is a list of components from bottom to top.
class Seeded {
  constructor(seed) {
    this.chance = new Random(seed);
  }

  shuffle(zone, pile) {
    const keyed = pile.map((thing) => [this.chance.random(), thing]);
    keyed.sort((left, right) => left[0] - right[0]);
    keyed.forEach(([, thing], place) => { pile[place] = thing; });
  }

  roll(cell, faces) {
    return faces[Math.floor(this.chance.random() * faces.length)];
  }
}

// Passes every question on and keeps the answers as a play is written: shuffles from top to bottom.
class Recording {
  constructor(oracle) {
    this.oracle = oracle;
    this.shuffles = [];
    this.rolls = [];
  }

  shuffle(zone, pile) {
    this.oracle.shuffle(zone, pile);
    this.shuffles.push(pile.slice().reverse());
  }

  roll(cell, faces) {
    const face = this.oracle.roll(cell, faces);
    this.rolls.push([cell, face]);
    return face;
  }
}

// Chance as a written play has it, copies standing for each other; `rest` answers what the play does not.
class Scripted {
  constructor(machine, shuffles, rolls, rest) {
    this.machine = machine;
    this.shuffles = shuffles;
    this.rolls = rolls;
    this.rest = rest;
    this.shuffled = 0;
    this.rolled = 0;
  }

  shuffle(zone, pile) {
    if (this.shuffled >= this.shuffles.length) {
      this.rest.shuffle(zone, pile);
      return;
    }
    const wished = this.shuffles[this.shuffled++];
    const left = pile.slice().sort(rising);
    const order = wished.map((name) => {
      const copies = this.machine.notation.copies(name);
      const found = copies.find((thing) => left.includes(thing));
      if (found === undefined) throw new RangeError(`\`${name}\` is not in the pile that is shuffled`);
      left.splice(left.indexOf(found), 1);
      return found;
    });
    if (left.length) throw new RangeError(`a shuffle names ${order.length} of ${pile.length} components`);
    order.reverse().forEach((thing, place) => { pile[place] = thing; });
  }

  roll(cell, faces) {
    if (this.rolled >= this.rolls.length) return this.rest.roll(cell, faces);
    const { die, face } = this.rolls[this.rolled++];
    const heard = this.machine.notation.heard(this.machine.cell(cell).domain, face);
    const found = die === cell ? heard.find((each) => faces.includes(each)) : undefined;
    if (found === undefined) throw new RangeError(`the play has no roll of \`${cell}\` here`);
    return found;
  }
}
