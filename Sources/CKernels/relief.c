#include "variants.h"

#include <math.h>

#define FAMILY "relief.inc"
#include "family.h"

void whet_relief_raise(
    const whet_limb *limb, double softness, double *plane, ptrdiff_t stride, int left, int right, int top, int bottom) {
  CHOOSE(relief_raise)(limb, softness, plane, stride, left, right, top, bottom);
}

void whet_relief_merge(double *own, double *depth, uint8_t *materials, uint8_t material, double softness, int count) {
  CHOOSE(relief_merge)(own, depth, materials, material, softness, count);
}

void whet_relief_mask(const double *depth, int count, double *mask) { CHOOSE(relief_mask)(depth, count, mask); }

void whet_relief_heights(const double *depth, int count, double *heights) {
  CHOOSE(relief_heights)(depth, count, heights);
}

void whet_relief_normals(const double *depth, ptrdiff_t stride, int count, double *x, double *y, double *z) {
  CHOOSE(relief_normals)(depth, stride, count, x, y, z);
}
