#include "variants.h"

#define FAMILY "blur.inc"
#include "family.h"

void whet_blur(double *plane, double *spare, int width, int height, int radius) {
  CHOOSE(blur)(plane, spare, width, height, radius);
}
