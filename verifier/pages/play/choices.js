// What may be done now, choice by choice, and why not: nothing of the page is known here.
class Choices {
  constructor(machine, s) {
    this.machine = machine;
    this.s = s;
    this.explainer = new Explainer(machine);
    this.legal = machine.legal(s);
    this.moves = machine.over(s) ? [] : machine.distinct(this.legal, s);
    this.offered = machine.over(s) ? [] : [...new Set(machine.decide(s).alternatives.map(({ action }) => action))];
    this.mayStop = this.moves.some((move) => move[0] === STOP);
  }

  alternatives(action) {
    return this.machine.decide(this.s).alternatives
      .map((taken, number) => ({ taken, number }))
      .filter(({ taken }) => taken.action === action);
  }

  // Moves of an action that begin with these choices; copies are the same.
  beginning(action, chosen) {
    return this.moves.filter((move) => {
      if (move[0] === STOP) return false;
      const taken = this.machine.decide(this.s).alternatives[move[0]];
      return taken.action === action && chosen.every((value, at) => {
        const { domain } = taken.choices[at] ?? {};
        return domain !== undefined && this.machine.alike(domain, move[at + 1]) === this.machine.alike(domain, value);
      });
    });
  }

  // What there is to choose next: every member, legal or not, as { value, domain, moves, copies }.
  candidates(action, chosen) {
    const found = new Map();
    for (const { taken } of this.alternatives(action)) {
      const next = taken.choices[chosen.length];
      if (next === undefined) continue;
      for (const value of this.members(taken, chosen)) {
        const key = `${next.domain} ${this.machine.alike(next.domain, value)}`;
        if (!found.has(key)) {
          const moves = this.beginning(action, [...chosen, value]);
          found.set(key, { value, domain: next.domain, moves, copies: [] });
        }
        found.get(key).copies.push(value);
      }
    }
    return [...found.values()];
  }

  // The members of the next choice of an alternative, guards left aside.
  members(taken, chosen) {
    const { s } = this;
    const env = { me: this.machine.player(s) };
    let at = 0;
    for (const part of taken.prelude) {
      if (part.kind === "let") env[part.local] = part.value(s, env);
      if (part.kind !== "choice") continue;
      if (at === chosen.length) return part.members(s, env);
      env[part.local] = chosen[at++];
    }
    return [];
  }

  // What a written move chooses, as far as its words mean something here.
  meant({ action, with: words = {} }) {
    const choices = this.alternatives(action)[0]?.taken.choices ?? [];
    const chosen = [];
    for (const { local, domain } of choices) {
      const value = local in words ? this.machine.notation.heard(domain, words[local])[0] : undefined;
      if (value === undefined) break;
      chosen.push(value);
    }
    return chosen;
  }

  // Every reason against an action with these choices; what is left open is filled in so that it fits best.
  whyNot(action, chosen) {
    let tries = 64;
    let best = null;
    const visit = (taken, values) => {
      const open = values.length < taken.choices.length ? this.members(taken, values) : [];
      if (open.length) {
        for (const value of open) {
          if (tries > 0) visit(taken, [...values, value]);
        }
        return;
      }
      tries -= 1;
      const given = Object.fromEntries(values.map((value, at) => [taken.choices[at].local, value]));
      const found = this.explainer.refusals(this.s, action, given);
      if (best === null || found.length < best.length) best = found;
    };
    for (const { taken } of this.alternatives(action)) if (chosen.length <= taken.choices.length) visit(taken, chosen);
    return best ?? this.explainer.refusals(this.s, action, {});
  }
}
