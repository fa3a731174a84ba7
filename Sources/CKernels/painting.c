#include "variants.h"

#define FAMILY "painting.inc"
#include "family.h"

void whet_paint_backdrop(
    const whet_backdrop *backdrop, const double *shares, int column, int count, double *row, ptrdiff_t channel) {
  CHOOSE(paint_backdrop)(backdrop, shares, column, count, row, channel);
}

void whet_paint_surface(const whet_surface *surface, int count, double *row, ptrdiff_t channel) {
  CHOOSE(paint_surface)(surface, count, row, channel);
}

void whet_paint_halves(
    const double *upper, const double *lower, double warmth, double exposure, int count, double *row) {
  CHOOSE(paint_halves)(upper, lower, warmth, exposure, count, row);
}

void whet_paint_bytes(
    const double *red, const double *green, const double *blue, const double *noise, double grain, int count,
    uint8_t *bytes) {
  CHOOSE(paint_bytes)(red, green, blue, noise, grain, count, bytes);
}
