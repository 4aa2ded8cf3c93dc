// Expressions and sources: each is made a function of a state and of the names bound around it, when first asked for.

// The entry of a list whose last one belongs to nothing.
const entry = (list, place) => list[place < 0 ? list.length - 1 : place];

function valuesOf(domain) {
  switch (domain[0]) {
    case "truth": return [0, 1];
    case "number": return Array.from({ length: Math.max(0, domain[2] - domain[1] + 1) }, (_, n) => domain[1] + n);
    case "names": return domain[2].map((_, n) => n);
    case "labels": case "players": return Array.from({ length: domain[1] }, (_, n) => n);
    case "things": case "zones": return domain[2];
    default: throw new TypeError(domain[0]);
  }
}

// Where a value stands on an axis; -1 if it is not on it.
function axisPlace([offset, size, places]) {
  if (places === null) return (value) => (value >= offset && value < offset + size ? value - offset : -1);
  const known = new Map(places);
  return (value) => known.get(value) ?? -1;
}

function flatPlace(axes, parts) {
  const places = axes.map(axisPlace);
  if (parts.length === 1) {
    const [place] = places;
    const [part] = parts;
    return (s, env) => place(part(s, env));
  }
  return (s, env) => {
    let found = 0;
    for (let at = 0; at < parts.length; at++) {
      const place = places[at](parts[at](s, env));
      if (place < 0) return -1;
      found = found * axes[at][1] + place;
    }
    return found;
  };
}

class Values {
  constructor(data) {
    this.data = data;
    this.made = new Array(data.exprs.length);
    this.known = new Array(data.domains.length);
    this.sets = new Map();
    this.families = new Map(data.families.map((family) => [family.name, family]));
    this.cells = new Map(data.cells.map((cell, number) => [cell.name, { ...cell, number }]));
    this.tables = new Map(Object.entries(data.tables));
    this.definitions = new Map(Object.entries(data.definitions));
    this.called = new Map();
    this.familyOf = [];
    this.zoneIndex = [];
    for (const family of data.families) this.numberZones(family);
  }

  numberZones(family) {
    const indexes = family.index.map(([, domain]) => this.domain(domain));
    for (let place = 0; place < family.size; place++) {
      let rest = place;
      const index = indexes.map(() => 0);
      for (let at = indexes.length - 1; at >= 0; at--) {
        index[at] = indexes[at][rest % indexes[at].length];
        rest = Math.floor(rest / indexes[at].length);
      }
      this.familyOf[family.base + place] = family;
      this.zoneIndex[family.base + place] = index;
    }
  }

  // Every value of a domain, listed when first asked for: a range of numbers may be wide and never gone through.
  domain(number) {
    return (this.known[number] ??= valuesOf(this.data.domains[number]));
  }

  // Is it a value of a domain?
  fits(number, value) {
    const domain = this.data.domains[number];
    if (domain[0] === "number") return value >= domain[1] && value <= domain[2];
    if (domain[0] === "things" || domain[0] === "zones") return domain[2].includes(value);
    return value >= 0 && value < this.domain(number).length;
  }

  // The numbers of a class as a set; `null` if every component is of it.
  members(domain) {
    if (!this.sets.has(domain)) {
      const ids = this.domain(domain);
      this.sets.set(domain, ids.length === this.data.things.length ? null : new Set(ids));
    }
    return this.sets.get(domain);
  }

  value(number) {
    return (this.made[number] ??= this.expression(this.data.exprs[number]));
  }

  all(numbers) {
    return numbers.map((number) => this.value(number));
  }

  some(number) {
    return number === null ? null : this.value(number);
  }

  holds(numbers) {
    const parts = this.all(numbers);
    if (!parts.length) return () => true;
    if (parts.length === 1) return (s, env) => Boolean(parts[0](s, env));
    return (s, env) => {
      for (const part of parts) if (!part(s, env)) return false;
      return true;
    };
  }

  expression(node) {
    const op = node[0];
    switch (op) {
      case "const": return () => node[1];
      case "local": return (s, env) => env[node[1]];
      case "read": return this.read(node[1], this.all(node[2]));
      case "lookup": return this.lookup(this.tables.get(node[1]), this.all(node[2]));
      case "zone": return this.zone(this.families.get(node[1]), this.all(node[2]));
      case "zone-of": return this.zoneOf(this.value(node[1]));
      case "position": return this.position(this.value(node[1]));
      case "not": return this.not(this.value(node[1]));
      case "and": case "or": return this.logic(op, this.all(node[1]));
      case "if": return this.choice(...this.all(node.slice(1)));
      case "fold": return this.fold(node);
      case "end": return this.end(node);
      case "call": return this.call(node[1], this.all(node[2]));
      default: return this.both(ARITHMETIC[op] ?? COMPARED[op], this.value(node[1]), this.value(node[2]));
    }
  }

  both(work, left, right) {
    return (s, env) => work(left(s, env), right(s, env));
  }

  read(name, parts) {
    const { number, axes } = this.cells.get(name);
    if (!parts.length) return (s) => s.cells[number];
    const place = flatPlace(axes, parts);
    return (s, env) => entry(s.cells[number], place(s, env));
  }

  lookup({ axes, values, missing }, parts) {
    if (!parts.length) return () => values[0];
    const place = flatPlace(axes, parts);
    return (s, env) => {
      const found = place(s, env);
      return found < 0 ? missing : values[found];
    };
  }

  zone({ base, axes }, parts) {
    if (!parts.length) return () => base;
    const place = flatPlace(axes, parts);
    return (s, env) => {
      const found = place(s, env);
      return found < 0 ? NOTHING : base + found;
    };
  }

  zoneOf(thing) {
    return (s, env) => entry(s.where, thing(s, env));
  }

  position(thing) {
    return (s, env) => {
      const found = thing(s, env);
      const zone = entry(s.where, found);
      return zone === NOTHING ? 0 : s.zones[zone].indexOf(found);
    };
  }

  not(operand) {
    return (s, env) => (operand(s, env) ? 0 : 1);
  }

  logic(op, parts) {
    const settled = op === "or";
    return (s, env) => {
      for (let at = 0; at < parts.length; at++) if (Boolean(parts[at](s, env)) === settled) return settled ? 1 : 0;
      return settled ? 0 : 1;
    };
  }

  choice(test, then, otherwise) {
    return (s, env) => (test(s, env) ? then(s, env) : otherwise(s, env));
  }

  // The topmost or lowest component of a class that fits, or nothing.
  end([, end, local, zoneNumber, things, where]) {
    const zone = this.value(zoneNumber);
    const members = this.members(things);
    const fits = this.some(where);
    return (s, env) => {
      const pile = entry(s.zones, zone(s, env));
      const before = env[local];
      let found = NOTHING;
      for (let at = 0; at < pile.length && found === NOTHING; at++) {
        const thing = pile[end === "top" ? pile.length - 1 - at : at];
        if (members !== null && !members.has(thing)) continue;
        env[local] = thing;
        if (fits === null || fits(s, env)) found = thing;
      }
      env[local] = before;
      return found;
    };
  }

  // --- folds and sources

  fold([, op, binds, where, body, otherwise]) {
    const sources = binds.map(([local, source]) => [local, this.source(source)]);
    const fits = this.some(where);
    const worth = this.value(body);
    const none = this.some(otherwise);
    // Stops as soon as `visit` says so.
    const each = (s, env, depth, visit) => {
      if (depth === sources.length) return fits !== null && !fits(s, env) ? false : visit(worth(s, env));
      const [local, source] = sources[depth];
      const before = env[local];
      let done = false;
      for (const member of source(s, env)) {
        env[local] = member;
        done = each(s, env, depth + 1, visit);
        if (done) break;
      }
      env[local] = before;
      return done;
    };
    switch (op) {
      case "every": return (s, env) => (each(s, env, 0, (found) => !found) ? 0 : 1);
      case "any": return (s, env) => (each(s, env, 0, (found) => found !== 0) ? 1 : 0);
      case "count": return this.added(each, (found) => (found ? 1 : 0));
      case "sum": return this.added(each, (found) => found);
      default: return this.best(each, op === "highest" ? 1 : -1, none);
    }
  }

  added(each, amount) {
    return (s, env) => {
      let sum = 0;
      each(s, env, 0, (found) => { sum = exact(sum + amount(found)); return false; });
      return sum;
    };
  }

  best(each, sign, none) {
    return (s, env) => {
      let best = null;
      each(s, env, 0, (found) => {
        if (best === null || sign * (found - best) > 0) best = found;
        return false;
      });
      if (best !== null) return best;
      return none === null ? 0 : none(s, env);
    };
  }

  // The members of a source in its order: a new list each time.
  source(source) {
    switch (source[0]) {
      case "values": return this.valuesFrom(source[1], this.some(source[2]));
      case "zones": return this.zonesOf(this.families.get(source[1]), source[2].map((part) => this.some(part)));
      case "in": {
        const zone = this.value(source[1]);
        return this.contents((s, env) => [zone(s, env)], this.members(source[2]));
      }
      case "in-zones": return this.contents(this.source(source[1]), this.members(source[2]));
      default: throw new TypeError(source[0]);
    }
  }

  valuesFrom(domain, first) {
    const all = this.domain(domain);
    if (first === null || this.data.domains[domain][0] !== "players") return () => all;
    return (s, env) => {
      const start = first(s, env);
      return start === NOTHING ? all : all.map((_, step) => (start + step) % all.length);
    };
  }

  zonesOf({ base, size }, wished) {
    const zones = Array.from({ length: size }, (_, n) => base + n);
    if (wished.every((part) => part === null)) return () => zones;
    const parts = wished.map((part, at) => [part, at]).filter(([part]) => part !== null);
    const known = new Map();
    return (s, env) => {
      const index = parts.map(([part]) => part(s, env));
      const key = index.length === 1 ? index[0] : index.join(" ");
      let found = known.get(key);
      if (found === undefined) {
        found = zones.filter((zone) => parts.every(([, at], place) => this.zoneIndex[zone][at] === index[place]));
        known.set(key, found);
      }
      return found;
    };
  }

  contents(zones, members) {
    return (s, env) => {
      const found = [];
      let last = NOTHING;
      let sorted = true;
      const all = zones(s, env);
      for (let at = 0; at < all.length; at++) {
        const pile = entry(s.zones, all[at]);
        for (let place = 0; place < pile.length; place++) {
          const thing = pile[place];
          if (members !== null && !members.has(thing)) continue;
          if (thing < last) sorted = false;
          last = thing;
          found.push(thing);
        }
      }
      return sorted ? found : found.sort(rising);
    };
  }

  // --- definitions

  call(name, args) {
    return (s, env) => this.worth(name, args.map((arg) => arg(s, env)), s);
  }

  // The value of a definition; `tell` hears of each clause with the value before and after it.
  worth(name, args, s, tell = null) {
    const { env, start, clauses } = this.definition(name, args);
    let value = start(s, env);
    for (let at = 0; at < clauses.length; at++) {
      const { rule, when, op, by } = clauses[at];
      const before = value;
      if (when(s, env)) value = stepped(op, value, by(s, env));
      if (tell !== null) tell(rule, before, value);
    }
    return value;
  }

  definition(name, args) {
    let made = this.called.get(name);
    if (made === undefined) {
      const { params, start, clauses } = this.definitions.get(name);
      made = { params, start: this.value(start), clauses: clauses.map((each) => this.clause(each)) };
      this.called.set(name, made);
    }
    const env = {};
    for (let at = 0; at < made.params.length; at++) env[made.params[at]] = args[at];
    return { env, start: made.start, clauses: made.clauses };
  }

  clause([rule, when, op, value]) {
    return { rule, when: this.holds(when), op, by: this.value(value), value };
  }
}
