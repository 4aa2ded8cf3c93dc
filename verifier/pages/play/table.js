// The table as one player sees it: zones in columns, hands and piles in lines, amounts and points.
// Nothing is known here of any game: columns are what zones are indexed by, and what is shown comes from the view.
const EVERYBODY = ["seen", "told"];
// A pile of more than so many shows its top and how many there are.
const HIGHEST_PILE = 3;
// Columns that are a kind, or so few, are the table itself and are shown empty too; of many only those in use.
const FEW = 9;

class Table {
  constructor(machine, data, words) {
    this.machine = machine;
    this.data = machine.data;
    this.words = words;
    this.cards = new Cards(machine, data, words);
    this.points = data.points;
    // What the machine keeps for itself.
    this.unspoken = [this.data.active, this.data.shownThings, this.data.shownZones, "playing", "next-player"];
    this.board = new Board(machine, data.look.board);
  }

  // `lights` says which components are lit and what a click on one does.
  drawn(s, view, lights) {
    Object.assign(this, { s, view, lights });
    const seats = Array.from({ length: this.machine.players }, (_, seat) => seat);
    const last = view.player === null ? this.machine.players - 1 : view.player;
    const others = seats.filter((seat) => seat !== last);
    this.sides = new Map([...others, NOTHING, last].map((seat) => [seat, { amounts: [], lines: [] }]));
    const grids = new Map();
    for (const family of this.data.families) this.place(family, grids);
    for (const cell of this.data.cells) this.note(cell);
    return make(
      "div",
      { class: "table" },
      ...others.map((seat) => this.side(seat)),
      ...[...grids.values()].map((grid) => this.grid(grid, [...others, NOTHING, last])),
      this.side(NOTHING),
      this.side(last),
    );
  }

  // --- sides

  side(seat) {
    const { amounts, lines } = this.sides.get(seat);
    if (seat === NOTHING && !lines.length && !amounts.length) return null;
    const isMine = seat === this.view.player;
    const name = seat === NOTHING ? capital(this.words.say("table")) : this.words.player(seat);
    const you = isMine ? make("small", {}, ` (${this.words.say("you")})`) : null;
    const points = this.score(seat);
    const turn = seat !== NOTHING && this.machine.player(this.s) === seat;
    const told = [...(points === null ? [] : [`${this.words.say("score")} ${points}`]), ...amounts];
    const kind = seat === NOTHING ? "common" : isMine ? "own" : "other";
    return make(
      "section",
      { class: `seat ${kind}${turn ? " turn" : ""}`, "aria-label": name },
      make("h3", {}, name, you, ...told.map((each) => make("span", { class: "told-amount" }, each))),
      seat === NOTHING ? null : this.board.drawn(seat, this),
      make("div", { class: "lines" }, ...lines),
    );
  }

  // The score as it stands, where it follows from what the viewer sees.
  score(seat) {
    if (seat === NOTHING || !this.points.length) return null;
    const views = this.points.map((name) => this.machine.values.families.get(name).view);
    const open = this.view.player === null || seat === this.view.player ? ["seen", "owner"] : ["seen"];
    if (this.view.player !== null && !views.every((view) => open.includes(view))) return null;
    return this.words.number(this.machine.score(this.s, seat));
  }

  // --- zones

  place(family, grids) {
    const axis = family.index.findIndex(([, domain]) => this.kind(domain) !== "players");
    for (let zone = family.base; zone < family.base + family.size; zone++) {
      if (zone === this.data.box || this.board.has(zone)) continue;
      if (axis < 0) this.line(family, zone);
      else this.column(family, zone, axis, grids);
    }
  }

  kind(domain) {
    return this.data.domains[domain][0];
  }

  line(family, zone) {
    const things = this.s.zones[zone];
    if (!things.length && family.size > 1) return;
    const lies = this.zone(zone, false);
    const shown = lies ?? make("span", { class: "none" }, this.words.say("empty"));
    const title = capital(this.words.name(family.name));
    const owner = this.machine.owner(zone);
    this.sides.get(owner).lines.push(make("div", { class: "line", role: "group", "aria-label": title }, make("span", { class: "zone-name" }, title), shown));
  }

  column(family, zone, axis, grids) {
    const [name, domain] = family.index[axis];
    const key = `${name} ${domain}`;
    if (!grids.has(key)) grids.set(key, { name, domain, rows: new Map() });
    const { rows } = grids.get(key);
    const index = this.machine.values.zoneIndex[zone];
    const without = (list) => list.filter((_, at) => at !== axis);
    const apart = this.words.apart(without(family.index.map(([, each]) => each)), without(index));
    const title = capital([this.words.name(family.name), ...apart].join(" "));
    const owner = this.machine.owner(zone);
    const row = `${owner} ${title}`;
    if (!rows.has(row)) rows.set(row, { owner, title, cells: new Map(), shape: family.shape });
    const lies = this.zone(zone, true);
    if (lies !== null) rows.get(row).cells.set(index[axis], lies);
  }

  grid({ name, domain, rows }, order) {
    const named = this.kind(domain) === "names";
    const whole = named || this.machine.values.domain(domain).length <= FEW;
    const titles = new Set([...rows.values()].map(({ title }) => title));
    const shown = [...rows.values()]
      .filter((row) => row.cells.size || (whole && titles.size <= 6))
      .sort((left, right) => order.indexOf(left.owner) - order.indexOf(right.owner));
    const used = new Set(shown.flatMap(({ cells }) => [...cells.keys()]));
    const columns = this.machine.values.domain(domain).filter((value) => whole || used.has(value));
    if (!shown.length || !columns.length) return null;
    const tint = (value) => (named ? this.cards.look.tint[this.data.domains[domain][2][value]] : null);
    const head = make("tr", {}, make("th", { scope: "col" }, capital(this.words.name(name))), ...columns.map((value) => (
      make("th", { scope: "col", tint: tint(value) }, capital(this.words.value(domain, value)))
    )));
    const body = shown.map((row) => make(
      "tr",
      { class: row.owner === this.view.player ? "own" : row.owner === NOTHING ? "common" : "other" },
      make("th", { scope: "row" }, row.owner === NOTHING ? null : make("small", {}, this.words.player(row.owner)), row.title),
      ...columns.map((value) => make("td", { tint: tint(value) }, row.cells.get(value) ?? null)),
    ));
    return make("div", { class: "grid", tabindex: "0", role: "group", "aria-label": capital(this.words.name(name)) }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)));
  }

  // What lies in a zone as far as the viewer sees it; nothing if it is empty.
  zone(zone, inColumn) {
    const things = this.s.zones[zone];
    if (!things.length) return null;
    const seen = this.view.inZone(zone);
    const unseen = things.length - seen.length;
    const { shape } = this.machine.values.familyOf[zone];
    const groups = [];
    for (const thing of seen) {
      const group = groups.at(-1);
      const alike = group !== undefined && this.same(group.thing, thing);
      if (alike && !(inColumn && shape === "row")) group.copies += 1;
      else groups.push({ thing, copies: 1 });
    }
    const tall = shape === "pile" && groups.length > HIGHEST_PILE;
    const shown = tall ? groups.slice(-1) : groups;
    const rest = things.length - shown.reduce((sum, { copies }) => sum + copies, 0);
    return make(
      "span",
      { class: `zone ${inColumn ? "fan" : "spread"}` },
      ...(unseen && !shown.length ? [this.cards.back(unseen)] : []),
      ...shown.map(({ thing, copies }) => this.cards.card(thing, this.s, { copies, ...this.lights(thing) })),
      ...(rest && shown.length ? [make("small", { class: "rest" }, this.words.say("more", { count: rest }))] : []),
    );
  }

  // Copies that nothing tells apart.
  same(left, right) {
    const { things } = this.data;
    return things[left][2] === things[right][2] && this.cards.amount(left, this.s) === this.cards.amount(right, this.s);
  }

  // --- amounts and notes

  note(cell) {
    if (!this.view.isOpen(cell) || this.unspoken.includes(cell.name) || cell.given || this.cards.counted.includes(cell)) return;
    const numeric = ["number", "truth"].includes(this.kind(cell.domain));
    const found = new Map();
    for (const [index, value, hidden] of this.view.entries(cell)) {
      if ((hidden && !cell.index.length) || value === (numeric ? 0 : NOTHING) || (value === cell.starts && value < 0)) continue;
      const owner = this.ownerOf(cell, index);
      const words = this.words.apart(cell.index, index);
      if (hidden) words.push(this.words.say("unseen"));
      else if (this.kind(cell.domain) !== "truth") words.push(this.words.value(cell.domain, value));
      found.set(owner, [...(found.get(owner) ?? []), words.join(" ")]);
    }
    const title = capital(this.words.name(cell.name));
    const indexed = cell.index.some((domain) => this.kind(domain) !== "players");
    for (const [owner, parts] of found) {
      const side = this.sides.get(owner);
      if (indexed) side.lines.push(make("div", { class: "line note" }, make("span", { class: "zone-name" }, title), parts.join(" · ")));
      else side.amounts.push([title, ...parts].join(" ").trim());
    }
  }

  ownerOf(cell, index) {
    const at = cell.index.findIndex((domain) => this.kind(domain) === "players");
    if (at >= 0) return index[at];
    const thing = cell.index.findIndex((domain) => this.kind(domain) === "things");
    return thing >= 0 ? this.machine.owner(this.s.where[index[thing]]) : NOTHING;
  }
}

// Columns that are wider together than their place are drawn smaller, so that nothing lies beside the screen; what would
// be too small to read then is scrolled to.
const SMALLEST = 0.6;

function fit(root) {
  const tables = [...root.querySelectorAll(".grid table")];
  for (const table of tables) table.style.zoom = "";
  const sizes = tables.map(({ parentElement: { clientWidth, scrollWidth } }) => (scrollWidth > clientWidth ? (clientWidth - 2) / scrollWidth : 1));
  tables.forEach((table, n) => { if (sizes[n] < 1) table.style.zoom = String(Math.max(SMALLEST, sizes[n])); });
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
