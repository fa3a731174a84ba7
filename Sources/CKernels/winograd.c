#include "variants.h"

#define FAMILY "winograd.inc"
#include "family.h"

void whet_winograd_analyse(
    const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step) {
  CHOOSE(winograd_analyse)(band, row_step, channels, tile_rows, tile_columns, parts, part_step);
}

void whet_winograd_synthesise(
    const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, int rectify, int accumulate, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step) {
  CHOOSE(winograd_synthesise)(
      parts, part_step, tile_step, channels, tile_rows, tile_columns, rows, columns, bias, rectify, accumulate, output,
      row_step, pixel_step);
}

void whet_winograd_weights(
    const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
    float *parts) {
  const ptrdiff_t part = (ptrdiff_t)outputs * channels;
  for (int o = 0; o < outputs; o++)
    for (int c = 0; c < channels; c++) {
      const float *g = weights + o * output_step + c * channel_step;
      // G g, then G (G g)ᵀ: (g0, (g0 + g1 + g2) / 2, (g0 - g1 + g2) / 2, g2) along each axis.
      float half[4][3];
      for (int x = 0; x < 3; x++) {
        const float g0 = g[x * tap_step], g1 = g[(3 + x) * tap_step], g2 = g[(6 + x) * tap_step];
        half[0][x] = g0;
        half[1][x] = 0.5f * (g0 + g1 + g2);
        half[2][x] = 0.5f * (g0 - g1 + g2);
        half[3][x] = g2;
      }
      float *to = parts + (ptrdiff_t)o * channels + c;
      for (int y = 0; y < 4; y++) {
        const float g0 = half[y][0], g1 = half[y][1], g2 = half[y][2];
        to[(4 * y) * part] = g0;
        to[(4 * y + 1) * part] = 0.5f * (g0 + g1 + g2);
        to[(4 * y + 2) * part] = 0.5f * (g0 - g1 + g2);
        to[(4 * y + 3) * part] = g2;
      }
    }
}
