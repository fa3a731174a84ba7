// quantized.c: convolutions of bytes. Numbers of a map are 0 ... 255, weights -127 ... 127, or less beside others: four products fit into
// 16 bits, and all sums are exact on every processor.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The largest number of a map; outputs that lie side by side in a panel.
enum { WHET_MOST_OF_MAP = 255, WHET_BYTE_PANEL = 16 };

/// Turns weights, [output][channel][tap], into panels, [panel][run][four][output][number]: a run of `merged` taps lies together in the
/// map, and is filled up to fours with zeros. `totals` gets each output's sum. Of each eight numbers of a run, the sum of those of one
/// sign among the first two of both fours is 128 at most, and among the last two of both: four products fit into 16 bits.
void whet_pack_byte_weights(
    int8_t *packed, int32_t *totals, const int8_t *weights, int outputs, int taps, int merged, int channels);

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
  /// What becomes of a sum: sum · factor + offset, rounded once, within least ... most, for each output; whole panels are readable.
  const float *factors, *offsets;
  float least, most;
  /// Where it goes: as it is, or rounded, with `zero` added.
  float *floats;
  uint8_t *bytes;
  int zero;
} whet_byte_windows;
void whet_convolve_bytes(const whet_byte_windows *windows);

/// y = x · rate + shift, rounded, within 0 ... 255; what is not a number becomes 0. Rates and shifts are repeated after `period` numbers.
void whet_quantize(const float *x, uint8_t *y, size_t count, const float *rates, const float *shifts, size_t period);
