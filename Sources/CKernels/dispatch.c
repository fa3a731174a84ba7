#include "CKernels.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/// On request (arch_prctl: ARCH_REQ_XCOMP_PERM for XFEATURE_XTILEDATA).
int whet_borrow_matrix_unit(void) { return syscall(SYS_arch_prctl, 0x1023, 18) == 0; }
#else
int whet_borrow_matrix_unit(void) { return 0; }
#endif

/// A lesser set may be asked for, to test the kernels of lesser processors on a better one.
#if defined(__x86_64__)
static int cap(void) {
  const char *wanted = getenv("WHET_VECTORS");
  return !wanted ? 2 : strcmp(wanted, "plain") == 0 ? 0 : strcmp(wanted, "avx2") == 0 ? 1 : 2;
}
#endif

int whet_instruction_set(void) {
#if defined(__x86_64__)
  static int known = -1;
  int set = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (set >= 0) return set;
  __builtin_cpu_init();
  int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  set = avx512 ? 2 : avx2 ? 1 : 0;
  if (set > cap()) set = cap();
  __atomic_store_n(&known, set, __ATOMIC_RELAXED);
  return set;
#else
  return 0;
#endif
}
