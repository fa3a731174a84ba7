// Resampling for processors with AVX-512 that can pick any bytes of a vector (VBMI); what it gains nothing from is AVX2's.
#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx2")))

/// Upper and lower sums to numbers of 8 + 8 places.
TARGET INLINE __m512i carried(__m512i high, __m512i low) { return _mm512_add_epi32(high, _mm512_srli_epi32(low, low_places)); }

/// Sixteen such numbers and sixteen more, rounded to 8 bits each, in 16.
TARGET INLINE __m512i rounded(__m512i first, __m512i second) {
  const __m512i both = _mm512_packus_epi32(first, second);
  return _mm512_srli_epi16(_mm512_adds_epu16(both, _mm512_set1_epi16(half)), places - low_places);
}

// MARK: Along y

/// The live ones of 64 bytes of one or more pairs of rows.
TARGET INLINE void blend(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t column, __mmask64 live, uint8_t *out) {
  const __m512i zero = _mm512_setzero_si512();
  __m512i high[4] = {zero, zero, zero, zero}, low[4] = {zero, zero, zero, zero};
  for (int32_t tap = 0; tap < count; tap += 2) {
    const int32_t next = tap + 1 < count ? tap + 1 : tap;
    const int32_t first = weights[tap], second = next == tap ? 0 : weights[next];
    const __m512i upper = _mm512_set1_epi32(first >> low_places | second >> low_places << 16);
    const __m512i lower = _mm512_set1_epi32((first & low_part) | (second & low_part) << 16);
    const __m512i a = _mm512_maskz_loadu_epi8(live, rows[tap] + column);
    const __m512i b = _mm512_maskz_loadu_epi8(live, rows[next] + column);
    const __m512i left = _mm512_unpacklo_epi8(a, b), right = _mm512_unpackhi_epi8(a, b);
    const __m512i pairs[4] = {
        _mm512_unpacklo_epi8(left, zero), _mm512_unpackhi_epi8(left, zero), _mm512_unpacklo_epi8(right, zero),
        _mm512_unpackhi_epi8(right, zero)};
    for (int i = 0; i < 4; i++) {
      high[i] = _mm512_add_epi32(high[i], _mm512_madd_epi16(pairs[i], upper));
      low[i] = _mm512_add_epi32(low[i], _mm512_madd_epi16(pairs[i], lower));
    }
  }
  const __m512i left = rounded(carried(high[0], low[0]), carried(high[1], low[1]));
  const __m512i right = rounded(carried(high[2], low[2]), carried(high[3], low[3]));
  _mm512_mask_storeu_epi8(out + column, live, _mm512_packus_epi16(left, right));
}

/// Compiled for one pair of rows, as when a picture grows, and for any number.
TARGET INLINE void blend_row(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out) {
  size_t column = 0;
  for (; column + 64 <= length; column += 64) blend(rows, weights, count, column, ~0ull, out);
  if (column < length) blend(rows, weights, count, column, (1ull << (length - column)) - 1, out);
}

TARGET static void along_y(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out) {
  if (count == 2) blend_row(rows, weights, 2, length, out);
  else blend_row(rows, weights, count, length, out);
}

// MARK: Along x, two taps

/// 32 new bytes, which take two taps each from 64 old ones. The first four of every eight lie in a vector of their own.
typedef struct {
  int32_t offset, unused[15];
  uint8_t places[2][64];
  int16_t low[2][32], high[2][32];
} near_block;

/// What the table begins with: whether two taps do.
typedef struct {
  int32_t is_near, unused[15];
} head;

static size_t near_blocks(const whet_axis *axis) { return (axis->length * 3 + 31) / 32; }

/// The pixel a new byte belongs to; the last one's for those beyond.
static size_t pixel_of(const whet_axis *axis, size_t byte) {
  return byte / 3 < axis->length ? byte / 3 : axis->length - 1;
}

/// Whether two taps do, and 64 old bytes for 32 new ones: always where a picture grows.
static int is_near(const whet_axis *axis) {
  if (axis->taps > 2 || axis->stride < 2) return 0;
  for (size_t byte = 0; byte < axis->length * 3; byte += 32)
    if (axis->starts[pixel_of(axis, byte + 31)] - axis->starts[byte / 3] > 19) return 0;
  return 1;
}

static void tabulate_near(const whet_axis *axis, near_block *blocks) {
  for (size_t byte = 0; byte < near_blocks(axis) * 32; byte++) {
    near_block *block = blocks + byte / 32;
    const size_t vector = byte / 4 % 2, slot = byte / 8 % 4 * 4 + byte % 4, pixel = byte / 3;
    const int32_t start = axis->starts[pixel_of(axis, byte / 32 * 32)];
    block->offset = start * 3;
    for (size_t tap = 0; tap < 2; tap++) {
      uint8_t *place = block->places[vector] + slot * 4 + tap * 2;
      const int exists = pixel < axis->length;
      const int32_t weight = exists ? axis->weights[pixel * axis->stride + tap] : 0;
      place[0] = exists ? (uint8_t)(((size_t)(axis->starts[pixel] - start) + tap) * 3 + byte % 3) : 0;
      place[1] = 0;
      block->low[vector][slot * 2 + tap] = (int16_t)(weight & low_part);
      block->high[vector][slot * 2 + tap] = (int16_t)(weight >> low_places);
    }
  }
}

TARGET INLINE __m512i near_bytes(const near_block *block, const uint8_t *row) {
  const __m512i old = _mm512_loadu_si512(row + block->offset);
  __m512i sums[2];
  for (int i = 0; i < 2; i++) {
    const __m512i pairs =
        _mm512_maskz_permutexvar_epi8(0x5555555555555555, _mm512_load_si512(block->places[i]), old);
    sums[i] = carried(
        _mm512_madd_epi16(pairs, _mm512_load_si512(block->high[i])),
        _mm512_madd_epi16(pairs, _mm512_load_si512(block->low[i])));
  }
  return rounded(sums[0], sums[1]);
}

TARGET static void along_x_near(
    const uint8_t *const in[2], const whet_axis *axis, const near_block *blocks, uint8_t *const out[2]) {
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  const size_t count = near_blocks(axis);
  for (size_t i = 0; i < count; i++) {
    const __m512i both = _mm512_permutexvar_epi64(
        order, _mm512_packus_epi16(near_bytes(blocks + i, in[0]), near_bytes(blocks + i, in[1])));
    _mm256_storeu_si256((__m256i *)(out[0] + i * 32), _mm512_castsi512_si256(both));
    _mm256_storeu_si256((__m256i *)(out[1] + i * 32), _mm512_extracti64x4_epi64(both, 1));
  }
}

// MARK: The table of an axis: this one's, or behind a head of its own AVX2's

static whet_axis behind(const whet_axis *axis) {
  whet_axis other = *axis;
  other.table = (const head *)axis->table + 1;
  return other;
}

static size_t table_size(const whet_axis *axis) {
  return sizeof(head)
      + (is_near(axis) ? near_blocks(axis) * sizeof(near_block) : whet_resampling_avx2.table_size(axis));
}

static void tabulate(const whet_axis *axis, void *table) {
  *(head *)table = (head){.is_near = is_near(axis)};
  if (((head *)table)->is_near) tabulate_near(axis, (near_block *)((head *)table + 1));
  else whet_resampling_avx2.tabulate(axis, (head *)table + 1);
}

static size_t reach(const whet_axis *axis) {
  const size_t other = whet_resampling_avx2.reach(axis);
  return other > 64 ? other : 64;
}

static void along_x(const uint8_t *const in[2], const whet_axis *axis, uint8_t *const out[2]) {
  const head *table = axis->table;
  if (table->is_near) return along_x_near(in, axis, (const near_block *)(table + 1), out);
  const whet_axis other = behind(axis);
  whet_resampling_avx2.along_x(in, &other, out);
}

const whet_resampling_kernels whet_resampling_avx512 = {table_size, tabulate, reach, along_x, along_y};
#endif
