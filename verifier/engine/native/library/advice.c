/* A player who searches: information-set Monte Carlo tree search. In every iteration what the player does not see is
   dealt anew, a path of the tree is followed and lengthened by one move, and the rest of the play is tried out. */

enum { MERGE_ROOM = 1 << 16, DEEPEST_PATH = 48, SAMPLED = 3, WARM = 48, MOST_BLOCKS = 20000 };
static const double CURIOSITY = 0.7, STEEP = 1.7;

/* `total` is the gain of whoever makes the move; `won` and `margin` tell people what to expect. */
typedef struct { Move move; uint64_t key; int child, sibling, visits, seen, ends; double total, won, margin; } Node;
typedef struct { double many, mean, squares; } Spread;
typedef struct { float sum, many; } Habit;

static struct {
  State root;
  Node *nodes;
  int many, room, ready, unseen_many, round, longest, faults;
  int unseen[THINGS], was[THINGS], zone[THINGS], place[THINGS], first[THINGS];
  Spread spread[PLAYERS][3];
  Habit habits[MERGE_ROOM];
  Twister chance;
} A;

/* --- what is not seen, dealt anew: each component where it may be, notes about components along with them */

static void rename_cells(State *s, const int *now) {
  for (int i = 0; i < THING_VALUED; i++) {
    int cell = THING_VALUED_CELL[i];
    for (int place = 0; place < CELL_SIZE[cell]; place++) {
      int value = get_cell(s, cell, place);
      if (value >= 0 && now[value] != value) set_cell(s, cell, place, now[value]);
    }
  }
  for (int i = 0; i < THING_INDEXED; i++) {
    int cell = THING_INDEXED_CELL[i], many = CELL_SIZE[cell], inner = THING_INDEXED_INNER[i];
    for (int place = 0; place < many; place++) {
      int thing = place / inner % THINGS;
      if (now[thing] != thing) set_cell(s, cell, place + (now[thing] - thing) * inner, get_cell(&A.root, cell, place));
    }
  }
}

/* Only components that were shuffled together change places: they follow each other, `first` is where that begins. What
   is dealt depends on the seed and on what is seen, never on what lies where it is not seen. */
static void deal_anew(State *s) {
  int now[THINGS], held[THINGS], many = A.unseen_many;
  *s = A.root;
  for (int i = 0; i < THINGS; i++) now[i] = i;
  for (int i = 0; i < many; i++) {
    int j = A.first[i] + below(&A.chance, (uint32_t)(i - A.first[i]) + 1);
    held[i] = held[j];
    held[j] = A.unseen[i];
  }
  for (int i = 0; i < many; i++)
    for (int j = A.first[i]; j < many && A.first[j] == A.first[i] && !POSSIBLE[A.zone[i]][held[i]]; j++) {
      int one = held[i], other = held[j];
      if (POSSIBLE[A.zone[i]][other] && POSSIBLE[A.zone[j]][one]) { held[i] = other; held[j] = one; }
    }
  for (int i = 0; i < many; i++) {
    now[A.was[i]] = held[i];
    s->where[held[i]] = A.zone[i];
    AT(A.zone[i], A.place[i]) = held[i];
  }
  for (int i = 0; i < many; i++) {
    int zone = A.zone[i];
    if (!SORTED[zone]) continue;
    Thing *row = s->lying + FIRST[zone];
    for (int k = 1; k < s->length[zone]; k++) insert(row, k, row[k]);
    while (i + 1 < many && A.zone[i + 1] == zone) i++;
  }
  rename_cells(s, now);
}

/* A position that cannot be may have no way on. */
static void go_on(State *s, const Move *move) {
  int block = ONWARD[s->at](s, move);
  for (int i = 0; block >= 0; i++) {
    if (i > MOST_BLOCKS) fault(FAULT_LIMIT, 0, 0);
    block = BLOCK[block](s);
  }
}

/* --- moves: copies of a component are one choice */

static uint64_t key_of(int at, const Move *m) {
  uint64_t h = 1469598103934665603u + (uint64_t)at;
  int alternative = m->v[0] + 1, length = m->v[0] < 0 ? 1 : MOVE_LENGTH[at][alternative];
  for (int i = 0; i < length; i++) {
    int value = m->v[i];
    if (i && value >= 0 && MOVE_OF_THING[at][alternative] >> i & 1) value = TWIN[value];
    MIX(value);
  }
  return h ^ h >> 29;
}

/* --- how a state is judged; a library of mathematics is not needed for that, near is near enough */

static double logarithm(double value) {
  union { double number; uint64_t word; } v = {value};
  int exponent = (int)(v.word >> 52) - 1023;
  v.word = (v.word & 0xfffffffffffffu) | 0x3ff0000000000000u;
  double m = (v.number - 1) / (v.number + 1), square = m * m;
  return 0.6931471805599453 * exponent + 2 * m * (1 + square / 3 + square * square / 5);
}

static double root_of(double value) {
  if (value <= 0) return 0;
  union { double number; uint64_t word; } v = {value};
  v.word = (v.word >> 1) + (511ull << 52);
  for (int i = 0; i < 3; i++) v.number = 0.5 * (v.number + value / v.number);
  return v.number;
}

/* Between 0 and 1, steepest in the middle. */
static double squeezed(double z) { double a = z < 0 ? -z : z; return 0.5 + 0.5 * z / (1 + a); }

static void note(Spread *spread, double value) {
  double away = value - spread->mean;
  spread->many += 1;
  spread->mean += away / spread->many;
  spread->squares += away * (value - spread->mean);
}

static double standard(const Spread *spread, double value) {
  if (spread->many < 2 || spread->squares <= 1e-9) return 0;
  return (value - spread->mean) / root_of(spread->squares / spread->many);
}

/* What a player is ahead of the best of the others; together all have the same aim. */
static int ahead(const int *worth, int player) {
  int best = 0, found = 0;
  if (TOGETHER || PLAYERS == 1) return worth[player];
  for (int p = 0; p < PLAYERS; p++) if (p != player && (!found++ || worth[p] > best)) best = worth[p];
  return worth[player] - best;
}

typedef struct { double gain[PLAYERS], won[PLAYERS]; int margin[PLAYERS], over; } Outcome;

static void judge(const State *s, Outcome *found, int learning) {
  int worth[3][PLAYERS], over = s->at < 0, many = 0;
  uint32_t winners = over ? winners_of(s) : 0;
  for (int p = 0; p < PLAYERS; p++) {
    worth[0][p] = measured(1, s, p);
    worth[1][p] = over ? 0 : measured(2, s, p);
    worth[2][p] = over ? 0 : measured(3, s, p);
    many += winners >> p & 1;
  }
  found->over = over;
  for (int p = 0; p < PLAYERS; p++) {
    static const double WEIGHT[] = {1, 0.3, 0.15};
    double z = 0;
    found->margin[p] = ahead(worth[0], p);
    for (int i = 0; i < (over ? 1 : 3); i++) {
      int margin = ahead(worth[i], p);
      if (learning) note(&A.spread[p][i], margin);
      z += WEIGHT[i] * standard(&A.spread[p][i], margin);
    }
    double gain = squeezed(STEEP * z);
    found->won[p] = winners >> p & 1 ? TOGETHER ? 1.0 : 1.0 / many : 0;
    found->gain[p] = over ? 0.5 * gain + 0.5 * found->won[p] : gain;
  }
}

/* --- the rest of a play: of a few moves the one that did best so far, wherever it was made */

static Habit *habit(int at, int player, const Move *m) {
  uint64_t h = key_of(at, m) + (uint64_t)player * 0x9e3779b97f4a7c15u;
  return A.habits + ((h ^ h >> 32 ^ h >> 17) & (MERGE_ROOM - 1));
}

enum { LONGEST_REST = 4096 };
static struct { Habit *habit; int player; } rest_made[LONGEST_REST];

static int tried_out(State *s, int most) {
  int made = 0;
  while (s->at >= 0 && made < most && (ROUND_CELL < 0 || get_cell(s, ROUND_CELL, 0) == A.round)) {
    int many = list_moves(s), player = WHO[s->at](s), chosen;
    if (!many) break;
    chosen = many == 1 ? 0 : by_action(many, &A.chance);
    Habit *best = habit(s->at, player, room + chosen);
    for (int i = 1; many > 1 && i < SAMPLED; i++) {
      int other = by_action(many, &A.chance);
      Habit *found = habit(s->at, player, room + other);
      if ((found->sum + 1) * (best->many + 2) > (best->sum + 1) * (found->many + 2)) { best = found; chosen = other; }
    }
    rest_made[made].habit = best;
    rest_made[made++].player = player;
    Move move = room[chosen];
    go_on(s, &move);
  }
  return made;
}

static void learn(int made, const Outcome *found) {
  for (int i = 0; i < made; i++) {
    rest_made[i].habit->sum += (float)found->gain[rest_made[i].player];
    rest_made[i].habit->many += 1;
  }
}

/* --- the tree */

static int new_node(const Move *move, uint64_t key) {
  if (A.many == A.room) A.nodes = realloc(A.nodes, sizeof(Node) * (A.room = 2 * A.room + 4096));
  Node *made = A.nodes + A.many;
  memset(made, 0, sizeof *made);
  if (move) made->move = *move;
  made->key = key;
  return A.many++;
}

static int child_of(int node, uint64_t key) {
  for (int at = A.nodes[node].child; at; at = A.nodes[at].sibling) if (A.nodes[at].key == key) return at;
  return 0;
}

/* The move to follow from a node: one that was never tried, or the one that promises most. */
static int descended(const State *s, int node, int many, Move *move, int *is_new) {
  uint64_t keys[many];
  int fresh = 0, best = 0, wanted = 0;
  double most = -1;
  for (int i = 0; i < many; i++) {
    keys[i] = key_of(s->at, room + i);
    int twin = 0;
    for (int j = 0; j < i && !twin; j++) twin = keys[j] == keys[i];
    if (twin) continue;
    int child = child_of(node, keys[i]);
    if (!child) { if (!below(&A.chance, (uint32_t)++fresh)) wanted = i; continue; }
    Node *found = A.nodes + child;
    double worth = found->total / found->visits + CURIOSITY * root_of(logarithm(1.0 + ++found->seen) / found->visits);
    if (worth > most) { most = worth; best = child; *move = room[i]; }
  }
  *is_new = fresh > 0;
  if (!fresh) return best;
  *move = room[wanted];
  int made = new_node(move, keys[wanted]);
  A.nodes[made].sibling = A.nodes[node].child;
  A.nodes[node].child = made;
  return made;
}

static int one_iteration(void) {
  int path[DEEPEST_PATH], player[DEEPEST_PATH], depth = 0, node = 0, is_new = 0;
  Habit *habits[DEEPEST_PATH];
  State s;
  Outcome found;
  GUARD((A.faults++, 0));
  deal_anew(&s);
  x->random = &A.chance;
  if (A.ready++ < WARM) {
    tried_out(&s, A.longest);
    judge(&s, &found, 1);
    return 1;
  }
  while (s.at >= 0 && depth < DEEPEST_PATH && !is_new && (ROUND_CELL < 0 || get_cell(&s, ROUND_CELL, 0) == A.round)) {
    int many = list_moves(&s);
    Move move;
    if (!many) break;
    player[depth] = WHO[s.at](&s);
    node = path[depth] = descended(&s, node, many, &move, &is_new);
    habits[depth] = habit(s.at, player[depth], &move);
    depth++;
    go_on(&s, &move);
  }
  int made = tried_out(&s, A.longest);
  judge(&s, &found, 1);
  learn(made, &found);
  for (int i = 0; i < depth; i++) {
    Node *at = A.nodes + path[i];
    habits[i]->sum += (float)found.gain[player[i]];
    habits[i]->many += 1;
    at->visits++;
    at->total += found.gain[player[i]];
    at->won += found.won[player[i]];
    at->margin += found.margin[player[i]];
    at->ends += found.over;
  }
  return 1;
}

/* --- the face */

EXPORT void rw_load_zone(State *s, int zone, int many, const int32_t *row) {
  for (int i = 0; i < many; i++) { AT(zone, i) = (Thing)row[i]; s->where[row[i]] = zone; }
  s->length[zone] = many;
}
EXPORT void rw_load_at(State *s, int at) { s->at = at; s->nowhere = 0; }

/* Ready to think about a state, of which some components are not seen. */
EXPORT void rw_advice_begin(const State *s, uint32_t seed, int longest, int many, const int32_t *unseen, const int32_t *first) {
  A.root = *s;
  A.many = A.ready = A.faults = 0;
  A.longest = longest > LONGEST_REST ? LONGEST_REST : longest;
  A.unseen_many = many;
  for (int i = 0; i < many; i++) {
    int zone = s->where[unseen[i]], place = position(s, unseen[i]), at = i;
    A.unseen[i] = unseen[i];
    A.first[i] = first[i];
    for (; at > first[i] && (A.zone[at - 1] > zone || (A.zone[at - 1] == zone && A.place[at - 1] > place)); at--) {
      A.zone[at] = A.zone[at - 1];
      A.place[at] = A.place[at - 1];
    }
    A.zone[at] = zone;
    A.place[at] = place;
  }
  for (int i = 0; i < many; i++) A.was[i] = AT(A.zone[i], A.place[i]);
  A.round = ROUND_CELL < 0 ? 0 : get_cell(s, ROUND_CELL, 0);
  memset(A.spread, 0, sizeof A.spread);
  memset(A.habits, 0, sizeof A.habits);
  seed_one(&A.chance, seed);
  new_node(0, 0);
  watching = 0;
  x->chance = BY_SEED;
}

EXPORT int rw_advice_think(int iterations) {
  watching = 0;
  x->chance = BY_SEED;
  int done = 0;
  for (int i = 0; i < iterations; i++) done += one_iteration();
  return done;
}

/* Of each move of the root: how often it was tried, how many of these plays ended, gain, victories, margin. */
EXPORT int rw_advice_moves(int most, Move *moves, double *out) {
  int many = 0;
  for (int at = A.nodes[0].child; at && many < most; at = A.nodes[at].sibling, many++) {
    Node *found = A.nodes + at;
    moves[many] = found->move;
    out[5 * many] = found->visits;
    out[5 * many + 1] = found->ends;
    out[5 * many + 2] = found->total;
    out[5 * many + 3] = found->won;
    out[5 * many + 4] = found->margin;
  }
  return many;
}
EXPORT int rw_advice_faults(void) { return A.faults; }
