// Products of vectors of bytes: four at a time are multiplied and added up exactly, at four times the rate of single
// precision, where the processor has instructions for it (AVX-512 VNNI).
#include "CKernels.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx512vnni,avx2,fma")))
#define UNROLL _Pragma("clang loop unroll(full)")

int whet_has_byte_products(void) {
  return whet_instruction_set() == 2 && __builtin_cpu_supports("avx512vnni");
}

/// Two passes over one vector, which stays in the nearest cache: its range and length, then its bytes and what they miss.
TARGET static void bytes_of(const float *x, const float *centre, int count, uint8_t *bytes, whet_byte_sample *sample) {
  __m512 least = _mm512_set1_ps(INFINITY), most = _mm512_set1_ps(-INFINITY), length = _mm512_setzero_ps();
  __m512 along = _mm512_setzero_ps();
  for (int k = 0; k < count; k += 16) {
    const __mmask16 live = count - k < 16 ? (__mmask16)((1u << (count - k)) - 1) : 0xffff;
    const __m512 middle = _mm512_maskz_loadu_ps(live, centre + k);
    const __m512 value = _mm512_sub_ps(_mm512_maskz_loadu_ps(live, x + k), middle);
    least = _mm512_mask_min_ps(least, live, least, value);
    most = _mm512_mask_max_ps(most, live, most, value);
    length = _mm512_fmadd_ps(value, value, length);
    along = _mm512_fmadd_ps(value, middle, along);
  }
  const float low = _mm512_reduce_min_ps(least), high = _mm512_reduce_max_ps(most), step = (high - low) / 255;
  const __m512 lows = _mm512_set1_ps(low), steps = _mm512_set1_ps(step), rate = _mm512_set1_ps(step > 0 ? 1 / step : 0);
  __m512 missed = _mm512_setzero_ps();
  for (int k = 0; k < count; k += 16) {
    const __mmask16 live = count - k < 16 ? (__mmask16)((1u << (count - k)) - 1) : 0xffff;
    const __m512 value =
        _mm512_sub_ps(_mm512_maskz_loadu_ps(live, x + k), _mm512_maskz_loadu_ps(live, centre + k));
    __m512i place = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_sub_ps(value, lows), rate));
    place = _mm512_min_epi32(_mm512_max_epi32(place, _mm512_setzero_si512()), _mm512_set1_epi32(255));
    const __m512 miss = _mm512_sub_ps(value, _mm512_fmadd_ps(_mm512_cvtepi32_ps(place), steps, lows));
    missed = _mm512_mask3_fmadd_ps(miss, miss, missed, live);
    const __m128i sixteen = _mm512_maskz_cvtepi32_epi8(live, place);
    // Four bytes of this sample lie beside those of the others of its tile.
    int quads[4];
    memcpy(quads, &sixteen, 16);
    for (int q = 0; q < 4 && k + 4 * q < count; q++)
      memcpy(bytes + (ptrdiff_t)(k / 4 + q) * WHET_BYTE_TILE * 4, &quads[q], 4);
  }
  sample->low = low;
  sample->step = step;
  sample->squared_length = _mm512_reduce_add_ps(length);
  sample->along = _mm512_reduce_add_ps(along);
  sample->missed = sqrtf(_mm512_reduce_add_ps(missed));
}

void whet_pack_bytes(
    const float *vectors, const float *centre, int vectors_count, int count, uint8_t *bytes, whet_byte_sample *samples) {
  for (int i = 0; i < vectors_count; i++)
    bytes_of(vectors + (ptrdiff_t)i * count, centre, count, bytes + i * 4, samples + i);
}

/// The tile: `rows` queries × 32 samples stay in registers.
TARGET static inline __attribute__((always_inline)) void tile(
    const whet_byte_scores *w, const int8_t *queries, const whet_byte_query *query, float *scores, uint32_t *hits,
    const int rows) {
  __m512i sum[WHET_BYTE_ROWS][2];
  UNROLL for (int r = 0; r < rows; r++) sum[r][0] = sum[r][1] = _mm512_setzero_si512();
  const uint8_t *bytes = w->bytes;
  const int quads = w->quads;
  for (int k = 0; k < quads; k++, bytes += WHET_BYTE_TILE * 4) {
    const __m512i left = _mm512_loadu_si512(bytes), right = _mm512_loadu_si512(bytes + 64);
    UNROLL for (int r = 0; r < rows; r++) {
      int four;
      memcpy(&four, queries + ((ptrdiff_t)r * quads + k) * 4, 4);
      const __m512i number = _mm512_set1_epi32(four);
      sum[r][0] = _mm512_dpbusd_epi32(sum[r][0], left, number);
      sum[r][1] = _mm512_dpbusd_epi32(sum[r][1], right, number);
    }
  }
  UNROLL for (int r = 0; r < rows; r++) {
    uint32_t hit = 0;
    const __m512 total = _mm512_set1_ps(query[r].total), factor = _mm512_set1_ps(query[r].factor);
    const __m512 bound = _mm512_set1_ps(query[r].bound);
    UNROLL for (int v = 0; v < 2; v++) {
      // offset + factor · (low · total + step · dot)
      const __m512 dot = _mm512_mul_ps(_mm512_cvtepi32_ps(sum[r][v]), _mm512_loadu_ps(w->steps + 16 * v));
      const __m512 product = _mm512_fmadd_ps(_mm512_loadu_ps(w->lows + 16 * v), total, dot);
      const __m512 score = _mm512_fmadd_ps(product, factor, _mm512_loadu_ps(w->offsets + 16 * v));
      const uint32_t near = _mm512_cmp_ps_mask(score, bound, _CMP_LE_OQ);
      if (near) _mm512_storeu_ps(scores + r * WHET_BYTE_TILE + 16 * v, score);
      hit |= near << (16 * v);
    }
    hits[r] = hit;
  }
}

TARGET void whet_score_bytes(
    const whet_byte_scores *w, const int8_t *queries, const whet_byte_query *query, int rows, float *scores,
    uint32_t *hits) {
  if (rows >= WHET_BYTE_ROWS) {
    tile(w, queries, query, scores, hits, WHET_BYTE_ROWS);
    return;
  }
  for (int r = 0; r < rows; r++)
    tile(w, queries + (ptrdiff_t)r * w->quads * 4, query + r, scores + r * WHET_BYTE_TILE, hits + r, 1);
}

#else

int whet_has_byte_products(void) { return 0; }

void whet_pack_bytes(
    const float *vectors, const float *centre, int vectors_count, int count, uint8_t *bytes, whet_byte_sample *samples) {
  (void)vectors, (void)centre, (void)vectors_count, (void)count, (void)bytes, (void)samples;
  __builtin_trap();
}

void whet_score_bytes(
    const whet_byte_scores *w, const int8_t *queries, const whet_byte_query *query, int rows, float *scores,
    uint32_t *hits) {
  (void)w, (void)queries, (void)query, (void)rows, (void)scores, (void)hits;
  __builtin_trap();
}

#endif
