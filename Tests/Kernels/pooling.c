// pooling.c.
#include "digests.h"

/// Windows each of which has a pixel on the map.
static whet_pool_row any_row(int channels) {
  whet_pool_row row = {
      .height = between(1, 3), .width = between(1, 9), .kernel = between(1, 4), .stride = between(1, 3),
      .channels = channels, .pixel_step = channels + below(3)};
  row.before = below(row.kernel), row.count = (row.width - 1 + row.before) / row.stride + 1;
  row.row_step = row.width * row.pixel_step + below(3);
  return row;
}

static void pool(kind kind, int n, int statistic, int with_positions) {
  const whet_pool_row row = any_row(n);
  const ptrdiff_t output_step = n + below(3);
  int32_t *positions = with_positions ? integers(row.count * n, 1000) : 0;
  float *output = floats(row.count * output_step, kind);
  whet_pool(
      &row, statistic, floats(row.height * row.row_step, kind), floats(row.count, kind), output, output_step, positions);
  take_all(output, row.count * output_step);
  if (positions) take_bytes(positions, (size_t)(row.count * n + 16) * sizeof(int32_t));
}

static void pool_maximum(kind kind, int n) { pool(kind, n, WHET_MAXIMUM, 0); }
static void pool_positions(kind kind, int n) { pool(kind, n, WHET_MAXIMUM, 1); }
static void pool_sum(kind kind, int n) { pool(kind, n, WHET_SUM, 0); }
static void pool_squares(kind kind, int n) { pool(kind, n, WHET_ROOT_OF_SQUARES, 0); }

static void pool_bytes(kind kind, int n) {
  (void)kind;
  const whet_pool_row row = any_row(n);
  const ptrdiff_t output_step = n + below(3), count = row.count * output_step + 16;
  uint8_t *output = bytes(count, 256);
  whet_pool_bytes(&row, bytes(row.height * row.row_step, 256), output, output_step);
  take_bytes(output, (size_t)count);
}

static void unpool_maximum(kind kind, int n) {
  const whet_pool_row row = any_row(n);
  const ptrdiff_t gradient_step = n + below(3), count = row.height * row.row_step;
  float *map = floats(count, kind);
  whet_unpool_maximum(
      &row, floats(row.count * gradient_step, kind), gradient_step, integers(row.count * n, row.height * row.kernel), map,
      below(2));
  take_all(map, count);
}

const test pooling_tests[] = {
    {"pool_maximum", pool_maximum},
    {"pool_positions", pool_positions},
    {"pool_sum", pool_sum},
    {"pool_squares", pool_squares},
    {"pool_bytes", pool_bytes},
    {"unpool_maximum", unpool_maximum},
    {0, 0},
};
