// winograd.c.
#include "digests.h"

/// Tiles of a map and their 16 parts; channels come in sixteens.
typedef struct {
  int channels, rows, columns;
  ptrdiff_t part_step;
} tiles;

static tiles any_tiles(int n) {
  tiles t = {.channels = 16 * between(1, 3), .rows = between(1, 3), .columns = 1 + n % 7};
  t.part_step = t.rows * t.columns * t.channels + below(2) * 16;
  return t;
}

static void winograd_analyse(kind kind, int n) {
  const tiles t = any_tiles(n);
  const ptrdiff_t row_step = (2 * t.columns + 2) * t.channels + below(3);
  float *parts = floats(16 * t.part_step, kind);
  whet_winograd_analyse(
      floats((2 * t.rows + 2) * row_step, kind), row_step, t.channels, t.rows, t.columns, parts, t.part_step);
  take_all(parts, 16 * t.part_step);
}

static void winograd_synthesise(kind kind, int n) {
  tiles t = any_tiles(n);
  const int rows = 2 * t.rows - below(2), columns = 2 * t.columns - below(2), added = below(3);
  const ptrdiff_t tile_step = t.channels + below(2) * 16, pixel_step = t.channels + below(3);
  t.part_step = t.rows * t.columns * tile_step;
  const ptrdiff_t row_step = columns * pixel_step + below(3);
  const float *bias = below(2) ? floats(t.channels, kind) : 0;
  float *output = floats(rows * row_step, kind);
  whet_winograd_synthesise(
      floats(16 * t.part_step, kind), t.part_step, tile_step, t.channels, t.rows, t.columns, rows, columns, bias,
      added > 1 ? floats(rows * row_step, kind) : added ? output : 0, below(2), output, row_step, pixel_step);
  take_all(output, rows * row_step);
}

static void winograd_weights(kind kind, int n) {
  const int channels = 16 * between(1, 3), outputs = 1 + n % 5, by_taps = below(2);
  const ptrdiff_t count = (ptrdiff_t)outputs * channels;
  float *parts = floats(16 * count, kind);
  whet_winograd_weights(
      floats(9 * count, kind), outputs, channels, 9 * channels, by_taps ? channels : 1, by_taps ? 1 : 9, parts);
  take_all(parts, 16 * count);
}

static void winograd_spread(kind kind, int n) {
  const tiles t = any_tiles(n);
  whet_winograd_slope slope = {
      .pixel_step = t.channels + below(3), .made_pixel_step = t.channels + below(3), .channels = t.channels,
      .rows = 2 * t.rows - below(2), .columns = 2 * t.columns - below(2)};
  slope.row_step = slope.columns * slope.pixel_step, slope.made_row_step = slope.columns * slope.made_pixel_step;
  slope.gradient = floats(slope.rows * slope.row_step, kind);
  if (below(2)) slope.made = floats(slope.rows * slope.made_row_step, kind);
  if (below(2)) slope.sums = floats(t.channels, kind);
  float *parts = floats(16 * t.part_step, kind);
  whet_winograd_spread(&slope, parts, t.part_step);
  take_all(parts, 16 * t.part_step);
  if (slope.sums) take_all(slope.sums, t.channels);
}

static void winograd_fold(kind kind, int n) {
  const tiles t = any_tiles(n);
  whet_winograd_map map = {
      .pixel_step = t.channels + below(3), .rows = between(1, 8), .columns = between(1, 16), .first_row = between(-2, 2),
      .first_column = between(-2, 2), .begins = below(2), .accumulate = below(2)};
  map.row_step = map.columns * map.pixel_step, map.numbers = floats(map.rows * map.row_step, kind);
  whet_winograd_fold(floats(16 * t.part_step, kind), t.part_step, t.channels, t.rows, t.columns, &map);
  take_all(map.numbers, map.rows * map.row_step);
}

static void winograd_gather(kind kind, int n) {
  const int channels = 16 * (1 + n % 5);
  const ptrdiff_t part_step = channels + below(3), kernel_step = 9 + below(3);
  float *gradient = floats(channels * kernel_step, kind);
  whet_winograd_gather(floats(16 * part_step, kind), part_step, channels, gradient, kernel_step);
  take_all(gradient, channels * kernel_step);
}

const test winograd_tests[] = {
    {"winograd_analyse", winograd_analyse},
    {"winograd_synthesise", winograd_synthesise},
    {"winograd_weights", winograd_weights},
    {"winograd_spread", winograd_spread},
    {"winograd_fold", winograd_fold},
    {"winograd_gather", winograd_gather},
    {0, 0},
};
