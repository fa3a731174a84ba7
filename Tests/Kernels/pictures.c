// pixels.c and CResampling.
#include "CResampling.h"
#include "digests.h"

static void convert_pixels(kind kind, int n) {
  const int from = between(1, 4), to = below(2) ? 3 : between(1, 3), reversed = below(2), plain = from == 3 && to == 3;
  const ptrdiff_t pixel_step = to + (below(2) ? 0 : below(3));
  int order[3];
  for (int c = 0; c < 3; c++) order[c] = plain ? (reversed ? 2 - c : c) : below(from);
  float *output = floats(n * pixel_step, kind);
  whet_convert_pixels(
      bytes(n * from, 256), from, output, pixel_step, to, n, order, number(kind), floats(3, kind));
  take_all(output, n * pixel_step);
}

/// An axis that makes `length` of `old` pixels, of up to `taps` of them each, whose weights are any that add up to 1.
static whet_axis any_axis(int old, int length, int taps) {
  int32_t *starts = integers(length, 1), *counts = integers(length, 1), *weights = integers((ptrdiff_t)length * taps, 1);
  whet_axis axis = {
      .starts = starts, .counts = counts, .weights = weights, .stride = (size_t)taps, .length = (size_t)length};
  for (int i = 0; i < length; i++) {
    starts[i] = (int32_t)((int64_t)i * old / length);
    const int most = old - starts[i] < taps ? old - starts[i] : taps;
    counts[i] = between(1, most);
    int32_t left = 1 << 22;
    for (int tap = 0; tap < counts[i]; tap++) {
      const int32_t weight = tap + 1 == counts[i] ? left : below(2) ? below(left + 1) : 0;
      weights[i * taps + tap] = weight, left -= weight;
    }
    if (counts[i] > axis.taps) axis.taps = counts[i];
  }
  return axis;
}

static whet_axis tabulated(whet_axis axis) {
  void *table = space(whet_axis_table_size(&axis));
  whet_axis_tabulate(&axis, table);
  axis.table = table;
  return axis;
}

/// Pictures of one taps or of many, both sides or one, smaller and larger.
static void resample(kind kind, int n) {
  const int most_taps = kind == WILD ? 600 : kind == UNEVEN ? 40 : 2, width = between(1, 90), height = between(1, 30);
  const int sides = between(1, 3), new_height = sides & 2 ? between(1, 40) : height, new_width = sides & 1 ? n : width;
  const whet_axis x = tabulated(any_axis(width, n, between(1, most_taps)));
  const whet_axis y = any_axis(height, new_height, between(1, most_taps));
  const whet_axis *along_x = sides & 1 ? &x : 0, *along_y = sides & 2 ? &y : 0;
  void *scratch = space(whet_resample_scratch((size_t)width, along_x, along_y));
  uint8_t *out = bytes((ptrdiff_t)new_width * new_height * 3, 256);
  whet_resample(
      bytes((ptrdiff_t)width * height * 3, 256), (size_t)width, (size_t)height, along_x, along_y, scratch, out);
  take_bytes(out, (size_t)(new_width * new_height * 3) + 16);
}

const test picture_tests[] = {
    {"convert_pixels", convert_pixels},
    {"resample", resample},
    {0, 0},
};
