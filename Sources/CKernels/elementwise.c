#include "variants.h"

#include "adam.h"
#include "elementary.h"

#define FAMILY "elementwise.inc"
#include "family.h"

void whet_rectify(const float *x, float *y, size_t count) { CHOOSE(rectify)(x, y, count); }

void whet_rectify_gradient(const float *y, float *gradient, size_t count) {
  CHOOSE(rectify_gradient)(y, gradient, count);
}

void whet_rectify_and_sum(
    const float *y, ptrdiff_t y_step, float *gradient, ptrdiff_t gradient_step, int pixels, int channels, float *sums) {
  CHOOSE(rectify_and_sum)(y, y_step, gradient, gradient_step, pixels, channels, sums);
}

void whet_add_scaled(const float *x, float a, float *y, size_t count) { CHOOSE(add_scaled)(x, a, y, count); }

void whet_add(const float *a, const float *b, float *z, size_t count) { CHOOSE(add)(a, b, z, count); }

void whet_add_tree(float *terms, ptrdiff_t step, int count, size_t length) {
  CHOOSE(add_tree)(terms, step, count, length);
}

void whet_multiply_each(const float *a, const float *b, float *z, size_t count) {
  CHOOSE(multiply_each)(a, b, z, count);
}

void whet_maximum(const float *a, const float *b, float *z, size_t count) { CHOOSE(maximum)(a, b, z, count); }

void whet_minimum(const float *a, const float *b, float *z, size_t count) { CHOOSE(minimum)(a, b, z, count); }

void whet_multiply_add(const float *a, const float *b, float *z, size_t count) {
  CHOOSE(multiply_add)(a, b, z, count);
}

void whet_shift_scale_shift(
    const float *x, const float *center, const float *factor, const float *offset, float *y, size_t count) {
  CHOOSE(shift_scale_shift)(x, center, factor, offset, y, count);
}

void whet_scale_shift(const float *x, float a, float b, float *y, size_t count) {
  CHOOSE(scale_shift)(x, a, b, y, count);
}

void whet_clip(const float *x, float *y, size_t count, float a, float b, float low, float high) {
  CHOOSE(clip)(x, y, count, a, b, low, high);
}

void whet_clip_gate(const float *x, float *y, size_t count, float a, float b, float low, float high) {
  CHOOSE(clip_gate)(x, y, count, a, b, low, high);
}

void whet_threshold(const float *x, float *y, size_t count, float a) { CHOOSE(threshold)(x, y, count, a); }

void whet_leak(const float *x, float *y, size_t count, float a) { CHOOSE(leak)(x, y, count, a); }

void whet_normalize(const whet_normalized *rows) { CHOOSE(normalize)(rows); }

void whet_sum_pixels(const float *map, ptrdiff_t pixel_step, int pixels, int channels, float *sums) {
  CHOOSE(sum_pixels)(map, pixel_step, pixels, channels, sums);
}

float whet_dot(const float *x, const float *y, size_t count) { return CHOOSE(dot)(x, y, count); }

void whet_sgd(
    float *w, const float *gradient, float *v, size_t count, float rate, float momentum, float decay, int nesterov) {
  CHOOSE(sgd)(w, gradient, v, count, rate, momentum, decay, nesterov);
}

void whet_adam(float *w, const float *gradient, float *m, float *v, size_t count, const whet_adam_step *step) {
  CHOOSE(adam)(w, gradient, m, v, count, step);
}

void whet_exponentials(const float *x, float origin, float *y, size_t count) { CHOOSE(exponentials)(x, origin, y, count); }

void whet_exponentials_double(const double *x, double origin, double *y, size_t count) {
  CHOOSE(exponentials_double)(x, origin, y, count);
}

void whet_logarithms(const double *x, double *y, size_t count) { CHOOSE(logarithms)(x, y, count); }

void whet_softmax_rows(const float *x, ptrdiff_t x_step, float *y, ptrdiff_t y_step, int rows, size_t count) {
  CHOOSE(softmax_rows)(x, x_step, y, y_step, rows, count);
}

void whet_softmax(const float *x, float *y, size_t count) { whet_softmax_rows(x, 0, y, 0, 1, count); }
