// What one kind of processor has to offer; see resampling.c.
#pragma once
#include "CResampling.h"

#define INLINE static inline __attribute__((always_inline))

/// A weight's 22 binary places go in two parts: 8 upper places, and 14 lower ones, so that a product of a pixel with either
/// is exact in pairs of 16 bits. Sums of lower parts are carried over before the upper ones are rounded; nothing is lost.
enum { places = 22, low_places = 14, low_part = (1 << low_places) - 1, half = 1 << (places - low_places - 1) };

typedef struct {
  size_t (*table_size)(const whet_axis *axis);
  void (*tabulate)(const whet_axis *axis, void *table);
  /// How many bytes beyond the end of a row are read along x, and at most written.
  size_t (*reach)(const whet_axis *axis);
  /// Two rows along x; they may be one and the same.
  void (*along_x)(const uint8_t *const in[2], const whet_axis *axis, uint8_t *const out[2]);
  /// Sums `count` rows of so many bytes, each times its weight.
  void (*along_y)(const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out);
} whet_resampling_kernels;

/// Rows of few bytes, for every processor.
void whet_blend_plain(const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out);

/// The most taps whose sums of lower parts fit into 31 bits: 255 · 2^14 · 512 is 2^31 - 2^23.
enum { most_taps = 512 };

#if defined(__x86_64__)
extern const whet_resampling_kernels whet_resampling_avx2, whet_resampling_avx512;
#endif
