// The moves on offer, choice by choice; a refused one is there too, and says why.
class Panel {
  constructor(page) {
    this.page = page;
    this.reset();
  }

  reset() {
    this.action = null;
    this.chosen = [];
    this.thing = null;
    this.refused = null;
  }

  // Which components are lit: those with which a move begins, or that would have to wait for another turn.
  lights(thing) {
    const known = this.first.get(thing);
    if (known === undefined) return {};
    return {
      lit: known,
      picked: this.thing !== null && this.page.twin(this.thing) === this.page.twin(thing),
      pick: () => this.pick(thing),
    };
  }

  // The components with which an action may begin, and whether one of those moves is legal.
  prepare(choices) {
    this.choices = choices;
    this.first = new Map();
    if (this.action !== null) return;
    for (const action of choices.offered) {
      for (const { domain, moves, copies } of choices.candidates(action, [])) {
        if (!this.page.isThing(domain)) continue;
        for (const thing of copies) this.first.set(thing, this.first.get(thing) || moves.length > 0);
      }
    }
  }

  pick(thing) {
    const same = this.thing !== null && this.page.twin(this.thing) === this.page.twin(thing);
    this.refused = null;
    this.thing = same ? null : thing;
    this.page.render();
  }

  take(action, chosen, moves) {
    this.refused = null;
    if (!moves.length) {
      this.refused = { action, chosen, reasons: this.choices.whyNot(action, chosen) };
      this.page.tell(this.reasons().join(" "));
    } else if (moves.length === 1 || moves.every((move) => move.length === chosen.length + 1)) {
      this.page.make(moves[0]);
      return;
    } else {
      Object.assign(this, { action, chosen, thing: null });
    }
    this.page.render();
  }

  drawn() {
    const { page, choices } = this;
    const rows = this.action === null
      ? choices.offered.map((action) => this.row(action, []))
      : [this.row(this.action, this.chosen)];
    if (choices.mayStop && this.action === null) rows.push(this.stop());
    const back = this.action === null && this.thing === null
      ? null
      : make("button", { type: "button", class: "quiet", "data-key": "all", on: { click: () => { this.reset(); page.render(); } } }, page.words.say("all-moves"));
    return make("div", { class: "moves" }, ...rows, this.action === null && this.thing === null ? this.elsewhere() : null, back, this.whyNot());
  }

  row(action, chosen) {
    const { page, choices } = this;
    const name = page.words.action(action);
    const before = chosen.map((value, at) => this.label(choices.alternatives(action)[0].taken.choices[at].domain, value));
    const title = [name, ...before].join(" › ");
    const asked = choices.alternatives(action).some(({ taken }) => taken.choices.length > chosen.length);
    if (!asked) return this.single(action, title, choices.beginning(action, chosen));
    let found = choices.candidates(action, chosen);
    if (this.thing !== null) {
      found = found.filter(({ value, domain }) => page.isThing(domain) && page.twin(value) === page.twin(this.thing));
      if (!found.length) return null;
    }
    // Where nothing of it is legal one line is enough; a card that is touched still shows what it could be used for.
    const none = found.every(({ moves }) => !moves.length);
    if (!found.length || (none && this.thing === null)) return this.single(action, title, []);
    const chips = this.ordered(found).map((each) => this.chip(action, chosen, each, title));
    return make("div", { class: "move-row", role: "group", "aria-label": title }, make("span", { class: "action" }, title), make("span", { class: "chips" }, ...chips));
  }

  // Legal ones first would jump about: everything keeps its place. What nobody sees is mixed, so that its place tells nothing.
  ordered(found) {
    const view = this.page.view();
    const hidden = found.filter(({ value, domain }) => view.isHidden(domain, value));
    const chance = new Random(this.page.session.seed + 7919 * this.page.session.at);
    const mixed = hidden.map((each) => [chance.random(), each]).sort((left, right) => left[0] - right[0]).map(([, each]) => each);
    return [...found.filter((each) => !hidden.includes(each)), ...mixed];
  }

  chip(action, chosen, { value, domain, moves }, title) {
    const label = this.label(domain, value);
    const legal = moves.length > 0;
    const key = `${action} ${[...chosen, value].join(" ")}`;
    const face = this.page.isThing(domain) && !this.page.view().isHidden(domain, value) ? this.page.table.cards.faces[value] : null;
    const attributes = { class: legal ? "chip" : "chip refused", type: "button", tint: face?.tint ?? this.tint(domain, value), "data-key": key };
    const spoken = legal ? `${title}: ${label}` : `${title}: ${label}. ${this.page.words.say("why")}`;
    return make("button", { ...attributes, "aria-label": spoken, on: { click: () => this.take(action, [...chosen, value], moves) } }, label);
  }

  tint(domain, value) {
    const shape = this.page.session.machine.data.domains[domain];
    return shape[0] === "names" && value >= 0 ? this.page.table.cards.look.tint[shape[2][value]] : null;
  }

  single(action, title, moves) {
    if (this.thing !== null) return null;
    const refused = moves.length ? "chip whole" : "chip whole refused";
    const spoken = moves.length ? title : `${title}. ${this.page.words.say("why")}`;
    return make("div", { class: "move-row" }, make("button", { class: refused, type: "button", "data-key": action, "aria-label": spoken, on: { click: () => this.take(action, this.chosen, moves) } }, title));
  }

  stop() {
    const title = this.page.words.action("stop");
    return make("div", { class: "move-row" }, make("button", { class: "chip whole", type: "button", "data-key": "stop", on: { click: () => this.page.make([-1]) } }, title));
  }

  // Actions that the game has and that are not on offer now.
  elsewhere() {
    const { page, choices } = this;
    const others = Object.keys(page.words.own.actions).filter((action) => !["stop", "choose", ...choices.offered].includes(action));
    if (!others.length) return null;
    const chips = others.map((action) => make("button", { class: "chip refused", type: "button", "data-key": `other ${action}`, on: { click: () => this.take(action, [], []) } }, page.words.action(action)));
    const open = this.refused !== null && !choices.offered.includes(this.refused.action);
    return make("details", { class: "elsewhere", open }, make("summary", {}, page.words.say("not-now")), make("span", { class: "chips" }, ...chips));
  }

  label(domain, value) {
    if (this.page.view().isHidden(domain, value)) return this.page.words.say("unseen");
    return this.page.words.value(domain, value);
  }

  reasons() {
    const told = this.refused.reasons.map((reason) => this.page.words.refusal(reason));
    return told.map(({ sentence, rule, values }) => [sentence ?? rule, values.join("; ")].filter(Boolean).join(" "));
  }

  // The id of a rule; beside a rulebook it leads to its place there.
  rule(rule) {
    const { list, session } = this.page;
    const own = list.rulesets.find(({ ruleset }) => ruleset === session.ruleset).sort === "game";
    const id = make("code", {}, rule);
    return own && !list.single && this.page.words.own.rules[rule] ? make("a", { href: `index.html#rule-${rule}` }, id) : id;
  }

  whyNot() {
    if (this.refused === null) return null;
    const { page } = this;
    const { action, chosen, reasons } = this.refused;
    const what = [page.words.action(action), ...chosen.map((value, at) => this.label(this.choices.alternatives(action)[0].taken.choices[at].domain, value))].join(" ");
    const items = reasons.map((reason) => {
      const { sentence, rule, values } = page.words.refusal(reason);
      const id = rule === null ? null : this.rule(rule);
      const read = values.length ? make("span", { class: "values" }, values.join("; ")) : null;
      return make("li", {}, sentence ?? "", " ", make("span", { class: "about" }, id, id && read ? " " : "", read));
    });
    return make("div", { class: "why", "data-what": "why" }, make("p", {}, make("b", {}, what), ` – ${page.words.say("refused")}`), make("ul", {}, ...items));
  }
}
