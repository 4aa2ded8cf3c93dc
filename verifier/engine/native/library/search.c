/* Breadth-first search of every state. States are packed; each is kept with its parent, and its transitions with their
   targets. What is seen for the first time is noted as a spot: a state, and perhaps a move and the answers of chance. */

enum { NO_STATE = -1 };

typedef struct { int64_t state; Move move; int has_move, answers, root; uint32_t first; } Spot;
typedef struct { int kind, subject, value, spot; } Broken;

typedef struct Search {
  uint8_t *keys, *states;              /* copies renamed, and as they are; the same where there are none */
  uint32_t *parents, *table, *edges;
  uint8_t *tags;                       /* of each slot of the table: nothing, or a few bits that spare a look at the key */
  uint64_t many, room, slots, edge_many, edge_room;
  uint16_t *degrees;
  uint8_t *lucky;
  uint64_t next, last, depth, dead_ends, finals, nobody;
  int32_t lowest[PLAYERS], highest[PLAYERS];
  uint64_t winners[PLAYERS + 1];
  Spot *spots; int spot_many, spot_room;
  uint32_t *answers; uint32_t answer_many, answer_room;
  int32_t claim_spot[CLAIMS + 1], moment_spot[MOMENTS + 1], dead_end_spot;
  int32_t *happened;                   /* of each alternative of each pause, its first spot */
  int news[CLAIMS + MOMENTS + 1], new_many;
  Broken broken[256]; int broken_many;
  uint32_t *roots; uint32_t root_many, root_room;  /* of each first state: its spot */
  int giving;
  const int32_t *renamings; int renaming_many;
  int *asked, asked_many;              /* claims not yet told, for pauses */
} Search;

static Search *search;
static State BLANK;

/* --- room */

static void *grown(void *old, uint64_t size) {
  void *found = realloc(old, size);
  if (!found) fault(FAULT_LIMIT, 0, 0);
  return found;
}

static uint64_t hash_of(const uint64_t *w) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < HASHED_WORDS; i++) { h = (h ^ w[i]) * 0xff51afd7ed558ccdu; h ^= h >> 32; }
  return h ^ h >> 29;
}

static void key_at(uint64_t number, uint64_t *w) {
  w[HASHED_WORDS - 1] = 0;
  memcpy(w, search->keys + number * KEY_BYTES, KEY_BYTES);
}

static inline uint8_t tag_of(uint64_t hash) { return (uint8_t)(hash >> 56) | 1; }

static int64_t find_hashed(const uint64_t *w, uint64_t hash, uint64_t *slot) {
  uint64_t mask = search->slots - 1;
  uint8_t tag = tag_of(hash);
  for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
    if (!search->tags[at]) { *slot = at; return NO_STATE; }
    if (search->tags[at] != tag) continue;
    uint32_t held = search->table[at];
    if (!memcmp(search->keys + (uint64_t)held * KEY_BYTES, w, KEY_BYTES)) return held;
  }
}

static int64_t find(const uint64_t *w, uint64_t *slot) { return find_hashed(w, hash_of(w), slot); }

static void rehash(uint64_t slots) {
  free(search->table);
  free(search->tags);
  search->slots = slots;
  search->table = malloc(slots * sizeof *search->table);
  search->tags = calloc(slots, 1);
  if (!search->table || !search->tags) fault(FAULT_LIMIT, 0, 0);
  enum { AHEAD = 16 };
  uint64_t hashes[AHEAD] = {0};
  for (uint64_t i = 0; i < search->many + AHEAD; i++) {
    if (i >= AHEAD) {
      uint64_t hash = hashes[i % AHEAD], at = hash & (slots - 1);
      while (search->tags[at]) at = (at + 1) & (slots - 1);
      search->table[at] = (uint32_t)(i - AHEAD);
      search->tags[at] = tag_of(hash);
    }
    if (i < search->many) {
      uint64_t w[KEY_WORDS];
      key_at(i, w);
      hashes[i % AHEAD] = hash_of(w);
      __builtin_prefetch(search->tags + (hashes[i % AHEAD] & (slots - 1)), 1);
      __builtin_prefetch(search->table + (hashes[i % AHEAD] & (slots - 1)), 1);
    }
  }
}

/* --- renamings: a row for each of all components, zones, and of each cell where its entries go and what its values become */

static void rename_state(const State *s, State *t, const int32_t *row, int with_cells) {
  const int32_t *things = row, *zones = row + MANY_THINGS, *cells = row + MANY_THINGS + ZONES;
  memcpy(t, s, sizeof *t);
  for (int i = 0; i < MANY_THINGS; i++) t->where[things[i]] = s->where[i] < 0 ? NOTHING : zones[s->where[i]];
  for (int z = 0; z < ZONES; z++) {
    Thing *to = t->lying + FIRST[zones[z]];
    int many = s->length[z];
    t->length[zones[z]] = many;
    for (int i = 0, n = 0; i < many; i++) {
      int thing = things[AT(z, i)];
      if (SORTED[zones[z]]) n = insert(to, n, thing); else to[i] = thing;
    }
  }
  for (int c = 0; with_cells && c < CELLS; c++) {
    int entries = cells[0], low = cells[1], values = cells[2];
    const int32_t *places = cells + 3, *become = places + entries;
    for (int i = 0; i < entries; i++) {
      int value = get_cell(s, c, i);
      if (values && value >= low && value < low + values) value = become[value - low];
      set_cell(t, c, places[i], value);
    }
    cells = become + values;
  }
}

/* --- copies: renamed in the order in which they lie and by what cells tell of them */

static int told_apart(const State *s, int a, int b) {
  if (s->where[a] != s->where[b]) return s->where[a] < s->where[b] ? -1 : 1;
  for (int n = 0; n < TELLING; n++) {
    int cell = TELLS[n][0], holds = TELLS[n][1], entries = TELLS[n][2], inner = TELLS[n][3], outer = TELLS[n][4];
    if (holds) {
      for (int i = 0; i < entries; i++) {
        int value = get_cell(s, cell, i);
        if ((value == a) != (value == b)) return value == a ? -1 : 1;
      }
      continue;
    }
    for (int o = 0; o < outer; o++)
      for (int i = 0; i < inner; i++) {
        int whole = entries / outer, left = get_cell(s, cell, o * whole + a * inner + i), right = get_cell(s, cell, o * whole + b * inner + i);
        if (left != right) return left < right ? -1 : 1;
      }
  }
  if (s->where[a] < 0 || SORTED[s->where[a]]) return 0;
  int left = position(s, a), right = position(s, b);
  return left < right ? -1 : left > right;
}

/* What cells note of components follows them. */
static void rename_noted(int32_t *row) {
  int32_t *cells = row + MANY_THINGS + ZONES;
  for (int c = 0; c < CELLS; c++) {
    int entries = cells[0], low = cells[1], values = cells[2];
    for (int n = 0; n < TELLING; n++) {
      int inner = TELLS[n][3], outer = TELLS[n][4];
      if (TELLS[n][0] != c) continue;
      if (TELLS[n][1]) for (int i = 0; i < values; i++) cells[3 + entries + i] = low + i < 0 ? low + i : row[low + i];
      else
        for (int i = 0; i < entries; i++) {
          int whole = entries / outer, thing = i % whole / inner;
          cells[3 + i] = i + (row[thing] - thing) * inner;
        }
    }
    cells += 3 + entries + values;
  }
}

static const State *without_copies(const State *s, State *t) {
  int32_t row[ROW_SIZE];
  int same = 1;
  if (!COPY_GROUPS) return s;
  memcpy(row, IDENTITY, sizeof row);
  for (int g = 0; g < COPY_GROUPS; g++) {
    const int16_t *members = COPY_GROUP[g] + 1;
    int many = COPY_GROUP[g][0], order[THINGS];
    for (int i = 0; i < many; i++) {
      int at = i;
      for (; at > 0 && told_apart(s, order[at - 1], members[i]) > 0; at--) order[at] = order[at - 1];
      order[at] = members[i];
    }
    for (int i = 0; i < many; i++) { row[order[i]] = members[i]; same &= order[i] == members[i]; }
  }
  if (same) return s;
  if (TELLING) rename_noted(row);
  rename_state(s, t, row, TELLING > 0);
  return t;
}

/* --- spots */

static int new_spot(int64_t state, const Move *move) {
  Search *q = search;
  if (q->spot_many == q->spot_room) q->spots = grown(q->spots, sizeof(Spot) * (q->spot_room = 2 * q->spot_room + 64));
  Spot *spot = q->spots + q->spot_many;
  memset(spot, 0, sizeof *spot);
  spot->state = state;
  spot->root = q->giving;
  spot->has_move = move != 0;
  if (move) spot->move = *move;
  if (move || state < 0) {
    spot->first = q->answer_many;
    spot->answers = x->asked;
    for (int i = 0; i < x->asked; i++) {
      if (q->answer_many == q->answer_room) q->answers = grown(q->answers, 4ull * (q->answer_room = 2 * q->answer_room + 256));
      q->answers[q->answer_many++] = (uint32_t)x->path[i][1];
    }
  }
  return q->spot_many++;
}

static int is_news(const State *s, int claim) { return CLAIM[claim](s) == WITNESS[claim]; }

static void mark(const State *s, int moment) {
  Search *q = search;
  if (!q) return;
  if (COVERAGE[moment]) {
    if (q->moment_spot[moment] < 0) q->news[q->new_many++] = CLAIMS + moment;
    if (q->moment_spot[moment] < 0) q->moment_spot[moment] = 1 << 30;
    return;
  }
  for (int i = 0; i < CLAIMS; i++)
    if (CLAIM_MOMENT[i] == moment && q->claim_spot[i] < 0 && is_news(s, i)) { q->news[q->new_many++] = i; q->claim_spot[i] = 1 << 30; }
}

static void note_news(int64_t state, const Move *move) {
  Search *q = search;
  int spot = new_spot(state, move);
  for (int i = 0; i < q->new_many; i++) {
    if (q->news[i] < CLAIMS) q->claim_spot[q->news[i]] = spot; else q->moment_spot[q->news[i] - CLAIMS] = spot;
  }
  q->new_many = 0;
}

static void note_fault(int64_t state, const Move *move) {
  Search *q = search;
  for (int i = 0; i < q->broken_many; i++)
    if (q->broken[i].kind == x->fault && q->broken[i].subject == x->subject) return;
  if (q->broken_many == 256) return;
  q->broken[q->broken_many++] = (Broken){x->fault, x->subject, x->value, new_spot(state, move)};
}

/* --- states */

static void ask_claims(const State *s, int64_t number) {
  Search *q = search;
  int left = 0, spot = -1;
  for (int i = 0; i < q->asked_many; i++) {
    int claim = q->asked[i];
    q->asked[left++] = claim;
    if (CLAIM_PAUSE[claim] >= 0 && CLAIM_PAUSE[claim] != s->at) continue;
    if (!is_news(s, claim)) continue;
    if (spot < 0) spot = new_spot(number, 0);
    q->claim_spot[claim] = spot;
    left--;
  }
  q->asked_many = left;
}

static uint64_t added(const State *s, const uint64_t *w, uint64_t hash, uint64_t slot, uint32_t parent) {
  Search *q = search;
  if (q->many >= 0xfffffffeull) fault(FAULT_LIMIT, 0, 0);
  if (q->many == q->room) {
    q->room = q->room + q->room / 4 + 1024;
    q->keys = grown(q->keys, q->room * KEY_BYTES);
    if (COPY_GROUPS) q->states = grown(q->states, q->room * KEY_BYTES);
    q->parents = grown(q->parents, q->room * 4);
    q->degrees = grown(q->degrees, q->room * 2);
  }
  memcpy(q->keys + q->many * KEY_BYTES, w, KEY_BYTES);
  if (COPY_GROUPS) {
    uint64_t own[KEY_WORDS];
    pack(s, own);
    memcpy(q->states + q->many * KEY_BYTES, own, KEY_BYTES);
  }
  q->parents[q->many] = parent;
  q->degrees[q->many] = 0;
  q->table[slot] = (uint32_t)q->many++;
  q->tags[slot] = tag_of(hash);
  if (5 * q->many > 4 * q->slots) rehash(2 * q->slots);
  return q->many - 1;
}

/* The number of a state, or of one that it may be renamed to; a new one if there is none. */
static uint64_t reached(const State *s, const uint64_t *w, uint64_t hash, uint32_t parent) {
  Search *q = search;
  uint64_t slot, other;
  State plain, image;
  int64_t found = find_hashed(w, hash, &slot);
  if (found >= 0) return (uint64_t)found;
  for (int i = 0; i < q->renaming_many; i++) {
    uint64_t v[KEY_WORDS];
    rename_state(s, &image, q->renamings + (int64_t)i * ROW_SIZE, 1);
    pack(without_copies(&image, &plain), v);
    if ((found = find(v, &other)) >= 0) return (uint64_t)found;
  }
  uint64_t number = added(s, w, hash, slot, parent);
  ask_claims(s, (int64_t)number);
  return number;
}

static int attempt(State *s, int block) {
  jmp_buf here, *outer = x->escape;
  x->escape = &here;
  if (setjmp(here)) { x->escape = outer; return x->fault; }
  run(s, block);
  x->escape = outer;
  return 0;
}

static void add_edge(uint64_t target, int lucky) {
  Search *q = search;
  if (q->edge_many == q->edge_room) {
    q->edge_room = q->edge_room + q->edge_room / 4 + 4096;
    q->edges = grown(q->edges, q->edge_room * 4);
    q->lucky = grown(q->lucky, q->edge_room / 8 + 1);
  }
  uint8_t bit = (uint8_t)(1u << (q->edge_many & 7));
  if (!(q->edge_many & 7)) q->lucky[q->edge_many >> 3] = 0;
  if (lucky) q->lucky[q->edge_many >> 3] |= bit;
  q->edges[q->edge_many++] = (uint32_t)target;
}

/* States that were just made wait a little before they are looked up, while their places in memory are fetched. */
enum { WAITING = 32 };
typedef struct { State state; uint64_t key[KEY_WORDS], hash; uint32_t parent; int lucky; } Pending;
static Pending pending[WAITING];
static int waiting;

static void look_up_all(void) {
  for (int i = 0; i < waiting; i++) {
    Pending *one = pending + i;
    add_edge(reached(&one->state, one->key, one->hash, one->parent), one->lucky);
  }
  waiting = 0;
}

static void look_up_later(const State *s, uint32_t parent, int lucky) {
  State plain;
  Pending *one = pending + waiting++;
  one->state = *s;
  pack(without_copies(s, &plain), one->key);
  one->hash = hash_of(one->key);
  one->parent = parent;
  one->lucky = lucky;
  __builtin_prefetch(search->tags + (one->hash & (search->slots - 1)));
  __builtin_prefetch(search->table + (one->hash & (search->slots - 1)));
  if (waiting == WAITING) look_up_all();
}

static void state_at(uint64_t number, State *s) {
  uint64_t w[KEY_WORDS] = {0};
  memcpy(w, (COPY_GROUPS ? search->states : search->keys) + number * KEY_BYTES, KEY_BYTES);
  unpack(s, w);
}

static void tally(const State *s, uint64_t number) {
  Search *q = search;
  uint32_t winners = winners_of(s);
  if (!winners && q->nobody == (uint64_t)-1) q->nobody = number;
  q->winners[__builtin_popcount(winners)]++;
  for (int p = 0; p < PLAYERS; p++) {
    int points = score(s, p);
    if (!q->finals || points < q->lowest[p]) q->lowest[p] = points;
    if (!q->finals || points > q->highest[p]) q->highest[p] = points;
  }
  q->finals++;
}

static void visit(uint64_t number) {
  Search *q = search;
  static State before, after;
  memcpy(&before, &BLANK, sizeof before);
  state_at(number, &before);
  if (before.at < 0) { tally(&before, number); return; }
  int many = list_moves(&before);
  uint64_t made = 0;
  if (!many && !q->dead_ends++) q->dead_end_spot = new_spot((int64_t)number, 0);
  for (int i = 0; i < many; i++) {
    Move move = room[i];
    int32_t *happened = q->happened + before.at * (ALTERNATIVES + 1) + move.v[0] + 1;
    x->questions = 0;
    do {
      x->asked = 0;
      after = before;
      int wrong = attempt(&after, ONWARD[before.at](&before, &move));
      if (wrong == FAULT_LIMIT) fault(FAULT_LIMIT, 0, 0);
      if (wrong) note_fault((int64_t)number, &move);
      else { look_up_later(&after, (uint32_t)number, x->asked > 0); made++; }
      if (*happened < 0) *happened = new_spot((int64_t)number, &move);
      if (q->new_many) note_news((int64_t)number, &move);
    } while (other_answers());
  }
  if (made > 0xffff) fault(FAULT_LIMIT, 0, 0);
  q->degrees[number] = (uint16_t)made;
}

/* --- the face */

EXPORT int rw_search_new(const int16_t *copies) {
  Search *q = search = x->search = calloc(1, sizeof *q);
  if (!q) return FAULT_LIMIT;
  GUARD(x->fault);
  blank(&BLANK);
  waiting = 0;
  memset(q->claim_spot, -1, sizeof q->claim_spot);
  memset(q->moment_spot, -1, sizeof q->moment_spot);
  q->dead_end_spot = -1;
  q->nobody = (uint64_t)-1;
  q->happened = malloc(4ull * BLOCKS * (ALTERNATIVES + 1));
  memset(q->happened, -1, 4ull * BLOCKS * (ALTERNATIVES + 1));
  q->asked = malloc(4ull * (CLAIMS + 1));
  for (int i = 0; i < CLAIMS; i++) if (CLAIM_MOMENT[i] < 0) q->asked[q->asked_many++] = i;
  x->chance = BY_TURNS;
  x->copies = copies;
  rehash(1 << 12);
  return 0;
}

/* First states of what is given (a blank state with it): all outcomes of the set-up, so many at most. */
EXPORT int64_t rw_search_start(const State *blank_one, int giving, int64_t most) {
  Search *q = search;
  volatile int64_t outcomes = 0;
  State s;
  GUARD(-1);
  q->giving = giving;
  x->questions = 0;
  do {
    x->asked = 0;
    s = *blank_one;
    int wrong = attempt(&s, START);
    if (wrong == FAULT_LIMIT) return -1;
    if (wrong) note_fault(NO_STATE, 0);
    if (q->new_many) note_news(NO_STATE, 0);
    outcomes++;
    if (!wrong) {
      uint64_t w[KEY_WORDS], slot;
      State plain;
      pack(without_copies(&s, &plain), w);
      if (find(w, &slot) < 0) {
        added(&s, w, hash_of(w), slot, 0xffffffffu);
        if (q->root_many == q->root_room) q->roots = grown(q->roots, 4ull * (q->root_room = 2 * q->root_room + 64));
        q->roots[q->root_many++] = (uint32_t)new_spot(NO_STATE, 0);
      }
    }
  } while (outcomes < most && other_answers());
  return outcomes;
}

/* Are the first states the same, renamed? */
EXPORT int rw_search_fixed(const int32_t *row) {
  State s = BLANK, image, plain;
  for (uint64_t i = 0; i < search->root_many; i++) {
    uint64_t w[KEY_WORDS], slot;
    state_at(i, &s);
    rename_state(&s, &image, row, 1);
    pack(without_copies(&image, &plain), w);
    if (find(w, &slot) < 0) return 0;
  }
  return 1;
}

/* The first states again, now with renamings: what may be renamed to another is left out. */
EXPORT int rw_search_settle(const int32_t *rows, int many) {
  Search *q = search;
  uint64_t firsts = q->many, left = 0;
  GUARD(x->fault);
  uint8_t *own = malloc(firsts * KEY_BYTES + 1);
  memcpy(own, COPY_GROUPS ? q->states : q->keys, firsts * KEY_BYTES);
  q->many = 0;
  rehash(1 << 12);
  q->renamings = rows;
  q->renaming_many = many;
  for (uint64_t i = 0; i < firsts; i++) {
    State s = BLANK;
    uint64_t w[KEY_WORDS] = {0};
    memcpy(w, own + i * KEY_BYTES, KEY_BYTES);
    unpack(&s, w);
    State plain;
    pack(without_copies(&s, &plain), w);
    if (reached(&s, w, hash_of(w), 0xffffffffu) == left) q->roots[left++] = q->roots[i];
  }
  free(own);
  q->root_many = (uint32_t)left;
  q->last = q->many;
  return 0;
}

/* So many states more; how many were visited, or -1 if the search does not fit. */
EXPORT int64_t rw_search_go(int64_t most) {
  Search *q = search;
  volatile int64_t done = 0;
  GUARD(-1);
  for (; done < most; done++) {
    if (q->next == q->last) { look_up_all(); q->depth += q->many > q->last; q->last = q->many; }
    if (q->next == q->many) break;
    visit(q->next++);
  }
  look_up_all();
  return done;
}

EXPORT void rw_search_counts(uint64_t *out) {
  Search *q = search;
  uint64_t bytes = q->room * (KEY_BYTES * (COPY_GROUPS ? 2 : 1) + 6) + q->slots * 5 + q->edge_room * 4 + q->edge_room / 8;
  uint64_t found[] = {q->many, q->next, q->edge_many, q->depth, q->dead_ends, q->finals, q->nobody, bytes, q->root_many, q->spot_many, q->broken_many, KEY_BYTES};
  memcpy(out, found, sizeof found);
}
EXPORT void rw_search_results(int32_t *scores, uint64_t *winners) {
  memcpy(scores, search->lowest, sizeof search->lowest);
  memcpy(scores + PLAYERS, search->highest, sizeof search->highest);
  memcpy(winners, search->winners, sizeof search->winners);
}
EXPORT void rw_search_spots(int32_t *claims, int32_t *moments, int32_t *happened, int32_t *dead_end) {
  memcpy(claims, search->claim_spot, 4 * CLAIMS);
  memcpy(moments, search->moment_spot, 4 * MOMENTS);
  memcpy(happened, search->happened, 4ull * BLOCKS * (ALTERNATIVES + 1));
  *dead_end = search->dead_end_spot;
}
EXPORT void rw_search_spot(int number, int64_t *out, int32_t *move, uint32_t *answers) {
  Spot *spot = search->spots + number;
  out[0] = spot->state; out[1] = spot->has_move; out[2] = spot->root; out[3] = spot->answers;
  for (int i = 0; i < CHOICES; i++) move[i] = spot->move.v[i];
  if (answers) memcpy(answers, search->answers + spot->first, 4ull * spot->answers);
}
EXPORT void rw_search_broken(int number, int32_t *out) {
  Broken *b = search->broken + number;
  out[0] = b->kind; out[1] = b->subject; out[2] = b->value; out[3] = b->spot;
}
EXPORT uint32_t rw_search_root(uint32_t number) { return search->roots[number]; }
EXPORT int64_t rw_search_parent(uint64_t number) { uint32_t p = search->parents[number]; return p == 0xffffffffu ? -1 : (int64_t)p; }
EXPORT void rw_search_state(uint64_t number, State *s) { *s = BLANK; state_at(number, s); }
EXPORT uint16_t rw_search_degree(uint64_t number) { return search->degrees[number]; }
EXPORT void rw_search_edges(uint32_t *targets, uint8_t *lucky) {
  memcpy(targets, search->edges, search->edge_many * 4);
  for (uint64_t i = 0; i < search->edge_many; i++) lucky[i] = search->lucky[i >> 3] >> (i & 7) & 1;
}

/* States are taken away while nothing leads to them: the length of the longest way, or -1 if a circle is left. */
EXPORT int64_t rw_search_longest(void) {
  Search *q = search;
  uint64_t left = q->many, head = 0, tail = 0;
  uint64_t *first = malloc(8 * (q->many + 1));
  uint32_t *leading = calloc(q->many + 1, 4), *late = calloc(q->many + 1, 4), *queue = malloc(4 * (q->many + 1));
  if (!first || !leading || !late || !queue) return -2;
  first[0] = 0;
  for (uint64_t i = 0; i < q->many; i++) first[i + 1] = first[i] + (i < q->next ? q->degrees[i] : 0);
  for (uint64_t e = 0; e < q->edge_many; e++) leading[q->edges[e]]++;
  for (uint64_t i = 0; i < q->many; i++) if (!leading[i]) queue[tail++] = (uint32_t)i;
  uint32_t longest = 0;
  while (head < tail) {
    uint32_t state = queue[head++];
    left--;
    if (late[state] > longest) longest = late[state];
    for (uint64_t e = first[state]; e < first[state + 1]; e++) {
      uint32_t target = q->edges[e];
      if (late[target] < late[state] + 1) late[target] = late[state] + 1;
      if (!--leading[target]) queue[tail++] = target;
    }
  }
  free(first); free(leading); free(late); free(queue);
  return left ? -1 : (int64_t)longest;
}

EXPORT void rw_search_free(void) {
  Search *q = search;
  if (!q) return;
  free(q->keys); free(q->states); free(q->parents); free(q->table); free(q->tags); free(q->edges); free(q->degrees); free(q->lucky);
  free(q->spots); free(q->answers); free(q->happened); free(q->roots); free(q->asked);
  free(q);
  search = x->search = 0;
}
