/* Chance by a seed: the very numbers of Python's `random.Random` (MT19937), so that a seed gives the same play in every
   reader. Or by a call of whoever knows the answers, or every answer in turn. */

enum { WORDS = 624, SHIFTED = 397, LANES = 8 };

static void twist(Twister *t) {
  uint32_t *w = t->word;
#define MIXED(i, j, k) { uint32_t y = (w[i] & 0x80000000u) | (w[j] & 0x7fffffffu); w[i] = w[k] ^ (y >> 1) ^ (-(y & 1u) & 0x9908b0dfu); }
  for (int i = 0; i < WORDS - SHIFTED; i++) MIXED(i, i + 1, i + SHIFTED)
  for (int i = WORDS - SHIFTED; i < WORDS - 1; i++) MIXED(i, i + 1, i + SHIFTED - WORDS)
  MIXED(WORDS - 1, 0, SHIFTED - 1)
  t->at = 0;
}

static inline uint32_t word(Twister *t) {
  if (t->at >= WORDS) twist(t);
  uint32_t y = t->word[t->at++];
  y ^= y >> 11; y ^= (y << 7) & 0x9d2c5680u; y ^= (y << 15) & 0xefc60000u; y ^= y >> 18;
  return y;
}

/* 53 bits: `Random.random` is this divided by 2 to the 53rd. */
static inline uint64_t bits(Twister *t) { uint64_t a = word(t) >> 5, b = word(t) >> 6; return a << 26 | b; }

/* `int(random() * many)` */
static inline int any_of(Twister *t, int many) { return (int)((double)bits(t) * (1.0 / 9007199254740992.0) * many); }

/* `randrange(many)`, as `Random.choice` asks for it */
static inline int below(Twister *t, uint32_t many) {
  int length = 32 - __builtin_clz(many);
  uint32_t found;
  do found = word(t) >> (32 - length); while (found >= many);
  return (int)found;
}

/* Several seeds at once: each step of seeding waits for the one before, so that eight take as long as one. */
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));

static void seed_all(Twister *found, uint32_t first) {
  static uint32_t start[WORDS];
  if (!start[0]) {
    uint32_t y = 19650218u;
    for (uint32_t i = 1; i < WORDS; i++) { uint32_t z = 1812433253u * (y ^ y >> 30) + i; start[i] = y = z; }
    start[0] = 19650218u;
  }
  Lanes w[WORDS], key, last;
  for (int lane = 0; lane < LANES; lane++) key[lane] = first + (uint32_t)lane;
  for (int i = 0; i < WORDS; i++) w[i] = start[i] - (Lanes){};
  last = w[0];
  for (int i = 1; i < WORDS; i++) last = w[i] = (w[i] ^ (last ^ last >> 30) * 1664525u) + key;
  last = w[1] = (w[1] ^ (last ^ last >> 30) * 1664525u) + key;
  for (int i = 2; i < WORDS; i++) last = w[i] = (w[i] ^ (last ^ last >> 30) * 1566083941u) - (uint32_t)i;
  w[1] = (w[1] ^ (last ^ last >> 30) * 1566083941u) - 1u;
  for (int lane = 0; lane < LANES; lane++) {
    for (int i = 1; i < WORDS; i++) found[lane].word[i] = w[i][lane];
    found[lane].word[0] = 0x80000000u;
    found[lane].at = WORDS;
  }
}

/* --- every answer in turn */

static int answer(int many) {
  if (many < 2) return 0;
  if (x->asked == x->questions) {
    if (x->questions == x->room) x->path = realloc(x->path, sizeof *x->path * (x->room = 2 * x->room + 16));
    x->path[x->questions][0] = many;
    x->path[x->questions++][1] = 0;
  }
  return x->path[x->asked++][1];
}

static int other_answers(void) {
  x->questions = x->asked;
  x->asked = 0;
  for (; x->questions; x->questions--)
    if (++x->path[x->questions - 1][1] < x->path[x->questions - 1][0]) return 1;
  return 0;
}

/* One of the components of a row that is sorted; with `copies`, one of each group: as the Python oracle orders them. */
static int one_of(const Thing *row, int many) {
  Thing offered[THINGS];
  int different = 0;
  if (!x->copies) return row[answer(many)];
  for (int i = 0; i < many; i++) {
    int lead = x->copies[row[i]], first = i, later = 0;
    for (int j = i + 1; j < many && !later; j++) later = x->copies[row[j]] == lead;
    if (later) continue;
    for (int j = 0; j < i; j++) if (x->copies[row[j]] == lead) { first = j; break; }
    offered[different++] = row[first];
  }
  return offered[answer(different)];
}

/* --- what the rules ask for */

#ifndef AFTER_SHUFFLE
#define AFTER_SHUFFLE(row, many) (void)row
#endif

/* `sort(key=random)`: the place breaks ties. Keys are evenly spread, so each begins near where it belongs. */
static void shuffle_by_seed(Thing *row, int many) {
  uint64_t key[THINGS], sorted[THINGS];
  Thing before[THINGS];
  uint16_t start[THINGS + 1];
  if (many < 2) {
    for (int i = 0; i < many; i++) bits(x->random);
    AFTER_SHUFFLE(row, many);
    return;
  }
  memset(start, 0, sizeof(uint16_t) * (many + 1));
  memcpy(before, row, sizeof(Thing) * many);
#define BUCKET(k) ((int)(((k) >> 32) * (uint64_t)many >> 32))
  for (int i = 0; i < many; i++) { key[i] = bits(x->random) << 11 | (uint64_t)i; start[BUCKET(key[i]) + 1]++; }
  for (int i = 0; i < many; i++) start[i + 1] += start[i];
  for (int i = 0; i < many; i++) sorted[start[BUCKET(key[i])]++] = key[i];
  for (int i = 1; i < many; i++) {
    uint64_t one = sorted[i];
    int at = i;
    for (; at > 0 && sorted[at - 1] > one; at--) sorted[at] = sorted[at - 1];
    sorted[at] = one;
  }
  for (int i = 0; i < many; i++) row[i] = before[sorted[i] & 2047];
  AFTER_SHUFFLE(row, many);
}

static void shuffle(State *s, int zone) {
  if (zone < 0 || SORTED[zone]) return;
  Thing *row = s->lying + FIRST[zone];
  int many = s->length[zone];
  switch (x->chance) {
  case BY_SEED: shuffle_by_seed(row, many); return;
  case BY_CALL: {
    int32_t told[THINGS];
    for (int i = 0; i < many; i++) told[i] = row[i];
    x->ask(0, zone, many, told);
    for (int i = 0; i < many; i++) row[i] = told[i];
    return;
  }
  default: {
    Thing left[THINGS];
    int left_many = 0;
    for (int i = 0; i < many; i++) left_many = insert(left, left_many, row[i]);
    for (int i = 0; i < many; i++) {
      int thing = one_of(left, left_many), at = 0;
      row[i] = thing;
      while (left[at] != thing) at++;
      for (left_many--; at < left_many; at++) left[at] = left[at + 1];
    }
  }
  }
}

/* The faces are sorted and different where every answer is tried. */
static int rolled(int cell, const int16_t *faces, int many, const int16_t *different, int few) {
  switch (x->chance) {
  case BY_SEED: return faces[any_of(x->random, many)];
  case BY_CALL: {
    int32_t told[many];
    for (int i = 0; i < many; i++) told[i] = faces[i];
    return x->ask(1, cell, many, told);
  }
  default: return different[answer(few)];
  }
}

static int draw(State *s, int zone) {
  int many = s->length[zone];
  switch (x->chance) {
  case BY_SEED: return AT(zone, any_of(x->random, many));
  case BY_CALL: {
    int32_t told[THINGS];
    for (int i = 0; i < many; i++) told[i] = AT(zone, i);
    return x->ask(2, zone, many, told);
  }
  default: return one_of(s->lying + FIRST[zone], many);
  }
}
