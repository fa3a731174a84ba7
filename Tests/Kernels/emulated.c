// Stands in for dispatch.c where avx512.h emulates AVX-512: the kernels for it are chosen whatever the processor has.
#include "CKernels.h"

int whet_instruction_set(void) { return 2; }
