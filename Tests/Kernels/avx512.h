// The instructions of AVX-512 that the vector kernels name, written with AVX2 alone: included before every file of the kernels, it
// makes their functions for AVX-512 run on lesser processors.
#pragma once
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define WHET_AVX512 "avx2,fma"
#define WHET_EMULATED

#define EMULATED static inline __attribute__((always_inline, target(WHET_AVX512)))
/// Called, not inlined: otherwise the kernels, which are unrolled, take minutes to compile.
#define CALLED __attribute__((noinline, unused, target(WHET_AVX512))) static
#define EACH for (int i = 0; i < 16; i++)

typedef float emulated_floats __attribute__((vector_size(64)));
typedef int emulated_ints __attribute__((vector_size(64)));
typedef uint8_t emulated_bytes __attribute__((vector_size(16)));

// MARK: Loads and stores

EMULATED __m512 emulated_loadu_ps(const void *from) {
  __m512 v;
  memcpy(&v, from, sizeof v);
  return v;
}
EMULATED __m512i emulated_loadu_si512(const void *from) {
  __m512i v;
  memcpy(&v, from, sizeof v);
  return v;
}
EMULATED void emulated_storeu_ps(void *to, __m512 v) { memcpy(to, &v, sizeof v); }
EMULATED void emulated_storeu_si512(void *to, __m512i v) { memcpy(to, &v, sizeof v); }
CALLED __m512 emulated_maskz_loadu_ps(__mmask16 mask, const float *from) {
  emulated_floats v = {0};
  EACH if (mask >> i & 1) v[i] = from[i];
  return v;
}
CALLED void emulated_mask_storeu_ps(float *to, __mmask16 mask, __m512 v) {
  EACH if (mask >> i & 1) to[i] = v[i];
}
CALLED __m128i emulated_maskz_loadu_epi8(__mmask16 mask, const void *from) {
  emulated_bytes v = {0};
  EACH if (mask >> i & 1) v[i] = ((const uint8_t *)from)[i];
  return (__m128i)v;
}
CALLED void emulated_mask_storeu_epi8(void *to, __mmask16 mask, __m128i v) {
  EACH if (mask >> i & 1) ((uint8_t *)to)[i] = ((emulated_bytes)v)[i];
}
CALLED __m128 emulated_maskz_loadu_four(__mmask8 mask, const float *from) {
  __m128 v = {0};
  for (int i = 0; i < 4; i++)
    if (mask >> i & 1) v[i] = from[i];
  return v;
}

// MARK: Arithmetic

EMULATED __m512 emulated_set1_ps(float number) { return number - (emulated_floats){0}; }
EMULATED __m512i emulated_set1_epi32(int number) { return (__m512i)(number - (emulated_ints){0}); }
EMULATED __m512 emulated_setzero_ps(void) { return (emulated_floats){0}; }
EMULATED __m512i emulated_setzero_si512(void) { return (__m512i)(emulated_ints){0}; }
#define emulated_setr_epi32(...) ((__m512i)(emulated_ints){__VA_ARGS__})
EMULATED __m512 emulated_fmadd_ps(__m512 a, __m512 b, __m512 c) {
  return __builtin_elementwise_fma((emulated_floats)a, (emulated_floats)b, (emulated_floats)c);
}
EMULATED __m512 emulated_fmsub_ps(__m512 a, __m512 b, __m512 c) {
  return __builtin_elementwise_fma((emulated_floats)a, (emulated_floats)b, -(emulated_floats)c);
}
EMULATED __m512 emulated_mul_ps(__m512 a, __m512 b) { return a * b; }
EMULATED __m512 emulated_div_ps(__m512 a, __m512 b) { return a / b; }
CALLED __m512 emulated_sqrt_ps(__m512 a) {
  __m512 v;
  EACH v[i] = __builtin_sqrtf(a[i]);
  return v;
}
CALLED __m512 emulated_permutexvar_ps(__m512i places, __m512 a) {
  const emulated_ints from = (emulated_ints)places;
  __m512 v;
  EACH v[i] = a[from[i] & 15];
  return v;
}
CALLED __m512 emulated_max_ps(__m512 a, __m512 b) {
  __m512 v;
  EACH v[i] = a[i] > b[i] ? a[i] : b[i];
  return v;
}
CALLED __m512 emulated_min_ps(__m512 a, __m512 b) {
  __m512 v;
  EACH v[i] = a[i] < b[i] ? a[i] : b[i];
  return v;
}
CALLED __m512i emulated_dpbusd_epi32(__m512i sum, __m512i a, __m512i b) {
  emulated_ints v = (emulated_ints)sum;
  uint8_t left[64];
  int8_t right[64];
  memcpy(left, &a, sizeof left), memcpy(right, &b, sizeof right);
  for (int i = 0; i < 64; i++) v[i / 4] += left[i] * right[i];
  return (__m512i)v;
}
EMULATED __m512i emulated_add_epi32(__m512i a, __m512i b) { return (__m512i)((emulated_ints)a + (emulated_ints)b); }

// MARK: Masks

CALLED __mmask16 emulated_cmp_ps_mask(__m512 a, __m512 b, int how) {
  unsigned mask = 0;
  EACH mask |= (unsigned)(how == _CMP_GT_OQ ? a[i] > b[i] : __builtin_isunordered(a[i], b[i])) << i;
  return (__mmask16)mask;
}
CALLED __mmask16 emulated_mask_cmpneq_epi32_mask(__mmask16 mask, __m512i a, __m512i b) {
  unsigned unequal = 0;
  EACH unequal |= (unsigned)(((emulated_ints)a)[i] != ((emulated_ints)b)[i]) << i;
  return (__mmask16)(mask & unequal);
}
CALLED __m512i emulated_mask_mov_epi32(__m512i otherwise, __mmask16 mask, __m512i a) {
  emulated_ints v = (emulated_ints)otherwise;
  EACH if (mask >> i & 1) v[i] = ((emulated_ints)a)[i];
  return (__m512i)v;
}
EMULATED __m512i emulated_mask_set1_epi32(__m512i otherwise, __mmask16 mask, int number) {
  return emulated_mask_mov_epi32(otherwise, mask, emulated_set1_epi32(number));
}
EMULATED __m512i emulated_maskz_set1_epi32(__mmask16 mask, int number) {
  return emulated_mask_mov_epi32((__m512i){0}, mask, emulated_set1_epi32(number));
}
EMULATED __m512 emulated_maskz_mov_ps(__mmask16 mask, __m512 a) {
  return (__m512)emulated_mask_mov_epi32((__m512i){0}, mask, (__m512i)a);
}
CALLED __m512i emulated_maskz_compress_epi32(__mmask16 mask, __m512i a) {
  emulated_ints v = {0};
  int count = 0;
  EACH if (mask >> i & 1) v[count++] = ((emulated_ints)a)[i];
  return (__m512i)v;
}
EMULATED __m512 emulated_maskz_compress_ps(__mmask16 mask, __m512 a) {
  return (__m512)emulated_maskz_compress_epi32(mask, (__m512i)a);
}

// MARK: Conversions and shuffles

CALLED __m128i emulated_cvtepi32_epi8(__m512i a) {
  emulated_bytes v;
  EACH v[i] = (uint8_t)((emulated_ints)a)[i];
  return (__m128i)v;
}
CALLED __m512i emulated_cvtepu8_epi32(__m128i a) {
  emulated_ints v;
  EACH v[i] = ((emulated_bytes)a)[i];
  return (__m512i)v;
}
CALLED __m512i emulated_permutexvar_epi32(__m512i places, __m512i a) {
  emulated_ints v;
  EACH v[i] = ((emulated_ints)a)[((emulated_ints)places)[i] & 15];
  return (__m512i)v;
}
CALLED __m512 emulated_permutex2var_ps(__m512 a, __m512i places, __m512 b) {
  __m512 v;
  EACH {
    const int place = ((emulated_ints)places)[i] & 31;
    v[i] = place < 16 ? a[place] : b[place - 16];
  }
  return v;
}
EMULATED __m512i emulated_inserti32x4(__m512i v, __m128i a, int quarter) {
  memcpy((char *)&v + 16 * quarter, &a, sizeof a);
  return v;
}
EMULATED __m512 emulated_insertf32x4(__m512 v, __m128 a, int quarter) {
  memcpy((char *)&v + 16 * quarter, &a, sizeof a);
  return v;
}
EMULATED __m512i emulated_castsi128_si512(__m128i a) { return emulated_inserti32x4((__m512i){0}, a, 0); }
EMULATED __m512 emulated_castps128_ps512(__m128 a) { return emulated_insertf32x4((__m512){0}, a, 0); }
#define emulated_castps_pd(a) ((__m512d)(a))
#define emulated_castpd_ps(a) ((__m512)(a))

/// Interleaves numbers of `size` bytes of two vectors: in each quarter those of its lower half, or of its upper one.
EMULATED void emulated_interleave(const char *a, const char *b, char *to, int size, int half) {
  for (int quarter = 0; quarter < 64; quarter += 16)
    for (int i = 0; i < 8; i += size) {
      memcpy(to + quarter + 2 * i, a + quarter + half + i, (size_t)size);
      memcpy(to + quarter + 2 * i + size, b + quarter + half + i, (size_t)size);
    }
}
#define INTERLEAVE(name, type, size, half) \
  EMULATED type emulated_##name(type a, type b) { \
    type v; \
    emulated_interleave((const char *)&a, (const char *)&b, (char *)&v, size, half); \
    return v; \
  }
INTERLEAVE(unpacklo_epi8, __m512i, 1, 0)
INTERLEAVE(unpackhi_epi8, __m512i, 1, 8)
INTERLEAVE(unpacklo_epi16, __m512i, 2, 0)
INTERLEAVE(unpackhi_epi16, __m512i, 2, 8)
INTERLEAVE(unpacklo_ps, __m512, 4, 0)
INTERLEAVE(unpackhi_ps, __m512, 4, 8)
INTERLEAVE(unpacklo_pd, __m512d, 8, 0)
INTERLEAVE(unpackhi_pd, __m512d, 8, 8)

// MARK: Halves by AVX2's own instructions

typedef union {
  __m512i whole;
  __m256i half[2];
} emulated_halves;
#define HALVES(name, instruction)                                          \
  CALLED __m512i emulated_##name(__m512i a, __m512i b) {                   \
    emulated_halves x = {a}, y = {b};                                      \
    for (int i = 0; i < 2; i++) x.half[i] = instruction(x.half[i], y.half[i]); \
    return x.whole;                                                        \
  }
HALVES(packs_epi32, _mm256_packs_epi32)
HALVES(packus_epi16, _mm256_packus_epi16)
HALVES(adds_epi16, _mm256_adds_epi16)
HALVES(max_epu8, _mm256_max_epu8)
#undef HALVES
CALLED __m512i emulated_cvtps_epi32(__m512 v) {
  __m256 half[2];
  memcpy(half, &v, sizeof half);
  const emulated_halves made = {.half = {_mm256_cvtps_epi32(half[0]), _mm256_cvtps_epi32(half[1])}};
  return made.whole;
}
EMULATED __m512i emulated_set1_epi16(short number) { return emulated_set1_epi32((int)((uint16_t)number * 0x10001u)); }
EMULATED __m512i emulated_set1_epi8(char number) { return emulated_set1_epi32((int)((uint8_t)number * 0x1010101u)); }
EMULATED __m128i emulated_extracti32x4_epi32(__m512i v, int quarter) {
  __m128i quarters[4];
  memcpy(quarters, &v, sizeof quarters);
  return quarters[quarter];
}

// MARK: Their names

#undef _mm512_setr_epi32
#undef _mm512_cmp_ps_mask
#undef _mm512_mask_cmpneq_epi32_mask
#undef _mm512_inserti32x4
#undef _mm512_insertf32x4
#undef _mm512_extracti32x4_epi32
#define _mm512_loadu_ps emulated_loadu_ps
#define _mm512_loadu_si512 emulated_loadu_si512
#define _mm512_storeu_ps emulated_storeu_ps
#define _mm512_storeu_si512 emulated_storeu_si512
#define _mm512_store_si512 emulated_storeu_si512
#define _mm512_maskz_loadu_ps emulated_maskz_loadu_ps
#define _mm512_mask_storeu_ps emulated_mask_storeu_ps
#define _mm_maskz_loadu_epi8 emulated_maskz_loadu_epi8
#define _mm_mask_storeu_epi8 emulated_mask_storeu_epi8
#define _mm_maskz_loadu_ps emulated_maskz_loadu_four
#define _mm512_set1_ps emulated_set1_ps
#define _mm512_set1_epi32 emulated_set1_epi32
#define _mm512_setzero_ps emulated_setzero_ps
#define _mm512_setzero_si512 emulated_setzero_si512
#define _mm512_setr_epi32 emulated_setr_epi32
#define _mm512_fmadd_ps emulated_fmadd_ps
#define _mm512_fmsub_ps emulated_fmsub_ps
#define _mm512_mul_ps emulated_mul_ps
#define _mm512_div_ps emulated_div_ps
#define _mm512_sqrt_ps emulated_sqrt_ps
#define _mm512_permutexvar_ps emulated_permutexvar_ps
#define _mm512_max_ps emulated_max_ps
#define _mm512_min_ps emulated_min_ps
#define _mm512_add_epi32 emulated_add_epi32
#define _mm512_dpbusd_epi32 emulated_dpbusd_epi32
#define _mm512_cmp_ps_mask emulated_cmp_ps_mask
#define _mm512_mask_cmpneq_epi32_mask emulated_mask_cmpneq_epi32_mask
#define _mm512_mask_mov_epi32 emulated_mask_mov_epi32
#define _mm512_mask_set1_epi32 emulated_mask_set1_epi32
#define _mm512_maskz_set1_epi32 emulated_maskz_set1_epi32
#define _mm512_maskz_mov_ps emulated_maskz_mov_ps
#define _mm512_maskz_compress_epi32 emulated_maskz_compress_epi32
#define _mm512_maskz_compress_ps emulated_maskz_compress_ps
#define _mm512_cvtepi32_epi8 emulated_cvtepi32_epi8
#define _mm512_cvtps_epi32 emulated_cvtps_epi32
#define _mm512_packs_epi32 emulated_packs_epi32
#define _mm512_packus_epi16 emulated_packus_epi16
#define _mm512_adds_epi16 emulated_adds_epi16
#define _mm512_max_epu8 emulated_max_epu8
#define _mm512_set1_epi16 emulated_set1_epi16
#define _mm512_set1_epi8 emulated_set1_epi8
#define _mm512_extracti32x4_epi32 emulated_extracti32x4_epi32
#define _mm512_castsi512_si128(v) emulated_extracti32x4_epi32(v, 0)
#define _mm512_cvtepu8_epi32 emulated_cvtepu8_epi32
#define _mm512_permutexvar_epi32 emulated_permutexvar_epi32
#define _mm512_permutex2var_ps emulated_permutex2var_ps
#define _mm512_inserti32x4 emulated_inserti32x4
#define _mm512_insertf32x4 emulated_insertf32x4
#define _mm512_castsi128_si512 emulated_castsi128_si512
#define _mm512_castps128_ps512 emulated_castps128_ps512
#define _mm512_castps_pd emulated_castps_pd
#define _mm512_castpd_ps emulated_castpd_ps
#define _mm512_unpacklo_epi8 emulated_unpacklo_epi8
#define _mm512_unpackhi_epi8 emulated_unpackhi_epi8
#define _mm512_unpacklo_epi16 emulated_unpacklo_epi16
#define _mm512_unpackhi_epi16 emulated_unpackhi_epi16
#define _mm512_unpacklo_ps emulated_unpacklo_ps
#define _mm512_unpackhi_ps emulated_unpackhi_ps
#define _mm512_unpacklo_pd emulated_unpacklo_pd
#define _mm512_unpackhi_pd emulated_unpackhi_pd
#undef EACH
#undef INTERLEAVE
