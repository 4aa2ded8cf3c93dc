// The player who searches, for every game: information-set Monte Carlo tree search, the same as `rulewright play` has.
// In every iteration what the seat does not see is dealt anew, a path of the tree is followed and lengthened by one
// move, and the rest of the play is tried out. It knows the rules and nothing else.
const CURIOSITY = 0.7;
// So many plays only show how far apart results lie.
const WARM = 16;
// Of so many moves the one is taken that did best so far.
const SAMPLED = 3;
const DEEPEST_PATH = 48;
// A play is tried out for so many moves, or to the end of its round; for fewer where that takes too long, so that
// so many plays are tried in the time for a move.
const LONGEST = 200;
const SHORTEST = 12;
const ENOUGH = 120;
// How much counts being ahead in points, in what lies open, and in what is held, where the play is not over.
const WEIGHTS = [1, 0.3, 0.15];
const STEEP = 1.7;
// Milliseconds for a move, and for a slice of it: between two slices the page answers.
const THINKING = 800;
const SLICE = 25;

// Mean and deviation of numbers as they come.
class Spread {
  constructor() {
    Object.assign(this, { many: 0, mean: 0, squares: 0 });
  }

  note(value) {
    const away = value - this.mean;
    this.many += 1;
    this.mean += away / this.many;
    this.squares += away * (value - this.mean);
  }

  standard(value) {
    return this.many < 2 || this.squares <= 1e-9 ? 0 : (value - this.mean) / Math.sqrt(this.squares / this.many);
  }
}

// What a position is worth to each player, from 0 to 1; a margin is held against the margins met so far.
class Judge {
  constructor(machine) {
    this.machine = machine;
    this.seats = Array.from({ length: machine.players }, (_, seat) => seat);
    this.together = machine.data.winner.some(([op]) => op === "together");
    this.sign = signOfScore(machine);
    this.spreads = this.seats.map(() => WEIGHTS.map(() => new Spread()));
  }

  gains(s) {
    const { machine, seats } = this;
    const over = machine.over(s);
    const standing = seats.map((seat) => [this.sign * machine.score(s, seat), ...(over ? [] : held(machine, s, seat))]);
    const winners = over ? machine.result(s).winners : [];
    return seats.map((seat) => {
      let z = 0;
      standing[seat].forEach((_, at) => {
        const ahead = this.ahead(standing, seat, at);
        const spread = this.spreads[seat][at];
        spread.note(ahead);
        z += STEEP * WEIGHTS[at] * spread.standard(ahead);
      });
      const gain = 0.5 + (0.5 * z) / (1 + Math.abs(z));
      if (!over) return gain;
      return 0.5 * gain + (winners.includes(seat) ? 0.5 / (this.together ? 1 : winners.length) : 0);
    });
  }

  // What a player is ahead of the best of the others; together all have the same aim.
  ahead(standing, seat, at) {
    const own = standing[seat][at];
    if (this.together || standing.length === 1) return own;
    return own - Math.max(...standing.filter((_, other) => other !== seat).map((each) => each[at]));
  }
}

class TreeNode {
  constructor(move) {
    Object.assign(this, { move, children: new Map(), visits: 0, seen: 0, total: 0 });
  }

  // What it promises: what it brought, and more the less is known of it.
  worth() {
    this.seen += 1;
    return this.total / this.visits + CURIOSITY * Math.sqrt(Math.log(1 + this.seen) / this.visits);
  }
}

class Search {
  constructor(machine, state, seed, longest = LONGEST) {
    this.machine = machine;
    this.longest = longest;
    this.oracle = new Seeded(seed);
    this.chance = new Random(seed + 1);
    this.redealer = new Redealer(machine, state, machine.player(state), this.chance);
    this.judge = new Judge(machine);
    this.root = new TreeNode(null);
    this.rounds = machine.cell("round")?.number;
    this.round = this.roundOf(state);
    this.habits = new Map();
    this.done = 0;
  }

  think(iterations) {
    for (let left = iterations; left > 0; left--) {
      this.done += 1;
      try {
        this.iteration();
      } catch (fault) {
        // Of a position that cannot be, nothing is learnt.
        if (!(fault instanceof Fault)) throw fault;
      }
    }
  }

  // The legal move that was tried most; `null` if nothing could be played to where it could be judged.
  best(legal) {
    const known = new Set(legal.map((move) => move.join(" ")));
    const tried = [...this.root.children.values()].filter(({ visits, move }) => visits && known.has(move.join(" ")));
    const mean = (node) => node.total / node.visits;
    return tried.sort((left, right) => right.visits - left.visits || mean(right) - mean(left))[0]?.move ?? null;
  }

  iteration() {
    const { machine } = this;
    const s = this.redealer.dealt();
    if (this.done <= WARM) {
      this.rest(s, []);
      this.judge.gains(s);
      return;
    }
    const path = [];
    const made = [];
    let node = this.root;
    for (let fresh = false; !fresh && path.length < DEEPEST_PATH && this.goesOn(s);) {
      const legal = machine.legal(s);
      if (!legal.length) break;
      const player = machine.player(s);
      const children = node.children;
      const keyed = new Map(legal.toReversed().map((move) => [this.key(s, move, player), move]));
      const untried = [...keyed.keys()].filter((key) => !children.has(key));
      fresh = untried.length > 0;
      const key = fresh ? untried[Math.floor(this.chance.random() * untried.length)] : most([...keyed.keys()], (each) => children.get(each).worth());
      if (fresh) children.set(key, new TreeNode(keyed.get(key)));
      node = children.get(key);
      // The copy that is there now.
      node.move = keyed.get(key);
      path.push([node, player]);
      made.push([key, player]);
      machine.step(s, node.move, this.oracle);
    }
    this.rest(s, made);
    const gains = this.judge.gains(s);
    for (const [each, player] of path) {
      each.visits += 1;
      each.total += gains[player];
    }
    for (const [key, player] of made) {
      const habit = this.habits.get(key) ?? [0, 0];
      habit[0] += gains[player];
      habit[1] += 1;
      this.habits.set(key, habit);
    }
  }

  // The rest of a play: of a few moves the one that did best so far, wherever it was made.
  rest(s, made) {
    const { machine } = this;
    for (let left = this.longest; left > 0 && this.goesOn(s); left--) {
      const legal = machine.legal(s);
      if (!legal.length) return;
      const player = machine.player(s);
      const tried = legal.length === 1 ? legal : Array.from({ length: SAMPLED }, () => this.byAction(legal));
      const keyed = tried.map((move) => [this.key(s, move, player), move]);
      const [key, move] = most(keyed, ([each]) => this.usual(each));
      made.push([key, player]);
      machine.step(s, move, this.oracle);
    }
  }

  usual(key) {
    const [total, many] = this.habits.get(key) ?? [0, 0];
    return (total + 1) / (many + 2);
  }

  // An action at random, then one of its moves.
  byAction(legal) {
    const actions = [...new Set(legal.map(([action]) => action))];
    const action = actions[Math.floor(this.chance.random() * actions.length)];
    const fitting = legal.filter((move) => move[0] === action);
    return fitting[Math.floor(this.chance.random() * fitting.length)];
  }

  goesOn(s) {
    return !this.machine.over(s) && this.roundOf(s) === this.round;
  }

  roundOf(s) {
    return this.rounds === undefined ? 0 : s.cells[this.rounds];
  }

  // A move with its pause and player; copies of a component are one choice.
  key(s, move, player) {
    if (move[0] === STOP) return `${s.at} ${player} ${STOP}`;
    const { choices } = this.machine.decide(s).alternatives[move[0]];
    return `${s.at} ${player} ${move[0]} ${choices.map(({ domain }, at) => this.machine.alike(domain, move[at + 1])).join(" ")}`;
  }
}

const most = (list, worth) => {
  let found = null;
  let best = -Infinity;
  for (const each of list) {
    const value = worth(each);
    if (value > best) [found, best] = [each, value];
  }
  return found;
};

// For how many moves plays of a machine are tried out here.
const paces = new WeakMap();

// Thinks in slices: the move once it is found, before that `null`.
function searching(session, legal, milliseconds = THINKING) {
  const { machine, state } = session;
  if (machine.distinct(legal, state).length === 1) return () => legal[0];
  const begin = () => new Search(machine, state, session.seed + session.at, paces.get(machine));
  let search = begin();
  let since = 0;
  let spent = 0;
  return () => {
    const began = performance.now();
    while (performance.now() - began < SLICE) search.think(1);
    spent += performance.now() - began;
    const slow = (spent - since) * ENOUGH > search.done * milliseconds;
    if (slow && search.longest > SHORTEST) {
      paces.set(machine, Math.max(SHORTEST, search.longest >> 1));
      search = begin();
      since = spent;
      return null;
    }
    // On a slow machine every move is tried at least, but nobody waits for ever.
    if (spent < milliseconds || (search.done < 2 * legal.length + WARM && spent < 3 * milliseconds)) return null;
    return search.best(legal) ?? greedyMove(session, legal);
  };
}

// Of each kind of player what is asked again until it has found its move.
const COMPUTERS = {
  search: searching,
  greedy: (session, legal) => () => greedyMove(session, legal),
  random: (session, legal) => () => anyMove(session, legal),
};
