// A step of Adam (Kingma and Ba, 2015) on a vector of 16 numbers. Whoever makes it, it rounds in the same places: the same bits.
#pragma once
#include "CKernels.h"
#include "targets.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define ADAM __attribute__((target(WHET_AVX512), always_inline)) static inline

/// The numbers of a step, in every lane.
typedef struct {
  __m512 size, root, beta1, rest1, beta2, rest2, eps, decay, shrink;
} adam_lanes;

ADAM adam_lanes lanes_of(const whet_adam_step *step) {
  return (adam_lanes){
      .size = _mm512_set1_ps(step->size), .root = _mm512_set1_ps(step->root), .beta1 = _mm512_set1_ps(step->beta1),
      .rest1 = _mm512_set1_ps(step->rest1), .beta2 = _mm512_set1_ps(step->beta2), .rest2 = _mm512_set1_ps(step->rest2),
      .eps = _mm512_set1_ps(step->eps), .decay = _mm512_set1_ps(step->decay), .shrink = _mm512_set1_ps(step->shrink)};
}

/// Moves those of 16 weights that exist.
ADAM void move_lanes(float *w, const float *gradient, float *m, float *v, __mmask16 exist, const adam_lanes *step) {
  const __m512 weight = _mm512_maskz_loadu_ps(exist, w);
  const __m512 g = _mm512_fmadd_ps(step->decay, weight, _mm512_maskz_loadu_ps(exist, gradient));
  const __m512 mean = _mm512_fmadd_ps(step->beta1, _mm512_maskz_loadu_ps(exist, m), _mm512_mul_ps(step->rest1, g));
  const __m512 old = _mm512_mul_ps(step->beta2, _mm512_maskz_loadu_ps(exist, v));
  const __m512 square = _mm512_fmadd_ps(step->rest2, _mm512_mul_ps(g, g), old);
  const __m512 below = _mm512_fmadd_ps(step->root, _mm512_sqrt_ps(square), step->eps);
  const __m512 change = _mm512_div_ps(_mm512_mul_ps(step->size, mean), below);
  _mm512_mask_storeu_ps(m, exist, mean);
  _mm512_mask_storeu_ps(v, exist, square);
  _mm512_mask_storeu_ps(w, exist, _mm512_fmsub_ps(step->shrink, weight, change));
}
#endif
