#include "variants.h"

#define FAMILY "pixels.inc"
#include "family.h"

void whet_convert_pixels(
    const uint8_t *pixels, int from, float *output, ptrdiff_t pixel_step, int to, int count, const int *order,
    float scale, const float *bias) {
  int x = 0;
  if (from == 3 && to == 3 && pixel_step == 3 && order[1] == 1 && order[0] + order[2] == 2 && order[0] != 1)
    x = CHOOSE(convert_triples)(pixels, output, count, order[0] == 2, scale, bias);
  pixels += (ptrdiff_t)x * from;
  output += x * pixel_step;
  for (; x < count; x++, pixels += from, output += pixel_step)
    for (int c = 0; c < to; c++) output[c] = scale * (float)pixels[order[c]] + bias[c];
}
