/* The face of the compiled machine, and whole plays at random. */

/* Where nobody is ever asked again, the play is left to a reader that says so. */
static inline void run(State *s, int block) {
  for (int i = 0; block >= 0; i++) {
    if (i > MOST_JUMPS) fault(FAULT_LIMIT, 0, 0);
    block = BLOCK[block](s);
  }
}

static void blank(State *s) {
  memset(s, 0, sizeof *s);
  start_cells(s);
  s->at = FINAL;
  for (int i = 0; i < MANY_THINGS; i++) { s->where[i] = BOX; s->lying[FIRST[BOX] + i] = i; }
  s->length[BOX] = MANY_THINGS;
}

static _Thread_local Move *room;
static _Thread_local int rooms;

/* All legal moves, in a row that grows with what is asked of it. */
static inline int list_moves(const State *s) {
  if (!rooms) room = malloc(sizeof(Move) * (rooms = 256));
  for (;;) {
    int many = MOVES[s->at](s, room, rooms, 1);
    if (many < rooms) return many;
    room = realloc(room, sizeof(Move) * (rooms *= 2));
  }
}

static uint32_t winners_of(const State *s) {
  uint32_t left = PLAYERS >= 32 ? ~0u : (1u << PLAYERS) - 1;
  for (int rank = 0; rank < RANKS; rank++) {
    int32_t worth[PLAYERS];
    uint32_t best = 0;
    int most = 0;
    for (int p = 0; p < PLAYERS; p++) {
      if (!(left >> p & 1)) continue;
      worth[p] = RANK[rank](s, p);
      if (RANK_OP[rank] >= 2) { if (worth[p]) best |= 1u << p; continue; }
      if (!best || (RANK_OP[rank] ? worth[p] < most : worth[p] > most)) { most = worth[p]; best = 1u << p; }
      else if (worth[p] == most) best |= 1u << p;
    }
    /* What all win or lose together may leave nobody. */
    if (best || RANK_OP[rank] == 3) left = best;
  }
  return left;
}

EXPORT void *rw_context(void) {
  Context *made = calloc(1, sizeof *made);
  return x = made;
}
EXPORT void rw_use(void *context) { x = context; }
EXPORT void rw_sizes(int *out) { out[0] = sizeof(State); out[1] = CHOICES; out[2] = sizeof(Move) / CHOICES; }
EXPORT void rw_ask(Ask ask) { x->ask = ask; x->chance = BY_CALL; }
EXPORT void rw_blank(State *s) { blank(s); }
EXPORT void rw_set(State *s, int cell, int place, int value) { set_cell(s, cell, place, value); }
EXPORT int rw_get(const State *s, int cell, int place) { return get_cell(s, cell, place); }
EXPORT int rw_enter(State *s, int block) { GUARD(x->fault); run(s, block); return 0; }
EXPORT int rw_legal(const State *s) { GUARD(-x->fault); return s->at < 0 ? 0 : list_moves(s); }
EXPORT Move *rw_moves(void) { return room; }
EXPORT int rw_step(State *s, const Move *move) {
  GUARD(x->fault);
  run(s, ONWARD[s->at](s, move));
  return 0;
}
EXPORT void rw_fault(int *out) { out[0] = x->subject; out[1] = x->value; }
EXPORT int rw_at(const State *s) { return s->at; }
EXPORT int rw_player(const State *s) { return s->at < 0 ? NOTHING : WHO[s->at](s); }
EXPORT int rw_zone(const State *s, int zone, int32_t *out) {
  for (int i = 0; i < s->length[zone]; i++) out[i] = AT(zone, i);
  return s->length[zone];
}
EXPORT int rw_claims(const State *s, uint8_t *out) {
  GUARD(x->fault);
  for (int i = 0; i < CLAIMS; i++) out[i] = CLAIM[i](s) != 0;
  return 0;
}
EXPORT int rw_result(const State *s, int32_t *out) {
  GUARD(x->fault);
  for (int p = 0; p < PLAYERS; p++) out[1 + p] = score(s, p);
  out[0] = (int32_t)winners_of(s);
  return 0;
}

/* --- random plays: each row of `out` is how the play ended (0 over, 1 late, 2 dead end, 3 fault), its steps, the winners
   as bits, and the scores. What is given is drawn first. */

enum { OVER, LATE, DEAD_END, FAULTY, ROW = 3 + PLAYERS };

static int chosen_at_random(State *s, int most, volatile int *steps) {
  GUARD(FAULTY);
  blank(s);
  give(s);
  run(s, START);
  for (; *steps < most; ++*steps) {
    if (s->at < 0) return OVER;
    int many = list_moves(s);
    if (!many) return DEAD_END;
    run(s, ONWARD[s->at](s, room + any_of(x->random, many)));
  }
  return s->at < 0 ? OVER : LATE;
}

EXPORT void rw_plays(uint32_t first, int plays, int most, int32_t *out) {
  Twister seeded[LANES];
  State state;
  x->chance = BY_SEED;
  for (int play = 0; play < plays; play++, out += ROW) {
    if (play % LANES == 0) seed_all(seeded, first + (uint32_t)play);
    x->random = seeded + play % LANES;
    volatile int steps = 0;
    out[0] = chosen_at_random(&state, most, &steps);
    out[1] = steps;
    if (out[0] != FAULTY && rw_result(&state, out + 2)) out[0] = FAULTY;
  }
}
