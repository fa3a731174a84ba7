#include "variants.h"

#include "elementary.h"

#define FAMILY "mapping.inc"
#include "family.h"

void whet_map(whet_function function, const whet_mapped *mapped) {
  switch (function) {
    case WHET_EXPONENTIAL: CHOOSE(map_exponential)(mapped); break;
    case WHET_TANGENT: CHOOSE(map_tangent)(mapped); break;
    case WHET_SIGMOID: CHOOSE(map_sigmoid)(mapped); break;
    case WHET_GATED: CHOOSE(map_gated)(mapped); break;
    case WHET_ERROR: CHOOSE(map_error)(mapped); break;
    case WHET_GELU: CHOOSE(map_gelu)(mapped); break;
    case WHET_GELU_TANGENT: CHOOSE(map_gelu_tangent)(mapped); break;
    case WHET_ELU: CHOOSE(map_elu)(mapped); break;
    case WHET_SWISH: CHOOSE(map_swish)(mapped); break;
  }
}
