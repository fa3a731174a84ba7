#include "variants.h"

#define FAMILY "noise.inc"
#include "family.h"

void whet_noise_values(uint64_t seed, int64_t column, int64_t row, int count, double *values) {
  CHOOSE(noise_values)(seed, column, row, count, values);
}

void whet_noise_line(const double *values, const int32_t *cells, const double *across, int count, double *line) {
  CHOOSE(noise_line)(values, cells, across, count, line);
}

void whet_noise_blend(
    const double *above, const double *below, double down, double weight, int count, int add, double *sum) {
  CHOOSE(noise_blend)(above, below, down, weight, count, add, sum);
}

void whet_noise_floor(const double *numbers, double factor, int count, double *whole) {
  CHOOSE(noise_floor)(numbers, factor, count, whole);
}

void whet_noise_anywhere(
    const whet_noise_window *window, const double *x, const double *y, double factor, double weight, int count, int add,
    double *sum) {
  CHOOSE(noise_anywhere)(window, x, y, factor, weight, count, add, sum);
}
