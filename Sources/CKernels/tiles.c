// Matrix products on the processor's matrix unit (AMX), which multiplies tiles of bfloat16 and sums in single precision.
//
// A number of single precision has 24 significant bits, one of bfloat16 eight: so each is cut into three that add up to it
// exactly, high + middle + low, and of the nine products of two such numbers the six largest are summed. What is left out is
// below 2^-24 of the product, as the rounding of single precision is (Henry, Tang and Heinecke, 2019). Six products of a unit
// that is 16 times as fast as vectors leave more than twice the speed.
//
// A block of 32 numbers along the inner axis lies as 16 pairs, number i beside number i + 16: so cutting needs no shuffles.
#include "CKernels.h"

#if defined(__x86_64__) && defined(__linux__)
#include <immintrin.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#define TARGET \
  __attribute__((target("amx-tile,amx-bf16,avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")))
#define INLINE TARGET static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

enum { SIDE = 16, BLOCK = 32, TILE = SIDE * BLOCK, PARTS = 3 };

/// The system lends the unit's registers on request (Linux, arch_prctl: ARCH_REQ_XCOMP_PERM for XFEATURE_XTILEDATA).
static int is_lent(void) { return syscall(SYS_arch_prctl, 0x1023, 18) == 0; }

int whet_has_tiles(void) {
  static int known = -1;
  int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (has >= 0) return has;
  has = whet_instruction_set() == 2 && !whet_is_capped() && __builtin_cpu_supports("amx-tile") &&
        __builtin_cpu_supports("amx-bf16") && is_lent();
  __atomic_store_n(&known, has, __ATOMIC_RELAXED);
  return has;
}

/// Cuts two vectors into their three parts, and lays each pair of numbers into 32 bits.
INLINE void cut(__m512 first, __m512 second, __m512i parts[PARTS]) {
  const __m512i half = _mm512_set1_epi32(0x8000), upper = _mm512_set1_epi32((int)0xffff0000);
  UNROLL for (int part = 0; part < PARTS; part++) {
    __m512i a = _mm512_castps_si512(first), b = _mm512_castps_si512(second);
    // Rounded to the nearest: the sum of the parts is exact, for each leaves at most 8 bits less, and the last one none.
    if (part < PARTS - 1) {
      a = _mm512_and_si512(_mm512_add_epi32(a, half), upper);
      b = _mm512_and_si512(_mm512_add_epi32(b, half), upper);
      first = _mm512_sub_ps(first, _mm512_castsi512_ps(a));
      second = _mm512_sub_ps(second, _mm512_castsi512_ps(b));
    }
    parts[part] = _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b);
  }
}

INLINE __mmask16 some(int count) {
  return count >= SIDE ? 0xffff : count > 0 ? (__mmask16)((1u << count) - 1) : 0;
}

/// Exchanges rows and columns of 16 × 16 numbers of 32 bits.
INLINE void turn(__m512i rows[SIDE]) {
  __m512i t[SIDE];
  UNROLL for (int i = 0; i < SIDE; i += 2) {
    t[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
  }
  UNROLL for (int i = 0; i < SIDE; i += 4) {
    rows[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
    rows[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
    rows[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
    rows[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
  UNROLL for (int i = 0; i < 4; i++) {
    t[i] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0x88);
    t[i + 4] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0xdd);
    t[i + 8] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0x88);
    t[i + 12] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0xdd);
  }
  UNROLL for (int i = 0; i < 4; i++) {
    rows[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
    rows[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
    rows[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    rows[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xdd);
  }
}

/// Where the numbers of 16 vectors lie, from the first of a block of 32 along the inner axis: whole, with `live` and `deep` of them.
INLINE __m512 row_of(const float *from, int live, const int whole) {
  return whole ? _mm512_loadu_ps(from) : _mm512_maskz_loadu_ps(some(live), from);
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

/// How the registers are cut: 0 to 3 are sums, 4 and 5 left, 6 and 7 right, all whole.
typedef struct {
  uint8_t palette, start;
  uint8_t reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
} shape;

TARGET static void claim(void) {
  shape whole = {.palette = 1};
  for (int i = 0; i < 8; i++) whole.row_bytes[i] = 64, whole.rows[i] = SIDE;
  _tile_loadconfig(&whole);
}

/// 32 × 32 sums, or fewer by 16. Small products come first.
INLINE void sum_blocks(
    const whet_tile_product *p, const uint16_t *left, const uint16_t *right, float *sums, ptrdiff_t step, const int wide,
    const int high) {
  const int line = BLOCK * sizeof(uint16_t);
  const uint16_t *below = left + p->left_tile_step, *beside = right + p->right_tile_step;
  _tile_zero(0);
  if (wide) _tile_zero(1);
  if (high) _tile_zero(2);
  if (wide && high) _tile_zero(3);
  const ptrdiff_t part = p->left_part_step;
  for (int k = 0; k < p->block_count; k++, right += PARTS * TILE, beside += PARTS * TILE) {
    const ptrdiff_t place = p->blocks ? p->blocks[k] : (ptrdiff_t)k * PARTS * TILE;
    const uint16_t *upper = left + place, *lower = below + place;
#define LEFT(n) _tile_loadd(4, upper + (n) * part, line); if (high) _tile_loadd(5, lower + (n) * part, line)
#define RIGHT(n) _tile_loadd(6, right + (n) * TILE, line); if (wide) _tile_loadd(7, beside + (n) * TILE, line)
#define ADD \
  _tile_dpbf16ps(0, 4, 6); if (wide) _tile_dpbf16ps(1, 4, 7); \
  if (high) _tile_dpbf16ps(2, 5, 6); if (wide && high) _tile_dpbf16ps(3, 5, 7)
    LEFT(2); RIGHT(0); ADD;
    LEFT(1); ADD;
    RIGHT(1); ADD;
    LEFT(0); ADD;
    RIGHT(2); ADD;
    RIGHT(0); ADD;
#undef LEFT
#undef RIGHT
#undef ADD
  }
  const ptrdiff_t bytes = step * (ptrdiff_t)sizeof(float);
  _tile_stored(0, sums, bytes);
  if (wide) _tile_stored(1, sums + SIDE, bytes);
  if (high) _tile_stored(2, sums + SIDE * step, bytes);
  if (wide && high) _tile_stored(3, sums + SIDE * step + SIDE, bytes);
}

/// How many sums lie in a row before they are finished.
enum { WIDTH = 2 * SIDE };

INLINE __m512 ended(const whet_tile_product *p, __m512 value, const float *to, __mmask16 live) {
  const __m512 zero = _mm512_setzero_ps();
  if (p->accumulate) value = _mm512_add_ps(value, _mm512_maskz_loadu_ps(live, to));
  if (p->rectify) value = _mm512_mask_mov_ps(value, _mm512_cmp_ps_mask(value, zero, _CMP_LT_OQ), zero);
  return value;
}

/// Stores sums as the caller wants them.
INLINE void finish(const whet_tile_product *p, const float *sums, int row, int rows, int column, int columns) {
  for (int j = 0; j < columns; j += SIDE) {
    const __mmask16 live = some(columns - j);
    const __m512 bias = p->bias ? _mm512_maskz_loadu_ps(live, p->bias + column + j) : _mm512_setzero_ps();
    int x = p->run ? row % p->run : row;
    float *to = p->c + (p->run ? row / p->run * p->c_run : 0) + x * p->c_row + column + j;
    for (int i = 0; i < rows; i++, x++, to += p->c_row) {
      if (p->run && x == p->run) x = 0, to += p->c_run - p->run * p->c_row;
      if (p->run && x >= p->kept) continue;
      const __m512 value = _mm512_add_ps(_mm512_load_ps(sums + i * WIDTH + j), bias);
      _mm512_mask_storeu_ps(to, live, ended(p, value, to, live));
    }
  }
}

/// The same with rows and columns exchanged; a bias belongs to a row.
INLINE void finish_turned(const whet_tile_product *p, const float *sums, int row, int rows, int column, int columns) {
  for (int i = 0; i < rows; i += SIDE)
    for (int j = 0; j < columns; j += SIDE) {
      __m512i tile[SIDE];
      UNROLL for (int r = 0; r < SIDE; r++) tile[r] = _mm512_load_si512(sums + (i + r) * WIDTH + j);
      turn(tile);
      const __mmask16 live = some(rows - i);
      const __m512 bias = p->bias ? _mm512_maskz_loadu_ps(live, p->bias + row + i) : _mm512_setzero_ps();
      float *to = p->c + (column + j) * p->c_row + row + i;
      UNROLL for (int r = 0; r < SIDE; r++) {
        if (j + r >= columns) continue;
        float *at = to + r * p->c_row;
        _mm512_mask_storeu_ps(at, live, ended(p, _mm512_add_ps(_mm512_castsi512_ps(tile[r]), bias), at, live));
      }
    }
}

/// Up to 32 × 32 numbers of C.
INLINE void multiply_block(const whet_tile_product *p, int row, int column, float *sums) {
  const uint16_t *left = p->left + (row / SIDE) * p->left_tile_step;
  const uint16_t *right = p->right + (column / SIDE) * p->right_tile_step;
  const int rows = p->rows - row < WIDTH ? p->rows - row : WIDTH;
  const int columns = p->columns - column < WIDTH ? p->columns - column : WIDTH;
  if (rows == WIDTH && columns == WIDTH && !p->bias && !p->accumulate && !p->rectify && !p->turns && !p->run)
    return sum_blocks(p, left, right, p->c + row * p->c_row + column, p->c_row, 1, 1);
  if (rows > SIDE && columns > SIDE) sum_blocks(p, left, right, sums, WIDTH, 1, 1);
  else if (columns > SIDE) sum_blocks(p, left, right, sums, WIDTH, 1, 0);
  else if (rows > SIDE) sum_blocks(p, left, right, sums, WIDTH, 0, 1);
  else sum_blocks(p, left, right, sums, WIDTH, 0, 0);
  if (p->turns) finish_turned(p, sums, row, rows, column, columns);
  else finish(p, sums, row, rows, column, columns);
}

/// Tiles of the right factor that stay in the second cache, beside 32 rows of the left one, while all rows pass over them.
enum { NEAR = 128 };

INLINE void multiply_all(const whet_tile_product *p, float *sums) {
  const int tiles = NEAR / (p->block_count > 0 ? p->block_count : 1) & ~1, panel = (tiles > 2 ? tiles : 2) * SIDE;
  for (int first = 0; first < p->columns; first += panel) {
    const int end = p->columns - first < panel ? p->columns : first + panel;
    for (int row = 0; row < p->rows; row += WIDTH)
      for (int column = first; column < end; column += WIDTH) multiply_block(p, row, column, sums);
  }
}

TARGET void whet_multiply_tiles(const whet_tile_product *products) {
  float sums[WIDTH * WIDTH] __attribute__((aligned(64)));
  whet_tile_product one = *products;
  claim();
  for (int i = 0; i < products->repeats; i++) {
    multiply_all(&one, sums);
    one.left += products->left_repeat, one.right += products->right_repeat, one.c += products->c_repeat;
  }
  _tile_release();
}
#else
int whet_has_tiles(void) { return 0; }
void whet_tile_left(const whet_tiling *tiling, const float *from, uint16_t *to) { (void)tiling, (void)from, (void)to; }
void whet_tile_right(const whet_tiling *tiling, const float *from, uint16_t *to) { (void)tiling, (void)from, (void)to; }
void whet_multiply_tiles(const whet_tile_product *product) { (void)product; }
#endif
