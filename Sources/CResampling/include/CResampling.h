/// Pictures brought to other sides, in C because Swift cannot compile one function for several processors.
#ifndef WHET_RESAMPLING_H
#define WHET_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

/// One axis of a resampling: new pixel i is the sum of counts[i] old ones from starts[i] on, each times its weight at
/// weights[i * stride ...]. Starts do not decrease. Weights are non-negative fixed-point numbers with 22 binary places
/// whose sum is about 1; those beyond counts[i] are zero.
typedef struct {
  const int32_t *starts;
  const int32_t *counts;
  const int32_t *weights;
  size_t stride;
  size_t length;
  /// The largest of counts.
  int32_t taps;
  /// The same as this processor's kernel along x wants it, made by `whet_axis_tabulate`; not read along y.
  const void *table;
} whet_axis;

/// How many bytes an axis's table takes; at least 1.
size_t whet_axis_table_size(const whet_axis *axis);

/// Makes the table, at a multiple of 64 bytes.
void whet_axis_tabulate(const whet_axis *axis, void *table);

/// How many bytes of scratch memory `whet_resample` takes for rows of so many pixels.
size_t whet_resample_scratch(size_t width, const whet_axis *x, const whet_axis *y);

/// Resamples rows of 3-byte pixels first along x, then along y, with 8-bit values between. An axis that is missing is left as
/// it is. Rows go by once: those along x that a new row needs stay near. `scratch` lies at a multiple of 64 bytes.
void whet_resample(const uint8_t *in, size_t width, size_t height, const whet_axis *x, const whet_axis *y, void *scratch,
                   uint8_t *out);

#endif
