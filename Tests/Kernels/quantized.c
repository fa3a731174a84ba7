// quantized.c.
#include "digests.h"

#include <string.h>

/// Weights of which four products of one sign fit into 16 bits wherever they lie, or any where `fits` is 0.
static void pack(int n, whet_byte_windows *w, int merged, int fits) {
  const int taps = merged * between(1, 3), channels = between(1, n > 40 ? 48 : 16), quads = (merged * channels + 3) / 4;
  const ptrdiff_t count = (ptrdiff_t)(n + 15) / 16 * 16 * (taps / merged) * quads * 4;
  const ptrdiff_t all = (ptrdiff_t)n * taps * channels;
  int8_t *packed = (int8_t *)bytes(count, 256), *weights = (int8_t *)bytes(all, 256);
  if (fits)
    for (ptrdiff_t i = 0; i < all; i++) weights[i] = (int8_t)(weights[i] / 4);
  int32_t *totals = integers(n, 1000);
  whet_pack_byte_weights(packed, totals, weights, n, taps, merged, channels);
  take_bytes(packed, (size_t)count);
  take_bytes(totals, (size_t)n * sizeof *totals);
  w->packed = packed, w->outputs = n, w->tap_count = taps / merged, w->quads = quads;
}

static void pack_bytes(kind kind, int n) {
  (void)kind;
  whet_byte_windows w;
  pack(n, &w, between(1, 3), 0);
}

static void convolve(kind kind, int n, int to_bytes) {
  whet_byte_windows w = {.rows = between(1, 3), .columns = n > 40 ? 50 : between(1, 20)};
  pack(n, &w, between(1, 3), 1);
  ptrdiff_t taps[3];
  for (int t = 0; t < 3; t++) taps[t] = below(40);
  const int panels = (n + 15) / 16 * 16, is_dense = below(2);
  w.taps = taps, w.input_step = 4 * w.quads + below(3), w.output_step = n + below(3);
  w.input_row_step = w.columns * w.input_step + (is_dense ? 0 : n % 2 ? 5 : 2 * w.input_step), w.output_row_step = w.columns * w.output_step + (is_dense ? 0 : 3);
  const ptrdiff_t read = w.rows * w.input_row_step + 40 + 4 * w.quads;
  uint8_t *input = bytes(read, 256);
  // The most that a sum of 16 bits has to hold.
  if (below(2)) memset(input, WHET_MOST_OF_MAP, (size_t)read);
  w.input = input;
  float *factors = floats(panels, ORDINARY), *offsets = floats(panels, ORDINARY);
  // Now and then numbers too large for whole ones.
  const float size = below(4) ? 0x1p-9f : 0x1p20f;
  for (int o = 0; o < panels; o++) factors[o] *= size, offsets[o] *= 40;
  if (below(2)) for (int o = 0; o < panels; o++) factors[o] = __builtin_fabsf(factors[o]);
  w.factors = factors, w.offsets = offsets, w.zero = below(2) ? 0 : below(200);
  w.least = below(2) ? 0 : to_bytes ? (float)-w.zero : -__builtin_inff(), w.most = to_bytes ? (float)(WHET_MOST_OF_MAP - w.zero) : __builtin_inff();
  if (to_bytes) {
    const ptrdiff_t count = w.rows * w.output_row_step + 16;
    w.bytes = bytes(count, 256);
    whet_convolve_bytes(&w);
    take_bytes(w.bytes, (size_t)count);
  } else {
    w.floats = floats(w.rows * w.output_row_step, kind);
    whet_convolve_bytes(&w);
    take_all(w.floats, w.rows * w.output_row_step);
  }
}

static void convolve_to_bytes(kind kind, int n) { convolve(kind, n, 1); }
static void convolve_to_floats(kind kind, int n) { convolve(kind, n, 0); }

static void quantize(kind kind, int n) {
  uint8_t *y = bytes(n + 16, 256);
  const int period = between(1, 50);
  float *rates = floats(period, ORDINARY), *shifts = floats(period, ORDINARY);
  for (int i = 0; i < period; i++) rates[i] *= 20, shifts[i] = 128 + 60 * shifts[i];
  whet_quantize(floats(n, kind), y, (size_t)n, rates, shifts, (size_t)period);
  take_bytes(y, (size_t)n + 16);
}

const test quantized_tests[] = {
    {"pack_byte_weights", pack_bytes},
    {"convolve_bytes", convolve_to_bytes},
    {"convolve_bytes_to_floats", convolve_to_floats},
    {"quantize", quantize},
    {0, 0},
};
