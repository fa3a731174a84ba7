// products.c, and averaged.c with its sums of marked pixels.
#include "digests.h"

#include <string.h>

static void multiply(kind kind, int n) {
  whet_product p = {
      .rows = between(1, 31), .columns = n, .depth = between(1, 20), .blocks = between(1, 3), .rate = fraction(),
      .decay = below(2) ? fraction() : 0};
  const int ending = below(3), by_rows = below(2), gap = below(3);
  p.accumulate = ending == 1, p.descend = ending == 2;
  p.a_row = by_rows ? p.depth + gap : 1, p.a_column = by_rows ? 1 : p.rows + gap;
  p.a_block = by_rows ? p.rows * p.a_row : p.depth * p.a_column;
  p.b_row = n + below(3), p.b_block = p.depth * p.b_row, p.c_row = n + below(3);
  float *c = floats(p.rows * p.c_row, kind);
  p.a = floats(p.blocks * p.a_block, kind), p.b = floats(p.blocks * p.b_block, kind), p.c = c;
  whet_multiply(&p);
  take_all(c, p.rows * p.c_row);
}

/// Rows of B on many pages, which are gathered for many rows of A.
static void multiply_far_rows(kind kind, int n) {
  whet_product p = {
      .rows = 112 + n % 5, .columns = n, .depth = 40 + n % 3, .blocks = 2, .a_row = 1, .a_column = 117, .b_row = 900 + n,
      .c_row = n, .accumulate = n % 2};
  p.a_block = p.depth * p.a_column, p.b_block = p.depth * p.b_row;
  float *c = floats(p.rows * p.c_row, kind);
  p.a = floats(p.blocks * p.a_block, kind), p.b = floats(p.blocks * p.b_block, kind), p.c = c;
  whet_multiply(&p);
  take_all(c, p.rows * p.c_row);
}

static void multiply_rows(kind kind, int n) {
  const int rows = between(1, 9), columns = between(1, 15);
  const ptrdiff_t a_row = n + below(3), b_row = n + below(3), c_row = columns + below(3);
  float *c = floats(rows * c_row, kind);
  const float *bias = below(2) ? floats(columns, kind) : 0;
  whet_multiply_rows(
      floats(rows * a_row, kind), a_row, floats(columns * b_row, kind), b_row, bias, c, c_row, rows, columns, n, below(2));
  take_all(c, rows * c_row);
}

/// Blocks of rows as wide as the nearer cache.
static void multiply_long_rows(kind kind, int n) {
  const int columns = n % 5 + 11;
  const ptrdiff_t depth = n % 7 == 0 ? 4100 : 1000 + n;
  float *c = floats(3 * columns, kind);
  whet_multiply_rows(
      floats(3 * depth, kind), depth, floats(columns * depth, kind), depth, 0, c, columns, 3, columns, (int)depth, 0);
  take_all(c, 3 * columns);
}

static int groups_of(int pixels) { return (pixels + WHET_MARKS - 1) / WHET_MARKS; }

/// Marks of so many pixels; those beyond are not set.
static uint8_t *marks_of(int pixels, ptrdiff_t group_step) {
  const int groups = groups_of(pixels), last = pixels - (groups - 1) * WHET_MARKS;
  uint8_t *marks = bytes(groups * group_step, 1 << WHET_MARKS);
  for (ptrdiff_t i = 0; i < group_step; i++) marks[(groups - 1) * group_step + i] &= (uint8_t)((1 << last) - 1);
  return marks;
}

static void average_marks(kind kind, int n) {
  const int pixels = between(1, 40);
  const ptrdiff_t step = n + below(3), group_step = n + below(3);
  const ptrdiff_t count = groups_of(pixels) * group_step;
  float *averages = floats(n, kind);
  uint8_t *marks = below(3) ? bytes(count, 256) : 0;
  whet_average_marks(floats(pixels * step, kind), step, pixels, n, fraction(), averages, marks, group_step);
  take_all(averages, n);
  if (marks) take_bytes(marks, (size_t)count + 16);
}

/// Of 16 channels, which are one vector or some.
static void add_marked(kind kind, int n) {
  const int pixels = between(1, 80), length = whet_vector_length();
  const ptrdiff_t step = 16 + below(3);
  const float *input = floats(pixels * step, kind);
  whet_marked work = {
      .pixel_step = step, .group_step = n + below(3), .pixels = pixels, .outputs = n, .factors = floats(n, kind)};
  work.marks = marks_of(pixels, work.group_step);
  float *all = floats(n * 16, kind), *sums = space((size_t)(n * length) * sizeof(float));
  for (int c = 0; c < 16; c += length) {
    work.input = input + c;
    for (int o = 0; o < n; o++) memcpy(sums + o * length, all + o * 16 + c, (size_t)length * sizeof(float));
    whet_add_marked(&work, sums);
    for (int o = 0; o < n; o++) memcpy(all + o * 16 + c, sums + o * length, (size_t)length * sizeof(float));
  }
  take_all(all, n * 16);
}

static void count_marks(kind kind, int n) {
  const int pixels = between(1, 80);
  const ptrdiff_t group_step = n + below(3);
  float *sums = floats(n, kind);
  whet_count_marks(marks_of(pixels, group_step), group_step, groups_of(pixels), n, floats(n, kind), sums);
  take_all(sums, n);
}

static void spread_marked(kind kind, int n) {
  const int pixels = between(1, 40);
  const ptrdiff_t group_step = n + below(3);
  float *map = floats(pixels * n, kind);
  whet_spread_marked(marks_of(pixels, group_step), group_step, pixels, n, floats(n, kind), map);
  take_all(map, pixels * n);
}

const test product_tests[] = {
    {"multiply", multiply},
    {"multiply_far_rows", multiply_far_rows},
    {"multiply_rows", multiply_rows},
    {"multiply_long_rows", multiply_long_rows},
    {"average_marks", average_marks},
    {"add_marked", add_marked},
    {"count_marks", count_marks},
    {"spread_marked", spread_marked},
    {0, 0},
};
