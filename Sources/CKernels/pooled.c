#include "variants.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// A maximum that was not made 0: where its window begins on the map, and its gradient.
typedef struct {
  ptrdiff_t at;
  float slope;
} live_maximum;
/// How many of an output are listed at once.
enum { MOST_LIVE = 256 };

#define FAMILY "pooled.inc"
#include "family.h"

void whet_convolve_pooled(const whet_pooled_windows *windows) { CHOOSE(convolve_pooled)(windows); }

void whet_pooled_backward(
    const whet_pooled_gradient *work, const float *input, float *sums, float *biases, const float *weights, float *map) {
  CHOOSE(pooled_backward)(work, input, sums, biases, weights, map);
}

void whet_pool_sums(const whet_sums_to_pool *work) { CHOOSE(pool_sums)(work); }
