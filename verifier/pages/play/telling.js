// What happened, as one player saw it: who did what, and what changed.
class Telling {
  constructor(machine, words) {
    this.machine = machine;
    this.words = words;
    const { data } = machine;
    const unspoken = [data.active, data.shownThings, data.shownZones, "next-player"];
    this.cells = data.cells.filter((cell) => cell.life !== "spilled" && !unspoken.includes(cell.name)
      && data.domains[cell.domain][0] !== "things");
  }

  line({ before, move, passed, after }, viewer) {
    const views = [new View(this.machine, before, viewer), new View(this.machine, after, viewer)];
    // What lay open on its way was seen by all.
    const open = passed.filter(([, zone]) => this.machine.values.familyOf[zone].view === "seen").map(([thing]) => thing);
    for (const thing of open) views[1].things().add(thing);
    const who = this.words.player(this.machine.player(before));
    if (move[0] === STOP) return this.words.say("does", { player: who, what: this.words.action("stop") });
    const { action, choices } = this.machine.decide(before).alternatives[move[0]];
    const named = new Set();
    const chosen = choices.map(({ domain }, at) => {
      const value = move[at + 1];
      if (this.machine.data.domains[domain][0] === "things") named.add(value);
      return views.every((view) => view.isHidden(domain, value)) ? this.words.say("unseen") : this.words.value(domain, value);
    });
    const what = [this.words.action(action), chosen.join(", ")].filter(Boolean).join(" – ");
    const told = this.words.say("does", { player: who, what });
    const changes = [...this.moved(before, after, named, views), ...this.amounts(before, after, views)];
    return changes.length ? `${told}. ${changes.join("; ")}` : told;
  }

  // Components that nobody named; many at once are counted.
  moved(before, after, named, views) {
    const found = new Map();
    before.where.forEach((zone, thing) => {
      const to = after.where[thing];
      if (zone === to || named.has(thing)) return;
      const seen = views.some((view) => view.things().has(thing));
      const what = seen ? this.words.thing(thing) : this.words.say("unseen");
      const key = `${what} → ${this.words.zone(to)}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    });
    const told = [...found].map(([what, count]) => (count > 1 ? `${count} × ${what}` : what));
    return told.length > 6 ? [...told.slice(0, 5), "…"] : told;
  }

  amounts(before, after, [, view]) {
    const found = [];
    for (const cell of this.cells) {
      const kind = this.machine.data.domains[cell.domain][0];
      if (kind === "truth" || !view.isOpen(cell)) continue;
      for (const [index, value, hidden] of view.entries(cell)) {
        if (hidden || value < 0 || value === this.machine.get(before, cell.name, index)) continue;
        const none = value === 0 && this.machine.data.domains[cell.domain][0] === "number";
        // What was noted for this turn is used up: no news.
        if (none && cell.life === "turn") continue;
        const owner = cell.index.findIndex((domain) => this.machine.data.domains[domain][0] === "players");
        const whose = owner < 0 ? [] : [`(${this.words.player(index[owner])})`];
        const words = [this.words.name(cell.name), ...this.words.apart(cell.index, index), ...whose];
        const of = cell.index.some((domain) => this.machine.data.domains[domain][0] === "things");
        found.push(`${words.join(" ")} ${none && of ? this.words.say("empty") : this.words.value(cell.domain, value)}`);
      }
    }
    return found.length > 6 ? [...found.slice(0, 5), "…"] : found;
  }
}
