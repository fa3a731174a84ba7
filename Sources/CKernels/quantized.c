// Convolutions of bytes. AVX2 multiplies 32 pairs of bytes in one instruction and adds two products in 16 bits; two of these sums are
// added up there, before they are widened to 32 bits. VNNI adds four products in 32 bits at once, with AVX-512 or, on processors of
// laptops, without (AVX-VNNI); the matrix unit (AMX) those of 16 windows, 16 outputs and 64 numbers: sums of whole numbers are the same.
#include "matrixunit.h"
#include "variants.h"
#include "vnni.h"

#include <stdlib.h>
#include <string.h>

#define FAMILY "quantized.inc"
#include "family.h"

/// Windows whose sums are taken before something is made of them, and those that stay in registers: with AVX2, with VNNI in its vectors,
/// and in those of AVX-512.
enum { SUMS = 48, ROWS = 4, VNNI_ROWS = 6, MOST_ROWS = 12, NEAR_BYTES = 1 << 14 };

/// The sums of some windows in a row for one panel, [window][output].
typedef void sums_of(const whet_byte_windows *w, int panel, const uint8_t *input, int count, int32_t *sums);

static const int8_t *weights_of(const whet_byte_windows *w, int panel) {
  return w->packed + (ptrdiff_t)panel * w->tap_count * w->quads * 4 * WHET_BYTE_PANEL;
}

static void sum_plain(const whet_byte_windows *w, int panel, const uint8_t *input, int count, int32_t *sums) {
  for (int i = 0; i < count; i++, input += w->input_step, sums += WHET_BYTE_PANEL) {
    const int8_t *weights = weights_of(w, panel);
    memset(sums, 0, WHET_BYTE_PANEL * sizeof *sums);
    for (int t = 0; t < w->tap_count; t++)
      for (int k = 0; k < w->quads; k++, weights += 4 * WHET_BYTE_PANEL) {
        const uint8_t *four = input + w->taps[t] + 4 * k;
        for (int o = 0; o < WHET_BYTE_PANEL; o++)
          sums[o] += four[0] * weights[4 * o] + four[1] * weights[4 * o + 1] + four[2] * weights[4 * o + 2] +
                     four[3] * weights[4 * o + 3];
      }
  }
}

#if defined(__x86_64__)
/// What all windows of a panel share: found once, for sums that are stored might be numbers of `whet_byte_windows`.
typedef struct {
  const int8_t *weights;
  const ptrdiff_t *taps;
  ptrdiff_t step;
  int tap_count, quads;
} panel_sums;

INLINE panel_sums sums_of_panel(const whet_byte_windows *w, int panel) {
  return (panel_sums){weights_of(w, panel), w->taps, w->input_step, w->tap_count, w->quads};
}

#define TARGET __attribute__((target("avx2,fma")))

/// Adds up the products of one or two fours in 16 bits, then in 32.
TARGET INLINE void add_fours(
    __m256i sum[ROWS][2], const uint8_t *input, ptrdiff_t step, const int8_t *weights, const int rows, const int fours) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i weight[4];
  UNROLL for (int i = 0; i < 2 * fours; i++) weight[i] = _mm256_loadu_si256((const __m256i *)(weights + 32 * i));
  UNROLL for (int r = 0; r < rows; r++) {
    int four[2];
    memcpy(four, input + r * step, 4 * (size_t)fours);
    UNROLL for (int v = 0; v < 2; v++) {
      __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(four[0]), weight[v]);
      if (fours == 2) pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(_mm256_set1_epi32(four[1]), weight[2 + v]));
      sum[r][v] = _mm256_add_epi32(sum[r][v], _mm256_madd_epi16(pairs, ones));
    }
  }
}

TARGET INLINE void tile_avx2(const panel_sums *p, const uint8_t *input, int32_t *sums, const int rows) {
  const int8_t *weights = p->weights;
  __m256i sum[ROWS][2];
  UNROLL for (int r = 0; r < rows; r++)
    UNROLL for (int v = 0; v < 2; v++) sum[r][v] = _mm256_setzero_si256();
  const ptrdiff_t step = p->step;
  const int quads = p->quads;
  for (int t = 0; t < p->tap_count; t++) {
    const uint8_t *in = input + p->taps[t];
    int k = 0;
    for (; k + 2 <= quads; k += 2, weights += 8 * WHET_BYTE_PANEL) add_fours(sum, in + 4 * k, step, weights, rows, 2);
    if (k < quads) {
      add_fours(sum, in + 4 * k, step, weights, rows, 1);
      weights += 4 * WHET_BYTE_PANEL;
    }
  }
  UNROLL for (int r = 0; r < rows; r++)
    UNROLL for (int v = 0; v < 2; v++)
      _mm256_storeu_si256((__m256i *)(sums + r * WHET_BYTE_PANEL + 8 * v), sum[r][v]);
}

TARGET static void sum_avx2(const whet_byte_windows *w, int panel, const uint8_t *input, int count, int32_t *sums) {
  const panel_sums own = sums_of_panel(w, panel);
  int i = 0;
  for (; i + ROWS <= count; i += ROWS) tile_avx2(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, ROWS);
  for (; i + 2 <= count; i += 2) tile_avx2(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 2);
  for (; i < count; i++) tile_avx2(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 1);
}
#undef TARGET

/// Where the numbers of windows begin that lie `step` apart, of every third. How they lie is hidden from the compiler (vectors.inc).
INLINE void find_windows(const uint8_t **places, const uint8_t *first, ptrdiff_t step, const int rows) {
  UNROLL for (int i = 0; i < ROW_PLACES(rows); i++) {
    places[i] = first + 3 * i * step;
    __asm__("" : "+r"(places[i]));
  }
}

/// Goes on along the numbers of windows.
INLINE void go_along_windows(const uint8_t **places, ptrdiff_t distance, const int rows) {
  UNROLL for (int i = 0; i < ROW_PLACES(rows); i++) {
    places[i] += distance;
    __asm__("" : "+r"(places[i]));
  }
}

/// Four numbers of a window.
INLINE int next_four(const uint8_t *const *places, ptrdiff_t step, int window, ptrdiff_t from) {
  int four;
  memcpy(&four, places[window / 3] + window % 3 * step + from, sizeof four);
  return four;
}

#if defined(WHET_EMULATED)
static sums_of *const sum_avx_vnni = sum_avx2;
#else
#define TARGET __attribute__((target(WHET_AVX_VNNI)))

TARGET INLINE void tile_avx_vnni(const panel_sums *p, const uint8_t *input, int32_t *sums, const int rows) {
  const int8_t *weights = p->weights;
  __m256i sum[VNNI_ROWS][2];
  UNROLL for (int r = 0; r < rows; r++)
    UNROLL for (int v = 0; v < 2; v++) sum[r][v] = _mm256_setzero_si256();
  const ptrdiff_t step = p->step;
  for (int t = 0; t < p->tap_count; t++) {
    const uint8_t *in[ROW_PLACES(VNNI_ROWS)];
    find_windows(in, input + p->taps[t], step, rows);
    for (int k = 0; k < p->quads; k++, weights += 4 * WHET_BYTE_PANEL) {
      __m256i weight[2];
      UNROLL for (int v = 0; v < 2; v++) weight[v] = _mm256_loadu_si256((const __m256i *)(weights + 32 * v));
      UNROLL for (int r = 0; r < rows; r++) {
        const __m256i four = _mm256_set1_epi32(next_four(in, step, r, 0));
        UNROLL for (int v = 0; v < 2; v++) sum[r][v] = _mm256_dpbusd_avx_epi32(sum[r][v], four, weight[v]);
      }
      go_along_windows(in, 4, rows);
    }
  }
  UNROLL for (int r = 0; r < rows; r++)
    UNROLL for (int v = 0; v < 2; v++)
      _mm256_storeu_si256((__m256i *)(sums + r * WHET_BYTE_PANEL + 8 * v), sum[r][v]);
}

TARGET static void sum_avx_vnni(const whet_byte_windows *w, int panel, const uint8_t *input, int count, int32_t *sums) {
  const panel_sums own = sums_of_panel(w, panel);
  int i = 0;
  for (; i + VNNI_ROWS <= count; i += VNNI_ROWS)
    tile_avx_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, VNNI_ROWS);
  for (; i + 2 <= count; i += 2) tile_avx_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 2);
  for (; i < count; i++) tile_avx_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 1);
}
#undef TARGET
#endif

#if defined(WHET_EMULATED)
#define TARGET __attribute__((target(WHET_AVX512)))
#else
#define TARGET __attribute__((target(WHET_AVX512 ",avx512vnni")))
#endif

TARGET INLINE void tile_vnni(const panel_sums *p, const uint8_t *input, int32_t *sums, const int rows) {
  const int8_t *weights = p->weights;
  __m512i sum[MOST_ROWS];
  UNROLL for (int r = 0; r < rows; r++) sum[r] = _mm512_setzero_si512();
  const ptrdiff_t step = p->step;
  for (int t = 0; t < p->tap_count; t++) {
    const uint8_t *in[ROW_PLACES(MOST_ROWS)];
    find_windows(in, input + p->taps[t], step, rows);
    for (int k = 0; k < p->quads; k++, weights += 4 * WHET_BYTE_PANEL) {
      const __m512i weight = _mm512_loadu_si512(weights);
      UNROLL for (int r = 0; r < rows; r++)
        sum[r] = _mm512_dpbusd_epi32(sum[r], _mm512_set1_epi32(next_four(in, step, r, 0)), weight);
      go_along_windows(in, 4, rows);
    }
  }
  UNROLL for (int r = 0; r < rows; r++) _mm512_storeu_si512(sums + r * WHET_BYTE_PANEL, sum[r]);
}

TARGET static void sum_vnni(const whet_byte_windows *w, int panel, const uint8_t *input, int count, int32_t *sums) {
  const panel_sums own = sums_of_panel(w, panel);
  int i = 0;
  for (; i + MOST_ROWS <= count; i += MOST_ROWS)
    tile_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, MOST_ROWS);
  for (; i + 2 <= count; i += 2) tile_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 2);
  for (; i < count; i++) tile_vnni(&own, input + i * own.step, sums + i * WHET_BYTE_PANEL, 1);
}
#undef TARGET

#if defined(__linux__) && !defined(WHET_EMULATED)
#include "byteunit.inc"
#else
#define WITHOUT_UNIT
#endif

static sums_of *best(void) {
  if (has_vnni()) return sum_vnni;
  return has_avx_vnni() ? sum_avx_vnni : whet_instruction_set() > 0 ? sum_avx2 : sum_plain;
}
#else
#define WITHOUT_UNIT
static sums_of *best(void) { return sum_plain; }
#endif

/// Whether no sum becomes a number too large for whole ones, and 0 stays 0.
static int stay_whole(const whet_byte_windows *w) {
  int stay = w->zero == 0;
  for (int o = 0; o < w->outputs; o++)
    stay &= (w->factors[o] >= 0) & (w->factors[o] <= 0.5f) & (w->offsets[o] <= 0x1p29f) & (w->offsets[o] >= -0x1p29f);
  return stay;
}

/// A panel for windows in a row: its weights stay near for all of them.
static void convolve_in_vectors(
    const whet_byte_windows *w, sums_of *sum, int first, const uint8_t *input, ptrdiff_t place, int columns, int shifts) {
  int32_t sums[SUMS * WHET_BYTE_PANEL] __attribute__((aligned(64)));
  for (int x = 0; x < columns; x += SUMS) {
    const int count = columns - x < SUMS ? columns - x : SUMS;
    sum(w, first / WHET_BYTE_PANEL, input + x * w->input_step, count, sums);
    CHOOSE(finish)(w, first, sums, count, place + x * w->output_step, shifts);
  }
}

#if defined(WITHOUT_UNIT)
static int has_matrix_unit(void) { return 0; }
static void convolve_in_unit(const whet_byte_windows *w, int rows, int columns, int shifts) {
  (void)w, (void)rows, (void)columns, (void)shifts;
}
#else
/// How many of the windows that are left are summed at once: no few are left over that would fill no register of the unit.
static int next_windows(int left) { return left <= SUMS ? left : left < SUMS + UNIT_ROWS ? SUMS - UNIT_ROWS : SUMS; }

/// Windows of one panel that are summed, of some rows that begin `line` windows apart, `columns` in each.
typedef struct {
  /// The panel's first output, the first of the windows, and how many there are.
  int first, x, count;
  /// Where what becomes of the first row's first window goes.
  ptrdiff_t place;
  int rows, columns, line;
} summed_windows;

/// Makes what becomes of them.
static void finish_windows(const whet_byte_windows *w, const int32_t *sums, const summed_windows *s, int shifts) {
  for (int y = s->x / s->line; y < s->rows && y * s->line < s->x + s->count; y++) {
    const int begin = y * s->line, from = begin > s->x ? begin : s->x;
    const int last = begin + s->columns, end = last < s->x + s->count ? last : s->x + s->count;
    if (from < end)
      CHOOSE(finish)(
          w, s->first, sums + (from - s->x) * WHET_BYTE_PANEL, end - from,
          s->place + y * w->output_row_step + (from - begin) * w->output_step, shifts);
  }
}

/// Panel after panel for a few windows, so that the bytes that are made of them stay near.
static void convolve_in_unit(const whet_byte_windows *w, int rows, int columns, int shifts) {
  // Windows that reach from one row into the next fill registers. They are few, and nothing is made of them.
  const ptrdiff_t apart = w->input_step > 0 ? w->input_row_step / w->input_step : 0;
  const int joins = apart >= columns && apart <= columns + columns / 4 && apart * w->input_step == w->input_row_step;
  const int line = joins ? (int)apart : columns, together = joins ? rows : 1, all = (together - 1) * line + columns;
  const int most = NEAR_BYTES / w->outputs / SUMS * SUMS, near = most > SUMS ? most : SUMS;
  int32_t sums[SUMS * WHET_BYTE_PANEL] __attribute__((aligned(64)));
  summed_windows before = {.count = 0};
  claim_unit(w->quads);
  for (int y = 0; y < rows; y += together)
    for (int from = 0, end; from < all; from = end) {
      end = all - from < near + UNIT_ROWS ? all : from + near;
      for (int first = 0; first < w->outputs; first += WHET_BYTE_PANEL)
        for (int x = from, count; x < end; x += count) {
          count = next_windows(end - x);
          const uint8_t *input = w->input + y * w->input_row_step + x * w->input_step;
          const int panel = first / WHET_BYTE_PANEL, in_unit = count >= UNIT_ROWS;
          // The unit sums while something is made of the sums before, and these are read before the next ones are stored: a processor
          // that does not know yet where numbers go that are stored lets those wait that are read after them.
          if (in_unit) sum_in_unit(w, panel, input, count);
          if (before.count) finish_windows(w, sums, &before, shifts);
          if (in_unit) take_from_unit(sums, count);
          else sum_vnni(w, panel, input, count, sums);
          before = (summed_windows){first, x, count, y * w->output_row_step, together, columns, line};
        }
    }
  if (before.count) finish_windows(w, sums, &before, shifts);
  give_back_unit();
}
#endif

void whet_convolve_bytes(const whet_byte_windows *w) {
  int rows = w->rows, columns = w->columns;
  if (w->input_row_step == columns * w->input_step && w->output_row_step == columns * w->output_step) {
    columns *= rows;
    rows = 1;
  }
  const int shifts = !stay_whole(w);
  if (has_matrix_unit()) {
    convolve_in_unit(w, rows, columns, shifts);
    return;
  }
  sums_of *const sum = best();
  for (int first = 0; first < w->outputs; first += WHET_BYTE_PANEL)
    for (int y = 0; y < rows; y++)
      convolve_in_vectors(w, sum, first, w->input + y * w->input_row_step, y * w->output_row_step, columns, shifts);
}

void whet_pack_byte_weights(
    int8_t *packed, int32_t *totals, const int8_t *weights, int outputs, int taps, int merged, int channels) {
  const int run = (merged * channels + 3) / 4 * 4;
  const ptrdiff_t panel_size = (ptrdiff_t)(taps / merged) * run * WHET_BYTE_PANEL;
  for (int first = 0; first < outputs; first += WHET_BYTE_PANEL, packed += panel_size) {
    memset(packed, 0, (size_t)panel_size);
    for (int o = 0; o < WHET_BYTE_PANEL && first + o < outputs; o++) {
      totals[first + o] = 0;
      for (int c = 0; c < channels; c++)
        for (int t = 0; t < taps; t++) {
          const int8_t weight = weights[((ptrdiff_t)(first + o) * channels + c) * taps + t];
          const int place = t / merged * run + t % merged * channels + c;
          packed[(ptrdiff_t)(place / 4 * WHET_BYTE_PANEL + o) * 4 + place % 4] = weight;
          totals[first + o] += weight;
        }
    }
  }
}

void whet_quantize(const float *x, uint8_t *y, size_t count, const float *rates, const float *shifts, size_t period) {
  for (size_t i = 0; i < count; i += period)
    CHOOSE(quantize)(x + i, y + i, count - i < period ? count - i : period, rates, shifts);
}

void whet_pool_bytes(const whet_pool_row *row, const uint8_t *map, uint8_t *output, ptrdiff_t output_step) {
  CHOOSE(pool_bytes)(row, map, output, output_step);
}
