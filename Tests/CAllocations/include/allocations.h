// How much memory a piece of work holds at its peak: malloc and its relatives, counted for one thread at a time.
#pragma once

// Counts from 0 what this thread takes and gives back.
void allocations_begin(void);

// Stops counting. The most that was held at once since it began, in bytes, over what was held then; -1 where the C library
// is not glibc, or a sanitizer keeps the memory, and nothing could be counted.
long allocations_end(void);
