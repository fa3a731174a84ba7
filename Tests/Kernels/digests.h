// What the calls of the kernels share: numbers to compute with, and a digest of what was made of them.
#pragma once
#include "CKernels.h"

/// What a buffer is filled with. Ordinary: up to ±2. Uneven: among them zeros of both signs, denormals, and numbers whose products are
/// denormal. Wild: among those infinities, and what is not a number.
typedef enum { ORDINARY, UNEVEN, WILD, KINDS } kind;

/// The next numbers of the generator: any, one from 0 up to a count, one from a first to a last.
uint32_t draw(void);
int below(int count);
int between(int first, int last);
/// The next number to compute with.
float number(kind kind);
/// In 0 ... 1.
float fraction(void);

/// A filled buffer that is freed after the case, with 64 numbers more than asked for behind it. It begins at a multiple of 64 bytes
/// where it is aligned, otherwise beside one.
float *aligned(ptrdiff_t count, kind kind);
float *floats(ptrdiff_t count, kind kind);
uint8_t *bytes(ptrdiff_t count, int limit);
int32_t *integers(ptrdiff_t count, int limit);
/// Zeros at a multiple of 64 bytes, for what each kind of vectors lays out in its own way: the generator's next numbers are the same.
void *space(size_t bytes);

/// Adds to the digest. What is not a number counts as one and the same: its sign and its digits are the processor's own.
void take(const float *numbers, ptrdiff_t count);
/// The same of a buffer and of the numbers behind it, which must have stayed as they were.
void take_all(const float *numbers, ptrdiff_t count);
void take_double(double number);
void take_bytes(const void *bytes, size_t count);

/// A kernel with numbers of one kind; `n` is the length whose tails matter.
typedef struct {
  const char *name;
  void (*run)(kind kind, int n);
} test;
extern const test elementwise_tests[], window_tests[], pooling_tests[], product_tests[], winograd_tests[], quantized_tests[], picture_tests[], drawing_tests[];
