// noise.c, relief.c, blur.c and painting.c: what pictures are drawn with, in double precision. Every sum and product is rounded by
// itself, so that a drawing has the same bytes on every processor.
#pragma once
#include <stddef.h>
#include <stdint.h>

// MARK: noise.c — smooth noise between random values on a grid

/// The random values, -1 to 1, at the crossings of one row of the grid, from a column on.
void whet_noise_values(uint64_t seed, int64_t column, int64_t row, int count, double *values);
/// Blends the values of a row between the crossings: for each place its cell's number in `values`, and how far across it is, eased.
void whet_noise_line(const double *values, const int32_t *cells, const double *across, int count, double *line);
/// sum[i] = weight · (a blend of the lines above and below, eased `down`); added to what is there if `add`.
void whet_noise_blend(
    const double *above, const double *below, double down, double weight, int count, int add, double *sum);

/// whole[i] = the largest whole number not above factor · numbers[i].
void whet_noise_floor(const double *numbers, double factor, int count, double *whole);

/// The grid's values in a window, row by row.
typedef struct {
  const double *values;
  /// The first column and row, and how many columns there are.
  int32_t column, row, columns;
} whet_noise_window;
/// sum[i] = weight · (the noise at the place (factor · x[i], factor · y[i]), which must lie in the window); added if `add`.
void whet_noise_anywhere(
    const whet_noise_window *window, const double *x, const double *y, double factor, double weight, int count, int add,
    double *sum);

// MARK: relief.c — round bodies seen from the front

/// How far the background stands out.
#define WHET_NOTHING (-1e9)

/// A round piece of a body: a straight bone between two balls, in pixels, y downwards, z towards the viewer.
typedef struct {
  double start_x, start_y, start_z, end_x, end_y, end_z, start_radius, end_radius;
} whet_limb;
/// Raises a plane of heights, `stride` numbers a row, to the surface of a piece, in the columns left ..< right of the rows
/// top ..< bottom. Within `softness`, surfaces flow into each other.
void whet_relief_raise(
    const whet_limb *limb, double softness, double *plane, ptrdiff_t stride, int left, int right, int top, int bottom);
/// Takes over what stands in `own`, and clears it: materials where it stands out further, and heights, which flow into those there
/// within `softness`.
void whet_relief_merge(double *own, double *depth, uint8_t *materials, uint8_t material, double softness, int count);
/// For each place, 1 where something stands and 0 elsewhere.
void whet_relief_mask(const double *depth, int count, double *mask);
/// For each place, how far something stands out there, or 0.
void whet_relief_heights(const double *depth, int count, double *heights);
/// The directions places of a row face: x to the right, y upwards, z towards the viewer. Their neighbours to all four sides are read.
void whet_relief_normals(const double *depth, ptrdiff_t stride, int count, double *x, double *y, double *z);

// MARK: blur.c — means of neighbours

/// Replaces a plane by three passes of a moving mean over `radius` neighbours on each side, across and down; beyond the edges the last
/// numbers go on. `spare` has room for as many numbers.
void whet_blur(double *plane, double *spare, int width, int height, int radius);

// MARK: painting.c — rows of pixels, in linear light; the three channels lie `channel` numbers apart

/// A row of the background: between two colours by `shares`, held within 0 ... 1, and darkened by a row of a shadow. The place of
/// the shadow on column x is x + shift, held within 0 ... last and then within the columns the row begins with and ends with.
typedef struct {
  double colours[2][3];
  const double *shadow;
  double shift, last;
  int first_column, last_column;
} whet_backdrop;
void whet_paint_backdrop(
    const whet_backdrop *backdrop, const double *shares, int column, int count, double *row, ptrdiff_t channel);

/// A row of a lit body.
typedef struct {
  /// The colour of the surface, which ribs vary where there are any.
  double colour[3];
  const double *ribs;
  /// The directions the surface faces, its mottling, its heights, and their mean nearby.
  const double *x, *y, *z, *mottling, *depth, *nearby;
  /// The direction of the light, the one halfway to the viewer, and how much of the light is reflected.
  double light[3], half[3], gloss;
  /// How far the neighbourhood stands out where least light gets in.
  double hollow;
} whet_surface;
void whet_paint_surface(const whet_surface *surface, int count, double *row, ptrdiff_t channel);

/// Makes one pixel of two by two of them: their sum, times a number for the channel, times another.
void whet_paint_halves(const double *upper, const double *lower, double warmth, double exposure, int count, double *row);
/// The bytes of a row: three channels, each number times 1 + noise · grain · 4.
void whet_paint_bytes(
    const double *red, const double *green, const double *blue, const double *noise, double grain, int count,
    uint8_t *bytes);
