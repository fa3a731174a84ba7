// winograd.c, winogradfour.c: 3 × 3 kernels in fewer products. Channels come in multiples of 16.
#pragma once
#include <stddef.h>

/// Transforms a band into 16 parts of [tile][channel], `part_step` floats apart. Tile (y, x) reads the 4 × 4 pixels from
/// (2 y, 2 x) on.
void whet_winograd_analyse(
    const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step);
/// Transforms 16 parts of [tile][channel] back: 2 × 2 outputs a tile, those within `rows` × `columns`; plus bias or none,
/// plus what is `added`, which lies as the output does (what is there, another map, or none), and rectified.
void whet_winograd_synthesise(
    const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, const float *added, int rectify, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step);
/// Transforms 3 × 3 kernels into 16 parts of [output][channel]; weights are found as for `whet_pack_weights`.
void whet_winograd_weights(
    const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
    float *parts);
/// The same three for tiles of 4 × 4 outputs and 36 parts: tile (y, x) reads the 6 × 6 pixels from (4 y, 4 x) on.
void whet_winograd_four_analyse(
    const float *band, ptrdiff_t row_step, int channels, int tile_rows, int tile_columns, float *parts,
    ptrdiff_t part_step);
void whet_winograd_four_synthesise(
    const float *parts, ptrdiff_t part_step, ptrdiff_t tile_step, int channels, int tile_rows, int tile_columns,
    int rows, int columns, const float *bias, const float *added, int rectify, float *output, ptrdiff_t row_step,
    ptrdiff_t pixel_step);
void whet_winograd_four_weights(
    const float *weights, int outputs, int channels, ptrdiff_t output_step, ptrdiff_t tap_step, ptrdiff_t channel_step,
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
/// The way back through `whet_winograd_synthesise`: a gradient becomes 16 parts of [tile][channel], `part_step` floats apart,
/// tile by tile row after row.
void whet_winograd_spread(const whet_winograd_slope *slope, float *parts, ptrdiff_t part_step);
/// A map of `rows` × `columns` pixels, and where on it, perhaps outside, the first tile begins. Tiles are added to what is
/// there, or `begin` it: then those above must have been done before.
typedef struct {
  float *numbers;
  ptrdiff_t row_step, pixel_step;
  int rows, columns, first_row, first_column, begins, accumulate;
} whet_winograd_map;
/// The way back through `whet_winograd_analyse`: the parts of each tile become 4 × 4 pixels, added up where tiles overlap.
void whet_winograd_fold(
    const float *parts, ptrdiff_t part_step, int channels, int tile_rows, int tile_columns, const whet_winograd_map *map);
/// The way back through `whet_winograd_weights` for one output, or one channel: the 16 parts' sums over tiles become the gradients
/// of 3 × 3 kernels, `kernel_step` floats apart.
void whet_winograd_gather(
    const float *sums, ptrdiff_t part_step, int channels, float *gradient, ptrdiff_t kernel_step);
/// The same three for tiles of 4 × 4 outputs, 36 parts and 6 × 6 pixels.
void whet_winograd_four_spread(const whet_winograd_slope *slope, float *parts, ptrdiff_t part_step);
void whet_winograd_four_fold(
    const float *parts, ptrdiff_t part_step, int channels, int tile_rows, int tile_columns, const whet_winograd_map *map);
void whet_winograd_four_gather(
    const float *sums, ptrdiff_t part_step, int channels, float *gradient, ptrdiff_t kernel_step);
