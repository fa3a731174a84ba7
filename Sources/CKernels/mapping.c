#include "variants.h"

#include "elementary.h"

#define FAMILY "mapping.inc"
#include "family.h"

void whet_map(whet_function function, const float *x, float *y, size_t count, double a) {
  switch (function) {
    case WHET_EXPONENTIAL: CHOOSE(map_exponential)(x, y, count, a); break;
    case WHET_TANGENT: CHOOSE(map_tangent)(x, y, count, a); break;
    case WHET_SIGMOID: CHOOSE(map_sigmoid)(x, y, count, a); break;
    case WHET_GATED: CHOOSE(map_gated)(x, y, count, a); break;
    case WHET_ERROR: CHOOSE(map_error)(x, y, count, a); break;
    case WHET_GELU: CHOOSE(map_gelu)(x, y, count, a); break;
    case WHET_GELU_TANGENT: CHOOSE(map_gelu_tangent)(x, y, count, a); break;
    case WHET_ELU: CHOOSE(map_elu)(x, y, count, a); break;
    case WHET_SWISH: CHOOSE(map_swish)(x, y, count, a); break;
  }
}
