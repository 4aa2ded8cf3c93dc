/* Plays with players who have tastes or are greedy, every claim asked at every state: the same plays as in Python, by the
   same seeds. What is out of the ordinary is left to Python, which tells what it was. */

enum { ORDINARY, ODD };
enum { AT_RANDOM, BY_ACTION, ALL_GREEDY = 6, HALF_GREEDY };
enum { WIDTH = 4, PATIENT = 6, BOREDOM = 4, AGAIN = 8, DEEPEST = 40 };

typedef struct { int order[FEATURES + 1]; uint8_t up[FEATURES + 1], known[LIKINGS + 1]; double likes[LIKINGS + 1]; } Taste;
typedef struct { int greedy; Twister chance, oracle; int if_none[BLOCKS][ALTERNATIVES + 1], equal[BLOCKS]; } Seat;

static Twister chance_of_play, oracle_of_play;
static Taste tastes[PLAYERS];
static Seat seats[PLAYERS];
static int manner, bent, watching, odd;
static uint8_t met[CLAIMS + 1];

static inline double unit(Twister *t) { return (double)bits(t) * (1.0 / 9007199254740992.0); }

static void seed_one(Twister *t, uint32_t seed) { Twister all[LANES]; seed_all(all, seed); *t = all[0]; }

/* --- tastes */

static void begin_taste(Taste *taste) {
  memset(taste->known, 0, sizeof taste->known);
  for (int i = 0; i <= FEATURES; i++) taste->order[i] = i;
  for (int i = FEATURES; i > 0; i--) {
    int j = below(&chance_of_play, (uint32_t)i + 1), held = taste->order[i];
    taste->order[i] = taste->order[j];
    taste->order[j] = held;
  }
  for (int f = 1; f <= FEATURES; f++) if (FEATURE_LIKING[f] < 0) taste->up[f] = unit(&chance_of_play) < 0.6;
}

static double liking(Taste *taste, int which) {
  if (!taste->known[which]) { taste->known[which] = 1; taste->likes[which] = unit(&chance_of_play); }
  return taste->likes[which];
}

static double part_of(Taste *taste, int feature, int thing) {
  int value = FEATURE_ROW[feature][thing];
  if (FEATURE_LIKING[feature] >= 0) return liking(taste, FEATURE_LIKING[feature] + value + 1);
  return taste->up[feature] ? -value : value;
}

static void key_of_move(Taste *taste, int at, const Move *m, double *key) {
  int alternative = m->v[0] + 1, choice = MOVE_THING[at][alternative];
  for (int i = 0; i <= FEATURES; i++) {
    int feature = taste->order[i];
    if (feature == 0) { key[i] = liking(taste, MOVE_ACTION[at][alternative]); continue; }
    if (choice) { key[i] = part_of(taste, feature, m->v[choice]); continue; }
    int named = 0;
    for (int c = 1; c < CHOICES; c++)
      if (FEATURE_LIKING[feature] >= 0 && MOVE_KIND[at][alternative][c] == FEATURE_LIKING[feature]) named = c;
    key[i] = named ? liking(taste, FEATURE_LIKING[feature] + m->v[named] + 1) : 0.0;
  }
}

static int more(const double *a, const double *b, int many) {
  for (int i = 0; i < many; i++) if (a[i] != b[i]) return a[i] > b[i];
  return 0;
}

static int liked_best(const State *s, int many) {
  Taste *taste = tastes + WHO[s->at](s);
  double best[FEATURES + 1], key[FEATURES + 1];
  int found = 0;
  for (int i = 0; i < many; i++) {
    key_of_move(taste, s->at, room + i, key);
    if (i == 0 || more(key, best, FEATURES + 1)) { memcpy(best, key, sizeof best); found = i; }
  }
  return found;
}

/* A pile that lies as the first player would like it, after it was shuffled. */
static void bend(Thing *row, int many) {
  double keys[THINGS][FEATURES + 1];
  for (int i = 0; i < many; i++) {
    double key[FEATURES + 1];
    int thing = row[i], n = 0, at = i;
    for (int k = 0; k <= FEATURES; k++) if (tastes[0].order[k]) key[n++] = part_of(tastes, tastes[0].order[k], thing);
    for (; at > 0 && more(keys[at - 1], key, FEATURES); at--) { memcpy(keys[at], keys[at - 1], sizeof key); row[at] = row[at - 1]; }
    memcpy(keys[at], key, sizeof key);
    row[at] = thing;
  }
}

static void bent_shuffle(Thing *row, int many) { if (bent && x->random == &oracle_of_play) bend(row, many); }

/* --- an action, then a move; and what brings most */

static int by_action(int many, Twister *t) {
  int seen[ALTERNATIVES + 1], actions = 0, fitting = 0;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < many; i++) actions += !seen[room[i].v[0] + 1]++;
  int wanted = any_of(t, actions), action = 0;
  for (;; action++) if (seen[action] && !wanted--) break;
  fitting = any_of(t, seen[action]);
  for (int i = 0;; i++) if (room[i].v[0] + 1 == action && !fitting--) return i;
}

static int worth_a_look(Seat *seat, int at, int many, int *found) {
  int done[ALTERNATIVES + 1], n = 0;
  if (many <= 2) { for (int i = 0; i < many; i++) found[i] = i; return many; }
  memset(done, 0, sizeof done);
  for (int i = 0; i < many; i++) {
    int action = room[i].v[0] + 1, those[many], few = 0;
    if (done[action]++) continue;
    for (int j = i; j < many; j++) if (room[j].v[0] + 1 == action) those[few++] = j;
    int width = seat->if_none[at][action] >= PATIENT ? 1 : WIDTH;
    if (few <= width) { for (int j = 0; j < few; j++) found[n++] = those[j]; continue; }
    if (few <= 21) {
      for (int j = 0; j < width; j++) { int k = below(&seat->chance, (uint32_t)(few - j)); found[n++] = those[k]; those[k] = those[few - j - 1]; }
      continue;
    }
    int taken[WIDTH];
    for (int j = 0; j < width; j++) {
      int again = 1;
      while (again) { taken[j] = below(&seat->chance, (uint32_t)few); again = 0; for (int k = 0; k < j; k++) again |= taken[k] == taken[j]; }
      found[n++] = those[taken[j]];
    }
  }
  return n;
}

static int followed(State *s, const Move *move, int player) {
  jmp_buf here, *outer = x->escape;
  x->escape = &here;
  if (setjmp(here)) { x->escape = outer; odd |= x->fault == FAULT_LIMIT; return 0; }
  run(s, ONWARD[s->at](s, move));
  for (int i = 0; i < DEEPEST; i++) {
    Move first[1];
    if (s->at < 0 || !ASKS[s->at] || WHO[s->at](s) != player) break;
    if (!MOVES[s->at](s, first, 1, 1)) break;
    run(s, ONWARD[s->at](s, first));
  }
  x->escape = outer;
  return 1;
}

static int opens(const State *s, const Move *known, int many, int number, const State *after, int player, Move **other, int *rooms_there) {
  if (after->at != s->at || WHO[after->at](after) != player) return 0;
  int there;
  while ((there = MOVES[after->at](after, *other, *rooms_there, 1)) >= *rooms_there) *other = realloc(*other, sizeof(Move) * (*rooms_there *= 2));
  for (int i = 0; i < there; i++) {
    int same = 0, length = (*other)[i].v[0] < 0 ? 1 : MOVE_LENGTH[s->at][(*other)[i].v[0] + 1];
    if ((*other)[i].v[0] == number) continue;
    for (int j = 0; j < many && !same; j++) same = !memcmp(known[j].v, (*other)[i].v, sizeof(known[j].v[0]) * length);
    if (!same) return 1;
  }
  return 0;
}

static int held_by(const State *s, int player) {
  int found = 0;
  for (int i = 0; i < PLAYER_CELLS; i++) found += get_cell(s, PLAYER_CELL[i], player);
  for (int i = 0; i < THING_CELLS; i++)
    for (int thing = 0; thing < MANY_THINGS; thing++)
      if (THING_CELL_OF[i][thing] && s->where[thing] >= 0 && OWNER[s->where[thing]] == player) found += get_cell(s, THING_CELL[i], thing);
  return found;
}

static int measured(int which, const State *s, int player) {
  switch (which) {
  case 0: return s->at >= 0 || PLAYERS == 1 ? 0 : winners_of(s) >> player & 1 ? 1 : -1;
  case 1: return SCORE_SIGN * score(s, player);
  case 2: { int found = 0; for (int z = 0; z < ZONES; z++) if (OPEN_ZONE[z] && OWNER[z] == player) found += s->length[z]; return found; }
  default: return held_by(s, player);
  }
}

static int greedy_choice(const State *s, Seat *seat, int many) {
  static State *after; static int afters;
  static Move *before, *other; static int befores, others;
  int at = s->at, player = WHO[at](s);
  if (unit(&seat->chance) < 0.02) return by_action(many, &seat->chance);
  if (seat->equal[at] >= BOREDOM) {
    int seen = seat->equal[at]++;
    if ((seen - BOREDOM) % AGAIN != AGAIN - 1) return any_of(&seat->chance, many);
  }
  int looked[many], ahead[many], few = worth_a_look(seat, at, many, looked), left = few;
  if (afters < few) after = realloc(after, sizeof(State) * (afters = few + 64));
  if (befores < many) before = realloc(before, sizeof(Move) * (befores = many + 64));
  if (!other) other = malloc(sizeof(Move) * (others = 256));
  memcpy(before, room, sizeof(Move) * many);
  Twister *outer = x->random;
  x->random = &seat->oracle;
  watching = 0;
  for (int i = 0; i < few; i++) {
    after[i] = *s;
    ahead[i] = i;
    if (!followed(after + i, before + looked[i], player)) { x->random = outer; watching = 1; return looked[i]; }
  }
  x->random = outer;
  watching = 1;
  for (int measure = 0; measure < 5 && left > 1; measure++) {
    int worth[left], most = 0, kept = 0;
    for (int i = 0; i < left; i++) {
      int n = ahead[i];
      worth[i] = measure == 3 ? opens(s, before, many, before[looked[n]].v[0], after + n, player, &other, &others) : measured(measure > 3 ? 3 : measure, after + n, player);
      if (i == 0 || worth[i] > most) most = worth[i];
    }
    for (int i = 0; i < left; i++) if (worth[i] == most) ahead[kept++] = ahead[i];
    left = kept;
  }
  uint8_t best[ALTERNATIVES + 1];
  memset(best, 0, sizeof best);
  for (int i = 0; i < left; i++) best[before[looked[ahead[i]]].v[0] + 1] = 1;
  seat->equal[at] = left == few ? seat->equal[at] + 1 : 0;
  for (int i = 0; i < few; i++) { int action = before[looked[i]].v[0] + 1; seat->if_none[at][action] = best[action] ? 0 : seat->if_none[at][action] + 1; }
  return looked[ahead[any_of(&seat->chance, left)]];
}

static int next_move(const State *s, int many) {
  if (manner == AT_RANDOM || many == 1) return any_of(&chance_of_play, many);
  if (manner >= ALL_GREEDY) {
    Seat *seat = seats + WHO[s->at](s);
    if (!seat->greedy) return by_action(many, &chance_of_play);
    return greedy_choice(s, seat, many);
  }
  if (manner == BY_ACTION || unit(&chance_of_play) < 0.03) return by_action(many, &chance_of_play);
  return liked_best(s, many);
}

/* --- what is asked of each state */

static void ask(const State *s, int moment) {
  for (int i = 0; i < CLAIMS; i++) {
    if (CLAIM_MOMENT[i] != moment || (WITNESS[i] && met[i])) continue;
    if (CLAIM[i](s) != WITNESS[i]) continue;
    if (WITNESS[i]) met[i] = 1; else odd = 1;
  }
}

static void mark(const State *s, int moment) { if (watching) ask(s, moment); }

static void look_at(const State *s) {
  ask(s, NOTHING);
  for (int z = 0; z < ZONES; z++) if (HOLDS[z] >= 0 && s->length[z] > HOLDS[z]) odd = 1;
}

static uint64_t hash_state(const State *s) {
  uint64_t h = 1469598103934665603u + (uint64_t)s->at;
#define MIX(v) h = (h ^ (uint64_t)(uint32_t)(v)) * 0x9e3779b97f4a7c15u, h ^= h >> 32
  for (int z = 0; z < ZONES; z++) { MIX(s->length[z]); for (int i = 0; i < s->length[z]; i++) MIX(AT(z, i)); }
  for (int c = 0; c < CELLS; c++) for (int i = 0; i < CELL_SIZE[c]; i++) MIX(get_cell(s, c, i));
  return h;
}

static uint64_t *been;
static int been_many, been_room;

static int was_here(uint64_t hash) {
  for (int i = 0; i < been_many; i++) if (been[i] == hash) return 1;
  if (been_many == been_room) been = realloc(been, 8ull * (been_room = 2 * been_room + 1024));
  been[been_many++] = hash;
  return 0;
}

static int one_play(State *s, int most, int patience, int shared, volatile int *steps) {
  GUARD(ODD);
  int tasteful = manner > BY_ACTION && manner < ALL_GREEDY, since = tasteful && most > 500 ? 500 : most, until = since + patience;
  blank(s);
  x->random = &chance_of_play;
  give(s);
  x->random = &oracle_of_play;
  run(s, START);
  look_at(s);
  while (s->at >= 0 && !odd) {
    if (*steps >= until) {
      if (!tasteful || !patience) return ODD;
      tasteful = 0;
      manner = BY_ACTION;
      since = *steps + most;
      until = since + patience;
    }
    int many = list_moves(s);
    if (!many || (*steps >= since && was_here(hash_state(s)))) return ODD;
    Move move = room[next_move(s, many)];
    run(s, ONWARD[s->at](s, &move));
    ++*steps;
    look_at(s);
  }
  uint32_t winners = winners_of(s);
  if (!winners || (!shared && winners & (winners - 1))) return ODD;
  return odd ? ODD : ORDINARY;
}

/* One play by its seed; whether it was ordinary. `out` gets its steps, and of each claim whether it was met. */
EXPORT int rw_policy_play(uint32_t seed, int greedy, int most, int patience, int shared, int32_t *out, uint8_t *told) {
  State state;
  volatile int steps = 0;
  x->chance = BY_SEED;
  manner = (int)(seed % (greedy ? 8 : 6));
  seed_one(&chance_of_play, seed * 2 + 1);
  seed_one(&oracle_of_play, seed);
  for (int p = 0; p < PLAYERS; p++) {
    Seat *seat = seats + p;
    seat->greedy = manner == ALL_GREEDY || (manner == HALF_GREEDY && p >= (int)(seed / 8 % 2) && (p - (int)(seed / 8 % 2)) % 2 == 0);
    if (!seat->greedy) continue;
    seed_one(&seat->chance, seed * 1000 + (uint32_t)p);
    seat->oracle = seat->chance;
    memset(seat->if_none, 0, sizeof seat->if_none);
    memset(seat->equal, 0, sizeof seat->equal);
  }
  for (int p = 0; p < PLAYERS; p++) begin_taste(tastes + p);
  bent = manner > BY_ACTION && manner < ALL_GREEDY && (manner > 3 || seed / 6 % 2);
  memset(met, 0, sizeof met);
  been_many = odd = 0;
  watching = 1;
  int found = one_play(&state, most, patience, shared, &steps);
  out[0] = steps;
  memcpy(told, met, CLAIMS);
  return found;
}
