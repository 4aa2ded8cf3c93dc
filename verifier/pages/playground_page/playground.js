// The playground: rules on the left; messages, a table and figures on the right. Python works in a worker.
const WAIT = 500;
const PLAYS = 100;

class Playground {
  constructor(root, known, lang) {
    Object.assign(this, { root, known, lang, number: 0, waiting: new Map() });
    this.input = make("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", rows: "24", "aria-label": this.say("text"), on: { input: () => this.changed() } });
    this.state = make("p", { class: "state", role: "status", "aria-live": "polite" });
    this.messages = make("div", { class: "messages" });
    this.result = make("div", { class: "result-room" });
    this.input.addEventListener("keydown", (event) => this.indent(event));
  }

  say(key, holes = {}) {
    const words = this.known.words[this.lang] ?? this.known.words.en;
    return words[key].replace(/\{(\w+)\}/g, (whole, hole) => holes[hole] ?? whole);
  }

  async start() {
    this.draw();
    this.work();
    addEventListener("hashchange", () => this.fromLink());
    if (!(await this.fromLink())) this.load(this.known.examples[0].texts[0].text);
  }

  // --- drawn once; what changes is in rooms of its own

  draw() {
    const button = (key, work, more = {}) => make("button", { type: "button", "data-key": key, ...more, on: { click: work } }, this.say(key));
    const groups = this.known.examples.map(({ title, texts }, group) => make("optgroup", { label: title ?? this.say("small") }, ...texts.map(({ name }, at) => make("option", { value: `${group} ${at}` }, name))));
    const examples = make("select", { "data-key": "examples", "aria-label": this.say("examples"), on: { change: ({ target }) => this.example(target.value) } }, make("option", { value: "" }, this.say("examples")), ...groups);
    const tongues = make("select", { "data-key": "lang", "aria-label": this.say("language"), on: { change: ({ target }) => this.speak(target.value) } }, ...Object.entries(this.known.languages).map(([code, name]) => make("option", { value: code, lang: code, selected: code === this.lang }, name)));
    const proof = make("details", { class: "proof" }, make("summary", {}, this.say("proofs")), make("p", {}, this.say("needs-solver")), make("pre", {}, "rulewright verify ./mine.rules"));
    this.root.replaceChildren(
      make("div", { class: "bar-row" }, examples, button("share", () => this.share()), button("download", () => this.download()), tongues),
      make("div", { class: "halves" },
        make("section", { class: "editor" }, this.input),
        make("section", { class: "answers" }, this.state, this.messages, make("div", { class: "bar-row" }, button("play", () => this.play(), { class: "main" }), button("simulate", () => this.simulate()), button("stop", () => this.stop())), this.result, proof)),
    );
  }

  speak(lang) {
    this.lang = lang;
    document.documentElement.lang = lang;
    document.title = `${this.say("title")} · Rulewright`;
    document.querySelector("h1").textContent = this.say("title");
    document.querySelector(".lede").textContent = this.say("lede");
    this.input.setAttribute("aria-label", this.say("text"));
    this.draw();
    this.check();
  }

  example(value) {
    if (!value) return;
    const [group, at] = value.split(" ").map(Number);
    this.load(this.known.examples[group].texts[at].text);
  }

  load(text) {
    this.input.value = text;
    this.result.replaceChildren();
    this.changed(0);
  }

  // A tab key that leaves the field would lose the place; Escape, then tab, leaves it.
  indent(event) {
    if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaving) {
      event.preventDefault();
      this.input.setRangeText("    ", this.input.selectionStart, this.input.selectionEnd, "end");
      this.changed();
    } else this.leaving = false;
  }

  changed(wait = WAIT) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.check(); this.writeLink(); }, wait);
  }

  // --- Python

  work() {
    this.worker = new Worker(this.known.worker, { type: "module" });
    this.ready = false;
    this.status("loading");
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", () => this.status("no-python"));
  }

  heard({ ready, number, answer, broken }) {
    if (ready) {
      this.ready = true;
      return;
    }
    const done = this.waiting.get(number);
    this.waiting.delete(number);
    if (broken !== undefined) this.status("broken", { why: broken.split("\n").filter(Boolean).at(-1) });
    else done?.(JSON.parse(answer));
  }

  ask(wish) {
    return new Promise((done) => {
      this.number += 1;
      this.waiting.set(this.number, done);
      this.worker.postMessage({ number: this.number, wish: { text: this.input.value, ...wish } });
    });
  }

  // What takes too long is ended; Python begins anew.
  stop() {
    this.worker.terminate();
    this.waiting.clear();
    this.work();
    this.check();
  }

  status(key, holes) {
    this.state.textContent = this.say(key, holes);
    this.state.dataset.state = key;
  }

  // --- what is asked

  async check() {
    const text = this.input.value;
    if (this.ready) this.status("working");
    const { messages } = await this.ask({ do: "check" });
    if (text === this.input.value) this.tell(messages);
  }

  tell(messages) {
    const wrong = messages.filter(({ level }) => level === "error").length;
    if (!messages.length) this.status("fine");
    else this.status(wrong ? "wrong" : "warned", { n: String(wrong || messages.length) });
    this.messages.replaceChildren(...messages.map((each) => this.message(each)));
  }

  message({ level, code, title, line, start, end, texts, hint }) {
    const jump = () => { this.input.focus(); this.input.setSelectionRange(start, end); };
    const where = line === null ? null : make("button", { type: "button", class: "line", on: { click: jump } }, this.say("line", { n: String(line) }));
    const more = [...texts, ...(hint ? [this.say("hint", { hint })] : [])];
    return make("div", { class: `message ${level}` }, make("p", {}, make("b", {}, `${code} `), `${title} `, where), ...more.map((each) => make("p", { class: "why" }, each)));
  }

  async play() {
    this.status("working");
    const { messages, list, data } = await this.ask({ do: "play" });
    this.tell(messages);
    if (list === undefined) return;
    this.page?.leave();
    const root = make("div", { class: "play" });
    this.result.replaceChildren(root);
    const lang = this.lang in list.ours ? this.lang : "en";
    this.page = new Page(root, { ...list, embedded: true, languages: { [lang]: lang } }, async () => data, lang);
    await this.page.start();
  }

  async simulate() {
    this.status("working");
    const { messages, figures } = await this.ask({ do: "simulate", plays: PLAYS });
    this.tell(messages);
    if (figures === undefined) return;
    this.page?.leave();
    const { plays, over, unfinished, faults, moves, seats } = figures;
    const cells = (tag, list) => make("tr", {}, ...list.map((each) => make(tag, {}, each)));
    const spread = (three) => (three === null ? ["", "", ""] : three.map((each) => String(each)));
    const rows = [[this.say("moves"), "", ...spread(moves)], ...seats.map(({ name, won, score }) => [name, String(won), ...spread(score)])];
    const told = [this.say("plays", { plays: String(plays), over: String(over) })];
    if (unfinished) told.push(this.say("unfinished", { n: String(unfinished) }));
    this.result.replaceChildren(
      make("p", {}, told.join(" ")),
      ...faults.map((fault) => make("p", { class: "message error" }, this.say("fault", { fault }))),
      make("table", { class: "figures" }, make("thead", {}, cells("th", ["", "won", "lowest", "mean", "highest"].map((key) => (key ? this.say(key) : "")))), make("tbody", {}, ...rows.map((row) => cells("td", row)))),
    );
  }

  // --- the text in a link and as a file

  async fromLink() {
    const found = /^#text=([\w-]+)$/.exec(location.hash);
    if (found === null || found[1] === this.link) return found !== null;
    try {
      const { text } = JSON.parse(await inflated(found[1]));
      this.load(String(text));
    } catch {
      this.status("bad-link");
      return false;
    }
    return true;
  }

  async writeLink() {
    this.link = await packed({ text: this.input.value });
    history.replaceState(null, "", `#text=${this.link}`);
  }

  async share() {
    await this.writeLink();
    try {
      await navigator.clipboard.writeText(location.href);
      this.status("copied");
    } catch {
      this.result.replaceChildren(make("input", { class: "link", readonly: true, value: location.href, "aria-label": this.say("share") }));
    }
  }

  download() {
    make("a", { href: `data:text/plain;charset=utf-8,${encodeURIComponent(this.input.value)}`, download: "mine.rules" }).click();
  }
}

const ground = document.getElementById("playground");
if (ground !== null) {
  const known = JSON.parse(document.getElementById("playground-data").textContent);
  new Playground(ground, known, document.documentElement.lang).start();
}
