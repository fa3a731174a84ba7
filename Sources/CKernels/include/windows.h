// windows.c: convolutions and everything that is a sum over windows.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// How many output channels lie side by side in one panel of packed weights.
int whet_panel_width(void);
/// How many floats the packed weights of a layer take; `inner` is the product of taps and channels.
size_t whet_packed_count(int outputs, int inner);
/// Packs weights for `whet_convolve`: [panel][tap][channel][output in panel], the last panel padded with zeros.
/// The weight of output o, tap t, channel c is read at weights[o * output_step + t * tap_step + c * channel_step].
void whet_pack_weights(
    float *packed, const float *weights, int outputs, int taps, int channels, ptrdiff_t output_step,
    ptrdiff_t tap_step, ptrdiff_t channel_step);

/// The same numbers in half precision.
///
/// Returns whether that changes none of them; where it does, or where one is infinite or not a number, nothing is said of `halves`.
int whet_narrow(uint16_t *halves, const float *numbers, size_t count);

/// Sums over windows: output(y, x, o) = bias(o) + Σ over taps and channels of input · weight.
typedef struct {
  /// The first channel of the first tap of the upper left window.
  const float *input;
  /// Where the upper left window's first output goes.
  float *output;
  /// Packed weights, and one number per output or none.
  const float *packed, *bias;
  /// Each tap's distance from its window's first, and how many there are.
  const ptrdiff_t *taps;
  int tap_count;
  /// Channels read per tap, channels made, rows of windows, windows in a row.
  int channels, outputs, rows, columns;
  /// From one window to the one below, and to the one on its right; the same for outputs.
  ptrdiff_t input_row_step, input_step, output_row_step, output_step;
  /// What each result is multiplied by before all that follows, one number per output or none.
  const float *factors;
  /// What is added to the results, lying as they do: what is there, another map, or none. Whether negative results become 0 then.
  const float *added;
  int rectify;
  /// Weights that are needed next, or none: they are brought nearer meanwhile.
  const float *ahead;
  /// Where given, the packed weights in half precision in place of `packed`: widened panel by panel into `panel`, which has room for
  /// whet_panel_width() · taps · channels floats at a multiple of 64 bytes.
  const uint16_t *halves;
  float *panel;
} whet_windows;
void whet_convolve(const whet_windows *windows);
/// The same where every output is summed over the one input channel of its number: `channels` is 1, and the weight of output o and
/// tap t lies at packed[t * outputs + o].
///
/// Where a map's border is given, taps outside it count nothing: the first window begins so many rows above the map, which is
/// `height` × `width`, and so many columns left of it; `row_stride` rows lie between windows, `row_dilation` between taps. A row has 3,
/// 5 or 7 taps, which are neighbours, and the columns' stride is 1 or, of 3 or 5, 2; there is one row of taps or as many as in a row.
typedef struct {
  int above, left, height, width, row_stride, row_dilation;
} whet_border;
void whet_convolve_depthwise(const whet_windows *windows, const whet_border *border);
/// The same for groups of 2, 4 or 8 outputs (`made`), each of which is summed over the at most as many channels of its group: of these
/// `channels` is the number, and the weight of output o, tap t and channel c lies at packed[(t * channels + c) * outputs + o].
void whet_convolve_groups(const whet_windows *windows, int made);

/// to[j * to_step + i] = from[i * from_step + j]: `rows` rows of `columns` become columns.
void whet_transpose(const float *from, ptrdiff_t from_step, float *to, ptrdiff_t to_step, int rows, int columns);

/// Copies rows of a map into a band with a border of zeros: band(r, x) = map(first_row + r, x - left), where
/// coordinates count on the map stretched by inserting `stretch - 1` zeros between neighbours.
void whet_fill_band(
    float *band, const float *map, int channels, ptrdiff_t pixel_step, int height, int width, int first_row, int rows,
    int left, int columns, int stretch_rows, int stretch_columns);
