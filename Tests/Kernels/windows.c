// windows.c, and pooled.c with its way back.
#include "digests.h"

#include <string.h>

/// Steps of weights [output][tap][channel], [output][channel][tap] or [tap][channel][output].
typedef struct {
  ptrdiff_t output, tap, channel;
} steps;

static steps any_steps(int outputs, int taps, int channels) {
  const int inner = taps * channels;
  switch (below(3)) {
    case 0: return (steps){inner, channels, 1};
    case 1: return (steps){inner, 1, taps};
    default: return (steps){1, (ptrdiff_t)channels * outputs, outputs};
  }
}

/// Weights packed for this processor's vectors.
static float *packed(const float *weights, int outputs, int taps, int channels, steps steps) {
  float *packed = space(whet_packed_count(outputs, taps * channels) * sizeof(float));
  whet_pack_weights(packed, weights, outputs, taps, channels, steps.output, steps.tap, steps.channel);
  return packed;
}

/// Packed weights lie otherwise for each kind of vectors: found again one by one, and what fills the last panel counted.
static void pack_weights(kind kind, int n) {
  const int taps = between(1, 9), channels = between(1, 40), width = whet_panel_width();
  const steps steps = any_steps(n, taps, channels);
  const float *panel = packed(floats((ptrdiff_t)n * taps * channels, kind), n, taps, channels, steps);
  const int inner = taps * channels;
  float *found = space((size_t)(n * inner) * sizeof(float));
  int32_t filling = 0;
  for (int o = 0; o < n; o += width) {
    const int wide = n - o > width / 2 ? width : width / 2;
    for (int i = 0; i < inner; i++, panel += wide)
      for (int k = 0; k < wide; k++)
        if (o + k < n) found[(o + k) * inner + i] = panel[k];
        else filling += panel[k] != 0;
  }
  take(found, n * inner), take_bytes(&filling, sizeof filling);
}

/// Windows on a map of their own: a kernel's taps, and steps with gaps or without.
typedef struct {
  int kernel, channels, stride, width, height;
  ptrdiff_t pixel_step, row_step;
  ptrdiff_t taps[49];
} map;

static map any_map(int rows, int columns) {
  map m = {.kernel = between(1, 3), .channels = below(3) ? between(1, 5) : between(15, 18), .stride = between(1, 2)};
  if (below(4) == 0) m.channels = m.stride = 1;
  m.width = (columns - 1) * m.stride + m.kernel + below(2);
  m.height = (rows - 1) * m.stride + m.kernel;
  m.pixel_step = m.channels + (below(3) ? 0 : below(4));
  m.row_step = m.width * m.pixel_step;
  for (int t = 0; t < m.kernel * m.kernel; t++) m.taps[t] = t / m.kernel * m.row_step + t % m.kernel * m.pixel_step;
  return m;
}

/// Sums of any windows on a map, from `channels` channels into `n`: 1 adds them to what is there, 2 to another map.
static whet_windows any_windows(
    kind kind, int n, const map *m, int channels, const float *packed, int rows, int columns, int added) {
  whet_windows w = {
      .input = floats(m->height * m->row_step, kind), .packed = packed,
      .bias = below(2) ? floats(n, kind) : 0, .taps = m->taps, .tap_count = m->kernel * m->kernel,
      .channels = channels, .outputs = n, .rows = rows, .columns = columns, .input_row_step = m->stride * m->row_step,
      .input_step = m->stride * m->pixel_step, .output_step = n + below(3), .rectify = below(2)};
  w.output_row_step = columns * w.output_step + (below(2) ? 0 : below(5));
  w.output = floats(rows * w.output_row_step, kind);
  if (added) w.added = added > 1 ? floats(rows * w.output_row_step, kind) : w.output;
  return w;
}

static void convolve(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 31), added = below(3);
  const map m = any_map(rows, columns);
  const int taps = m.kernel * m.kernel;
  const steps steps = any_steps(n, taps, m.channels);
  const float *weights = packed(floats((ptrdiff_t)n * taps * m.channels, kind), n, taps, m.channels, steps);
  const whet_windows w = any_windows(kind, n, &m, m.channels, weights, rows, columns, added);
  whet_convolve(&w);
  take_all(w.output, rows * w.output_row_step);
}

/// Sums that are multiplied by a factor of their output before anything is added.
static void convolve_factors(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 31), added = below(3);
  const map m = any_map(rows, columns);
  const int taps = m.kernel * m.kernel;
  const steps steps = any_steps(n, taps, m.channels);
  const float *weights = packed(floats((ptrdiff_t)n * taps * m.channels, kind), n, taps, m.channels, steps);
  whet_windows w = any_windows(kind, n, &m, m.channels, weights, rows, columns, added);
  w.factors = floats(n, kind);
  whet_convolve(&w);
  take_all(w.output, rows * w.output_row_step);
}

/// Numbers of which all are halves, or nearly all.
static float *half_numbers(ptrdiff_t count, kind kind) {
  float *numbers = floats(count, kind);
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, numbers + i, sizeof bits);
    // Of small numbers fewer digits are those of a half.
    const int size = bits >> 23 & 0xff, digits = size >= 113 ? 10 : size > 102 ? size - 103 : -1;
    bits &= digits < 0 ? 0x80000000 : 0xffffffff << (23 - digits);
    if (size >= 143) bits = 0x477fe000;
    memcpy(numbers + i, &bits, sizeof bits);
  }
  return numbers;
}

static void narrow(kind kind, int n) {
  for (int exact = 0; exact < 2; exact++) {
    uint16_t *halves = space((size_t)n * sizeof *halves);
    const int32_t done = whet_narrow(halves, exact ? half_numbers(n, kind) : floats(n, kind), (size_t)n);
    take_bytes(&done, sizeof done);
    if (done) take_bytes(halves, (size_t)n * sizeof *halves);
  }
}

/// Sums with packed halves: those with the same numbers in single precision.
static void convolve_halves(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 31);
  const map m = any_map(rows, columns);
  const int taps = m.kernel * m.kernel;
  const steps steps = any_steps(n, taps, m.channels);
  const size_t count = whet_packed_count(n, taps * m.channels);
  const float *weights = packed(half_numbers((ptrdiff_t)n * taps * m.channels, kind), n, taps, m.channels, steps);
  uint16_t *halves = space(count * sizeof *halves);
  const int32_t done = whet_narrow(halves, weights, count);
  whet_windows w = any_windows(kind, n, &m, m.channels, weights, rows, columns, 0);
  whet_convolve(&w);
  take_all(w.output, rows * w.output_row_step);
  w.halves = halves;
  w.packed = 0;
  w.panel = space((size_t)(whet_panel_width() * taps * m.channels) * sizeof(float));
  for (ptrdiff_t i = 0; i < rows * w.output_row_step; i++) w.output[i] = 0;
  if (done) whet_convolve(&w);
  take_bytes(&done, sizeof done), take_all(w.output, rows * w.output_row_step);
}

static void convolve_depthwise(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 31), added = below(3);
  map m = any_map(rows, columns);
  m.kernel = between(1, 7);
  m.width = (columns - 1) * m.stride + m.kernel + below(2);
  m.height = (rows - 1) * m.stride + m.kernel;
  const int taps = m.kernel * m.kernel;
  m.pixel_step = n + (below(3) ? 0 : below(4));
  m.row_step = m.width * m.pixel_step;
  for (int t = 0; t < taps; t++) m.taps[t] = t / m.kernel * m.row_step + t % m.kernel * m.pixel_step;
  const whet_windows w = any_windows(kind, n, &m, 1, floats((ptrdiff_t)n * taps, kind), rows, columns, added);
  whet_convolve_depthwise(&w, 0);
  take_all(w.output, rows * w.output_row_step);
}

/// The same on a map that windows reach beyond, and on a band that has zeros there.
static void convolve_depthwise_on_border(kind kind, int n) {
  const int rows = between(1, 5), columns = between(1, 31), kernel = 3 + 2 * below(3), deep = below(3) ? kernel : 1;
  const int stride = kernel < 7 ? between(1, 2) : 1, row_stride = between(1, 3), row_dilation = between(1, 2);
  const int above = below(deep * row_dilation + 1), left = below(kernel + 1);
  const int band_rows = (rows - 1) * row_stride + (deep - 1) * row_dilation + 1, band_columns = (columns - 1) * stride + kernel;
  const whet_border border = {
      .above = above, .left = left, .height = between(1, band_rows), .width = between(1, band_columns),
      .row_stride = row_stride, .row_dilation = row_dilation};
  map m = {.kernel = kernel, .stride = stride, .width = border.width, .height = border.height};
  m.pixel_step = n + (below(3) ? 0 : below(4));
  m.row_step = m.width * m.pixel_step;
  const int taps = deep * kernel;
  for (int t = 0; t < taps; t++) m.taps[t] = t / kernel * row_dilation * m.row_step + t % kernel * m.pixel_step;
  whet_windows w = any_windows(kind, n, &m, 1, floats((ptrdiff_t)n * taps, kind), rows, columns, below(2) * 2);
  w.tap_count = taps;
  w.input_row_step = row_stride * m.row_step;
  const float *map = w.input;
  w.input = map - above * m.row_step - left * m.pixel_step;
  whet_convolve_depthwise(&w, &border);
  take_all(w.output, rows * w.output_row_step);
  float *band = floats((ptrdiff_t)band_rows * band_columns * n, kind);
  whet_fill_band(
      band, map, n, m.pixel_step, border.height, border.width, -above, band_rows, left, band_columns, 1, 1);
  for (int t = 0; t < taps; t++) m.taps[t] = (t / kernel * row_dilation * band_columns + t % kernel) * n;
  w.input = band, w.taps = m.taps, w.input_row_step = row_stride * band_columns * n, w.input_step = stride * n;
  whet_convolve_depthwise(&w, 0);
  take_all(w.output, rows * w.output_row_step);
}

/// Sums in groups of few channels, and the same group by group.
static void convolve_groups(kind kind, int n) {
  const int made = 2 << below(3), channels = between(1, made), groups = (n + made - 1) / made, outputs = groups * made;
  const int rows = between(1, 3), columns = between(1, 31), added = below(3);
  map m = any_map(rows, columns);
  const int taps = m.kernel * m.kernel;
  m.pixel_step = groups * channels + (below(3) ? 0 : below(4));
  m.row_step = m.width * m.pixel_step;
  for (int t = 0; t < taps; t++) m.taps[t] = t / m.kernel * m.row_step + t % m.kernel * m.pixel_step;
  const float *weights = floats((ptrdiff_t)outputs * taps * channels, kind);
  whet_windows w = any_windows(kind, outputs, &m, channels, weights, rows, columns, added);
  const ptrdiff_t count = rows * w.output_row_step;
  float *before = space((size_t)count * sizeof(float));
  memcpy(before, w.output, (size_t)count * sizeof(float));
  whet_convolve_groups(&w, made);
  take_all(w.output, count);
  w.outputs = made;
  w.output = before;
  float *own = space(whet_packed_count(made, taps * channels) * sizeof(float));
  w.packed = own;
  if (added == 1) w.added = before;
  for (int g = 0; g < groups; g++, w.output += made, w.input += channels, w.bias += w.bias ? made : 0, w.added += w.added ? made : 0) {
    whet_pack_weights(own, weights + g * made, made, taps, channels, 1, (ptrdiff_t)channels * outputs, outputs);
    whet_convolve(&w);
  }
  take(before, count);
}

static void transpose(kind kind, int n) {
  const int columns = between(1, 40);
  const ptrdiff_t from_step = columns + below(3), to_step = n + below(3);
  float *to = floats(columns * to_step, kind);
  whet_transpose(floats(n * from_step, kind), from_step, to, to_step, n, columns);
  take_all(to, columns * to_step);
}

static void fill_band(kind kind, int n) {
  const int height = between(1, 5), width = between(1, 5), first_row = between(-3, 4), rows = between(1, 6);
  const int left = between(-3, 6), columns = between(1, 9);
  const ptrdiff_t pixel_step = n + (below(2) ? 0 : below(3)), count = (ptrdiff_t)rows * columns * n;
  const int stretch_rows = between(1, 3), stretch_columns = between(1, 3);
  float *band = floats(count, kind);
  whet_fill_band(
      band, floats(height * width * pixel_step, kind), n, pixel_step, height, width, first_row, rows, left, columns,
      stretch_rows, stretch_columns);
  take_all(band, count);
}

static void convolve_pooled(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 8);
  const map m = any_map(2 * rows, 2 * columns);
  const int taps = m.kernel * m.kernel;
  const steps steps = any_steps(n, taps, m.channels);
  const float *weights = floats((ptrdiff_t)n * taps * m.channels, kind);
  uint8_t *places = below(3) ? bytes((ptrdiff_t)rows * columns * n, 256) : 0;
  whet_pooled_windows w = {
      .input = floats(m.height * m.row_step, kind), .places = places,
      .packed = packed(weights, n, taps, m.channels, steps), .bias = below(2) ? floats(n, kind) : 0, .taps = m.taps,
      .tap_count = taps, .channels = m.channels, .outputs = n, .rows = rows, .columns = columns,
      .input_row_step = m.stride * m.row_step, .input_step = m.stride * m.pixel_step, .output_step = n + below(3),
      .rectify = below(2)};
  w.output_row_step = columns * w.output_step + below(3);
  w.output = floats(rows * w.output_row_step, kind);
  whet_convolve_pooled(&w);
  take_all(w.output, rows * w.output_row_step);
  if (places) take_bytes(places, (size_t)(rows * columns * n) + 16);
}

static void pool_sums(kind kind, int n) {
  const int rows = between(1, 3), columns = between(1, 5);
  uint8_t *places = below(3) ? bytes((ptrdiff_t)rows * columns * n, 256) : 0;
  whet_sums_to_pool w = {
      .step = n + below(3), .places = places, .bias = below(2) ? floats(n, kind) : 0, .outputs = n, .rows = rows,
      .columns = columns, .output_step = n + below(3), .rectify = below(2)};
  w.row_step = (2 * columns + below(2)) * w.step, w.output_row_step = columns * w.output_step + below(3);
  w.sums = floats(2 * rows * w.row_step, kind), w.output = floats(rows * w.output_row_step, kind);
  whet_pool_sums(&w);
  take_all(w.output, rows * w.output_row_step);
  if (places) take_bytes(places, (size_t)(rows * columns * n) + 16);
}

static int in_sixteens(int count) { return (count + 15) / 16 * 16; }

/// The way back with its sums, with the map, or with both; of few weights and of many.
static void pooled_backward(kind kind, int n) {
  static const int most_channels[] = {1, 3, 5, 16, 32};
  const int kernel = between(1, 5), channels = most_channels[below(5)], stride = between(1, 2), what = below(3);
  const int rows = between(1, 4), columns = between(1, 9), count = kernel * kernel * channels;
  const int width = (2 * columns - 1) * stride + kernel, height = (2 * rows - 1) * stride + kernel;
  whet_pooled_gradient w = {
      .places = bytes((ptrdiff_t)rows * columns * n, 5), .gradient_step = n + below(3), .rows = rows, .columns = columns,
      .outputs = n, .channels = channels, .kernel_rows = kernel, .run = kernel * channels,
      .run_step = in_sixteens(kernel * channels), .outputs_step = in_sixteens(n), .step = stride * channels,
      .map_row_step = width * channels};
  w.row_step = stride * w.map_row_step, w.gradient_row_step = columns * w.gradient_step + below(3);
  w.gradient = floats(rows * w.gradient_row_step, kind);
  if (below(2)) w.ahead = w.gradient, w.ahead_count = n;
  const int is_few = count <= WHET_FEW_WEIGHTS && w.step < 16;
  const ptrdiff_t sums_count = is_few ? count * w.outputs_step : n * kernel * w.run_step;
  float *sums = what != 1 ? aligned(sums_count, kind) : 0, *biases = what != 1 ? floats(n, kind) : 0;
  float *map = what != 0 ? floats(height * w.map_row_step, kind) : 0;
  whet_pooled_backward(&w, floats(height * w.map_row_step, kind), sums, biases, map ? floats(n * count, kind) : 0, map);
  if (map) take_all(map, height * w.map_row_step);
  if (!sums) return;
  take_all(biases, n);
  if (is_few)
    for (int i = 0; i < count; i++) take(sums + i * w.outputs_step, n);
  else
    for (int i = 0; i < n * kernel; i++) take(sums + i * w.run_step, w.run);
}

const test window_tests[] = {
    {"pack_weights", pack_weights},
    {"convolve", convolve},
    {"narrow", narrow},
    {"convolve_halves", convolve_halves},
    {"convolve_factors", convolve_factors},
    {"convolve_depthwise", convolve_depthwise},
    {"convolve_depthwise_on_border", convolve_depthwise_on_border},
    {"transpose", transpose},
    {"fill_band", fill_band},
    {"convolve_pooled", convolve_pooled},
    {"pool_sums", pool_sums},
    {"pooled_backward", pooled_backward},
    {"convolve_groups", convolve_groups},
    {0, 0},
};
