// quantized.c: convolutions of bytes. Numbers of a map are 0 ... 255, weights -126 ... 126, or less beside others: four products fit into
// 16 bits, and all sums are exact on every processor.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The largest number of a map and of a weight; outputs that lie side by side in a panel.
enum { WHET_MOST_OF_MAP = 255, WHET_MOST_OF_WEIGHT = 126, WHET_BYTE_PANEL = 16 };

/// Turns weights into panels, [panel][run][four][output][number]. Weight (o, t, c) lies at
/// `weights[o * output_step + t * tap_step + c * channel_step]`; a run of `merged` taps lies together in the map, and is filled up to
/// fours with zeros. `steps` says the least that a whole number may stand for, and gets what it stands for, by output: so much that four
/// products of one sign, of two neighbouring fours of a run, fit into 16 bits. `totals` gets each output's sum of whole numbers, `lost`
/// the sum of what rounding took from its weights, each times the mean of its channel: 0 where `means` is null.
void whet_pack_byte_weights(
    int8_t *packed, int32_t *totals, float *steps, float *lost, const float *weights, const float *means, int outputs, int taps,
    int merged, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step);

/// Rows of windows over a map of bytes, each summed into every output.
typedef struct {
  const uint8_t *input;
  const int8_t *packed;
  /// The distances of the taps from the window's first; how many fours of numbers are read at each.
  const ptrdiff_t *taps;
  int tap_count, quads;
  int outputs, rows, columns;
  /// From one window to the one below and to the next, in the input and in the output.
  ptrdiff_t input_row_step, input_step, output_row_step, output_step;
  /// What becomes of a sum: (sum + bias) · factor, within least ... most, for each output; whole panels are readable.
  const int32_t *bias;
  const float *factors;
  float least, most;
  /// Where it goes: as it is, or rounded, with `zero` added.
  float *floats;
  uint8_t *bytes;
  int zero;
} whet_byte_windows;
void whet_convolve_bytes(const whet_byte_windows *windows);

/// y = x · rate, rounded, plus zero, within 0 ... 255; what is not a number becomes 0.
void whet_quantize(const float *x, uint8_t *y, size_t count, float rate, int zero);
