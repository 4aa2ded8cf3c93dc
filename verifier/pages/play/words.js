// The words of the table in one language: everything that is said was worked out when the page was made.
class Words {
  constructor(machine, data, list, lang) {
    this.machine = machine;
    this.own = data.words[lang] ?? data.words.en ?? Object.values(data.words)[0];
    this.ours = list.ours[lang] ?? list.ours.en;
    this.seats = data.seats;
    this.first = new Map();
    for (const [name, , twin] of machine.data.things) if (!this.first.has(twin)) this.first.set(twin, name);
    this.twin = new Map(machine.data.things.map(([name, , twin]) => [name, twin]));
  }

  // One of our own sentences, its holes filled in.
  say(key, holes = {}) {
    return this.ours[key].replace(/\{(\w+)\}/g, (whole, hole) => holes[hole] ?? whole);
  }

  player(seat) {
    return this.seats[seat] ?? `${seat + 1}`;
  }

  name(word) {
    return this.own.names[word] ?? word.replaceAll("-", " ");
  }

  thing(number) {
    const name = this.first.get(this.machine.data.things[number][2]);
    return this.own.things[name] ?? name.replaceAll("-", " ");
  }

  action(name) {
    return this.own.actions[name] ?? name.replaceAll("-", " ");
  }

  // A value of a domain.
  value(domain, value) {
    const shape = this.machine.data.domains[domain];
    switch (shape[0]) {
      case "number": return this.number(value);
      case "truth": return this.say(value ? "yes" : "no");
      case "players": return value < 0 ? this.say("nobody") : this.player(value);
      default:
    }
    if (value < 0) return this.say("nothing");
    if (shape[0] === "things") return this.thing(value);
    return shape[0] === "zones" ? this.zone(value) : this.name(shape[2][value]);
  }

  number(value) {
    return String(value).replace("-", "\u2212");
  }

  // A zone by its family and whatever tells it apart; whose it is comes last.
  zone(zone) {
    const family = this.machine.values.familyOf[zone];
    const owner = this.machine.owner(zone);
    const words = [this.name(family.name), ...this.apart(family.index.map(([, domain]) => domain), this.machine.values.zoneIndex[zone])];
    return owner < 0 ? words.join(" ") : `${words.join(" ")} (${this.player(owner)})`;
  }

  // The words of an index without its first player.
  apart(domains, index) {
    const players = domains.map((domain) => this.machine.data.domains[domain][0] === "players");
    return index.flatMap((value, at) => (at === players.indexOf(true) ? [] : [this.value(domains[at], value)]));
  }

  // What a rule has read: its word if there is one, and the value.
  read(told) {
    const [said, spoken] = told;
    if (spoken === null || typeof spoken === "boolean") return null;
    const value = told.part === undefined ? this.spoken(spoken) : this.readValue(told.part, told.value, spoken);
    const word = this.own.read[said];
    // A bare number says nothing.
    if (!word) return typeof spoken === "number" ? null : value;
    return `${word} ${value}`;
  }

  // Everything a rule has read; where a choice is made from has words of the rules alone.
  readAll(detail) {
    return detail.filter(([said]) => said !== "choose from").map((told) => this.read(told)).filter((told) => told !== null);
  }

  readValue(part, value, spoken) {
    const explainer = new Explainer(this.machine);
    const domain = explainer.domain(part);
    if (domain !== null) return this.value(domain, value);
    return explainer.kind(part) === "zones" ? this.zone(value) : this.spoken(spoken);
  }

  // A word of a written play.
  spoken(word) {
    if (typeof word === "number") return this.number(word);
    const twin = this.twin.get(word);
    return twin === undefined ? this.name(word) : this.own.things[this.first.get(twin)] ?? this.name(word);
  }

  // The sentence of the rule that refuses, and the values that it has read.
  refusal({ rule, detail }) {
    if (detail.length === 1 && detail[0][0] === "offered now") {
      const offered = detail[0][1].split(", ").map((action) => this.action(action)).join(", ");
      return { sentence: `${this.say("offered")} ${offered}`, rule: null, values: [] };
    }
    // What has to be chosen has a name in the rules, but none that players know.
    const [[what, chosen], ...rest] = detail.length ? detail : [[null, null]];
    if (what === rule && !(rule in this.own.rules)) return { sentence: this.say(chosen === null ? "nothing-to-choose" : "not-to-choose"), rule: null, values: this.readAll(rest) };
    return { sentence: this.own.rules[rule] ?? null, rule, values: this.readAll(detail) };
  }

  ask(label) {
    return this.own.asks[label] ?? null;
  }
}
