// What a player sees of a state; nothing else is ever shown to that player. Nobody (`null`) is shown everything.
class View {
  constructor(machine, s, player) {
    this.machine = machine;
    this.data = machine.data;
    this.s = s;
    this.player = player;
    this.seen = null;
  }

  // The components in a zone that the player sees, from the bottom up.
  inZone(zone) {
    const things = this.s.zones[zone];
    if (this.player === null || this.seesAll(zone)) return things;
    const { view } = this.machine.values.familyOf[zone];
    const ends = view === "top" ? things.slice(-1) : view === "bottom" ? things.slice(0, 1) : [];
    return things.filter((thing) => ends.includes(thing) || this.shown("thing", thing));
  }

  seesAll(zone) {
    const family = this.machine.values.familyOf[zone];
    if (family.view === "seen" || this.shown("zone", zone)) return true;
    if (family.view !== "owner" && family.view !== "others") return false;
    const owner = this.machine.owner(zone);
    return owner !== NOTHING && (owner === this.player) === (family.view === "owner");
  }

  // Has the player been shown this zone or component? The cell says so by index, by value, or both.
  shown(what, number) {
    const name = what === "zone" ? this.data.shownZones : this.data.shownThings;
    if (name === null) return false;
    const cell = this.machine.cell(name);
    const kind = (domain) => this.data.domains[domain][0];
    const index = cell.index.map((domain) => (["things", "zones"].includes(kind(domain)) ? number : this.player));
    const value = this.machine.get(this.s, name, index);
    if (kind(cell.domain) === "players") return value === this.player;
    if (["things", "zones"].includes(kind(cell.domain))) return value === number;
    return Boolean(value);
  }

  // Every component that the player sees where it lies; what lies in the box is known to all.
  things() {
    if (this.seen === null) {
      this.seen = new Set(this.s.zones[this.data.box]);
      for (let zone = 0; zone < this.data.zones; zone++) for (const thing of this.inZone(zone)) this.seen.add(thing);
    }
    return this.seen;
  }

  isHidden(domain, value) {
    return this.player !== null && this.data.domains[domain][0] === "things" && value !== NOTHING && !this.things().has(value);
  }

  // Is this cell shown to players at all?
  isOpen(cell) {
    const private_ = [this.data.shownZones, this.data.shownThings];
    return cell.life !== "spilled" && cell.view !== "hidden" && !private_.includes(cell.name);
  }

  // Does the player see what a cell holds at an index?
  seesEntry(cell, index) {
    if (this.player === null) return true;
    if (cell.view !== "owner" && cell.view !== "others") return cell.view !== "hidden";
    const at = cell.index.findIndex((domain) => this.data.domains[domain][0] === "players");
    return (index[at] === this.player) === (cell.view === "owner");
  }

  // The entries of a cell that the player sees, as [index, value]; `hidden` for a component that is not seen.
  entries(cell) {
    return this.machine.indexes(cell)
      .filter((index) => this.seesEntry(cell, index))
      .filter((index) => !index.some((value, at) => this.isHidden(cell.index[at], value)))
      .map((index) => {
        const value = this.machine.get(this.s, cell.name, index);
        return [index, value, this.isHidden(cell.domain, value)];
      });
  }

  // The same as `Engine.view` tells: zones by name, cells by name.
  told() {
    const { notation, values } = this.machine;
    const zones = {};
    for (let zone = 0; zone < this.data.zones; zone++) {
      if (zone === this.data.box) continue;
      const open = this.inZone(zone);
      const partly = !["top", "bottom"].includes(values.familyOf[zone].view);
      const told = { count: this.s.zones[zone].length };
      if (open.length || !partly || this.seesAll(zone)) told.things = open.map((thing) => this.data.things[thing][0]);
      zones[notation.zone(zone)] = told;
    }
    const cells = {};
    for (const cell of this.data.cells) {
      if (!this.isOpen(cell)) continue;
      const said = ([, value, hidden]) => (hidden ? "hidden" : notation.value(cell.domain, value));
      const words = ([index]) => index.map((value, at) => spokenWord(notation.value(cell.index[at], value))).join(" ");
      const entries = this.entries(cell);
      cells[cell.name] = cell.index.length
        ? Object.fromEntries(entries.map((each) => [words(each), said(each)]))
        : said(entries[0]);
    }
    return { zones, cells };
  }
}

// A word of an index as Python writes it.
const spokenWord = (spoken) => (spoken === true ? "True" : spoken === false ? "False" : spoken === null ? "None" : spoken);
