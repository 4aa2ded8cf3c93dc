/* What a search holds, its table of packed states, and which states count as one: renamed ones, and those that differ in
   which copy is which. */

enum { NO_STATE = -1 };
/* A search begins with room for some ten thousand states: growing from nothing costs a small one a tenth of its time. */
enum { FIRST_SLOTS = 1 << 16, FIRST_ROOM = 1 << 14 };

typedef struct { int64_t state; Move move; int has_move, answers, root; uint32_t first; } Spot;
typedef struct { int kind, subject, value, spot; } Broken;

/* Of the final states that were seen; `nobody` is the first without a winner. */
typedef struct {
  uint64_t finals, nobody, winners[PLAYERS + 1];
  int32_t lowest[PLAYERS], highest[PLAYERS];
} Tally;
static const Tally NO_TALLY = {.nobody = (uint64_t)-1};

/* The rows that grow with every state. */
enum { KEYS, STATES, PARENTS, DEGREES, EDGES, LUCKY, ROWS };

typedef struct Search {
  uint8_t *keys, *states;              /* copies renamed, and as they are; the same where there are none */
  uint32_t *parents, *table, *edges;
  uint8_t *tags;                       /* of each slot of the table: nothing, or a few bits that spare a look at the key */
  uint64_t many, room, slots, edge_many, edge_room;
  uint16_t *degrees;
  uint8_t *lucky;
  uint64_t next, last, depth, dead_ends;
  Tally tally;
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
  int files[ROWS];                     /* of each row its file, or -1 while it is in memory */
  uint64_t mapped[ROWS];
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
