// Memory by whole pages, which the system takes back at once when they are given up: what is freed to malloc may stay between other
// memory, and takes place there.
#include "CKernels.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

static size_t whole_pages(size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

void whet_ask_for_large_pages(void *memory, size_t bytes) { (void)madvise(memory, bytes, MADV_HUGEPAGE); }

void *whet_reserve_pages(size_t bytes, size_t alignment) {
  const size_t length = whole_pages(bytes), all = length + whole_pages(alignment);
  char *start = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return NULL;
  char *first = (char *)(((uintptr_t)start + alignment - 1) / alignment * alignment);
  if (first > start) (void)munmap(start, (size_t)(first - start));
  if (first + length < start + all) (void)munmap(first + length, (size_t)(start + all - (first + length)));
  return first;
}

void whet_give_up_pages(void *memory, size_t bytes) { (void)munmap(memory, whole_pages(bytes)); }
#else
void whet_ask_for_large_pages(void *memory, size_t bytes) { (void)memory, (void)bytes; }

void *whet_reserve_pages(size_t bytes, size_t alignment) {
  void *memory = NULL;
  return posix_memalign(&memory, alignment, bytes) ? NULL : memset(memory, 0, bytes);
}

void whet_give_up_pages(void *memory, size_t bytes) {
  (void)bytes;
  free(memory);
}
#endif
