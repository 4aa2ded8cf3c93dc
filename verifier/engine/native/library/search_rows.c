/* The rows of a search that only grow. When memory runs short each goes into a file of its own without a name, mapped into
   memory: the system then keeps there what is looked at and puts the rest aside. */

static void **row_at(Search *q, int row) {
  switch (row) {
    case KEYS: return (void **)&q->keys;
    case STATES: return (void **)&q->states;
    case PARENTS: return (void **)&q->parents;
    case DEGREES: return (void **)&q->degrees;
    case EDGES: return (void **)&q->edges;
    default: return (void **)&q->lucky;
  }
}

static uint64_t row_room(const Search *q, int row) {
  switch (row) {
    case KEYS: return q->room * KEY_BYTES;
    case STATES: return COPY_GROUPS ? q->room * KEY_BYTES : 0;
    case PARENTS: return q->room * 4;
    case DEGREES: return q->room * 2;
    case EDGES: return q->edge_room * 4;
    default: return q->edge_room / 8 + 1;
  }
}

#ifdef __linux__

#include <fcntl.h>
#include <sys/mman.h>

/* Not all of <unistd.h>: it has a `pause` too. */
extern int close(int), unlink(const char *);

/* Room for so much in a file, reserved: a full disk is noticed here and not while a state is written. */
static void *mapped(int file, uint64_t size) {
  if (posix_fallocate(file, 0, (off_t)size)) return 0;
  void *found = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return found == MAP_FAILED ? 0 : found;
}

static int nameless_file(const char *folder) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/rulewright-XXXXXX", folder) >= (int)sizeof path) return -1;
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return file;
}

static int row_to_disk(Search *q, int row, const char *folder) {
  uint64_t size = row_room(q, row);
  void **at = row_at(q, row);
  if (q->files[row] >= 0 || !size) return 1;
  int file = nameless_file(folder);
  void *found = file < 0 ? 0 : mapped(file, size);
  if (!found) { if (file >= 0) close(file); return 0; }
  if (*at) memcpy(found, *at, size);
  free(*at);
  *at = found;
  q->files[row] = file;
  q->mapped[row] = size;
  return 1;
}

static void *row_grown(int row, uint64_t size) {
  Search *q = search;
  void **at = row_at(q, row);
  if (q->files[row] < 0) return *at = grown(*at, size);
  void *found = mapped(q->files[row], size);
  if (!found) fault(FAULT_LIMIT, 0, 0);
  munmap(*at, q->mapped[row]);
  q->mapped[row] = size;
  return *at = found;
}

static void row_freed(Search *q, int row) {
  if (q->files[row] < 0) { free(*row_at(q, row)); return; }
  munmap(*row_at(q, row), q->mapped[row]);
  close(q->files[row]);
}

#else

static int row_to_disk(Search *q, int row, const char *folder) { return 0; }
static void *row_grown(int row, uint64_t size) { void **at = row_at(search, row); return *at = grown(*at, size); }
static void row_freed(Search *q, int row) { free(*row_at(q, row)); }

#endif

static void rows_in_memory(Search *q) { for (int row = 0; row < ROWS; row++) q->files[row] = -1; }

/* All rows into files in a folder; 0 if that cannot be, and then some may be there and others not, which is as good. */
EXPORT int rw_search_to_disk(const char *folder) {
  for (int row = 0; row < ROWS; row++) if (!row_to_disk(search, row, folder)) return 0;
  return 1;
}
