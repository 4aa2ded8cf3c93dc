// Why a move is refused: every rule that fails, with the values that it read.
class Explainer {
  constructor(machine) {
    this.machine = machine;
    this.data = machine.data;
    this.values = machine.values;
  }

  // Every reason against an action with these choices; none if it is legal.
  // When an action stands in several alternatives, the one with the fewest reasons speaks.
  refusals(s, action, choices) {
    const decide = this.machine.decide(s);
    const offered = decide.alternatives.filter((each) => each.action === action);
    if (!offered.length) {
      const words = [...new Set(decide.alternatives.map((each) => each.action))].join(", ");
      return [{ rule: action, detail: [["offered now", words]] }];
    }
    const me = decide.player(s, {});
    const found = offered.map((taken) => this.thatMatter([...this.against(taken, s, { me }, choices)]));
    return found.reduce((best, each) => (each.length < best.length ? each : best));
  }

  // A rule that finds fault with nothing says less than the rule that there must be something.
  thatMatter(found) {
    const told = found.filter(([, ofNothing]) => !ofNothing);
    return (told.length ? told : found).map(([refusal]) => refusal);
  }

  * against(taken, s, env, choices) {
    const known = taken.choices.map(({ local }) => local);
    for (const extra of Object.keys(choices).filter((name) => !known.includes(name)).sort()) {
      yield [{ rule: extra, detail: [["is no choice of", taken.action]] }, false];
    }
    const missing = new Set();
    for (const part of taken.prelude) {
      if (part.kind === "let") {
        env[part.local] = part.value(s, env);
        if (env[part.local] === NOTHING && !this.counts(part.expr)) missing.add(part.local);
      } else if (part.kind === "choice") {
        const given = Object.hasOwn(choices, part.local);
        env[part.local] = given ? choices[part.local] : NOTHING;
        if (!given) missing.add(part.local);
        for (const refusal of this.badChoice(part, s, env, given)) yield [refusal, false];
      } else {
        const ofNothing = part.free.some((name) => missing.has(name)) || this.speaksOfNothing(part, s, env);
        for (const refusal of this.failing(part, s, env)) yield [refusal, ofNothing];
      }
    }
  }

  // Does a guard refuse because nothing is the same as nothing?
  speaksOfNothing(guard, s, env) {
    return guard.parts.some((number) => {
      let node = this.data.exprs[number];
      if (node[0] === "not" && this.data.exprs[node[1]][0] === "=") node = this.data.exprs[node[1]];
      else if (node[0] !== "!=") return false;
      const [, left, right] = node;
      // That something is not nothing is the rule that there must be something.
      if ([left, right].some((each) => this.data.exprs[each][0] === "const") || this.counts(left)) return false;
      return [left, right].every((each) => this.values.value(each)(s, env) === NOTHING);
    });
  }

  // Does it give a number, or yes or no? Only other values can be nothing.
  counts(number) {
    const node = this.data.exprs[number];
    const none = node[0] === "fold" && node[5] !== null ? this.data.exprs[node[5]] : null;
    const kind = none !== null && none[0] === "const" ? this.data.domains[none[2]][0] : this.kind(number);
    return kind === "number" || kind === "truth";
  }

  * badChoice({ local, members, where, expr, rule, domain, words }, s, env, given) {
    const chosen = env[local];
    if (!given) yield { rule, detail: [[local, null]] };
    else if (!members(s, env).includes(chosen)) {
      yield { rule, detail: [[local, this.machine.notation.value(domain, chosen)], ["choose from", words]] };
    } else if (where !== null && !where(s, env)) {
      yield { rule, detail: [[local, this.machine.notation.value(domain, chosen)], ...this.read(expr, s, env)] };
    }
  }

  * failing(guard, s, env) {
    if (!guard.when(s, env)) return;
    const wrong = guard.parts.filter((number) => !this.values.value(number)(s, env));
    if (!wrong.length) return;
    yield { rule: guard.rule, detail: wrong.flatMap((number) => this.read(number, s, env)) };
    for (const number of wrong) yield* this.inside(number, s, env, guard.rule);
  }

  // The rules of a definition that make it false.
  * inside(number, s, env, above) {
    const node = this.data.exprs[number];
    if (node[0] !== "call") return;
    const args = node[2].map((arg) => this.values.value(arg)(s, env));
    const { env: inner, clauses } = this.values.definition(node[1], args);
    for (const { rule, when, op, by, value } of clauses) {
      if (op !== "require" || !when(s, inner) || by(s, inner) || rule === above) continue;
      yield { rule, detail: this.read(value, s, inner) };
      yield* this.inside(value, s, inner, rule);
    }
  }

  // The parts of a truth whose values explain it, each as [words, value]; `part` is the expression it comes from.
  read(number, s, env) {
    return this.operands(number).map((part) => {
      const value = this.values.value(part)(s, env);
      const told = [this.data.said[part], this.said(part, value)];
      told.part = part;
      told.value = value;
      return told;
    });
  }

  operands(number) {
    const node = this.data.exprs[number];
    switch (node[0]) {
      case "=": case "!=": case "<": case "<=": case ">": case ">=":
        return [node[1], node[2]].filter((part) => this.data.exprs[part][0] !== "const");
      case "not": return this.operands(node[1]);
      case "and": case "or": return node[1].flatMap((part) => this.operands(part));
      case "const": return [];
      default: return [number];
    }
  }

  said(number, value) {
    const domain = this.domain(number);
    if (domain !== null) return this.machine.notation.value(domain, value);
    switch (this.kind(number)) {
      case "zones": return value === NOTHING ? null : this.machine.notation.zone(value);
      case "truth": return Boolean(value);
      default: return value;
    }
  }

  // The domain of an expression that has one of its own.
  domain(number) {
    const node = this.data.exprs[number];
    switch (node[0]) {
      case "const": case "local": return node[2];
      case "read": return this.machine.cell(node[1]).domain;
      case "lookup": return this.values.tables.get(node[1]).domain;
      case "call": return this.values.definitions.get(node[1]).domain;
      case "end": return node[4];
      case "if": return this.domain(node[2]);
      default: return null;
    }
  }

  kind(number) {
    const domain = this.domain(number);
    if (domain !== null) return this.data.domains[domain][0];
    const node = this.data.exprs[number];
    if (node[0] === "if") return this.kind(node[2]);
    if (node[0] === "zone" || node[0] === "zone-of") return "zones";
    const truths = ["not", "and", "or", "=", "!=", "<", "<=", ">", ">="];
    return truths.includes(node[0]) || (node[0] === "fold" && ["every", "any"].includes(node[1])) ? "truth" : "number";
  }
}
