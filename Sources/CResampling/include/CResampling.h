#ifndef WHET_RESAMPLING_H
#define WHET_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

/// One axis of a resampling: new pixel i is the sum of counts[i] old ones from starts[i] on, each times its weight at
/// weights[i * stride ...]. Weights are non-negative fixed-point numbers with 22 binary places whose sum is about 1;
/// those beyond counts[i] are zero.
typedef struct {
  const int32_t *starts;
  const int32_t *counts;
  const int32_t *weights;
  size_t stride;
  size_t length;
} whet_axis;

/// Resamples each row of 3-byte pixels: rows * width of them become rows * axis.length. `scratch` has room for
/// 8 * (width + axis.stride) numbers.
void whet_resample_along_x(const uint8_t *in, size_t width, size_t rows, whet_axis axis, int32_t *scratch, uint8_t *out);

/// Resamples each column: rows of `row_bytes` bytes become axis.length rows as long.
void whet_resample_along_y(const uint8_t *in, size_t row_bytes, whet_axis axis, uint8_t *out);

#endif
