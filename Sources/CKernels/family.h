// Includes the bodies of FAMILY three times; see variants.h. No include guard: every family includes it once.
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target(WHET_AVX512))), apply_to = function)
#define VARIANT(name) name##_avx512
#define LANES 16
#define TILE_ROWS 14
#define FUSES 1
#include "vectors.inc"
#include FAMILY
#undef VARIANT
#undef LANES
#undef TILE_ROWS
#undef FUSES
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define VARIANT(name) name##_avx2
#define LANES 8
#define TILE_ROWS 6
#define FUSES 1
#include "vectors.inc"
#include FAMILY
#undef VARIANT
#undef LANES
#undef TILE_ROWS
#undef FUSES
#pragma clang attribute pop
#endif

#define VARIANT(name) name##_plain
#define LANES 4
#if defined(__aarch64__)
#define TILE_ROWS 8
#define FUSES 1
#else
#define TILE_ROWS 6
#define FUSES 0
#endif
#include "vectors.inc"
#include FAMILY
#undef VARIANT
#undef LANES
#undef TILE_ROWS
#undef FUSES
