#include "variants.h"

#define FAMILY "winogradfour.inc"
#include "family.h"

void whet_winograd_four_analyse(
    const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step) {
  CHOOSE(winograd_four_analyse)(band, row_step, channels, tile_rows, tile_columns, parts, part_step);
}

void whet_winograd_four_synthesise(
    const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, const float *added, int rectify, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step) {
  CHOOSE(winograd_four_synthesise)(
      parts, part_step, tile_step, channels, tile_rows, tile_columns, rows, columns, bias, added, rectify, output,
      row_step, pixel_step);
}

void whet_winograd_four_weights(
    const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
    float *parts) {
  CHOOSE(winograd_four_weights)(weights, outputs, channels, output_step, tap_step, channel_step, parts);
}

void whet_winograd_four_spread(const whet_winograd_slope *slope, float *parts, ptrdiff_t part_step) {
  CHOOSE(winograd_four_spread)(slope, parts, part_step);
}

void whet_winograd_four_fold(
    const float *parts, ptrdiff_t part_step, int channels, int tile_rows, int tile_columns, const whet_winograd_map *map) {
  CHOOSE(winograd_four_fold)(parts, part_step, channels, tile_rows, tile_columns, map);
}

void whet_winograd_four_gather(
    const float *sums, ptrdiff_t part_step, int channels, float *gradient, ptrdiff_t kernel_step) {
  CHOOSE(winograd_four_gather)(sums, part_step, channels, gradient, kernel_step);
}
