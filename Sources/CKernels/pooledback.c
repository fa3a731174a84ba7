#include "pooled.h"

#include "variants.h"

/// How many maxima are looked at at once.
enum { MOST_LIVE = 256, SPACE_FOR_LIVE = MOST_LIVE + 16 };
/// Some maxima: where their first windows begin on the map, and where their gradients and places lie, of the first output.
typedef struct {
  int count;
  int32_t corners[SPACE_FOR_LIVE], gradients[SPACE_FOR_LIVE], places[SPACE_FOR_LIVE];
} maxima;
/// An output's maxima that were not made 0: where their windows begin on the map, and their gradients.
typedef struct {
  int count;
  int32_t at[SPACE_FOR_LIVE];
  float slope[SPACE_FOR_LIVE];
} live_maxima;

#define FAMILY "pooledback.inc"
#include "family.h"

void whet_pooled_backward(
    const whet_pooled_gradient *work, const float *input, float *sums, float *biases, const float *weights, float *map) {
  CHOOSE(pooled_backward)(work, input, sums, biases, weights, map);
}
