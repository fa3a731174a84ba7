// winograd.c: 3 × 3 kernels in fewer products. Channels come in multiples of 16. Tiles have `edge` × `edge` outputs, 2 or 4, and read
// two rows and columns more; there are as many parts as numbers in a tile.
#pragma once
#include <stddef.h>

/// Transforms a band into parts of [tile][channel], `part_step` floats apart. Tile (y, x) reads the pixels from
/// (edge y, edge x) on.
void whet_winograd_analyse(
    int edge, const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step);
/// Transforms parts of [tile][channel] back: the outputs of each tile within `rows` × `columns`; plus bias or none,
/// plus what is `added`, which lies as the output does (what is there, another map, or none), and rectified.
void whet_winograd_synthesise(
    int edge, const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, const float *added, int rectify, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step);
/// Transforms 3 × 3 kernels into parts of [output][channel]; weights are found as for `whet_pack_weights`.
void whet_winograd_weights(
    int edge, const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
    float *parts);
/// A gradient of `rows` × `columns` pixels. Where something was `made` of it that is not positive it counts as 0; `sums` gets
/// the sum of each channel added. Both may be null.
typedef struct {
  const float *gradient;
  ptrdiff_t row_step, pixel_step;
  const float *made;
  ptrdiff_t made_row_step, made_pixel_step;
  int channels, rows, columns;
  float *sums;
} whet_winograd_slope;
/// The way back through `whet_winograd_synthesise`: a gradient becomes parts of [tile][channel], `part_step` floats apart,
/// tile by tile row after row.
void whet_winograd_spread(int edge, const whet_winograd_slope *slope, float *parts, ptrdiff_t part_step);
/// A map of `rows` × `columns` pixels, and where on it, perhaps outside, the first tile begins. Tiles are added to what is
/// there, or `begin` it: then those above must have been done before.
typedef struct {
  float *numbers;
  ptrdiff_t row_step, pixel_step;
  int rows, columns, first_row, first_column, begins, accumulate;
} whet_winograd_map;
/// The way back through `whet_winograd_analyse`: the parts of each tile become its pixels, added up where tiles overlap.
void whet_winograd_fold(
    int edge, const float *parts, ptrdiff_t part_step, int channels, int tile_rows, int tile_columns, const whet_winograd_map *map);
/// The way back through `whet_winograd_weights` for one output, or one channel: the parts' sums over tiles become the gradients
/// of 3 × 3 kernels, `kernel_step` floats apart.
void whet_winograd_gather(
    int edge, const float *sums, ptrdiff_t part_step, int channels, float *gradient, ptrdiff_t kernel_step);
