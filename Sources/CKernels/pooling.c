#include "variants.h"

#define FAMILY "pooling.inc"
#include "family.h"

void whet_pool(
    const whet_pool_row *row, int statistic, const float *map, const float *factors, float *output,
    ptrdiff_t output_step, int32_t *positions) {
  CHOOSE(pool)(row, statistic, map, factors, output, output_step, positions);
}

void whet_unpool_maximum(
    const whet_pool_row *row, const float *gradient, ptrdiff_t gradient_step, const int32_t *positions, float *map,
    int fresh) {
  CHOOSE(unpool_maximum)(row, gradient, gradient_step, positions, map, fresh);
}
