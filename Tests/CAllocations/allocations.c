#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// glibc's own, under the names it keeps for programs that put something in front of them.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static __thread int is_counting;
static __thread long held, peak;

static void take(void *block) {
  if (!is_counting || !block) return;
  held += (long)malloc_usable_size(block);
  if (held > peak) peak = held;
}

static void give_back(void *block) {
  if (is_counting && block) held -= (long)malloc_usable_size(block);
}

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  take(block);
  return block;
}

void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  take(block);
  return block;
}

void *realloc(void *old, size_t size) {
  // While it moves, both are there.
  long before = is_counting && old ? (long)malloc_usable_size(old) : 0;
  void *block = __libc_realloc(old, size);
  take(block);
  if (block || size == 0) held -= before;
  return block;
}

void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  take(block);
  return block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = memalign(alignment, size);
  if (!found) return ENOMEM;
  *block = found;
  return 0;
}

void free(void *block) {
  give_back(block);
  __libc_free(block);
}

void allocations_begin(void) {
  held = peak = 0;
  is_counting = 1;
}

long allocations_end(void) {
  is_counting = 0;
  return peak;
}

#else

void allocations_begin(void) {}

long allocations_end(void) { return -1; }

#endif
