// noise.c, relief.c, blur.c and painting.c. Places and colours are always finite.
#include "digests.h"

enum { GUARD = 8 };

static double finite(kind kind) { return number(kind == ORDINARY ? ORDINARY : UNEVEN); }

/// A filled buffer, with some numbers more behind it.
static double *doubles(ptrdiff_t count, kind kind) {
  double *numbers = (double *)space((size_t)(count + GUARD + 1) * sizeof(double)) + 1;
  for (ptrdiff_t i = 0; i < count + GUARD; i++) numbers[i] = finite(kind);
  return numbers;
}

static void take_doubles(const double *numbers, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count + GUARD; i++) take_double(numbers[i]);
}

static void noise_values(kind kind, int n) {
  double *values = doubles(n, kind);
  const uint64_t seed = (uint64_t)draw() << 32 | draw();
  whet_noise_values(seed, (int64_t)below(2000) - 1000, (int64_t)below(2000) - 1000, n, values);
  take_doubles(values, n);
}

static void noise_line(kind kind, int n) {
  double *line = doubles(n, kind);
  whet_noise_line(doubles(n + 1, kind), integers(n, n), doubles(n, kind), n, line);
  take_doubles(line, n);
}

static void noise_blend(kind kind, int n) {
  double *sum = doubles(n, kind);
  whet_noise_blend(doubles(n, kind), doubles(n, kind), fraction(), finite(kind), n, below(2), sum);
  take_doubles(sum, n);
}

static void noise_floor(kind kind, int n) {
  double *whole = doubles(n, kind);
  whet_noise_floor(doubles(n, kind), between(1, 50), n, whole);
  take_doubles(whole, n);
}

/// Places are within ±2, times up to 4.
static void noise_anywhere(kind kind, int n) {
  const whet_noise_window window = {.values = doubles(20 * 20, kind), .column = -9, .row = -9, .columns = 20};
  double *sum = doubles(n, kind);
  whet_noise_anywhere(&window, doubles(n, kind), doubles(n, kind), between(1, 4), fraction(), n, below(2), sum);
  take_doubles(sum, n);
}

/// A plane in which something stands here and there.
static double *heights(ptrdiff_t count, kind kind) {
  double *plane = doubles(count, kind);
  for (ptrdiff_t i = 0; i < count; i++)
    if (below(3) == 0) plane[i] = WHET_NOTHING;
  return plane;
}

static void relief_raise(kind kind, int n) {
  const int height = between(1, 12), stride = n + below(3);
  const whet_limb limb = {
      .start_x = fraction() * (float)n, .start_y = fraction() * (float)height, .start_z = finite(kind),
      .end_x = fraction() * (float)n, .end_y = fraction() * (float)height, .end_z = finite(kind),
      .start_radius = 0.5f + 4 * fraction(), .end_radius = 0.5f + 4 * fraction()};
  double *plane = heights((ptrdiff_t)stride * height, kind);
  const int left = below(n), top = below(height);
  whet_relief_raise(&limb, below(2) ? fraction() : 0, plane, stride, left, between(left, n), top, height);
  take_doubles(plane, (ptrdiff_t)stride * height);
}

static void relief_merge(kind kind, int n) {
  double *own = heights(n, kind), *depth = heights(n, kind);
  uint8_t *materials = bytes(n, 3);
  whet_relief_merge(own, depth, materials, 1, below(2) ? fraction() : 0, n);
  take_doubles(own, n), take_doubles(depth, n), take_bytes(materials, (size_t)n + 16);
}

static void relief_mask(kind kind, int n) {
  double *mask = doubles(n, kind);
  whet_relief_mask(heights(n, kind), n, mask);
  take_doubles(mask, n);
}

static void relief_heights(kind kind, int n) {
  double *plane = doubles(n, kind);
  whet_relief_heights(heights(n, kind), n, plane);
  take_doubles(plane, n);
}

static void relief_normals(kind kind, int n) {
  const int stride = n + 2;
  double *x = doubles(n, kind), *y = doubles(n, kind), *z = doubles(n, kind);
  whet_relief_normals(heights(3 * stride, kind) + stride + 1, stride, n, x, y, z);
  take_doubles(x, n), take_doubles(y, n), take_doubles(z, n);
}

static void blur(kind kind, int n) {
  const int height = between(1, 9);
  double *plane = doubles((ptrdiff_t)n * height, kind);
  whet_blur(plane, doubles((ptrdiff_t)n * height, kind), n, height, between(1, 14));
  take_doubles(plane, (ptrdiff_t)n * height);
}

static void paint_backdrop(kind kind, int n) {
  whet_backdrop backdrop = {
      .shift = finite(kind) * 4, .last = n + 5, .first_column = below(4), .last_column = n + below(9)};
  for (int i = 0; i < 6; i++) backdrop.colours[i / 3][i % 3] = fraction();
  backdrop.shadow = doubles(n + 9, kind);
  double *row = doubles(3 * (ptrdiff_t)n, kind);
  whet_paint_backdrop(&backdrop, doubles(n, kind), below(5), n, row, n);
  take_doubles(row, 3 * (ptrdiff_t)n);
}

static void paint_surface(kind kind, int n) {
  whet_surface surface = {
      .ribs = below(2) ? doubles(n, kind) : 0, .x = doubles(n, kind), .y = doubles(n, kind), .z = doubles(n, kind),
      .mottling = doubles(n, kind), .depth = doubles(n, kind), .nearby = doubles(n, kind), .gloss = fraction(),
      .hollow = 1 + fraction()};
  for (int i = 0; i < 3; i++)
    surface.colour[i] = fraction(), surface.light[i] = finite(kind), surface.half[i] = finite(kind);
  double *row = doubles(3 * (ptrdiff_t)n, kind);
  whet_paint_surface(&surface, n, row, n);
  take_doubles(row, 3 * (ptrdiff_t)n);
}

static void paint_halves(kind kind, int n) {
  double *row = doubles(n, kind);
  whet_paint_halves(doubles(2 * (ptrdiff_t)n, kind), doubles(2 * (ptrdiff_t)n, kind), fraction(), fraction(), n, row);
  take_doubles(row, n);
}

static void paint_bytes(kind kind, int n) {
  uint8_t *pixels = bytes(3 * (ptrdiff_t)n, 256);
  whet_paint_bytes(doubles(n, kind), doubles(n, kind), doubles(n, kind), doubles(n, kind), fraction(), n, pixels);
  take_bytes(pixels, 3 * (size_t)n + 16);
}

const test drawing_tests[] = {
    {"noise_values", noise_values},
    {"noise_line", noise_line},
    {"noise_blend", noise_blend},
    {"noise_floor", noise_floor},
    {"noise_anywhere", noise_anywhere},
    {"relief_raise", relief_raise},
    {"relief_merge", relief_merge},
    {"relief_mask", relief_mask},
    {"relief_heights", relief_heights},
    {"relief_normals", relief_normals},
    {"blur", blur},
    {"paint_backdrop", paint_backdrop},
    {"paint_surface", paint_surface},
    {"paint_halves", paint_halves},
    {"paint_bytes", paint_bytes},
    {0, 0},
};
