#include "variants.h"

#include "elementary.h"

#define FAMILY "distances.inc"
#include "family.h"

double whet_squared_distance(const float *x, const float *y, size_t count) { return CHOOSE(squared_distance)(x, y, count); }

double whet_wide_dot(const float *x, const float *y, size_t count) { return CHOOSE(wide_dot)(x, y, count); }
