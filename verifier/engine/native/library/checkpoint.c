/* A search as a file, and back: everything but the table, which is made again. */

typedef int (*Part)(void *, uint64_t, FILE *);

static int part_out(void *from, uint64_t bytes, FILE *file) { return bytes == 0 || fwrite(from, bytes, 1, file) == 1; }
static int part_in(void *to, uint64_t bytes, FILE *file) { return bytes == 0 || fread(to, bytes, 1, file) == 1; }

/* The rows of a search in a fixed order; what was read has made room for them. */
static int all_rows(Search *q, Part part, FILE *file) {
  uint64_t keys = q->many * KEY_BYTES;
  return part(q->keys, keys, file) && (!COPY_GROUPS || part(q->states, keys, file)) && part(q->parents, 4 * q->many, file)
    && part(q->degrees, 2 * q->many, file) && part(q->edges, 4 * q->edge_many, file) && part(q->lucky, q->edge_many / 8 + 1, file)
    && part(q->spots, sizeof(Spot) * q->spot_many, file) && part(q->answers, 4ull * q->answer_many, file)
    && part(q->roots, 4ull * q->root_many, file) && part(q->happened, 4ull * BLOCKS * (ALTERNATIVES + 1), file)
    && part(q->asked, 4ull * (CLAIMS + 1), file);
}

static void make_room(Search *q) {
  q->room = q->many + 1;
  q->edge_room = q->edge_many + 8;
  q->spot_room = q->spot_many + 1;
  q->answer_room = q->answer_many + 1;
  q->root_room = q->root_many + 1;
  q->keys = grown(0, q->room * KEY_BYTES);
  q->states = COPY_GROUPS ? grown(0, q->room * KEY_BYTES) : 0;
  q->parents = grown(0, 4 * q->room);
  q->degrees = grown(0, 2 * q->room);
  q->edges = grown(0, 4 * q->edge_room);
  q->lucky = grown(0, q->edge_room / 8 + 1);
  q->spots = grown(0, sizeof(Spot) * q->spot_room);
  q->answers = grown(0, 4ull * q->answer_room);
  q->roots = grown(0, 4ull * q->root_room);
  q->happened = grown(0, 4ull * BLOCKS * (ALTERNATIVES + 1));
  q->asked = grown(0, 4ull * (CLAIMS + 1));
}

/* `mark` is the name of the machine: another one's file is not taken. */
EXPORT int rw_search_save(const char *path, const char *mark) {
  FILE *file = fopen(path, "wb");
  char head[80] = {0};
  if (!file) return 0;
  strncpy(head, mark, sizeof head - 1);
  int done = part_out(head, sizeof head, file) && part_out(search, sizeof *search, file) && all_rows(search, part_out, file);
  return (fflush(file) == 0) & (fclose(file) == 0) & done;
}

/* Into a search that has not begun; 0 if the file is another one's or not whole, and then the search is as it was. */
EXPORT int rw_search_load(const char *path, const char *mark) {
  FILE *file = fopen(path, "rb");
  char head[80] = {0}, wanted[80] = {0};
  Search *old = search, *q = calloc(1, sizeof *q);
  strncpy(wanted, mark, sizeof wanted - 1);
  if (!file || !q) { if (file) fclose(file); free(q); return 0; }
  GUARD(0);
  int known = part_in(head, sizeof head, file) && !memcmp(head, wanted, sizeof head) && part_in(q, sizeof *q, file);
  rows_in_memory(q);
  if (known) {
    make_room(q);
    known = all_rows(q, part_in, file) && fgetc(file) == EOF;
  }
  fclose(file);
  if (!known) return 0;
  q->table = 0;
  q->tags = 0;
  q->renamings = 0;
  q->renaming_many = 0;
  search = q;
  drop(old);
  x->search = q;
  uint64_t slots = FIRST_SLOTS;
  while (5 * q->many > 4 * slots) slots *= 2;
  rehash(slots);
  return 1;
}

EXPORT void rw_search_rename(const int32_t *rows, int many) { search->renamings = rows; search->renaming_many = many; }
