// What a player does not see, dealt anew: only what the seat sees and chance decide what lies where.
// Components that the set-up shuffled together form a group: who sees neither of two cannot tell them apart. What was
// seen earlier and is out of sight now counts as unseen, and nothing is concluded from what others did.
class Shuffles extends Seeded {
  constructor() {
    super(1);
    this.of = new Map();
    this.many = 0;
  }

  shuffle(zone, pile) {
    super.shuffle(zone, pile);
    for (const thing of pile) this.of.set(thing, `${this.of.get(thing) ?? ""} ${this.many}`);
    this.many += 1;
  }
}

const groupsOfMachines = new WeakMap();

// For each component of a machine the name of its group.
function groupsOf(machine) {
  if (!groupsOfMachines.has(machine)) {
    const shuffles = new Shuffles();
    try {
      machine.begin(machine.randomGiven(new Random(1)), shuffles);
    } catch (fault) {
      // If the rules break down in the set-up, what was shuffled until then is all there is.
      if (!(fault instanceof Fault)) throw fault;
    }
    groupsOfMachines.set(machine, machine.data.things.map((_, thing) => shuffles.of.get(thing) ?? ""));
  }
  return groupsOfMachines.get(machine);
}

class Redealer {
  constructor(machine, state, player, chance) {
    Object.assign(this, { machine, state, chance });
    const seen = new View(machine, state, player).things();
    const found = new Map();
    groupsOf(machine).forEach((group, thing) => {
      if (!seen.has(thing)) found.set(group, [...(found.get(group) ?? []), thing]);
    });
    this.groups = [...found.values()].map((things) => ({ things, places: this.places(things) }));
    this.touched = [...new Set(this.groups.flatMap(({ places }) => places.map(([zone]) => zone)))];
    this.loose = this.touched.filter((zone) => machine.unordered[zone]);
  }

  places(things) {
    const { where, zones } = this.state;
    const found = things.map((thing) => [where[thing], zones[where[thing]].indexOf(thing)]);
    return found.sort((left, right) => left[0] - right[0] || left[1] - right[1]);
  }

  // Another position that looks the same to the player.
  dealt() {
    const { machine, state } = this;
    const made = machine.copy(state);
    const now = new Map();
    for (const { things, places } of this.groups) {
      const held = this.mixed(things);
      places.forEach(([zone, place], at) => {
        now.set(state.zones[zone][place], held[at]);
        made.zones[zone][place] = held[at];
        made.where[held[at]] = zone;
      });
    }
    for (const zone of this.loose) made.zones[zone].sort(rising);
    this.rename(made, now);
    return made;
  }

  mixed(things) {
    const found = things.slice();
    for (let at = found.length - 1; at > 0; at--) {
      const other = Math.floor(this.chance.random() * (at + 1));
      [found[at], found[other]] = [found[other], found[at]];
    }
    return found;
  }

  // Notes about a component go with its place.
  rename(made, now) {
    const { machine } = this;
    const isThings = (domain) => machine.data.domains[domain][0] === "things";
    const moved = (thing) => now.get(thing) ?? thing;
    for (const cell of machine.data.cells) {
      const { number } = machine.cell(cell.name);
      if (isThings(cell.domain)) made.cells[number] = cell.index.length ? made.cells[number].map(moved) : moved(made.cells[number]);
      if (!cell.index.some(isThings)) continue;
      const old = made.cells[number].slice();
      for (const index of this.indexes(cell)) {
        const there = index.map((value, at) => (isThings(cell.index[at]) ? moved(value) : value));
        if (there.some((value, at) => value !== index[at])) made.cells[number][this.flat(cell, there)] = old[this.flat(cell, index)];
      }
    }
  }

  indexes(cell) {
    this.known ??= new Map();
    if (!this.known.has(cell)) this.known.set(cell, this.machine.indexes(cell));
    return this.known.get(cell);
  }

  flat(cell, index) {
    return flatPlace(cell.axes, index.map((value) => () => value))();
  }
}
