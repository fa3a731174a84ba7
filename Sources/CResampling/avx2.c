// Resampling for processors with AVX2: pairs of taps lie side by side as 16 bits and are multiplied and added at once.
#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2")))

/// Upper and lower sums to numbers of 8 + 8 places.
TARGET INLINE __m256i carried(__m256i high, __m256i low) { return _mm256_add_epi32(high, _mm256_srli_epi32(low, low_places)); }

/// Eight such numbers and eight more, rounded to 8 bits each, in 16.
TARGET INLINE __m256i rounded(__m256i first, __m256i second) {
  const __m256i both = _mm256_packus_epi32(first, second);
  return _mm256_srli_epi16(_mm256_adds_epu16(both, _mm256_set1_epi16(half)), places - low_places);
}

// MARK: Along y

/// 32 bytes of one or more pairs of rows.
TARGET INLINE void blend(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t column, uint8_t *out) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i high[4] = {zero, zero, zero, zero}, low[4] = {zero, zero, zero, zero};
  for (int32_t tap = 0; tap < count; tap += 2) {
    const int32_t next = tap + 1 < count ? tap + 1 : tap;
    const int32_t first = weights[tap], second = next == tap ? 0 : weights[next];
    const __m256i upper = _mm256_set1_epi32(first >> low_places | second >> low_places << 16);
    const __m256i lower = _mm256_set1_epi32((first & low_part) | (second & low_part) << 16);
    const __m256i a = _mm256_loadu_si256((const __m256i *)(rows[tap] + column));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(rows[next] + column));
    const __m256i left = _mm256_unpacklo_epi8(a, b), right = _mm256_unpackhi_epi8(a, b);
    const __m256i pairs[4] = {
        _mm256_unpacklo_epi8(left, zero), _mm256_unpackhi_epi8(left, zero), _mm256_unpacklo_epi8(right, zero),
        _mm256_unpackhi_epi8(right, zero)};
    for (int i = 0; i < 4; i++) {
      high[i] = _mm256_add_epi32(high[i], _mm256_madd_epi16(pairs[i], upper));
      low[i] = _mm256_add_epi32(low[i], _mm256_madd_epi16(pairs[i], lower));
    }
  }
  const __m256i left = rounded(carried(high[0], low[0]), carried(high[1], low[1]));
  const __m256i right = rounded(carried(high[2], low[2]), carried(high[3], low[3]));
  _mm256_storeu_si256((__m256i *)(out + column), _mm256_packus_epi16(left, right));
}

/// Compiled for one pair of rows, as when a picture grows, and for any number.
TARGET INLINE void blend_row(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out) {
  size_t column = 0;
  for (; column + 32 <= length; column += 32) blend(rows, weights, count, column, out);
  // The last bytes together with some that are there already.
  if (column < length) blend(rows, weights, count, length - 32, out);
}

TARGET static void along_y(
    const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out) {
  if (length < 32) whet_blend_plain(rows, weights, count, length, out);
  else if (count == 2) blend_row(rows, weights, 2, length, out);
  else blend_row(rows, weights, count, length, out);
}

// MARK: Along x, two taps

/// 16 new bytes. Each half of a vector has its own 16 old bytes, from which its eight new ones take two taps each; the first
/// four of the eight lie in vectors of their own.
typedef struct {
  int32_t offsets[8];
  uint8_t places[2][32];
  int16_t low[2][16], high[2][16];
} near_block;

static size_t near_blocks(const whet_axis *axis) { return (axis->length * 3 + 15) / 16; }

/// The pixel a new byte belongs to; the last one's for those beyond.
static size_t pixel_of(const whet_axis *axis, size_t byte) {
  return byte / 3 < axis->length ? byte / 3 : axis->length - 1;
}

/// Whether two taps do, and 16 old bytes for eight new ones: always where a picture grows.
static int is_near(const whet_axis *axis) {
  if (axis->taps > 2 || axis->stride < 2) return 0;
  for (size_t byte = 0; byte < axis->length * 3; byte += 8)
    if (axis->starts[pixel_of(axis, byte + 7)] - axis->starts[byte / 3] > 3) return 0;
  return 1;
}

static void tabulate_near(const whet_axis *axis, near_block *blocks) {
  for (size_t byte = 0; byte < near_blocks(axis) * 16; byte++) {
    near_block *block = blocks + byte / 16;
    const size_t lane = byte / 8 % 2, vector = byte / 4 % 2, slot = byte % 4, pixel = byte / 3;
    const int32_t start = axis->starts[pixel_of(axis, byte / 8 * 8)];
    if (byte % 8 == 0) block->offsets[lane] = start * 3;
    for (size_t tap = 0; tap < 2; tap++) {
      uint8_t *place = block->places[vector] + lane * 16 + slot * 4 + tap * 2;
      place[0] = place[1] = 0x80;
      if (pixel >= axis->length) continue;
      place[0] = (uint8_t)(((size_t)(axis->starts[pixel] - start) + tap) * 3 + byte % 3);
      const int32_t weight = axis->weights[pixel * axis->stride + tap];
      block->low[vector][lane * 8 + slot * 2 + tap] = (int16_t)(weight & low_part);
      block->high[vector][lane * 8 + slot * 2 + tap] = (int16_t)(weight >> low_places);
    }
  }
}

TARGET INLINE __m256i near_bytes(const near_block *block, const uint8_t *row) {
  const __m256i old = _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(row + block->offsets[0]))),
      _mm_loadu_si128((const __m128i *)(row + block->offsets[1])), 1);
  __m256i sums[2];
  for (int i = 0; i < 2; i++) {
    const __m256i pairs = _mm256_shuffle_epi8(old, *(const __m256i *)block->places[i]);
    sums[i] = carried(
        _mm256_madd_epi16(pairs, *(const __m256i *)block->high[i]), _mm256_madd_epi16(pairs, *(const __m256i *)block->low[i]));
  }
  return rounded(sums[0], sums[1]);
}

TARGET static void along_x_near(
    const uint8_t *const in[2], const whet_axis *axis, const near_block *blocks, uint8_t *const out[2]) {
  const size_t count = near_blocks(axis);
  for (size_t i = 0; i < count; i++) {
    const __m256i both = _mm256_permute4x64_epi64(
        _mm256_packus_epi16(near_bytes(blocks + i, in[0]), near_bytes(blocks + i, in[1])), 0xD8);
    _mm_storeu_si128((__m128i *)(out[0] + i * 16), _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)(out[1] + i * 16), _mm256_extracti128_si256(both, 1));
  }
}

// MARK: Along x, any number of taps

/// Two new pixels, one in each half of a vector: where their old ones begin, and behind it for every four taps 16 bytes for
/// each: lower parts, then upper ones.
typedef struct {
  int32_t offsets[8];
} far_pair;

static size_t far_groups(const whet_axis *axis) { return ((size_t)axis->taps + 3) / 4; }
static size_t far_step(const whet_axis *axis) { return sizeof(far_pair) + far_groups(axis) * 32; }

static void tabulate_far(const whet_axis *axis, uint8_t *table) {
  const size_t groups = far_groups(axis), step = far_step(axis);
  memset(table, 0, (axis->length + 1) / 2 * step);
  for (size_t x = 0; x < axis->length; x++) {
    far_pair *pair = (far_pair *)(table + x / 2 * step);
    pair->offsets[x % 2] = axis->starts[x] * 3;
    for (size_t tap = 0; tap < groups * 4 && tap < axis->stride; tap++) {
      int16_t *parts = (int16_t *)(pair + 1) + tap / 4 * 16 + x % 2 * 8 + tap % 4;
      const int32_t weight = axis->weights[x * axis->stride + tap];
      parts[0] = (int16_t)(weight & low_part);
      parts[4] = (int16_t)(weight >> low_places);
    }
  }
}

TARGET static void along_x_far(
    const uint8_t *const in[2], const whet_axis *axis, const uint8_t *table, uint8_t *const out[2]) {
  const size_t groups = far_groups(axis), step = far_step(axis);
  // Red, green and blue of a tap and of the next.
  const __m256i places[2] = {
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1)),
      _mm256_broadcastsi128_si256(_mm_setr_epi8(6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1))};
  for (size_t x = 0; x < axis->length; x += 2, table += step) {
    const far_pair *pair = (const far_pair *)table;
    const __m256i *weights = (const __m256i *)(pair + 1);
    __m256i high[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()}, low[2] = {high[0], high[0]};
    for (size_t group = 0; group < groups; group++) {
      const __m256i all = weights[group];
      const __m256i lower[2] = {_mm256_shuffle_epi32(all, 0x00), _mm256_shuffle_epi32(all, 0x55)};
      const __m256i upper[2] = {_mm256_shuffle_epi32(all, 0xAA), _mm256_shuffle_epi32(all, 0xFF)};
      for (int row = 0; row < 2; row++) {
        const uint8_t *from = in[row] + group * 12;
        const __m256i old = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(from + pair->offsets[0]))),
            _mm_loadu_si128((const __m128i *)(from + pair->offsets[1])), 1);
        for (int i = 0; i < 2; i++) {
          const __m256i pairs = _mm256_shuffle_epi8(old, places[i]);
          high[row] = _mm256_add_epi32(high[row], _mm256_madd_epi16(pairs, upper[i]));
          low[row] = _mm256_add_epi32(low[row], _mm256_madd_epi16(pairs, lower[i]));
        }
      }
    }
    const __m256i both = rounded(carried(high[0], low[0]), carried(high[1], low[1]));
    const __m256i bytes = _mm256_packus_epi16(both, both);
    const uint64_t left = (uint64_t)_mm256_extract_epi64(bytes, 0), right = (uint64_t)_mm256_extract_epi64(bytes, 2);
    // Four bytes are written at once: the fourth is overwritten by the next pixel's first.
    memcpy(out[0] + x * 3, &left, 4);
    memcpy(out[0] + x * 3 + 3, &right, 4);
    memcpy(out[1] + x * 3, (const uint8_t *)&left + 4, 4);
    memcpy(out[1] + x * 3 + 3, (const uint8_t *)&right + 4, 4);
  }
}

// MARK: The table of an axis

/// What the table begins with: whether two taps do.
typedef struct {
  int32_t is_near;
  int32_t unused[15];
} head;

static size_t table_size(const whet_axis *axis) {
  return sizeof(head)
      + (is_near(axis) ? near_blocks(axis) * sizeof(near_block) : (axis->length + 1) / 2 * far_step(axis));
}

static void tabulate(const whet_axis *axis, void *table) {
  *(head *)table = (head){.is_near = is_near(axis)};
  if (((head *)table)->is_near) tabulate_near(axis, (near_block *)((head *)table + 1));
  else tabulate_far(axis, (uint8_t *)((head *)table + 1));
}

/// The last four taps of the last pixel, and a vector; the same for what is written.
static size_t reach(const whet_axis *axis) { return far_groups(axis) * 12 + 32; }

static void along_x(const uint8_t *const in[2], const whet_axis *axis, uint8_t *const out[2]) {
  const head *table = axis->table;
  if (table->is_near) along_x_near(in, axis, (const near_block *)(table + 1), out);
  else along_x_far(in, axis, (const uint8_t *)(table + 1), out);
}

const whet_resampling_kernels whet_resampling_avx2 = {table_size, tabulate, reach, along_x, along_y};
#endif
