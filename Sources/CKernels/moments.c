#include "variants.h"

#define FAMILY "moments.inc"
#include "family.h"

void whet_moments(const float *x, ptrdiff_t row_step, int rows, int columns, double *mean, double *squares) {
  CHOOSE(moments)(x, row_step, rows, columns, mean, squares);
}

void whet_standardize(const float *x, float mean, float scale, float *y, size_t count) {
  CHOOSE(standardize)(x, mean, scale, y, count);
}
