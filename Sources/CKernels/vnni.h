// Whether this processor adds four products of bytes in 32 bits at once: in the vectors of AVX-512, or in those of AVX2.
#pragma once
#include "CKernels.h"
#include "targets.h"

#include <stdlib.h>

#if defined(WHET_EMULATED)
static inline int has_vnni(void) { return 1; }
static inline int has_avx_vnni(void) { return 0; }
#elif defined(__x86_64__)
static inline int has_vnni(void) { return whet_instruction_set() == 2 && __builtin_cpu_supports("avx512vnni"); }

/// Laptops have it since 2021. Where a kind of vectors is asked for, AVX2 stands for itself.
static inline int has_avx_vnni(void) {
  static int known = -1;
  int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (has >= 0) return has;
  has = whet_instruction_set() == 1 && !getenv("WHET_VECTORS") && __builtin_cpu_supports("avxvnni");
  __atomic_store_n(&known, has, __ATOMIC_RELAXED);
  return has;
}
#endif

#define WHET_AVX_VNNI "avx2,fma,avxvnni"
