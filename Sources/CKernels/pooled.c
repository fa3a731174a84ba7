#include "pooled.h"

#include "variants.h"

#define FAMILY "pooled.inc"
#include "family.h"

void whet_convolve_pooled(const whet_pooled_windows *windows) { CHOOSE(convolve_pooled)(windows); }

void whet_pool_sums(const whet_sums_to_pool *work) { CHOOSE(pool_sums)(work); }
