/* Several threads. States that wait are cut into shares; for each share somebody works out what follows and looks it up,
   while nobody adds anything. Then one thread goes through the shares in their order and adds what is new: so every state
   has the number that it has where one thread does everything. Where something is seen for the first time, the state is
   visited again by that one thread, which notes it. */

#ifdef HAS_THREADS

enum { AT_ONCE = 8192, SHARES = 32, EACH = AT_ONCE / SHARES, LEAST_AT_ONCE = 512, MOST_THREADS = 64 };
static const uint32_t UNKNOWN = 0xffffffffu;

/* What is not in the table yet: renamed and as it is; `news` if a claim that nobody has told of is. */
typedef struct { uint64_t key[KEY_WORDS], own[COPY_GROUPS ? KEY_WORDS : 1], hash; uint32_t news; } Fresh;

typedef struct {
  uint64_t first, last, dead_ends;
  uint16_t made[EACH];      /* of each state how many targets */
  int again[EACH];          /* of each state whether it is to be visited again */
  uint32_t *targets; uint8_t *lucky; uint64_t many, room;
  Fresh *fresh; uint64_t *images; uint64_t fresh_many, fresh_room;
  Tally tally;
} Share;

typedef struct {
  Context context;
  Pending pending[WAITING];
  int waiting, broken;
  State before, after;
} Worker;

static Share shares[SHARES];
static Worker *workers;
static int thread_many = 1, next_share;

/* --- what follows, by any thread */

/* The number of a state, or of one that it may be renamed to; what it was looked for by is kept. */
static int64_t known_as(const Pending *one, uint64_t *images) {
  Search *q = search;
  uint64_t slot;
  int64_t found = find_hashed(one->key, one->hash, &slot);
  for (int i = 0; found < 0 && i < q->renaming_many; i++) {
    uint64_t v[KEY_WORDS];
    image_of(&one->state, i, v);
    images[i] = hash_of(v);
    found = find_hashed(v, images[i], &slot);
  }
  return found;
}

static int has_news(const State *s) {
  Search *q = search;
  for (int i = 0; i < q->asked_many; i++)
    if ((CLAIM_PAUSE[q->asked[i]] < 0 || CLAIM_PAUSE[q->asked[i]] == s->at) && is_news(s, q->asked[i])) return 1;
  return 0;
}

static void foresee_target(Share *w, const Pending *one) {
  int images = search->renaming_many;
  if (w->many == w->room) {
    w->room = 2 * w->room + 1024;
    w->targets = grown(w->targets, 4 * w->room);
    w->lucky = grown(w->lucky, w->room);
  }
  if (w->fresh_many == w->fresh_room) {
    w->fresh_room = 2 * w->fresh_room + 1024;
    w->fresh = grown(w->fresh, sizeof(Fresh) * w->fresh_room);
    w->images = grown(w->images, 8 * w->fresh_room * images + 8);
  }
  int64_t found = known_as(one, w->images + w->fresh_many * images);
  w->lucky[w->many] = (uint8_t)one->lucky;
  w->targets[w->many++] = found < 0 ? UNKNOWN : (uint32_t)found;
  if (found >= 0) return;
  Fresh *fresh = w->fresh + w->fresh_many++;
  memcpy(fresh->key, one->key, sizeof fresh->key);
  if (COPY_GROUPS) pack(&one->state, fresh->own);
  fresh->hash = one->hash;
  fresh->news = (uint32_t)has_news(&one->state);
}

static void foresee_targets(Worker *me, Share *w) {
  for (int i = 0; i < me->waiting; i++) foresee_target(w, me->pending + i);
  me->waiting = 0;
}

static int is_known_fault(void) {
  for (int i = 0; i < search->broken_many; i++)
    if (search->broken[i].kind == x->fault && search->broken[i].subject == x->subject) return 1;
  return search->broken_many == 256;
}

static void foresee(Worker *me, Share *w, uint64_t number) {
  Search *q = search;
  uint64_t made = 0;
  int *again = w->again + (number - w->first);
  x->again = again;
  *again = 0;
  w->made[number - w->first] = 0;
  memcpy(&me->before, &BLANK, sizeof me->before);
  state_at(number, &me->before);
  if (me->before.at < 0) { tally(&w->tally, &me->before, number); return; }
  int many = list_moves(&me->before);
  if (!many) { *again = q->dead_end_spot < 0; w->dead_ends += !*again; }
  for (int i = 0; i < many && !*again; i++) {
    Move move = room[i];
    *again = q->happened[me->before.at * (ALTERNATIVES + 1) + move.v[0] + 1] < 0;
    x->questions = 0;
    do {
      x->asked = 0;
      me->after = me->before;
      int wrong = attempt(&me->after, ONWARD[me->before.at](&me->before, &move));
      if (wrong == FAULT_LIMIT) fault(FAULT_LIMIT, 0, 0);
      if (wrong) { *again |= !is_known_fault(); continue; }
      made++;
      pending_one(me->pending + me->waiting++, &me->after, (uint32_t)number, x->asked > 0);
      if (me->waiting == WAITING) foresee_targets(me, w);
    } while (other_answers() && !*again);
  }
  if (made > 0xffff) fault(FAULT_LIMIT, 0, 0);
  w->made[number - w->first] = (uint16_t)made;
}

/* Takes shares as long as there are any. What does not fit ends the search, as it does where one thread is at work. */
static void at_work(Worker *me) {
  Context *before = x;
  jmp_buf here;
  x = &me->context;
  x->escape = &here;
  me->waiting = 0;
  if (setjmp(here)) me->broken = 1;
  else
    for (int at; (at = __atomic_fetch_add(&next_share, 1, __ATOMIC_RELAXED)) < SHARES;) {
      for (uint64_t number = shares[at].first; number < shares[at].last; number++) foresee(me, shares + at, number);
      foresee_targets(me, shares + at);
    }
  x = before;
}

static ThreadResult THREAD_CALL thread_at_work(void *given) {
  at_work(given);
  free(room);
  room = 0;
  rooms = 0;
  return 0;
}

/* --- what is new, by one thread */

/* Of the states added since the shares were dealt out a few bits: which images need not be looked for. */
enum { RECENT = 1 << 20 };
static uint64_t recent[RECENT / 64];
static int all_recent;

static inline int is_recent(uint64_t hash) { return (int)(recent[(hash >> 20) % RECENT >> 6] >> ((hash >> 20) & 63) & 1); }

static uint32_t taken_in(const Fresh *one, const uint64_t *images, uint32_t parent) {
  Search *q = search;
  uint64_t slot;
  int64_t found = find_hashed(one->key, one->hash, &slot);
  if (found >= 0) return (uint32_t)found;
  int doubt = one->news || (all_recent && q->renaming_many);
  for (int i = 0; !doubt && i < q->renaming_many; i++) doubt = is_recent(images[i]);
  if (q->renaming_many) recent[(one->hash >> 20) % RECENT >> 6] |= 1ull << ((one->hash >> 20) & 63);
  if (!doubt) return (uint32_t)added(COPY_GROUPS ? one->own : one->key, one->key, one->hash, slot, parent);
  State s = BLANK;
  unpack(&s, COPY_GROUPS ? one->own : one->key);
  return (uint32_t)reached(&s, one->key, one->hash, parent);
}

static void take_in(Share *w) {
  enum { AHEAD = 8 };
  Search *q = search;
  uint64_t edge = 0, new = 0;
  for (uint64_t number = w->first; number < w->last; number++) {
    int made = w->made[number - w->first], again = w->again[number - w->first];
    begin_level();
    q->next++;
    if (again) { all_recent = 1; visit(number); look_up_all(); }
    else q->degrees[number] = (uint16_t)made;
    for (; made--; edge++) {
      uint32_t target = w->targets[edge];
      if (target == UNKNOWN) {
        if (new + AHEAD < w->fresh_many) {
          uint64_t slot = w->fresh[new + AHEAD].hash & (q->slots - 1);
          __builtin_prefetch(q->tags + slot, 1);
          __builtin_prefetch(q->table + slot, 1);
        }
        if (!again) target = taken_in(w->fresh + new, w->images + new * q->renaming_many, (uint32_t)number);
        new++;
      }
      if (!again) add_edge(target, w->lucky[edge]);
    }
  }
  q->dead_ends += w->dead_ends;
  add_tally(&q->tally, &w->tally);
}

/* --- both in turn */

/* Shares begin at round numbers: where a search is looked at, one is whole. */
static void deal_out(uint64_t many) {
  uint64_t from = search->next - search->next % EACH, end = search->next + many;
  for (int i = 0; i < SHARES; i++) {
    Share *w = shares + i;
    w->first = from + i * EACH < search->next ? search->next : from + i * EACH;
    w->last = from + (i + 1) * EACH < end ? from + (i + 1) * EACH : end;
    if (w->first > w->last) w->first = w->last;
    w->many = w->fresh_many = w->dead_ends = 0;
    w->tally = NO_TALLY;
  }
  next_share = 0;
  all_recent = 0;
  if (search->renaming_many) memset(recent, 0, sizeof recent);
}

/* Visits some of the states that wait, by all threads; how many, or 0 if there are too few to be worth it. What was worked
   out beyond a limit is left. */
static int64_t visit_together(int64_t most) {
  Search *q = search;
  uint64_t before = q->next;
  uint64_t many = q->many - q->next < (uint64_t)most ? q->many - q->next : (uint64_t)most;
  Thread others[MOST_THREADS];
  int begun = 1, broken = 0;
  if (thread_many < 2 || many < LEAST_AT_ONCE) return 0;
  if (many > AT_ONCE - before % EACH) many = AT_ONCE - before % EACH;
  look_up_all();
  deal_out(many);
  for (; begun < thread_many; begun++)
    if (!begin_thread(others + begun, workers + begun)) break;
  at_work(workers);
  while (--begun) end_thread(others[begun]);
  for (int i = 0; i < thread_many; i++) broken |= workers[i].broken;
  if (broken) fault(FAULT_LIMIT, 0, 0);
  for (int i = 0; i < SHARES && !(i && is_at_limit()); i++) take_in(shares + i);
  return (int64_t)(q->next - before);
}

static void free_workers(void) {
  for (int i = 0; workers && i < thread_many; i++) free(workers[i].context.path);
  free(workers);
  workers = 0;
  thread_many = 1;
  for (int i = 0; i < SHARES; i++) {
    free(shares[i].targets); free(shares[i].lucky); free(shares[i].fresh); free(shares[i].images);
    memset(shares + i, 0, sizeof shares[i]);
  }
}

/* From now on so many threads are at work; how many there will be. */
EXPORT int rw_search_threads(int many) {
  free_workers();
  if (many > MOST_THREADS) many = MOST_THREADS;
  if (many < 2 || !(workers = calloc((size_t)many, sizeof *workers))) return 1;
  for (int i = 0; i < many; i++) {
    workers[i].context = *x;
    workers[i].context.path = 0;
    workers[i].context.questions = workers[i].context.room = workers[i].context.asked = 0;
  }
  return thread_many = many;
}

#else

static int64_t visit_together(int64_t most) { return 0; }
static void free_workers(void) {}
EXPORT int rw_search_threads(int many) { return 1; }

#endif
