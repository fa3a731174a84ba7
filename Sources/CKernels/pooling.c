#include "variants.h"

#define FAMILY "pooling.inc"
#include "family.h"

void whet_pool_window(
    int statistic, const float *map, ptrdiff_t row_step, ptrdiff_t pixel_step, int y0, int y1, int x0, int x1,
    int channels, float factor, float *output) {
  CHOOSE(pool_window)(statistic, map, row_step, pixel_step, y0, y1, x0, x1, channels, factor, output);
}

void whet_pool_positions(
    const float *map, ptrdiff_t row_step, ptrdiff_t pixel_step, int y0, int y1, int x0, int x1, int channels,
    int32_t *positions) {
  CHOOSE(pool_positions)(map, row_step, pixel_step, y0, y1, x0, x1, channels, positions);
}

void whet_scatter_add(
    const float *from, float *to, const int32_t *positions, int width, ptrdiff_t row_step, ptrdiff_t pixel_step,
    int channels) {
  for (int c = 0; c < channels; c++) {
    const int y = positions[c] / width, x = positions[c] - y * width;
    to[y * row_step + x * pixel_step + c] += from[c];
  }
}
