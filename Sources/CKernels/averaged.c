#include "variants.h"

#define FAMILY "averaged.inc"
#include "family.h"

void whet_average_marks(
    const float *map, ptrdiff_t pixel_step, int pixels, int channels, float factor, float *averages, uint8_t *marks,
    ptrdiff_t group_step) {
  CHOOSE(average_marks)(map, pixel_step, pixels, channels, factor, averages, marks, group_step);
}

void whet_add_marked(const whet_marked *work, float *sums) { CHOOSE(add_marked)(work, sums); }

int whet_vector_length(void) { return whet_instruction_set() == 2 ? 16 : whet_instruction_set() == 1 ? 8 : 4; }

void whet_count_marks(const uint8_t *marks, ptrdiff_t group_step, int groups, int count, const float *factors, float *sums) {
  for (int i = 0; i < count; i++) {
    int live = 0;
    for (int g = 0; g < groups; g++) live += __builtin_popcount(marks[g * group_step + i]);
    sums[i] += factors[i] * (float)live;
  }
}

void whet_spread_marked(
    const uint8_t *marks, ptrdiff_t group_step, int pixels, int channels, const float *factors, float *map) {
  CHOOSE(spread_marked)(marks, group_step, pixels, channels, factors, map);
}
