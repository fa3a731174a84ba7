#include "variants.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define FAMILY "pooled.inc"
#include "family.h"

void whet_convolve_pooled(const whet_pooled_windows *windows) { CHOOSE(convolve_pooled)(windows); }

void whet_pooled_weight_gradient(const whet_pooled_gradient *work, const float *input, float *sums, float *biases) {
  CHOOSE(pooled_weight_gradient)(work, input, sums, biases);
}

void whet_pooled_weight_gradient_few(
    const whet_pooled_gradient *work, const float *input, float *sums, float *biases) {
  CHOOSE(pooled_weight_gradient_few)(work, input, sums, biases);
}

void whet_pooled_input_gradient(const whet_pooled_gradient *work, const float *weights, float *map) {
  CHOOSE(pooled_input_gradient)(work, weights, map);
}
