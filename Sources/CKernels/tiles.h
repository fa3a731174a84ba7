// What cutting for the matrix unit and multiplying there share.
#pragma once
#include "CKernels.h"

#if defined(__x86_64__) && defined(__linux__)
#include <immintrin.h>
#define TARGET \
  __attribute__((target("amx-tile,amx-bf16,avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")))
#define INLINE TARGET static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

enum { SIDE = 16, BLOCK = 32, TILE = SIDE * BLOCK, PARTS = 3 };

/// Cuts two vectors into their three parts, and lays each pair of numbers into 32 bits.
INLINE void cut(__m512 first, __m512 second, __m512i parts[PARTS]) {
  const __m512i half = _mm512_set1_epi32(0x8000), upper = _mm512_set1_epi32((int)0xffff0000);
  UNROLL for (int part = 0; part < PARTS; part++) {
    __m512i a = _mm512_castps_si512(first), b = _mm512_castps_si512(second);
    // Rounded to the nearest: the sum of the parts is exact, for each leaves at most 8 bits less, and the last one none.
    if (part < PARTS - 1) {
      a = _mm512_and_si512(_mm512_add_epi32(a, half), upper);
      b = _mm512_and_si512(_mm512_add_epi32(b, half), upper);
      first = _mm512_sub_ps(first, _mm512_castsi512_ps(a));
      second = _mm512_sub_ps(second, _mm512_castsi512_ps(b));
    }
    parts[part] = _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b);
  }
}

INLINE __mmask16 some(int count) {
  return count >= SIDE ? 0xffff : count > 0 ? (__mmask16)((1u << count) - 1) : 0;
}

/// Exchanges rows and columns of 16 × 16 numbers of 32 bits.
INLINE void turn(__m512i rows[SIDE]) {
  __m512i t[SIDE];
  UNROLL for (int i = 0; i < SIDE; i += 2) {
    t[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
  }
  UNROLL for (int i = 0; i < SIDE; i += 4) {
    rows[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
    rows[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
    rows[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
    rows[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
  UNROLL for (int i = 0; i < 4; i++) {
    t[i] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0x88);
    t[i + 4] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0xdd);
    t[i + 8] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0x88);
    t[i + 12] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0xdd);
  }
  UNROLL for (int i = 0; i < 4; i++) {
    rows[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
    rows[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
    rows[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    rows[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xdd);
  }
}

/// Where the numbers of 16 vectors lie, from the first of a block of 32 along the inner axis: whole, with `live` and `deep` of them.
INLINE __m512 row_of(const float *from, int live, const int whole) {
  return whole ? _mm512_loadu_ps(from) : _mm512_maskz_loadu_ps(some(live), from);
}
#endif
