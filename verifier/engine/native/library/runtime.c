/* What every machine needs: faults, arithmetic, zones. The text of a machine is printed below this file. */

enum { FINAL = -1, NOTHING = -1 };
/* `FAULT_LIMIT` is none of the rules: a number does not fit, and the play is left to a reader with longer ones. */
enum { FAULT_TAKE = 1, FAULT_PUT, FAULT_TIMES, FAULT_PAUSE, FAULT_BOUNDS, FAULT_LIMIT };
enum { MOST_JUMPS = 100000 };
enum { BY_SEED, BY_CALL, BY_TURNS };

typedef struct { uint32_t word[624]; int at; } Twister;
typedef int (*Ask)(int kind, int subject, int many, int32_t *row);

/* What one thread works with. `path` are the questions to chance, each with how many answers it has and which was given. */
typedef struct {
  jmp_buf *escape;
  int fault, subject, value;
  int given[CHOICES];
  int chance;
  Ask ask;
  Twister *random;
  const int16_t *copies;
  int (*path)[2];
  int questions, room, asked;
  struct Search *search;
  int *again;                          /* of a thread that only looks ahead: is there something to be noted here? */
} Context;

static _Thread_local Context *x;

__attribute__((noreturn, cold, noinline)) static void fault(int kind, int subject, int value) {
  x->fault = kind; x->subject = subject; x->value = value;
  longjmp(*x->escape, 1);
}

/* What goes wrong below leads back here. */
#define GUARD(found) jmp_buf here; x->escape = &here; if (setjmp(here)) return found

/* --- arithmetic: division rounds down, and by zero it is 0 */

static inline int plus(int a, int b) { int c; if (__builtin_add_overflow(a, b, &c)) fault(FAULT_LIMIT, 0, 0); return c; }
static inline int minus(int a, int b) { int c; if (__builtin_sub_overflow(a, b, &c)) fault(FAULT_LIMIT, 0, 0); return c; }
static inline int product(int a, int b) { int c; if (__builtin_mul_overflow(a, b, &c)) fault(FAULT_LIMIT, 0, 0); return c; }
static inline int lesser(int a, int b) { return a < b ? a : b; }
static inline int greater(int a, int b) { return a > b ? a : b; }
static inline int quotient(int a, int b) { if (!b) return 0; int q = a / b; return a % b && (a < 0) != (b < 0) ? q - 1 : q; }
static inline int rest(int a, int b) { if (!b) return 0; int r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }

/* --- zones: from bottom to top, those without an order by rising number; nothing has an empty one */

#define LENGTH(z) ((z) < 0 ? 0 : s->length[z])
#define AT(z, i) (s->lying[FIRST[z] + (i)])

static inline int zone_of(const State *s, int thing) { return thing < 0 ? NOTHING : s->where[thing]; }

static int position(const State *s, int thing) {
  int zone = zone_of(s, thing);
  if (zone < 0) return 0;
  int at = 0;
  while (AT(zone, at) != thing) at++;
  return at;
}

static inline int insert(Thing *row, int many, int thing) {
  int at = many;
  for (; at > 0 && row[at - 1] > thing; at--) row[at] = row[at - 1];
  row[at] = thing;
  return many + 1;
}

static void take(State *s, int thing, int zone) {
  if (thing < 0 || zone < 0 || s->where[thing] != zone) fault(FAULT_TAKE, 0, thing);
  Thing *row = s->lying + FIRST[zone];
  int many = s->length[zone], at = many - 1;
  while (row[at] != thing) at--;
  for (; at < many - 1; at++) row[at] = row[at + 1];
  s->length[zone] = many - 1;
  s->where[thing] = NOTHING;
  s->nowhere++;
}

static void put(State *s, int thing, int zone, int top) {
  if (thing < 0 || zone < 0 || s->where[thing] != NOTHING) fault(FAULT_PUT, 0, thing);
  Thing *row = s->lying + FIRST[zone];
  int many = s->length[zone];
  if (FIRST[zone] + many >= FIRST[zone + 1]) fault(FAULT_LIMIT, 0, thing);
  if (SORTED[zone]) insert(row, many, thing);
  else if (top) row[many] = thing;
  else { for (int at = many; at > 0; at--) row[at] = row[at - 1]; row[0] = thing; }
  s->length[zone] = many + 1;
  s->where[thing] = zone;
  s->nowhere--;
}

static int pause(State *s, int at) {
  s->at = at;
  if (s->nowhere)
    for (int thing = 0; thing < THINGS; thing++)
      if (s->where[thing] == NOTHING) fault(FAULT_PAUSE, 0, thing);
  return -1;
}
