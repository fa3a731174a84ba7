// Matrix products on the processor's matrix unit (AMX), which multiplies tiles of bfloat16 and sums in single precision.
//
// A number of single precision has 24 significant bits, one of bfloat16 eight: so each is cut into three that add up to it
// exactly, high + middle + low, and of the nine products of two such numbers the six largest are summed. What is left out is
// below 2^-24 of the product, as the rounding of single precision is (Henry, Tang and Heinecke, 2019). Six products of a unit
// that is 16 times as fast as vectors leave more than twice the speed.
//
// A block of 32 numbers along the inner axis lies as 16 pairs, number i beside number i + 16: so cutting needs no shuffles.
#include "tiles.h"

#if defined(__x86_64__) && defined(__linux__)
#include <stdlib.h>
#include <string.h>

/// Products in three parts have other bits than those of vectors, which every processor has.
static int is_asked_for(void) {
  const char *arithmetic = getenv("WHET_ARITHMETIC");
  return arithmetic && strcmp(arithmetic, "bfloat16x3") == 0;
}

int whet_has_tiles(void) {
  static int known = -1;
  int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (has >= 0) return has;
  has = whet_instruction_set() == 2 && is_asked_for() && __builtin_cpu_supports("amx-tile") &&
        __builtin_cpu_supports("amx-bf16") && whet_borrow_matrix_unit();
  __atomic_store_n(&known, has, __ATOMIC_RELAXED);
  return has;
}

/// Cuts 16 vectors that are contiguous in memory, into [vector][pair].
INLINE void cut_along(
    const float *from, ptrdiff_t step, int live, int deep, uint16_t *to, ptrdiff_t part_step, const int whole) {
  for (int i = 0; i < SIDE; i++, from += step, to += BLOCK) {
    __m512i parts[PARTS];
    const int here = whole || i < live;
    const __m512 first = here ? row_of(from, deep, whole) : _mm512_setzero_ps();
    const __m512 second = here ? row_of(from + SIDE, deep - SIDE, whole) : _mm512_setzero_ps();
    cut(first, second, parts);
    UNROLL for (int part = 0; part < PARTS; part++) _mm512_storeu_si512(to + part * part_step, parts[part]);
  }
}

/// Cuts 16 vectors that lie side by side, into [pair][vector].
INLINE void cut_across(
    const float *from, ptrdiff_t step, int live, int deep, uint16_t *to, ptrdiff_t part_step, const int whole) {
  for (int i = 0; i < SIDE; i++, from += step, to += BLOCK) {
    __m512i parts[PARTS];
    const __m512 first = whole || i < deep ? row_of(from, live, whole) : _mm512_setzero_ps();
    const __m512 second = whole || i + SIDE < deep ? row_of(from + SIDE * step, live, whole) : _mm512_setzero_ps();
    cut(first, second, parts);
    UNROLL for (int part = 0; part < PARTS; part++) _mm512_storeu_si512(to + part * part_step, parts[part]);
  }
}

TARGET static void turn_tiles(uint16_t *tile, ptrdiff_t part_step) {
  for (int part = 0; part < PARTS; part++, tile += part_step) {
    __m512i rows[SIDE];
    UNROLL for (int i = 0; i < SIDE; i++) rows[i] = _mm512_loadu_si512(tile + i * BLOCK);
    turn(rows);
    UNROLL for (int i = 0; i < SIDE; i++) _mm512_storeu_si512(tile + i * BLOCK, rows[i]);
  }
}

/// `turned` tiles are those whose vectors lie the other way than their factor wants them.
INLINE void cut_all(const whet_tiling *tiling, const float *from, uint16_t *to, const int along, const int turned) {
  const ptrdiff_t step = along ? tiling->vector_step : tiling->depth_step, part_step = tiling->part_step;
  for (int vector = 0; vector < tiling->vectors; vector += SIDE)
    for (int k = 0; k < tiling->depth; k += BLOCK) {
      const int live = tiling->vectors - vector, deep = tiling->depth - k, whole = live >= SIDE && deep >= BLOCK;
      const float *at = from + vector * (along ? step : 1) + k * (along ? 1 : step);
      uint16_t *tile = to + (vector / SIDE) * tiling->tile_step + (k / BLOCK) * tiling->block_step;
      if (along && whole) cut_along(at, step, live, deep, tile, part_step, 1);
      else if (along) cut_along(at, step, live, deep, tile, part_step, 0);
      else if (whole) cut_across(at, step, live, deep, tile, part_step, 1);
      else cut_across(at, step, live, deep, tile, part_step, 0);
      if (turned) turn_tiles(tile, part_step);
    }
}

TARGET void whet_tile_left(const whet_tiling *tiling, const float *from, uint16_t *to) {
  if (tiling->depth_step == 1) cut_all(tiling, from, to, 1, 0);
  else cut_all(tiling, from, to, 0, 1);
}

TARGET void whet_tile_right(const whet_tiling *tiling, const float *from, uint16_t *to) {
  if (tiling->depth_step == 1) cut_all(tiling, from, to, 1, 1);
  else cut_all(tiling, from, to, 0, 0);
}
#else
int whet_has_tiles(void) { return 0; }
void whet_tile_left(const whet_tiling *tiling, const float *from, uint16_t *to) { (void)tiling, (void)from, (void)to; }
void whet_tile_right(const whet_tiling *tiling, const float *from, uint16_t *to) { (void)tiling, (void)from, (void)to; }
#endif
