// Elements, cards and zones. Whatever the rules or a player wrote becomes text, never markup.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "tint") element.style.setProperty("--tint", value);
    else if (name === "on") for (const [event, work] of Object.entries(value)) element.addEventListener(event, work);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// A component without a tint of its own takes none from the column in which it lies.
const PLAIN = "#77705f";
const SVG = "http://www.w3.org/2000/svg";

class Cards {
  constructor(machine, data, words) {
    this.machine = machine;
    this.faces = data.faces[machine.players];
    this.look = data.look;
    this.words = words;
    // Amounts that lie on components and that everybody sees.
    const { domains, cells } = machine.data;
    this.counted = cells.filter((cell) => cell.life !== "spilled" && domains[cell.domain][0] === "number"
      && ["seen", "told"].includes(cell.view) && cell.index.length === 1 && domains[cell.index[0]][0] === "things");
  }

  symbol(name, label) {
    const path = this.look.symbol[name];
    if (path === undefined) return null;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.append(document.createElementNS(SVG, "path"));
    svg.firstChild.setAttribute("d", path);
    return make("span", { class: "symbol", tint: this.look.tint[name], title: label }, svg);
  }

  // A component as it lies: lit if a move begins with it.
  card(thing, s, { copies = 1, lit = false, picked = false, pick = null } = {}) {
    const face = this.faces[thing];
    const name = this.words.thing(thing);
    const amount = this.amount(thing, s);
    const label = [name, copies > 1 ? `× ${copies}` : "", amount === null ? "" : `(${amount})`].filter(Boolean).join(" ");
    const design = this.machine.data.things[thing][1];
    const inside = [
      face.head === null
        ? make("b", { class: "word" }, name)
        : make("b", {}, this.words.number(face.head)),
      this.caption(face),
      copies > 1 ? make("i", { class: "many" }, `×${copies}`) : null,
      amount === null ? null : make("i", { class: "amount" }, String(amount)),
    ];
    const plain = face.head === null ? "card-face worded" : "card-face";
    const text = this.words.own.cards[design];
    const title = text ? `${name}: ${text}` : name;
    if (pick === null) return make("span", { class: plain, tint: face.tint ?? PLAIN, role: "img", "aria-label": label, title }, ...inside);
    const state = `${plain}${lit ? " lit" : ""}`;
    const attributes = { class: state, tint: face.tint ?? PLAIN, type: "button", "aria-label": label, "aria-pressed": String(picked), title };
    return make("button", { ...attributes, "data-key": `card ${thing}`, on: { click: pick } }, ...inside);
  }

  caption(face) {
    const counts = Object.entries(face.counts).flatMap(([name, value]) => {
      const label = `${this.words.name(name)} ${value}`;
      const signs = value > 0 && value <= 4 ? Array.from({ length: value }, () => this.symbol(name, label)) : [];
      return signs.length && signs[0] !== null ? signs : [make("small", {}, label)];
    });
    const cost = face.cost.flatMap(([name, value]) => {
      const label = `${value} ${this.words.name(name)}`;
      const signs = Array.from({ length: value }, () => this.symbol(name, label));
      return signs[0] ? signs : [make("small", {}, label)];
    });
    const words = face.head === null || face.words.length > 1 ? [] : face.words.map((word) => this.words.name(word));
    return make("span", { class: "caption" }, words.join(", "), ...counts, ...cost);
  }

  amount(thing, s) {
    const cell = this.counted.find((each) => this.machine.values.domain(each.index[0]).includes(thing));
    if (cell === undefined) return null;
    return this.machine.get(s, cell.name, [thing]) || null;
  }

  back(count) {
    const label = this.words.say("hidden", { count });
    return make("span", { class: "card-face back", role: "img", "aria-label": label, title: label }, make("b", {}, String(count)));
  }
}
