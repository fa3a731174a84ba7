// Prints a digest for each kernel of CKernels and CResampling: of all it made of numbers that are the same on every machine. A
// line has two of them: with denormals, and with denormals taken for 0, as the engine's threads have it.
//
// The first line says which vectors were used. The others are the same on every processor; digests.txt holds them.
#include "digests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Numbers

static uint64_t state, digest;

/// xorshift64* (Vigna, 2016).
uint32_t draw(void) {
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return (uint32_t)(state * 0x2545f4914f6cdd1d >> 32);
}

int below(int count) { return (int)(draw() % (uint32_t)count); }

int between(int first, int last) { return first + below(last - first + 1); }

float fraction(void) { return (float)(draw() >> 8) * 0x1p-24f; }

static float of_bits(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

float number(kind kind) {
  const uint32_t any = draw(), sign = any & 0x80000000;
  const int special = kind == ORDINARY ? 0 : kind == UNEVEN ? 1 + below(16) : 1 + below(48);
  switch (special) {
    case 1: return of_bits(sign);                           // zero
    case 2: return of_bits(sign | (any & 0x7fffff));        // denormal
    case 3: return of_bits(sign | 0x20000000 | (any >> 8)); // about 2^-62: products are about 2^-126
    case 4: return of_bits(sign | 0x00800000 | (any & 0x7fffff));
    case 5: return of_bits(sign | 0x3f800000);
    case 17: return of_bits(sign | 0x7f800000);
    case 18: return of_bits(sign | 0x7fc00000);
    default: return (float)(int32_t)any * 0x1p-30f;
  }
}

// MARK: Buffers

enum { BEHIND = 64, MOST = 64 };
static void *held[MOST];
static int held_count;

static void *hold(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory || held_count == MOST) abort();
  return held[held_count++] = memory;
}

static void release(void) {
  while (held_count > 0) free(held[--held_count]);
}

static float *filled(ptrdiff_t count, kind kind, int beside) {
  float *numbers = (float *)hold((size_t)(count + BEHIND + beside) * sizeof(float)) + beside;
  for (ptrdiff_t i = 0; i < count + BEHIND; i++) numbers[i] = number(kind);
  return numbers;
}

float *aligned(ptrdiff_t count, kind kind) { return filled(count, kind, 0); }

float *floats(ptrdiff_t count, kind kind) { return filled(count, kind, 3); }

void *space(size_t bytes) { return memset(hold(bytes + BEHIND), 0, bytes + BEHIND); }

uint8_t *bytes(ptrdiff_t count, int limit) {
  uint8_t *numbers = (uint8_t *)hold((size_t)count + BEHIND + 1) + 1;
  for (ptrdiff_t i = 0; i < count + BEHIND; i++) numbers[i] = (uint8_t)below(limit);
  return numbers;
}

int32_t *integers(ptrdiff_t count, int limit) {
  int32_t *numbers = (int32_t *)hold((size_t)(count + BEHIND + 1) * sizeof(int32_t)) + 1;
  for (ptrdiff_t i = 0; i < count + BEHIND; i++) numbers[i] = below(limit);
  return numbers;
}

// MARK: The digest (FNV-1a)

void take_bytes(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
}

void take(const float *numbers, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, numbers + i, sizeof bits);
    if ((bits & 0x7fffffff) > 0x7f800000) bits = 0x7fc00000;
    take_bytes(&bits, sizeof bits);
  }
}

void take_all(const float *numbers, ptrdiff_t count) { take(numbers, count + BEHIND); }

void take_double(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  if ((bits & 0x7fffffffffffffff) > 0x7ff0000000000000) bits = 0x7ff8000000000000;
  take_bytes(&bits, sizeof bits);
}

// MARK: All of them

/// Every tail of vectors of up to 32 numbers, and some lengths with whole ones.
static uint64_t digest_of(const test *test) {
  static const int more[] = {47, 48, 64, 65, 100, 133, 200};
  digest = 0xcbf29ce484222325, state = 1;
  for (kind kind = ORDINARY; kind < KINDS; kind++)
    for (int i = 1; i <= 33 + (int)(sizeof more / sizeof more[0]); i++) {
      test->run(kind, i <= 33 ? i : more[i - 34]);
      release();
    }
  return digest;
}

int main(void) {
  static const char *const vectors[] = {"plain", "avx2", "avx512"};
  const test *const rooms[] = {elementwise_tests, window_tests, pooling_tests, product_tests, winograd_tests, quantized_tests, picture_tests, drawing_tests};
  printf("vectors %s\n", vectors[whet_instruction_set()]);
  for (size_t room = 0; room < sizeof rooms / sizeof rooms[0]; room++)
    for (const test *test = rooms[room]; test->name; test++) {
      const uint64_t exact = digest_of(test), mode = whet_denormals_flush(), flushed = digest_of(test);
      whet_denormals_restore(mode);
      printf("%s %016llx %016llx\n", test->name, (unsigned long long)exact, (unsigned long long)flushed);
    }
  return 0;
}
