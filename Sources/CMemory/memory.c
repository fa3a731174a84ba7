#include "CMemory.h"

#ifdef __linux__
#include <malloc.h>
#endif

int whet_use_one_region(void) {
#ifdef M_ARENA_MAX
  return mallopt(M_ARENA_MAX, 1);
#else
  return 0;
#endif
}
