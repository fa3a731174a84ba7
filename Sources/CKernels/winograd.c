#include "variants.h"

#define FAMILY "winograd.inc"
#include "family.h"

/// The transform of tiles with so many outputs along an edge.
#define TILES(name) (edge == 2 ? CHOOSE(name##_two) : CHOOSE(name##_four))

void whet_winograd_analyse(
    int edge, const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step) {
  TILES(winograd_analyse)(band, row_step, channels, tile_rows, tile_columns, parts, part_step);
}

void whet_winograd_synthesise(
    int edge, const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, const float *added, int rectify, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step) {
  TILES(winograd_synthesise)(
      parts, part_step, tile_step, channels, tile_rows, tile_columns, rows, columns, bias, added, rectify, output,
      row_step, pixel_step);
}

void whet_winograd_weights(
    int edge, const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
    float *parts) {
  TILES(winograd_weights)(weights, outputs, channels, output_step, tap_step, channel_step, parts);
}

void whet_winograd_spread(int edge, const whet_winograd_slope *slope, float *parts, ptrdiff_t part_step) {
  TILES(winograd_spread)(slope, parts, part_step);
}

void whet_winograd_fold(
    int edge, const float *parts, ptrdiff_t part_step, int channels, int tile_rows, int tile_columns, const whet_winograd_map *map) {
  TILES(winograd_fold)(parts, part_step, channels, tile_rows, tile_columns, map);
}

void whet_winograd_gather(
    int edge, const float *sums, ptrdiff_t part_step, int channels, float *gradient, ptrdiff_t kernel_step) {
  TILES(winograd_gather)(sums, part_step, channels, gradient, kernel_step);
}
