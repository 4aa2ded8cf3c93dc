/* Breadth-first search of every state. States are packed; each is kept with its parent, and its transitions with their
   targets. What is seen for the first time is noted as a spot: a state, and perhaps a move and the answers of chance. */

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

/* Would a moment be news? */
static int is_first(const State *s, int moment) {
  Search *q = search;
  if (COVERAGE[moment]) return q->moment_spot[moment] < 0;
  for (int i = 0; i < CLAIMS; i++)
    if (CLAIM_MOMENT[i] == moment && q->claim_spot[i] < 0 && is_news(s, i)) return 1;
  return 0;
}

static void mark(const State *s, int moment) {
  Search *q = search;
  if (!q) return;
  if (x->again) { *x->again |= is_first(s, moment); return; }
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

/* A new state: as it is, and with its copies renamed, which is the same where there are none. */
static uint64_t added(const uint64_t *own, const uint64_t *w, uint64_t hash, uint64_t slot, uint32_t parent) {
  Search *q = search;
  if (q->many >= 0xfffffffeull) fault(FAULT_LIMIT, 0, 0);
  if (q->many == q->room) {
    q->room = q->room + q->room / 4 + FIRST_ROOM;
    for (int row = KEYS; row <= DEGREES; row++) if (row != STATES || COPY_GROUPS) row_grown(row, row_room(q, row));
  }
  memcpy(q->keys + q->many * KEY_BYTES, w, KEY_BYTES);
  if (COPY_GROUPS) memcpy(q->states + q->many * KEY_BYTES, own, KEY_BYTES);
  q->parents[q->many] = parent;
  q->degrees[q->many] = 0;
  q->table[slot] = (uint32_t)q->many++;
  q->tags[slot] = tag_of(hash);
  if (5 * q->many > 4 * q->slots) rehash(2 * q->slots);
  return q->many - 1;
}

/* What a renaming makes of a state, packed. */
static void image_of(const State *s, int renaming, uint64_t *v) {
  State plain, image;
  rename_state(s, &image, search->renamings + (int64_t)renaming * ROW_SIZE, 1);
  pack(without_copies(&image, &plain), v);
}

/* The number of a state, or of one that it may be renamed to; a new one if there is none. */
static uint64_t reached(const State *s, const uint64_t *w, uint64_t hash, uint32_t parent) {
  Search *q = search;
  uint64_t slot, other, own[KEY_WORDS];
  int64_t found = find_hashed(w, hash, &slot);
  if (found >= 0) return (uint64_t)found;
  for (int i = 0; i < q->renaming_many; i++) {
    uint64_t v[KEY_WORDS];
    image_of(s, i, v);
    if ((found = find(v, &other)) >= 0) return (uint64_t)found;
  }
  if (COPY_GROUPS) pack(s, own);
  uint64_t number = added(own, w, hash, slot, parent);
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
    q->edge_room = q->edge_room + q->edge_room / 4 + 4 * FIRST_ROOM;
    for (int row = EDGES; row <= LUCKY; row++) row_grown(row, row_room(q, row));
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

static void pending_one(Pending *one, const State *s, uint32_t parent, int lucky) {
  State plain;
  one->state = *s;
  pack(without_copies(s, &plain), one->key);
  one->hash = hash_of(one->key);
  one->parent = parent;
  one->lucky = lucky;
  __builtin_prefetch(search->tags + (one->hash & (search->slots - 1)));
  __builtin_prefetch(search->table + (one->hash & (search->slots - 1)));
}

static void look_up_later(const State *s, uint32_t parent, int lucky) {
  pending_one(pending + waiting++, s, parent, lucky);
  if (waiting == WAITING) look_up_all();
}

static void state_at(uint64_t number, State *s) {
  uint64_t w[KEY_WORDS] = {0};
  memcpy(w, (COPY_GROUPS ? search->states : search->keys) + number * KEY_BYTES, KEY_BYTES);
  unpack(s, w);
}

static void tally(Tally *t, const State *s, uint64_t number) {
  uint32_t winners = winners_of(s);
  if (!winners && t->nobody == (uint64_t)-1) t->nobody = number;
  t->winners[__builtin_popcount(winners)]++;
  for (int p = 0; p < PLAYERS; p++) {
    int points = score(s, p);
    if (!t->finals || points < t->lowest[p]) t->lowest[p] = points;
    if (!t->finals || points > t->highest[p]) t->highest[p] = points;
  }
  t->finals++;
}

/* The tally of states, and of others that come after them. */
static void add_tally(Tally *t, const Tally *more) {
  if (t->nobody == (uint64_t)-1) t->nobody = more->nobody;
  for (int i = 0; i <= PLAYERS; i++) t->winners[i] += more->winners[i];
  for (int p = 0; more->finals && p < PLAYERS; p++) {
    if (!t->finals || more->lowest[p] < t->lowest[p]) t->lowest[p] = more->lowest[p];
    if (!t->finals || more->highest[p] > t->highest[p]) t->highest[p] = more->highest[p];
  }
  t->finals += more->finals;
}

static void visit(uint64_t number) {
  Search *q = search;
  static State before, after;
  memcpy(&before, &BLANK, sizeof before);
  state_at(number, &before);
  if (before.at < 0) { tally(&search->tally, &before, number); return; }
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

/* A search that ends at a number of states or transitions is looked at whenever so many states were visited. */
static struct { uint64_t every, states, work; } limit;

static int is_at_limit(void) {
  return limit.every && search->next % limit.every == 0 && (search->many >= limit.states || search->edge_many >= limit.work);
}

/* What waits at the end of a level is the next one. */
static void begin_level(void) {
  Search *q = search;
  if (q->next != q->last) return;
  look_up_all();
  q->depth += q->many > q->last;
  q->last = q->many;
}
