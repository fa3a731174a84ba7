// Products of vectors of bytes: four at a time are multiplied and added up exactly, at several times the rate of single
// precision. With VNNI one instruction does it, in the vectors of AVX-512 or of AVX2; with AVX2 alone it takes three, of which two serve
// two fours, and samples have a bit less, and queries two.
#include "variants.h"
#include "vnni.h"

#include <math.h>
#include <string.h>

#define FAMILY "bytes.inc"
#include "family.h"

#if defined(__x86_64__)
int whet_has_byte_products(void) { return whet_instruction_set() > 0; }

static int has_any_vnni(void) { return has_vnni() || has_avx_vnni(); }

/// The largest byte of a sample, and of a query: four products must fit into 16 bits where there is no VNNI.
static float most(void) { return has_any_vnni() ? 255 : 127; }
int whet_most_of_query(void) { return has_any_vnni() ? 127 : 64; }

#define TARGET __attribute__((target(WHET_AVX512 ",avx512vnni")))

/// What follows a vector of products: offset + factor · (low · total + step · dot), and which scores are of interest.
TARGET INLINE uint32_t ending_vnni(
    const whet_byte_tiles *w, ptrdiff_t first, __m512i sum, const whet_byte_query *q, float *scores) {
  const __m512 dot = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_loadu_ps(w->steps + first));
  const __m512 product = _mm512_fmadd_ps(_mm512_loadu_ps(w->lows + first), _mm512_set1_ps(q->total), dot);
  const __m512 score = _mm512_fmadd_ps(product, _mm512_set1_ps(q->factor), _mm512_loadu_ps(w->offsets + first));
  if (scores) _mm512_storeu_ps(scores, score);
  return _mm512_cmp_ps_mask(score, _mm512_set1_ps(q->bound), _CMP_LE_OQ);
}

/// `rows` queries × 32 samples stay in registers.
TARGET INLINE void tile_vnni(
    const whet_byte_tiles *w, ptrdiff_t tile, const int8_t *queries, const whet_byte_query *query, float *scores,
    uint32_t *hits, const int rows) {
  __m512i sum[WHET_BYTE_ROWS][2];
  UNROLL for (int r = 0; r < rows; r++) sum[r][0] = sum[r][1] = _mm512_setzero_si512();
  const int quads = w->quads;
  const uint8_t *bytes = w->bytes + tile * quads * (WHET_BYTE_TILE * 4);
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
    const ptrdiff_t first = tile * WHET_BYTE_TILE;
    float *own = scores ? scores + r * WHET_BYTE_TILE : 0;
    const uint32_t near = ending_vnni(w, first, sum[r][0], query + r, own);
    hits[r] = near | ending_vnni(w, first + 16, sum[r][1], query + r, own ? own + 16 : 0) << 16;
  }
}

TARGET static void score_vnni(
    const whet_byte_tiles *w, ptrdiff_t tile, const int8_t *queries, const whet_byte_query *query, int rows, float *scores,
    uint32_t *hits) {
  if (rows == WHET_BYTE_ROWS) {
    tile_vnni(w, tile, queries, query, scores, hits, WHET_BYTE_ROWS);
    return;
  }
  for (int r = 0; r < rows; r++)
    tile_vnni(
        w, tile, queries + (ptrdiff_t)r * w->quads * 4, query + r, scores ? scores + r * WHET_BYTE_TILE : 0, hits + r, 1);
}

#undef TARGET
#define TARGET __attribute__((target("avx2,fma")))

TARGET INLINE uint32_t ending_avx2(
    const whet_byte_tiles *w, ptrdiff_t first, __m256i sum, const whet_byte_query *q, float *scores) {
  const __m256 dot = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_loadu_ps(w->steps + first));
  const __m256 product = _mm256_fmadd_ps(_mm256_loadu_ps(w->lows + first), _mm256_set1_ps(q->total), dot);
  const __m256 score = _mm256_fmadd_ps(product, _mm256_set1_ps(q->factor), _mm256_loadu_ps(w->offsets + first));
  if (scores) _mm256_storeu_ps(scores, score);
  return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(score, _mm256_set1_ps(q->bound), _CMP_LE_OQ));
}

/// Four products of bytes are added up in 16 bits, then in 32.
TARGET INLINE __m256i added_avx2(__m256i sum, const __m256i *bytes, const __m256i *number, const int fours) {
  __m256i pairs = _mm256_maddubs_epi16(bytes[0], number[0]);
  if (fours == 2) pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(bytes[1], number[1]));
  return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

#define HALVES(name) name##_avx2
#include "bytehalves.inc"
#undef HALVES
#undef TARGET

#define TARGET __attribute__((target(WHET_AVX_VNNI)))

TARGET INLINE __m256i added_avx_vnni(__m256i sum, const __m256i *bytes, const __m256i *number, const int fours) {
  UNROLL for (int i = 0; i < fours; i++) sum = _mm256_dpbusd_avx_epi32(sum, bytes[i], number[i]);
  return sum;
}

#define HALVES(name) name##_avx_vnni
#include "bytehalves.inc"
#undef HALVES
#undef TARGET

/// Scores a tile for up to 12 queries.
static void score(
    const whet_byte_tiles *w, ptrdiff_t tile, const int8_t *queries, const whet_byte_query *query, int rows, float *scores,
    uint32_t *hits) {
  (has_vnni() ? score_vnni : has_avx_vnni() ? score_avx_vnni : score_avx2)(w, tile, queries, query, rows, scores, hits);
}

#else

int whet_has_byte_products(void) { return 0; }
static float most(void) { return 127; }
int whet_most_of_query(void) { return 127; }

static void score(
    const whet_byte_tiles *w, ptrdiff_t tile, const int8_t *queries, const whet_byte_query *query, int rows, float *scores,
    uint32_t *hits) {
  (void)w, (void)tile, (void)queries, (void)query, (void)rows, (void)scores, (void)hits;
  __builtin_trap();
}

#endif

void whet_pack_bytes(
    const float *vectors, const float *centre, int vectors_count, int count, uint8_t *bytes, whet_byte_sample *samples) {
  for (int i = 0; i < vectors_count; i++)
    CHOOSE(pack_bytes)(vectors + (ptrdiff_t)i * count, centre, count, most(), bytes + i * 4, samples + i);
}

int whet_find_in_bytes(
    const whet_byte_tiles *w, ptrdiff_t first, int tiles, const int8_t *queries, const whet_byte_query *query, int rows,
    float *scores, whet_byte_hit *found) {
  int count = 0;
  for (int t = 0; t < tiles; t++) {
    uint32_t hits[WHET_BYTE_ROWS];
    score(w, first + t, queries, query, rows, scores, hits);
    if (scores) scores += rows * WHET_BYTE_TILE;
    for (int r = 0; r < rows; r++)
      if (hits[r]) found[count++] = (whet_byte_hit){.tile = t, .row = r, .samples = hits[r]};
  }
  return count;
}
