// Which rules are played: the game or a variant of it, and the house rules that are switched on beside it.
const overlaysOf = (ruleset) => ruleset.split("+").slice(1);
const sameRules = (one, other) => {
  const [first, second] = [one, other].map((each) => [each.split("+")[0], ...overlaysOf(each).sort()]);
  return first.length === second.length && first.every((name, at) => name === second[at]);
};

class Rulebook {
  constructor(list) {
    this.list = list;
    const alone = (sort) => list.rulesets.filter((each) => each.sort === sort && overlaysOf(each.ruleset).length < 2);
    this.bases = [...alone("game"), ...alone("variant")];
    this.houses = alone("house").map(({ ruleset }) => overlaysOf(ruleset)[0]);
  }

  // The rule set of this name, whatever the order of its overlays and wherever its game lies.
  find(ruleset) {
    return this.list.rulesets.find((each) => [each.ruleset, each.file].some((name) => sameRules(name, ruleset)));
  }

  // Of a rule set what stands below its house rules, and the house rules.
  parts(ruleset) {
    const overlays = overlaysOf(ruleset);
    const house = overlays.filter((name) => this.houses.includes(name));
    const base = [ruleset.split("+")[0], ...overlays.filter((name) => !house.includes(name))].join("+");
    return { base, house };
  }

  // The name of a rule set with one house rule more or less; `known` if this page has it.
  switched(ruleset, overlay) {
    const { base, house } = this.parts(ruleset);
    const wished = house.includes(overlay) ? house.filter((name) => name !== overlay) : [...house, overlay];
    const name = [base, ...wished].join("+");
    return { name, known: this.find(name), clash: this.clash(overlaysOf(ruleset), overlay) };
  }

  // An overlay that changes the same rule as another one.
  clash(overlays, overlay) {
    const pair = this.list.clashes?.find((both) => both.includes(overlay) && both.some((name) => name !== overlay && overlays.includes(name)));
    return pair?.find((name) => name !== overlay) ?? null;
  }

  // Other rules below the same house rules if this page has them; otherwise without any.
  on(base, ruleset) {
    return this.find([base, ...this.parts(ruleset).house].join("+"))?.ruleset ?? base;
  }

  title(ruleset, lang) {
    const own = (name) => this.find(name)?.title;
    const told = (title, name) => title?.[lang] ?? title?.en ?? name;
    const whole = own(ruleset);
    if (whole !== undefined && Object.keys(whole).length) return told(whole, ruleset);
    const [game, ...overlays] = ruleset.split("+");
    const named = overlays.map((name) => told(own(`${game}+${name}`), name));
    return named.length ? named.join(" + ") : told(own(game), game);
  }
}

// A box for every house rule; what does not go with those that are on says why.
function houseRules(page) {
  const { rulebook, session, lang } = page;
  if (!rulebook.houses.length) return null;
  const [game] = session.ruleset.split("+");
  const { house } = rulebook.parts(session.ruleset);
  const title = (overlay) => rulebook.title(`${game}+${overlay}`, lang);
  let elsewhere = null;
  const boxes = rulebook.houses.map((overlay) => {
    const { name, known, clash } = rulebook.switched(session.ruleset, overlay);
    const off = known === undefined;
    if (off && clash === null) elsewhere ??= name;
    const why = !off ? null : clash === null ? page.say("not-here", { ruleset: name }) : page.say("clash", { rule: title(clash) });
    const box = make("input", { type: "checkbox", checked: house.includes(overlay), disabled: off, "data-key": `house ${overlay}`, on: { change: () => page.begin({ ruleset: known.ruleset }) } });
    return make("label", { class: off ? "off" : null, title: why }, box, make("span", {}, title(overlay)), clash !== null && off ? make("small", {}, why) : null);
  });
  const more = elsewhere === null ? null : make("p", {}, page.say("not-here", { ruleset: elsewhere }));
  return make("fieldset", { class: "house-rules" }, make("legend", {}, page.say("house")), make("div", {}, ...boxes), more);
}
