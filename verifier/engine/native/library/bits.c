/* Parts of packed states whose place is known only while the program runs. */

static inline void put_bits(uint64_t *w, int place, uint64_t value) {
  int shift = place & 63;
  w[place >> 6] |= value << shift;
  w[(place >> 6) + 1] |= value >> 1 >> (63 - shift);
}

static inline uint64_t get_bits(const uint64_t *w, int place) {
  int shift = place & 63;
  return w[place >> 6] >> shift | w[(place >> 6) + 1] << 1 << (63 - shift);
}

static inline void lay(State *s, int thing, int zone) {
  s->where[thing] = zone;
  s->lying[FIRST[zone] + s->length[zone]++] = thing;
}
