// The page: settings, whose turn it is and who looks, links and files. It sends nothing anywhere.
// So long at least the computer seems to think, unless somebody wants nothing to move by itself.
const PAUSE = 350;
const pause = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PAUSE);

class Page {
  constructor(root, list, load, lang) {
    Object.assign(this, { root, list, load, lang });
    this.ours = list.ours[lang] ?? list.ours.en;
    this.wanted = { ruleset: list.rulesets[0].ruleset, players: list.rulesets[0].players[0], seats: [] };
    this.rulebook = new Rulebook(list);
    this.panel = new Panel(this);
    this.live = make("p", { class: "sr-only", role: "status", "aria-live": "polite" });
    this.body = make("div", {});
    this.timer = null;
    this.root.replaceChildren(this.live, this.body);
    this.fit = () => fit(this.body);
    addEventListener("resize", this.fit);
  }

  say(key, holes = {}) {
    return this.ours[key].replace(/\{(\w+)\}/g, (whole, hole) => holes[hole] ?? whole);
  }

  tell(text) {
    this.live.textContent = text;
  }

  // --- beginning

  async start() {
    if (this.list.embedded) {
      await this.begin({});
      return;
    }
    addEventListener("hashchange", () => this.fromLink());
    for (const link of document.querySelectorAll(".tongues a")) link.addEventListener("click", () => { link.hash = location.hash; });
    if (!(await this.fromLink()) && !(this.list.play && (await this.open(this.list.play)))) await this.begin({});
  }

  // Nothing moves by itself any more.
  leave() {
    removeEventListener("resize", this.fit);
    clearTimeout(this.timer);
    clearTimeout(this.writing);
  }

  // A new game; what is not wished stays as it is.
  async begin(wished) {
    Object.assign(this.wanted, wished);
    const rules = this.rulebook.find(this.wanted.ruleset) ?? this.list.rulesets[0];
    if (!rules.players.includes(this.wanted.players)) [this.wanted.players] = rules.players;
    const seed = wished.seed ?? Math.floor(Math.random() * 1_000_000);
    await this.deal({ ruleset: rules.ruleset, seed }, this.wanted.players);
    this.shown();
  }

  async deal(settings, players) {
    clearTimeout(this.timer);
    this.data = await this.load(settings.ruleset);
    const machine = new Machine(this.data.machines[players]);
    this.words = new Words(machine, this.data, this.list, this.lang);
    this.table = new Table(machine, this.data, this.words);
    this.telling = new Telling(machine, this.words);
    this.session = new Session(machine, settings);
    this.seats = Array.from({ length: players }, (_, seat) => this.wanted.seats[seat] ?? (seat ? "search" : "person"));
    this.wanted.seats = this.seats;
    this.looking = null;
    this.open_ = false;
    this.news = null;
    this.panel.reset();
  }

  // --- plays from links and files

  async fromLink() {
    const found = /^#play=([\w-]+)$/.exec(location.hash);
    if (found === null || found[1] === this.link) return found !== null;
    try {
      return await this.open(await unpacked(found[1]));
    } catch (error) {
      return this.failed(error);
    }
  }

  async open(play) {
    const rules = this.rulebook.find(play.ruleset);
    try {
      if (rules === undefined || !rules.players.includes(play.players)) throw new RangeError(this.say("unknown-rules", { ruleset: `${play.ruleset} (${play.players})` }));
      this.wanted = { ruleset: rules.ruleset, players: play.players, seats: Array.isArray(play.seats) ? play.seats.map((each) => (each in COMPUTERS ? each : "person")) : [] };
      const recorded = play.shuffles !== undefined || play.rolls !== undefined;
      const { ruleset } = rules;
      const { seed = 0, given = null, shuffles = [], rolls = [] } = play;
      await this.deal(recorded ? { ruleset, seed, given, shuffles, rolls } : { ruleset, seed, given }, play.players);
      const { former } = this.data;
      const refused = this.session.follow(play.moves.map((move) => ({ ...move, action: former[move.action] ?? move.action })));
      // A record of others is looked at, with every card open, until somebody plays on.
      if (!Array.isArray(play.seats)) {
        this.seats = this.seats.map(() => "person");
        this.wanted.seats = this.seats;
        this.open_ = true;
      }
      if (refused !== null) {
        const choices = new Choices(this.session.machine, this.session.state);
        const { action } = refused.written;
        const chosen = choices.meant(refused.written);
        const reasons = choices.whyNot(action, chosen);
        this.panel.refused = { action, chosen, reasons };
        const told = choices.offered.includes(action) ? [] : reasons.map((reason) => this.words.refusal(reason)).map(({ sentence, rule }) => sentence ?? rule);
        this.news = [this.say("move-refused", { n: refused.number }), ...told].join(" ");
      }
    } catch (error) {
      return this.failed(error);
    }
    this.shown();
    return true;
  }

  async failed(error) {
    if (this.session === undefined) await this.begin({});
    this.news = this.say("bad-play", { why: error.message });
    this.render();
    return true;
  }

  // The address follows the play, so that going back to it goes on; not at each move of a fast one.
  remember() {
    if (this.list.embedded) return;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeLink(), 300);
  }

  async writeLink() {
    const play = { ...this.session.linked(), ...(this.open_ ? {} : { seats: this.seats }) };
    const link = await packed(play);
    this.link = link;
    history.replaceState(null, "", `#play=${link}`);
  }

  async share() {
    await this.writeLink();
    try {
      await navigator.clipboard.writeText(location.href);
      this.news = this.say("copied");
    } catch {
      // A page from a file may have no clipboard: then the link is shown, to be copied by hand.
      this.news = this.say("link");
      this.shownLink = location.href;
    }
    this.tell(this.news);
    this.render();
  }

  save() {
    const play = `${JSON.stringify(this.session.written(), null, 1)}\n`;
    const link = make("a", { href: `data:application/json;charset=utf-8,${encodeURIComponent(play)}`, download: "play.json" });
    link.click();
  }

  async read(file) {
    if (file === undefined) return;
    try {
      await this.open(readPlay(await file.text()));
    } catch (error) {
      await this.failed(error);
    }
  }

  // --- whose turn it is, and who looks

  get player() {
    return this.session.machine.player(this.session.state);
  }

  isThing(domain) {
    return this.session.machine.data.domains[domain][0] === "things";
  }

  twin(thing) {
    return thing < 0 ? thing : this.session.machine.data.things[thing][2];
  }

  get isOver() {
    return this.session.fault !== null || this.session.machine.over(this.session.state);
  }

  // The seat whose view is shown: `null` shows everything.
  get viewer() {
    const people = this.seats.flatMap((kind, seat) => (kind === "person" ? [seat] : []));
    if (this.open_ || !people.length || this.session.machine.over(this.session.state)) return null;
    if (people.length === 1) return people[0];
    return people.includes(this.player) ? this.player : this.looking ?? people[0];
  }

  view() {
    return new View(this.session.machine, this.session.state, this.viewer);
  }

  // Between two people at one screen nobody's cards are shown until the next says so.
  get isCurtained() {
    const people = this.seats.filter((kind) => kind === "person").length;
    const secret = this.session.machine.data.families.some(({ view }) => ["owner", "others"].includes(view));
    return people > 1 && secret && this.viewer !== null && this.viewer !== this.looking && this.seats[this.player] === "person";
  }

  make(move) {
    this.news = null;
    this.shownLink = null;
    this.session.make(move);
    this.panel.reset();
    this.told();
    this.shown();
  }

  told() {
    if (this.session.at) this.tell(this.event(this.session.at - 1));
  }

  // After every change: the page, the link, and the computer if it is its turn.
  shown() {
    this.render();
    this.remember();
    clearTimeout(this.timer);
    const computer = this.isOver ? undefined : COMPUTERS[this.seats[this.player]];
    if (computer === undefined || this.session.at < this.session.line.length) return;
    const legal = this.session.machine.legal(this.session.state);
    if (!legal.length) return;
    const next = computer(this.session, legal);
    const began = performance.now();
    const think = () => {
      const move = next();
      const left = pause() - (performance.now() - began);
      if (move === null) this.timer = setTimeout(think, 0);
      else this.timer = setTimeout(() => this.answer(move), Math.max(0, left));
    };
    this.timer = setTimeout(think, 0);
  }

  // A move of the computer.
  answer(move) {
    this.session.make(move, "computer");
    this.told();
    this.shown();
  }

  // Back to the last decision of a person.
  undo() {
    clearTimeout(this.timer);
    while (this.session.back() && this.seats[this.player] !== "person");
    this.walked();
  }

  step(way) {
    clearTimeout(this.timer);
    if (way < 0) this.session.back();
    else this.session.forward();
    this.walked();
  }

  walked() {
    this.news = null;
    this.panel.reset();
    this.render();
    this.remember();
  }

  // --- drawn

  render() {
    const focus = document.activeElement?.dataset?.key;
    const open = this.body.querySelector("details.settings")?.open ?? false;
    this.body.replaceChildren(this.settings(open), make("div", { class: "desk" }, ...this.desk()));
    this.fit();
    if (focus === undefined) return;
    const again = [...this.body.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focus);
    (again ?? this.body.querySelector(".moves button, .curtain button"))?.focus({ preventScroll: true });
  }

  desk() {
    if (this.isCurtained) return [this.curtain()];
    const { machine, state } = this.session;
    const choices = this.isOver ? null : new Choices(machine, state);
    const mine = choices !== null && this.seats[this.player] === "person";
    if (mine) this.panel.prepare(choices);
    const lights = (thing) => (mine ? this.panel.lights(thing) : {});
    return [
      make("div", { class: "talk" }, this.question(choices), mine && choices.moves.length ? this.panel.drawn() : null, this.events()),
      this.table.drawn(state, this.view(), lights),
    ];
  }

  curtain() {
    const player = this.words.player(this.player);
    const show = () => { this.looking = this.player; this.render(); };
    return make("div", { class: "curtain" }, make("p", {}, this.say("curtain", { player })), make("button", { type: "button", class: "main", "data-key": "show", on: { click: show } }, this.say("show")));
  }

  question(choices) {
    const { fault, machine, state } = this.session;
    const parts = [];
    if (this.news !== null) parts.push(make("p", { class: "news" }, this.news));
    if (this.shownLink) parts.push(make("input", { class: "link", readonly: true, value: this.shownLink, "aria-label": this.say("link") }));
    if (fault !== null) parts.push(make("p", { class: "result" }, this.say("fault", { what: `${fault.property}: ${fault.subject}` })));
    else if (machine.over(state)) parts.push(make("p", { class: "result" }, this.result()));
    else if (!choices.moves.length) parts.push(make("p", { class: "result" }, this.say("deadlock")));
    else {
      const asked = this.words.ask(machine.data.blocks[state.at].label);
      parts.push(make("p", { class: "whose" }, this.say(this.seats[this.player] === "person" ? "to-move" : "thinking", { player: this.words.player(this.player) })));
      if (asked !== null) parts.push(make("p", { class: "asked" }, asked));
    }
    return make("div", { class: "question" }, ...parts);
  }

  result() {
    const { scores, winners } = this.session.machine.result(this.session.state);
    const names = winners.map((seat) => this.words.player(seat)).join(", ");
    const how = winners.length ? this.say(winners.length === 1 ? "wins" : "share-victory", { players: names }) : this.say("nobody-wins");
    const told = scores.map((score, seat) => `${this.words.player(seat)} ${this.words.number(score)}`).join(", ");
    return this.say("over", { result: `${how} (${told})` });
  }

  // A move as the viewer saw it, worked out once.
  event(number) {
    const kept = this.session.past[number];
    const key = `${this.lang} ${this.viewer}`;
    if (kept.key !== key) Object.assign(kept, { key, told: this.telling.line(this.session.made(number), this.viewer) });
    return kept.told;
  }

  events() {
    const { at } = this.session;
    const items = [];
    for (let number = at - 1; number >= Math.max(0, at - 40); number--) {
      items.push(make("li", { value: String(number + 1) }, this.event(number)));
    }
    if (!items.length) return null;
    return make("section", { class: "events" }, make("h3", {}, this.say("events")), make("ol", { reversed: true }, ...items));
  }

  // --- settings

  settings(open) {
    const button = (key, work, more = {}) => make("button", { type: "button", "data-key": key, ...more, on: { click: work } }, this.say(key));
    const { session } = this;
    const file = make("input", { type: "file", accept: ".json,application/json", class: "sr-only", tabindex: "-1", "aria-hidden": "true", on: { change: (event) => this.read(event.target.files[0]) } });
    return make(
      "div",
      { class: "controls" },
      make(
        "div",
        { class: "bar-row", role: "toolbar", "aria-label": this.say("game") },
        button("new", () => this.begin({}), { class: "main" }),
        button("undo", () => this.undo(), { disabled: !session.at }),
        make("button", { type: "button", "data-key": "back", disabled: !session.at, "aria-label": this.say("back"), title: this.say("back"), on: { click: () => this.step(-1) } }, "◀"),
        make("span", { class: "at-move" }, `${session.at} / ${session.line.length}`),
        make("button", { type: "button", "data-key": "forward", disabled: session.at >= session.line.length, "aria-label": this.say("forward"), title: this.say("forward"), on: { click: () => this.step(1) } }, "▶"),
        this.list.embedded ? null : button("share", () => this.share()),
        button("save", () => this.save()),
        button("open", () => file.click()),
        file,
      ),
      make("details", { class: "settings", open }, make("summary", {}, this.summary()), make("div", { class: "fields" }, ...this.fields())),
    );
  }

  summary() {
    const seats = this.seats.map((kind, seat) => this.say("does", { player: this.words.player(seat), what: this.say(kind) })).join(", ");
    return `${this.rulebook.title(this.session.ruleset, this.lang)} · ${seats} · ${this.say("seed")} ${this.session.seed}`;
  }

  fields() {
    const { base } = this.rulebook.parts(this.session.ruleset);
    const option = ({ ruleset }) => make("option", { value: ruleset, selected: ruleset === base }, this.rulebook.title(ruleset, this.lang));
    const [game, ...variants] = this.rulebook.bases;
    const groups = [...(game === undefined ? [] : [option(game)]), ...(variants.length ? [make("optgroup", { label: this.say("variants") }, ...variants.map(option))] : [])];
    const rules = this.rulebook.find(this.session.ruleset);
    const field = (label, control) => make("label", {}, make("span", {}, label), control);
    const select = (key, options, work) => make("select", { "data-key": key, on: { change: (event) => work(event.target.value) } }, ...options);
    const players = rules.players.map((count) => make("option", { value: String(count), selected: count === this.session.machine.players }, String(count)));
    const kinds = (seat) => ["person", ...Object.keys(COMPUTERS)].map((kind) => make("option", { value: kind, selected: this.seats[seat] === kind }, this.say(kind)));
    const seed = make("input", { type: "number", min: "0", step: "1", value: String(this.session.seed), "data-key": "seed", on: { change: (event) => this.begin({ seed: Math.abs(Math.trunc(Number(event.target.value))) || 0 }) } });
    const looks = [["own", false], ["everything", true]].map(([key, open]) => make("option", { value: String(open), selected: this.open_ === open }, this.say(key)));
    return [
      variants.length ? field(this.say("rules"), select("rules", groups, (chosen) => this.begin({ ruleset: this.rulebook.on(chosen, this.session.ruleset) }))) : null,
      rules.players.length > 1 ? field(this.say("players"), select("players", players, (count) => this.begin({ players: Number(count) }))) : null,
      ...this.seats.map((_, seat) => field(this.words.player(seat), select(`seat ${seat}`, kinds(seat), (kind) => this.sit(seat, kind)))),
      field(this.say("seed"), seed),
      field(this.say("visible"), select("visible", looks, (open) => { this.open_ = open === "true"; this.looking = null; this.shown(); })),
      this.list.single ? field(this.say("languages"), select("lang", Object.entries(this.list.languages).map(([code, name]) => make("option", { value: code, selected: code === this.lang, lang: code }, name)), (lang) => this.speak(lang))) : null,
      houseRules(this),
    ].filter(Boolean);
  }

  sit(seat, kind) {
    this.seats[seat] = kind;
    this.wanted.seats = this.seats;
    this.panel.reset();
    this.shown();
  }

  speak(lang) {
    this.lang = lang;
    document.documentElement.lang = lang;
    this.ours = this.list.ours[lang] ?? this.list.ours.en;
    const { machine } = this.session;
    this.words = new Words(machine, this.data, this.list, lang);
    this.table = new Table(machine, this.data, this.words);
    this.telling = new Telling(machine, this.words);
    this.render();
  }
}

// --- where the rules come from: from scripts beside a page of the site, from the page itself if it stands alone

function fromScript(base, file) {
  return new Promise((done, failed) => {
    const script = make("script", { src: `${base}/${encodeURIComponent(file)}.js` });
    script.addEventListener("load", () => done(self.rulewrightRules[file]));
    script.addEventListener("error", () => failed(new RangeError(file)));
    document.head.append(script);
  });
}

async function begin(root) {
  const own = document.getElementById("play-list");
  const known = new Map();
  let list = own === null ? self.rulewrightGame : JSON.parse(own.textContent);
  const load = async (ruleset) => {
    const { file } = list.rulesets.find((each) => each.ruleset === ruleset);
    if (!known.has(ruleset)) {
      const inside = document.getElementById(`play-${file}`);
      known.set(ruleset, inside === null ? await fromScript(`${document.documentElement.dataset.root}/assets/play`, file) : JSON.parse(inside.textContent));
    }
    return known.get(ruleset);
  };
  list = { ...list, single: own !== null };
  const lang = document.documentElement.lang in list.ours ? document.documentElement.lang : "en";
  await new Page(root, list, load, lang).start();
}

const root = typeof document === "undefined" ? null : document.getElementById("play");
if (root !== null) begin(root);
