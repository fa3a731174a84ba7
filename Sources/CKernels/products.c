#include "variants.h"

#define FAMILY "products.inc"
#include "family.h"

void whet_multiply(const whet_product *product) { CHOOSE(multiply)(product); }

void whet_multiply_rows(
    const float *a, ptrdiff_t a_row, const float *b, ptrdiff_t b_row, const float *bias, float *c, ptrdiff_t c_row,
    int rows, int columns, int depth, int rectify) {
  CHOOSE(multiply_rows)(a, a_row, b, b_row, bias, c, c_row, rows, columns, depth, rectify);
}
