// The zones before a player as they lie on the table, if the look of the game says how: rows from top to bottom, places
// from left to right, two or more indexes in turn (`gap 1`, `column 1`, `gap 2`, ...).
class Board {
  constructor(machine, look) {
    this.machine = machine;
    [this.across, this.rows] = look ?? [[], []];
    this.at = new Map();
    for (const family of machine.data.families) {
      for (let zone = family.base; zone < family.base + family.size; zone++) this.place(family, zone);
    }
  }

  place(family, zone) {
    const axis = family.index.findIndex(([name]) => this.across.includes(name));
    const owner = this.machine.owner(zone);
    if (axis < 0 || owner === NOTHING) return;
    const index = this.machine.values.zoneIndex[zone];
    const { domains } = this.machine.data;
    const apart = family.index.flatMap(([, domain], at) => (at === axis || domains[domain][0] === "players" ? [] : [this.machine.notation.value(domain, index[at])]));
    const entry_ = [family.name, ...apart].join(" ");
    const row = this.rows.findIndex((each) => each.includes(entry_));
    if (row < 0) return;
    const column = index[axis] * this.across.length + this.across.indexOf(family.index[axis][0]);
    this.at.set(zone, { owner, row, column });
  }

  has(zone) {
    return this.at.has(zone);
  }

  // Where something lies, and what is between: nobody needs to see the empty ends of a table.
  drawn(seat, table) {
    const own = [...this.at].filter(([, { owner }]) => owner === seat);
    const used = own.filter(([zone]) => table.s.zones[zone].length);
    if (!used.length) return null;
    const columns = used.map(([, { column }]) => column);
    const [first, last] = [Math.min(...columns), Math.max(...columns)];
    const places = new Map(own.map(([zone, { row, column }]) => [`${row} ${column}`, zone]));
    const body = this.rows.map((_, row) => {
      if (!used.some(([, each]) => each.row === row)) return null;
      const cells = [];
      for (let column = first; column <= last; column++) {
        const cell = this.cell(places.get(`${row} ${column}`), table);
        // Where it lies when the board stands on end.
        cell.style.gridArea = `${column - first + 1} / ${row + 1}`;
        cells.push(cell);
      }
      return make("tr", {}, ...cells);
    });
    // On a narrow screen a board that is wider than high stands on end: nothing lies beside the screen.
    const long = last - first >= this.rows.length;
    return make("div", { class: `grid board${long ? " long" : ""}`, tabindex: "0", role: "group", "aria-label": table.words.player(seat) }, make("table", {}, make("tbody", {}, ...body)));
  }

  cell(zone, table) {
    if (zone === undefined) return make("td", { class: "off" });
    return make("td", { title: table.words.zone(zone) }, table.zone(zone, true));
  }
}
