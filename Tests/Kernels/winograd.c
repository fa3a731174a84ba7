// winograd.c.
#include "digests.h"

/// Tiles of a map and their parts; channels come in sixteens.
typedef struct {
  int channels, rows, columns;
  ptrdiff_t part_step;
} tiles;

static tiles any_tiles(int n) {
  tiles t = {.channels = 16 * between(1, 3), .rows = between(1, 3), .columns = 1 + n % 7};
  t.part_step = t.rows * t.columns * t.channels + below(2) * 16;
  return t;
}

static void analyse(const int edge, kind kind, int n) {
  const tiles t = any_tiles(n);
  const int parts = (edge + 2) * (edge + 2);
  const ptrdiff_t row_step = (edge * t.columns + 2) * t.channels + below(3);
  float *made = floats(parts * t.part_step, kind);
  whet_winograd_analyse(
      edge, floats((edge * t.rows + 2) * row_step, kind), row_step, t.channels, t.rows, t.columns, made, t.part_step);
  take_all(made, parts * t.part_step);
}
static void winograd_analyse(kind kind, int n) { analyse(2, kind, n); }
static void winograd_four_analyse(kind kind, int n) { analyse(4, kind, n); }

static void synthesise(const int edge, kind kind, int n) {
  tiles t = any_tiles(n);
  const int parts = (edge + 2) * (edge + 2);
  const int rows = edge * t.rows - below(edge), columns = edge * t.columns - below(edge), added = below(3);
  const ptrdiff_t tile_step = t.channels + below(2) * 16, pixel_step = t.channels + below(3);
  t.part_step = t.rows * t.columns * tile_step;
  const ptrdiff_t row_step = columns * pixel_step + below(3);
  const float *bias = below(2) ? floats(t.channels, kind) : 0;
  float *output = floats(rows * row_step, kind);
  whet_winograd_synthesise(
      edge, floats(parts * t.part_step, kind), t.part_step, tile_step, t.channels, t.rows, t.columns, rows, columns, bias,
      added > 1 ? floats(rows * row_step, kind) : added ? output : 0, below(2), output, row_step, pixel_step);
  take_all(output, rows * row_step);
}
static void winograd_synthesise(kind kind, int n) { synthesise(2, kind, n); }
static void winograd_four_synthesise(kind kind, int n) { synthesise(4, kind, n); }

static void weights(const int edge, kind kind, int n) {
  const int channels = 16 * between(1, 3), outputs = 1 + n % 5, by_taps = below(2);
  const int parts = (edge + 2) * (edge + 2);
  const ptrdiff_t count = (ptrdiff_t)outputs * channels;
  float *made = floats(parts * count, kind);
  whet_winograd_weights(edge, floats(9 * count, kind), outputs, channels, 9 * channels, by_taps ? channels : 1, by_taps ? 1 : 9, made);
  take_all(made, parts * count);
}
static void winograd_weights(kind kind, int n) { weights(2, kind, n); }
static void winograd_four_weights(kind kind, int n) { weights(4, kind, n); }

static void spread(const int edge, kind kind, int n) {
  const tiles t = any_tiles(n);
  const int parts = (edge + 2) * (edge + 2);
  whet_winograd_slope slope = {
      .pixel_step = t.channels + below(3), .made_pixel_step = t.channels + below(3), .channels = t.channels,
      .rows = edge * t.rows - below(edge), .columns = edge * t.columns - below(edge)};
  slope.row_step = slope.columns * slope.pixel_step, slope.made_row_step = slope.columns * slope.made_pixel_step;
  slope.gradient = floats(slope.rows * slope.row_step, kind);
  if (below(2)) slope.made = floats(slope.rows * slope.made_row_step, kind);
  if (below(2)) slope.sums = floats(t.channels, kind);
  float *made = floats(parts * t.part_step, kind);
  whet_winograd_spread(edge, &slope, made, t.part_step);
  take_all(made, parts * t.part_step);
  if (slope.sums) take_all(slope.sums, t.channels);
}
static void winograd_spread(kind kind, int n) { spread(2, kind, n); }
static void winograd_four_spread(kind kind, int n) { spread(4, kind, n); }

static void fold(const int edge, kind kind, int n) {
  const tiles t = any_tiles(n);
  const int parts = (edge + 2) * (edge + 2);
  whet_winograd_map map = {
      .pixel_step = t.channels + below(3), .rows = between(1, 4 * edge), .columns = between(1, 8 * edge),
      .first_row = between(-2, 2), .first_column = between(-2, 2), .begins = below(2), .accumulate = below(2)};
  map.row_step = map.columns * map.pixel_step, map.numbers = floats(map.rows * map.row_step, kind);
  whet_winograd_fold(edge, floats(parts * t.part_step, kind), t.part_step, t.channels, t.rows, t.columns, &map);
  take_all(map.numbers, map.rows * map.row_step);
}
static void winograd_fold(kind kind, int n) { fold(2, kind, n); }
static void winograd_four_fold(kind kind, int n) { fold(4, kind, n); }

static void gather(const int edge, kind kind, int n) {
  const int channels = 16 * (1 + n % 5), parts = (edge + 2) * (edge + 2);
  const ptrdiff_t part_step = channels + below(3), kernel_step = 9 + below(3);
  float *gradient = floats(channels * kernel_step, kind);
  whet_winograd_gather(edge, floats(parts * part_step, kind), part_step, channels, gradient, kernel_step);
  take_all(gradient, channels * kernel_step);
}
static void winograd_gather(kind kind, int n) { gather(2, kind, n); }
static void winograd_four_gather(kind kind, int n) { gather(4, kind, n); }

const test winograd_tests[] = {
    {"winograd_analyse", winograd_analyse},
    {"winograd_synthesise", winograd_synthesise},
    {"winograd_weights", winograd_weights},
    {"winograd_four_analyse", winograd_four_analyse},
    {"winograd_four_synthesise", winograd_four_synthesise},
    {"winograd_four_weights", winograd_four_weights},
    {"winograd_spread", winograd_spread},
    {"winograd_fold", winograd_fold},
    {"winograd_gather", winograd_gather},
    {"winograd_four_spread", winograd_four_spread},
    {"winograd_four_fold", winograd_four_fold},
    {"winograd_four_gather", winograd_four_gather},
    {0, 0},
};
