// Compiles one family of kernels once per kind of processor. A family's .c file defines FAMILY as the file with the
// bodies, in which VARIANT(name) names a function, LANES is the length of a vector and `vec` (vectors.inc) a vector of so
// many floats; CHOOSE(name) then calls the best one this processor can run.
#pragma once
#include "CKernels.h"
#include "targets.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
/// Of how many of so many rows the place is kept: of every third, from which one instruction reaches the two after it.
#define ROW_PLACES(rows) (((rows) + 2) / 3)
/// Results go where numbers of the same index come from, or elsewhere: where both begin at one place, the compiler would go one by one.
#define IN_PLACE _Pragma("clang loop vectorize(assume_safety)")

#if defined(__x86_64__)
#define CHOOSE(name) (whet_instruction_set() == 2 ? name##_avx512 : whet_instruction_set() == 1 ? name##_avx2 : name##_plain)
#else
#define CHOOSE(name) name##_plain
#endif
