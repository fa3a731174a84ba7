// Products of tiles (tiles.c) on the matrix unit.
//
// While it multiplies, which takes 16 cycles a pair of tiles, half of the vector units have nothing to do: they can cut the
// factors of a later product, or move weights (overlapped.h).
#include "matrixunit.h"
#include "overlapped.h"

#if defined(__x86_64__) && defined(__linux__)

/// Registers 0 to 3 are sums, 4 and 5 left, 6 and 7 right, all whole.
TARGET static void claim(void) {
  const unit_shape whole = whole_unit();
  _tile_loadconfig(&whole);
}

/// 32 × 32 sums, or fewer by 16. Small products come first.
INLINE void sum_blocks(
    const whet_tile_product *p, const uint16_t *left, const uint16_t *right, float *sums, ptrdiff_t step, const int wide,
    const int high, progress *overlapped, const int kind) {
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
  if (high) _tile_dpbf16ps(2, 5, 6); if (wide && high) _tile_dpbf16ps(3, 5, 7); \
  go_on(overlapped, overlapped->pace, kind)
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
INLINE void multiply_block(
    const whet_tile_product *p, int row, int column, float *sums, progress *overlapped, const int kind) {
  const uint16_t *left = p->left + (row / SIDE) * p->left_tile_step;
  const uint16_t *right = p->right + (column / SIDE) * p->right_tile_step;
  const int rows = p->rows - row < WIDTH ? p->rows - row : WIDTH;
  const int columns = p->columns - column < WIDTH ? p->columns - column : WIDTH;
  const int is_plain = !p->bias && !p->accumulate && !p->rectify && !p->turns && !p->run;
  const int is_direct = is_plain && rows == WIDTH && columns == WIDTH;
  float *to = is_direct ? p->c + row * p->c_row + column : sums;
  const ptrdiff_t step = is_direct ? p->c_row : WIDTH;
  if (rows > SIDE && columns > SIDE) sum_blocks(p, left, right, to, step, 1, 1, overlapped, kind);
  else if (columns > SIDE) sum_blocks(p, left, right, to, step, 1, 0, overlapped, WHET_IDLE);
  else if (rows > SIDE) sum_blocks(p, left, right, to, step, 0, 1, overlapped, WHET_IDLE);
  else sum_blocks(p, left, right, to, step, 0, 0, overlapped, WHET_IDLE);
  if (is_direct) return;
  if (p->turns) finish_turned(p, sums, row, rows, column, columns);
  else finish(p, sums, row, rows, column, columns);
}

/// Tiles of the right factor that stay in the second cache, beside 32 rows of the left one, while all rows pass over them.
enum { NEAR = 128 };

INLINE void multiply_all(const whet_tile_product *p, float *sums, progress *overlapped, const int kind) {
  const int tiles = NEAR / (p->block_count > 0 ? p->block_count : 1) & ~1, panel = (tiles > 2 ? tiles : 2) * SIDE;
  for (int first = 0; first < p->columns; first += panel) {
    const int end = p->columns - first < panel ? p->columns : first + panel;
    for (int row = 0; row < p->rows; row += WIDTH)
      for (int column = first; column < end; column += WIDTH) multiply_block(p, row, column, sums, overlapped, kind);
  }
}

/// How often the matrix unit has been given four pairs of tiles by the end.
static ptrdiff_t halts(const whet_tile_product *p) {
  return (ptrdiff_t)(p->rows / WIDTH) * (p->columns / WIDTH) * p->block_count * 6 * p->repeats;
}

INLINE void multiply(const whet_tile_product *products, const whet_overlapped_work *work, const int kind) {
  float sums[WIDTH * WIDTH] __attribute__((aligned(64)));
  whet_tile_product one = *products;
  progress overlapped = begin(work, halts(products), kind);
  claim();
  for (int i = 0; i < products->repeats; i++) {
    multiply_all(&one, sums, &overlapped, kind);
    one.left += products->left_repeat, one.right += products->right_repeat, one.c += products->c_repeat;
  }
  _tile_release();
  go_on(&overlapped, overlapped.left, kind);
}

// One for each kind of work, so that the loops know theirs.
TARGET static void multiply_alone(const whet_tile_product *p, const whet_overlapped_work *w) { multiply(p, w, WHET_IDLE); }
TARGET static void multiply_cutting_left(const whet_tile_product *p, const whet_overlapped_work *w) {
  multiply(p, w, WHET_CUT_LEFT);
}
TARGET static void multiply_cutting_right(const whet_tile_product *p, const whet_overlapped_work *w) {
  multiply(p, w, WHET_CUT_RIGHT);
}
TARGET static void multiply_moving(const whet_tile_product *p, const whet_overlapped_work *w) { multiply(p, w, WHET_ADAM); }

void whet_multiply_tiles(const whet_tile_product *product, const whet_overlapped_work *overlapped) {
  switch (overlapped ? overlapped->kind : WHET_IDLE) {
    case WHET_CUT_LEFT: return multiply_cutting_left(product, overlapped);
    case WHET_CUT_RIGHT: return multiply_cutting_right(product, overlapped);
    case WHET_ADAM: return multiply_moving(product, overlapped);
    default: return multiply_alone(product, overlapped);
  }
}
#else
void whet_multiply_tiles(const whet_tile_product *product, const whet_overlapped_work *overlapped) { (void)product, (void)overlapped; }
#endif
