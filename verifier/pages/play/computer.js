// Players that need little thought: one takes any move, the other the one that brings most at once.

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
  return [won(machine, after, player), signOfScore(machine) * machine.score(after, player), ...held(machine, after, player)];
}

// Where the lowest score wins, less is more.
function signOfScore(machine) {
  const first = machine.data.winner[0];
  return first && first[0] === "lowest" && first[1] === machine.data.score ? -1 : 1;
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

// What belongs to whom, worked out once for a machine.
const belongings = new WeakMap();

function belongingsOf(machine) {
  const known = belongings.get(machine);
  if (known !== undefined) return known;
  const { data, values } = machine;
  const owner = Array.from({ length: data.zones }, (_, zone) => machine.owner(zone));
  const open = Array.from({ length: machine.players }, (_, seat) => (
    owner.flatMap((each, zone) => (each === seat && values.familyOf[zone].view === "seen" ? [zone] : []))
  ));
  const kept = data.cells
    .map((cell, number) => ({ cell, number, kind: cell.index.length === 1 ? data.domains[cell.index[0]][0] : null }))
    .filter(({ cell }) => cell.life !== "spilled" && data.domains[cell.domain][0] === "number");
  const found = {
    owner,
    open,
    ofPlayers: kept.filter(({ kind }) => kind === "players").map(({ number }) => number),
    onThings: kept.filter(({ kind }) => kind === "things").map(({ cell, number }) => ({
      number,
      places: values.domain(cell.index[0]).map((thing) => [thing, flatPlace(cell.axes, [() => thing])()]),
    })),
  };
  belongings.set(machine, found);
  return found;
}

// How many components lie open before a player, and the amounts that are the player's.
function held(machine, s, player) {
  const { owner, open, ofPlayers, onThings } = belongingsOf(machine);
  const shown = open[player].reduce((sum, zone) => sum + s.zones[zone].length, 0);
  let amounts = ofPlayers.reduce((sum, number) => sum + s.cells[number][player], 0);
  for (const { number, places } of onThings) {
    for (const [thing, place] of places) {
      if (s.cells[number][place] && owner[s.where[thing]] === player) amounts += s.cells[number][place];
    }
  }
  return [shown, amounts];
}
