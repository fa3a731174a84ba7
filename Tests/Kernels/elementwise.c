// elementwise.c, distances.c, moments.c, functions.c and the optimisers.
#include "digests.h"

#define COUNT ((size_t)n)

static void rectify(kind kind, int n) {
  float *y = floats(n, kind);
  whet_rectify(floats(n, kind), y, COUNT);
  take_all(y, n);
}

static void rectify_gradient(kind kind, int n) {
  float *gradient = floats(n, kind);
  whet_rectify_gradient(floats(n, kind), gradient, COUNT);
  take_all(gradient, n);
}

static void rectify_and_sum(kind kind, int n) {
  const int pixels = between(1, 9);
  const ptrdiff_t y_step = n + below(5), step = n + below(5);
  const float *y = below(3) ? floats(pixels * y_step, kind) : 0;
  float *gradient = floats(pixels * step, kind), *sums = floats(n, kind);
  whet_rectify_and_sum(y, y_step, gradient, step, pixels, n, sums);
  take_all(gradient, pixels * step), take_all(sums, n);
}

static void add_scaled(kind kind, int n) {
  float *y = floats(n, kind);
  whet_add_scaled(floats(n, kind), number(kind), y, COUNT);
  take_all(y, n);
}

/// What makes a number of two.
#define PAIRWISE(name) \
  static void name(kind kind, int n) { \
    float *a = floats(n, kind), *b = floats(n, kind), *z = floats(n, kind); \
    whet_##name(a, b, z, COUNT); \
    take_all(z, n); \
    whet_##name(a, b, a, COUNT); \
    take_all(a, n); \
  }
PAIRWISE(add)
PAIRWISE(multiply_each)
PAIRWISE(maximum)
PAIRWISE(minimum)
PAIRWISE(multiply_add)

static void add_tree(kind kind, int n) {
  const int count = between(1, 17);
  const ptrdiff_t step = n + below(5);
  float *terms = floats(count * step, kind);
  whet_add_tree(terms, step, count, COUNT);
  take_all(terms, n);
}

static void scale_shift(kind kind, int n) {
  float *y = floats(n, kind);
  whet_scale_shift(floats(n, kind), number(kind), number(kind), y, COUNT);
  take_all(y, n);
}

static void shift_scale_shift(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  float *center = floats(n, kind), *factor = floats(n, kind), *offset = floats(n, kind);
  whet_shift_scale_shift(
      x, below(3) ? center : 0, below(3) ? factor : 0, below(3) ? offset : 0, y, COUNT);
  take_all(y, n);
}

static void clip(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  whet_clip(x, y, COUNT, number(kind), number(kind), -fraction(), fraction());
  take_all(y, n);
}

static void clip_gate(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  whet_clip_gate(x, y, COUNT, number(kind), number(kind), 0, 1 + fraction());
  take_all(y, n);
}

static void threshold(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  whet_threshold(x, y, COUNT, number(kind));
  take_all(y, n);
}

static void leak(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  whet_leak(x, y, COUNT, number(kind));
  take_all(y, n);
}

static void normalize(kind kind, int n) {
  const int rows = between(1, 11), is_in_place = below(2);
  const ptrdiff_t x_step = n + below(5), y_step = is_in_place ? x_step : n + below(5);
  float *x = floats(rows * x_step, kind), *y = is_in_place ? x : floats(rows * y_step, kind);
  const float *gamma = below(3) ? floats(n, kind) : 0, *beta = below(3) ? floats(n, kind) : 0;
  const whet_normalized normalized = {
      .x = x, .y = y, .x_step = x_step, .y_step = y_step, .rows = rows, .count = COUNT,
      .gamma = gamma, .beta = beta, .epsilon = 1e-6, .centers = below(3)};
  whet_normalize(&normalized);
  take_all(y, rows * y_step);
}

static void sum_pixels(kind kind, int n) {
  const int pixels = between(1, 9);
  const ptrdiff_t step = n + below(5);
  float *sums = floats(n, kind);
  whet_sum_pixels(floats(pixels * step, kind), step, pixels, n, sums);
  take_all(sums, n);
}

static void dot(kind kind, int n) {
  const float product = whet_dot(floats(n, kind), floats(n, kind), COUNT);
  take(&product, 1);
}

static void squared_distance(kind kind, int n) {
  const float *x = floats(n, kind);
  take_double(whet_squared_distance(x, floats(n, kind), COUNT)), take_double(whet_squared_distance(x, x, COUNT));
}

static void wide_dot(kind kind, int n) { take_double(whet_wide_dot(floats(n, kind), floats(n, kind), COUNT)); }

static void moments(kind kind, int n) {
  const int rows = between(1, 9);
  const ptrdiff_t step = n + below(5);
  double mean, squares;
  whet_moments(floats(rows * step, kind), step, rows, n, &mean, &squares);
  const float made[2] = {(float)mean, (float)squares};
  take(made, 2);
}

static void standardize(kind kind, int n) {
  float *x = floats(n, kind), *y = floats(n, kind);
  const float mean = number(kind), scale = number(kind);
  whet_standardize(x, mean, scale, y, COUNT);
  take_all(y, n);
  whet_standardize(x, mean, scale, x, COUNT);
  take_all(x, n);
}

/// Exponents small and large.
static float *exponents(kind kind, int n) {
  float *x = floats(n, kind);
  const float scale = below(2) ? 1 : 60;
  for (int i = 0; i < n; i++) x[i] *= scale;
  return x;
}

static void exponentials(kind kind, int n) {
  float *y = floats(n, kind);
  whet_exponentials(exponents(kind, n), number(kind), y, COUNT);
  take_all(y, n);
}

static void softmax(kind kind, int n) {
  float *y = floats(n, kind);
  whet_softmax(exponents(kind, n), y, COUNT);
  take_all(y, n);
}

static void softmax_rows(kind kind, int n) {
  const int rows = between(1, 19);
  const ptrdiff_t x_step = n + below(5), y_step = n + below(5);
  float *x = floats(rows * x_step, kind), *y = floats(rows * y_step, kind);
  const float scale = below(2) ? 1 : 60;
  for (ptrdiff_t i = 0; i < rows * x_step; i++) x[i] *= scale;
  whet_softmax_rows(x, x_step, y, y_step, rows, COUNT);
  take_all(y, rows * y_step);
}

static void sgd(kind kind, int n) {
  float *w = floats(n, kind), *v = floats(n, kind);
  const float momentum = below(3) ? fraction() : 0, decay = below(2) ? fraction() : 0;
  whet_sgd(w, floats(n, kind), v, COUNT, fraction(), momentum, decay, below(2));
  take_all(w, n), take_all(v, n);
}

static void adam(kind kind, int n) {
  float *w = floats(n, kind), *m = floats(n, kind), *v = floats(n, kind);
  for (int i = 0; i < n; i++) v[i] *= v[i];
  const whet_adam_step step = {
      .size = fraction(), .root = 1 + fraction(), .beta1 = fraction(), .rest1 = fraction(), .beta2 = fraction(),
      .rest2 = fraction(), .eps = below(2) ? 1e-8f : 0, .decay = below(2) ? fraction() : 0,
      .shrink = below(2) ? fraction() : 1};
  whet_adam(w, floats(n, kind), m, v, COUNT, &step);
  take_all(w, n), take_all(m, n), take_all(v, n);
}

/// Numbers of double precision as large as can be told apart, and those of single precision.
static double wide(kind kind, double scale) {
  const double digits = number(kind) + number(kind) * 0x1p-25;
  return below(4) ? digits * scale : digits;
}

static void exponential(kind kind, int n) {
  for (int i = 0; i < n; i++) take_double(whet_exp(wide(kind, 800)));
}

static void logarithm(kind kind, int n) {
  for (int i = 0; i < n; i++) {
    const double x = wide(kind, below(2) ? 0x1p-1030 : 0x1p900);
    take_double(whet_log(x)), take_double(whet_log(-x));
  }
}

static void exponentials_double(kind kind, int n) {
  double x[64];
  const int count = n < 64 ? n : 64;
  const double scale = below(3) ? 1 : 800, origin = number(kind);
  for (int i = 0; i < count; i++) x[i] = wide(kind, scale);
  whet_exponentials_double(x, origin, x, (size_t)count);
  for (int i = 0; i < count; i++) take_double(x[i]);
}

static void logarithms(kind kind, int n) {
  double x[64];
  const int count = n < 64 ? n : 64, signs = below(2);
  for (int i = 0; i < count; i++) {
    const double y = wide(kind, below(2) ? 0x1p-1030 : 0x1p900);
    x[i] = signs ? y : __builtin_fabs(y);
  }
  whet_logarithms(x, x, (size_t)count);
  for (int i = 0; i < count; i++) take_double(x[i]);
}

static void power(kind kind, int n) {
  for (int i = 0; i < n; i++) {
    const double x = wide(kind, 100), y = wide(kind, 10);
    take_double(whet_power(x, y)), take_double(whet_power(x, between(-40, 40)));
  }
}

static void sine(kind kind, int n) {
  for (int i = 0; i < n; i++) take_double(whet_sin(wide(kind, below(2) ? 10 : 1e6)));
}

static void cosine(kind kind, int n) {
  for (int i = 0; i < n; i++) take_double(whet_cos(wide(kind, below(2) ? 10 : 1e6)));
}

static void arc_tangent(kind kind, int n) {
  for (int i = 0; i < n; i++) take_double(whet_atan(wide(kind, below(2) ? 2 : 1e6)));
}

/// Every function in turn, in place and not.
static void map(kind kind, int n) {
  for (int function = WHET_EXPONENTIAL; function <= WHET_ELU; function++) {
    float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
    const float scale = below(2) ? 1 : 300;
    for (int i = 0; i < n; i++) x[i] *= scale;
    const whet_mapped mapped = {.numbers = x, .results = y, .count = COUNT, .rows = 1, .a = below(2) ? 1 : number(kind)};
    whet_map((whet_function)function, &mapped);
    take_all(y, n);
  }
}

static void map_swish(kind kind, int n) {
  float *x = floats(n, kind), *y = below(2) ? floats(n, kind) : x;
  const float scale = below(2) ? 1 : 300;
  for (int i = 0; i < n; i++) x[i] *= scale;
  const whet_mapped mapped = {.numbers = x, .results = y, .count = COUNT, .rows = 1};
  whet_map(WHET_SWISH, &mapped);
  take_all(y, n);
}

/// Rows with numbers between them that stay as they are.
static void map_rows(kind kind, int n) {
  for (int function = WHET_EXPONENTIAL; function <= WHET_SWISH; function++) {
    const int rows = 1 + (int)below(4), step = n + (int)below(5);
    float *x = floats(rows * step, kind);
    const whet_mapped mapped = {.numbers = x, .results = x, .count = COUNT, .rows = rows, .step = step, .a = 1};
    whet_map((whet_function)function, &mapped);
    take_all(x, rows * step);
  }
}

const test elementwise_tests[] = {
    {"rectify", rectify},
    {"rectify_gradient", rectify_gradient},
    {"rectify_and_sum", rectify_and_sum},
    {"add_scaled", add_scaled},
    {"add", add},
    {"multiply_each", multiply_each},
    {"maximum", maximum},
    {"minimum", minimum},
    {"multiply_add", multiply_add},
    {"add_tree", add_tree},
    {"scale_shift", scale_shift},
    {"moments", moments},
    {"squared_distance", squared_distance},
    {"wide_dot", wide_dot},
    {"standardize", standardize},
    {"sum_pixels", sum_pixels},
    {"dot", dot},
    {"exponentials", exponentials},
    {"softmax", softmax},
    {"sgd", sgd},
    {"adam", adam},
    {"exp", exponential},
    {"log", logarithm},
    {"exponentials_double", exponentials_double},
    {"logarithms", logarithms},
    {"power", power},
    {"sin", sine},
    {"atan", arc_tangent},
    {"map", map},
    {"cos", cosine},
    {"map_swish", map_swish},
    {"map_rows", map_rows},
    {"clip", clip},
    {"clip_gate", clip_gate},
    {"threshold", threshold},
    {"leak", leak},
    {"normalize", normalize},
    {"softmax_rows", softmax_rows},
    {"shift_scale_shift", shift_scale_shift},
    {0, 0},
};
