#include "CResampling.h"

#include <string.h>

// One compiled form for every x86-64 processor and one for those with AVX2; the program chooses when it starts.
#if defined(__x86_64__) && defined(__linux__)
#define DISPATCHED __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define DISPATCHED
#endif

enum { places = 22, half = 1 << (places - 1), block = 64 };

/// The pixels of two rows that stand above each other, four numbers each: one multiplication serves both.
typedef int32_t pair __attribute__((vector_size(32)));
typedef uint8_t bytes __attribute__((vector_size(8)));

/// Sums are at least 0 and, in fixed point, hardly above 255: the weights are not negative and their sum is 1 but for
/// rounding. Only the upper end needs watching.
static inline __attribute__((always_inline)) uint8_t rounded(int32_t sum) {
  int32_t value = sum >> places;
  return (uint8_t)(value > 255 ? 255 : value);
}

/// Two new pixels: each channel of the old ones times their weights.
static inline __attribute__((always_inline)) bytes weighted(const int32_t *from, const int32_t *weights, int32_t taps) {
  pair sum = {half, half, half, half, half, half, half, half};
  for (int32_t tap = 0; tap < taps; tap++) {
    pair old;
    memcpy(&old, from + tap * 8, sizeof old);
    sum += old * weights[tap];
  }
  const pair most = {255, 255, 255, 255, 255, 255, 255, 255};
  sum >>= places;
  return __builtin_convertvector(__builtin_elementwise_min(sum, most), bytes);
}

/// Spreads two rows of bytes into pairs.
static inline __attribute__((always_inline)) void spread(const uint8_t *upper, const uint8_t *lower, size_t width,
                                                         int32_t *pairs) {
  for (size_t x = 0; x < width; x++, upper += 3, lower += 3, pairs += 8) {
    const pair spread = {upper[0], upper[1], upper[2], 0, lower[0], lower[1], lower[2], 0};
    memcpy(pairs, &spread, sizeof spread);
  }
}

DISPATCHED
void whet_resample_along_x(const uint8_t *in, size_t width, size_t rows, whet_axis axis, int32_t *scratch,
                           uint8_t *out) {
  const size_t row_bytes = axis.length * 3;
  memset(scratch + width * 8, 0, axis.stride * 8 * sizeof *scratch);
  for (size_t row = 0; row < rows; row += 2) {
    // The last row of an odd number is reckoned twice.
    const size_t next = row + 1 < rows ? row + 1 : row;
    spread(in + row * width * 3, in + next * width * 3, width, scratch);
    uint8_t *upper = out + row * row_bytes;
    uint8_t *lower = out + next * row_bytes;
    for (size_t x = 0; x < axis.length; x++, upper += 3, lower += 3) {
      const int32_t *weights = axis.weights + x * axis.stride;
      const int32_t *from = scratch + (size_t)axis.starts[x] * 8;
      // A growing picture never needs more than three taps; unused weights are zero.
      bytes new = axis.stride == 3 ? weighted(from, weights, 3) : weighted(from, weights, axis.counts[x]);
      if (x + 1 < axis.length) {
        // Four bytes are written at once: the fourth is overwritten by the next pixel.
        memcpy(upper, &new, 4);
        memcpy(lower, (uint8_t *)&new + 4, 4);
      } else {
        memcpy(upper, &new, 3);
        memcpy(lower, (uint8_t *)&new + 4, 3);
      }
    }
  }
}

DISPATCHED
void whet_resample_along_y(const uint8_t *in, size_t row_bytes, whet_axis axis, uint8_t *out) {
  for (size_t y = 0; y < axis.length; y++, out += row_bytes) {
    const int32_t *weights = axis.weights + y * axis.stride;
    const uint8_t *from = in + (size_t)axis.starts[y] * row_bytes;
    size_t column = 0;
    for (; column + block <= row_bytes; column += block) {
      int32_t sums[block];
      for (int i = 0; i < block; i++) sums[i] = half;
      for (int32_t tap = 0; tap < axis.counts[y]; tap++) {
        const uint8_t *old = from + (size_t)tap * row_bytes + column;
        for (int i = 0; i < block; i++) sums[i] += old[i] * weights[tap];
      }
      for (int i = 0; i < block; i++) out[column + (size_t)i] = rounded(sums[i]);
    }
    for (; column < row_bytes; column++) {
      int32_t sum = half;
      for (int32_t tap = 0; tap < axis.counts[y]; tap++) sum += from[(size_t)tap * row_bytes + column] * weights[tap];
      out[column] = rounded(sum);
    }
  }
}
