// Values and moves as plays are written, and back: the format that `rulewright replay` reads.
class Notation {
  constructor(machine) {
    this.machine = machine;
    this.data = machine.data;
    this.named = new Map();
    machine.data.things.forEach(([name, design], number) => {
      for (const word of new Set([name, design])) this.named.set(word, [...(this.named.get(word) ?? []), number]);
    });
  }

  // A value as it stands in a written move; nothing is `null`.
  value(domain, value) {
    const shape = this.data.domains[domain];
    if (shape[0] === "number") return value;
    if (shape[0] === "truth") return Boolean(value);
    if (value === NOTHING) return null;
    switch (shape[0]) {
      case "names": return shape[2][value];
      case "things": return this.data.things[value][0];
      case "zones": return this.zone(value);
      default: return value;
    }
  }

  zone(zone) {
    const family = this.machine.values.familyOf[zone];
    const index = this.machine.values.zoneIndex[zone];
    const words = family.index.map(([, domain], at) => this.value(domain, index[at]));
    return words.length ? `${family.name} of ${words.join(" ")}` : family.name;
  }

  // The values that a written word may mean: of a component every copy, the named one first.
  heard(domain, word) {
    if (this.data.domains[domain][0] === "things") return this.copies(word);
    return this.machine.values.domain(domain).filter((value) => {
      const spoken = this.value(domain, value);
      if (typeof spoken === "boolean" || typeof word === "boolean") return spoken === word;
      return spoken === word || String(spoken) === word;
    });
  }

  copies(word) {
    const named = this.named.get(word) ?? [];
    const twins = new Set(named.map((number) => this.data.things[number][2]));
    const copies = this.data.things.flatMap(([, , twin], number) => (twins.has(twin) ? [number] : []));
    return [...named, ...copies.filter((number) => !named.includes(number))];
  }

  written(s, move) {
    const player = this.machine.player(s);
    if (move[0] === STOP) return { player, action: "stop" };
    const { action, choices } = this.machine.decide(s).alternatives[move[0]];
    const chosen = choices.map(({ local, domain }, at) => [local, this.value(domain, move[at + 1])]);
    return { player, action, with: Object.fromEntries(chosen) };
  }

  // The legal move that is meant, of several copies the one that was named; `null` if there is none.
  meant(s, written) {
    const { machine } = this;
    if (machine.over(s) || (written.player ?? machine.player(s)) !== machine.player(s)) return null;
    const legal = machine.legal(s);
    if (written.action === "stop") return legal.find((move) => move[0] === STOP) ?? null;
    const ranked = legal.map((move) => [this.rank(s, move, written), move]).filter(([rank]) => rank !== null);
    ranked.sort(([left], [right]) => {
      const at = left.findIndex((value, place) => value !== right[place]);
      return at < 0 ? 0 : left[at] - right[at];
    });
    return ranked.length ? ranked[0][1] : null;
  }

  rank(s, move, { action, with: given = {} }) {
    if (move[0] === STOP) return null;
    const taken = this.machine.decide(s).alternatives[move[0]];
    const known = taken.choices.every(({ local }) => Object.hasOwn(given, local));
    if (taken.action !== action || !known || Object.keys(given).length !== taken.choices.length) return null;
    const rank = taken.choices.map(({ local, domain }, at) => this.heard(domain, given[local]).indexOf(move[at + 1]));
    return rank.includes(-1) ? null : [move[0], ...rank];
  }
}
