// Players that need no thought: one takes any move, the other the one that brings most at once.

// Any legal move, drawn as `rulewright play --opponent random` draws it.
const anyMove = (session, legal) => session.computer.choice(legal);

const MOST_LOOKED_AT = 40;
const DEEPEST = 12;

// Looks one action ahead, at the cards as they lie. Then counts, in this order: a victory, the score, what lies open
// before the player, what the player holds; between equals chance decides.
function greedyMove(session, legal) {
  const { machine, state } = session;
  const player = machine.player(state);
  const chance = new Random(session.seed + session.at);
  const moves = machine.distinct(legal, state);
  while (moves.length > MOST_LOOKED_AT) moves.splice(chance.below(moves.length), 1);
  const worths = moves.map((move) => worthOf(machine, state, move, player, new Seeded(session.seed + session.at)));
  const best = worths.reduce((most, worth) => (isMore(worth, most) ? worth : most));
  return chance.choice(moves.filter((_, at) => !isMore(best, worths[at])));
}

function isMore(left, right) {
  const at = left.findIndex((value, place) => value !== right[place]);
  return at >= 0 && left[at] > right[at];
}

function worthOf(machine, state, move, player, oracle) {
  const after = machine.copy(state);
  try {
    machine.step(after, move, oracle);
    followChoices(machine, after, player, oracle);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    // Rules that break down here shall be seen to do so.
    return [Infinity];
  }
  const first = machine.data.winner[0];
  const sign = first && first[0] === "lowest" && first[1] === machine.data.score ? -1 : 1;
  return [won(machine, after, player), sign * machine.score(after, player), ...held(machine, after, player)];
}

// The first of each choice that the action asks of the same player.
function followChoices(machine, s, player, oracle) {
  for (let depth = 0; depth < DEEPEST && !machine.over(s) && machine.player(s) === player; depth++) {
    if (machine.decide(s).alternatives.some(({ action }) => action !== "choose")) return;
    const [first] = machine.legal(s);
    if (first === undefined) return;
    machine.step(s, first, oracle);
  }
}

function won(machine, s, player) {
  if (!machine.over(s) || machine.players === 1) return 0;
  return machine.result(s).winners.includes(player) ? 1 : -1;
}

// How many components lie open before a player, and the amounts that are the player's.
function held(machine, s, player) {
  const { data } = machine;
  let open = 0;
  for (let zone = 0; zone < data.zones; zone++) {
    if (machine.owner(zone) === player && machine.values.familyOf[zone].view === "seen") open += s.zones[zone].length;
  }
  let amounts = 0;
  data.cells.forEach((cell, number) => {
    if (cell.life === "spilled" || data.domains[cell.domain][0] !== "number" || cell.index.length !== 1) return;
    const kind = data.domains[cell.index[0]][0];
    if (kind === "players") amounts += s.cells[number][player];
    if (kind !== "things") return;
    for (const thing of machine.values.domain(cell.index[0])) {
      if (machine.owner(s.where[thing]) === player) amounts += s.cells[number][thing];
    }
  });
  return [open, amounts];
}

const COMPUTERS = { random: anyMove, greedy: greedyMove };
