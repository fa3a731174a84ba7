#include <limits.h>

#include "variants.h"

#define FAMILY "windows.inc"
#include "family.h"

void whet_convolve(const whet_windows *windows) { CHOOSE(convolve)(windows); }

void whet_convolve_depthwise(const whet_windows *windows, const whet_border *border) {
  CHOOSE(convolve_depthwise)(windows, border);
}

void whet_convolve_groups(const whet_windows *windows, int made) { CHOOSE(convolve_groups)(windows, made); }

int whet_panel_width(void) { return whet_instruction_set() == 2 ? 32 : whet_instruction_set() == 1 ? 16 : 8; }

size_t whet_packed_count(int outputs, int inner) { return CHOOSE(packed_count)(outputs, inner); }

void whet_pack_weights(
    float *packed, const float *weights, int outputs, int taps, int channels, ptrdiff_t output_step,
    ptrdiff_t tap_step, ptrdiff_t channel_step) {
  CHOOSE(pack_weights)(packed, weights, outputs, taps, channels, output_step, tap_step, channel_step);
}

int whet_narrow(uint16_t *halves, const float *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t bits;
    __builtin_memcpy(&bits, numbers + i, sizeof bits);
    const uint32_t size = bits & 0x7fffffff;
    uint32_t half;
    if (size >= 0x38800000) {
      // From 2^-14 on, the least normal one, to 2^16.
      if (size >= 0x47800000 || size & 0x1fff) return 0;
      half = (size - 0x38000000) >> 13;
    } else {
      // Multiples of 2^-24; 0 stays 0.
      const int shift = 126 - (int)(size >> 23);
      const uint32_t digits = (size & 0x7fffff) | 0x800000;
      if (size && (shift > 23 || digits & ((1u << shift) - 1))) return 0;
      half = size ? digits >> shift : 0;
    }
    halves[i] = (uint16_t)(bits >> 16 & 0x8000) | (uint16_t)half;
  }
  return 1;
}

void whet_transpose(const float *from, ptrdiff_t from_step, float *to, ptrdiff_t to_step, int rows, int columns) {
  CHOOSE(transpose)(from, from_step, to, to_step, rows, columns);
}

void whet_fill_band(
    float *band, const float *map, int channels, ptrdiff_t pixel_step, int height, int width, int first_row, int rows,
    int left, int columns, int stretch_rows, int stretch_columns) {
  const size_t pixel = (size_t)channels * sizeof(float);
  for (int r = 0; r < rows; r++) {
    float *to = band + (ptrdiff_t)r * columns * channels;
    const int y = first_row + r;
    if (y < 0 || y % stretch_rows || y / stretch_rows >= height) {
      __builtin_memset(to, 0, (size_t)columns * pixel);
      continue;
    }
    const float *row = map + (ptrdiff_t)(y / stretch_rows) * width * pixel_step;
    if (stretch_columns == 1 && pixel_step == channels) {
      // The map's part of the band; a border may be wider than the band itself, on either side.
      int start = left > 0 ? left : 0, end = left + width < columns ? left + width : columns;
      if (start > columns) start = columns;
      if (end < start) end = start;
      __builtin_memset(to, 0, (size_t)start * pixel);
      __builtin_memcpy(to + (ptrdiff_t)start * channels, row + (ptrdiff_t)(start - left) * channels, (size_t)(end - start) * pixel);
      __builtin_memset(to + (ptrdiff_t)end * channels, 0, (size_t)(columns - end) * pixel);
      continue;
    }
    for (int x = 0; x < columns; x++, to += channels) {
      const int at = x - left;
      if (at < 0 || at % stretch_columns || at / stretch_columns >= width) __builtin_memset(to, 0, pixel);
      else __builtin_memcpy(to, row + (ptrdiff_t)(at / stretch_columns) * pixel_step, pixel);
    }
  }
}
