// elementwise.c: what is computed number by number, and sums of rows; and how optimisers move weights.
#pragma once

#include <stddef.h>

/// y = max(x, 0).
void whet_rectify(const float *x, float *y, size_t count);
/// gradient = 0 where y is not above 0.
void whet_rectify_gradient(const float *y, float *gradient, size_t count);
/// The same for the channels of pixels, where y is given, and sums(c) += Σ over pixels of gradient(pixel, c).
void whet_rectify_and_sum(
    const float *y, ptrdiff_t y_step, float *gradient, ptrdiff_t gradient_step, int pixels, int channels, float *sums);
/// y (+)= a · x.
void whet_add_scaled(const float *x, float a, float *y, size_t count);
/// z = a + b, z = a · b, z = max(a, b), z = min(a, b).
void whet_add(const float *a, const float *b, float *z, size_t count);
void whet_multiply_each(const float *a, const float *b, float *z, size_t count);
void whet_maximum(const float *a, const float *b, float *z, size_t count);
void whet_minimum(const float *a, const float *b, float *z, size_t count);
/// Adds `count` vectors of so many numbers, `step` apart, in a binary tree over their numbers: 0 and 1, 2 and 3, then 0 and 2, and so
/// on. The sum is left in the first; the others are overwritten.
void whet_add_tree(float *terms, ptrdiff_t step, int count, size_t length);
/// z += a · b.
void whet_multiply_add(const float *a, const float *b, float *z, size_t count);
/// y = (x - center) · factor + offset, each step rounded; any of the three may be none. y may be x.
void whet_shift_scale_shift(
    const float *x, const float *center, const float *factor, const float *offset, float *y, size_t count);
/// y = a · x + b.
void whet_scale_shift(const float *x, float a, float b, float *y, size_t count);
/// y = a · x + b, each rounded, no less than `low` and no more than `high`; and x times that.
void whet_clip(const float *x, float *y, size_t count, float a, float b, float low, float high);
void whet_clip_gate(const float *x, float *y, size_t count, float a, float b, float low, float high);
/// y = x from a on, below it 0; y = a · x below 0, else x.
void whet_threshold(const float *x, float *y, size_t count, float a);
void whet_leak(const float *x, float *y, size_t count, float a);
/// For each of some rows y = (x - mean) / √(variance + epsilon) · gamma + beta, with factors and offsets or none; without centring
/// x / √(Σ x² + epsilon). Statistics are taken in double precision, in eight sums side by side. y may be x.
typedef struct {
  const float *x;
  float *y;
  /// From one row to the next.
  ptrdiff_t x_step, y_step;
  int rows;
  /// How many numbers a row has.
  size_t count;
  const float *gamma, *beta;
  double epsilon;
  int centers;
} whet_normalized;
void whet_normalize(const whet_normalized *rows);
/// sums(c) += Σ over pixels of map(pixel, c).
void whet_sum_pixels(const float *map, ptrdiff_t pixel_step, int pixels, int channels, float *sums);
/// Σ x · y.
float whet_dot(const float *x, const float *y, size_t count);
/// y = e^(x - origin), each rounded once from double precision.
void whet_exponentials(const float *x, float origin, float *y, size_t count);
/// y = whet_exp(x - origin); y may be x.
void whet_exponentials_double(const double *x, double origin, double *y, size_t count);
/// y = whet_log(x); y may be x.
void whet_logarithms(const double *x, double *y, size_t count);
/// One pixel's channels through exp(x - max) / Σ, in single precision. y may be x.
void whet_softmax(const float *x, float *y, size_t count);
/// The same of some rows, `x_step` and `y_step` floats apart.
void whet_softmax_rows(const float *x, ptrdiff_t x_step, float *y, ptrdiff_t y_step, int rows, size_t count);

// MARK: Optimisers

/// v = momentum · v + g; w -= rate · v, or rate · (g + momentum · v) with Nesterov's look ahead. g = gradient + decay · w.
void whet_sgd(
    float *w, const float *gradient, float *v, size_t count, float rate, float momentum, float decay, int nesterov);
/// Bias-corrected Adam: m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g²; w -= size · m / (root · sqrt(v) + eps), where size is
/// rate / (1 - b1^step), root 1 / sqrt(1 - b2^step) and g = gradient + decay · w. `shrink` scales w first (decoupled decay).
/// 1 - b comes ready made: of b in single precision it would be wrong in the fifth digit.
typedef struct {
  float size, root, beta1, rest1, beta2, rest2, eps, decay, shrink;
} whet_adam_step;
void whet_adam(float *w, const float *gradient, float *m, float *v, size_t count, const whet_adam_step *step);
