/* The face of a search: what Python calls. */

EXPORT int rw_search_new(const int16_t *copies) {
  Search *q = search = x->search = calloc(1, sizeof *q);
  if (!q) return FAULT_LIMIT;
  GUARD(x->fault);
  rows_in_memory(q);
  blank(&BLANK);
  waiting = 0;
  limit.every = 0;
  memset(q->claim_spot, -1, sizeof q->claim_spot);
  memset(q->moment_spot, -1, sizeof q->moment_spot);
  q->dead_end_spot = -1;
  q->tally = NO_TALLY;
  q->happened = malloc(4ull * BLOCKS * (ALTERNATIVES + 1));
  memset(q->happened, -1, 4ull * BLOCKS * (ALTERNATIVES + 1));
  q->asked = malloc(4ull * (CLAIMS + 1));
  for (int i = 0; i < CLAIMS; i++) if (CLAIM_MOMENT[i] < 0) q->asked[q->asked_many++] = i;
  x->chance = BY_TURNS;
  x->copies = copies;
  rehash(FIRST_SLOTS);
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
        uint64_t own[KEY_WORDS];
        pack(&s, own);
        added(own, w, hash_of(w), slot, 0xffffffffu);
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
  rehash(FIRST_SLOTS);
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

/* Where the search is to stop: looked at whenever so many states were visited. */
EXPORT void rw_search_limit(int64_t every, int64_t states, int64_t work) {
  limit.every = (uint64_t)every;
  limit.states = (uint64_t)states;
  limit.work = (uint64_t)work;
}

/* So many states more, fewer at a limit; how many were visited, or -1 if the search does not fit. */
EXPORT int64_t rw_search_go(int64_t most) {
  Search *q = search;
  volatile int64_t done = 0;
  GUARD(-1);
  while (done < most) {
    begin_level();
    if (q->next == q->many) break;
    int64_t together = visit_together(most - done);
    if (!together) visit(q->next++);
    done += together + !together;
    if (limit.every && q->next % limit.every == 0) { look_up_all(); if (is_at_limit()) break; }
  }
  look_up_all();
  return done;
}

EXPORT void rw_search_counts(uint64_t *out) {
  Search *q = search;
  uint64_t bytes = q->room * (KEY_BYTES * (COPY_GROUPS ? 2 : 1) + 6) + q->slots * 5 + q->edge_room * 4 + q->edge_room / 8;
  uint64_t found[] = {q->many, q->next, q->edge_many, q->depth, q->dead_ends, q->tally.finals, q->tally.nobody, bytes, q->root_many, q->spot_many, q->broken_many, KEY_BYTES};
  memcpy(out, found, sizeof found);
}
EXPORT void rw_search_results(int32_t *scores, uint64_t *winners) {
  const Tally *t = &search->tally;
  memcpy(scores, t->lowest, sizeof t->lowest);
  memcpy(scores + PLAYERS, t->highest, sizeof t->highest);
  memcpy(winners, t->winners, sizeof t->winners);
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

static void drop(Search *q) {
  for (int row = 0; row < ROWS; row++) row_freed(q, row);
  free(q->table); free(q->tags);
  free(q->spots); free(q->answers); free(q->happened); free(q->roots); free(q->asked);
  free(q);
}

EXPORT void rw_search_free(void) {
  if (search) drop(search);
  search = x->search = 0;
  free_workers();
}
