// e^x in as few steps as a vector can take; see functions.c.
#pragma once
#include <stdint.h>

/// ln 2 in two parts; products of the first with whole numbers up to 2^15 are exact.
#define LN2_HIGH 0x1.62e42fefap-1
#define LN2_LOW 0x39ef35793c7673.0p-93

/// e^x for x in -700 ... 700, and what is not a number for what is none: e^(k · ln 2 + r) = 2^k · Σ rⁱ / i!, with |r| up to ln 2 / 2.
static inline __attribute__((always_inline)) double exponential(double x) {
  // Added to a number so large, what is smaller is rounded to whole ones, which are then its last bits.
  const double large = 0x1.8p52, shifted = x * 0x1.71547652b82fep0 + large, k = shifted - large;
  const double r = (x - k * LN2_HIGH) - k * LN2_LOW;
  double sum = 1.0 / 6227020800;
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  sum = sum * r + 0.5;
  sum = 1 + (r + r * r * sum);
  int64_t bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  bits = (int64_t)((uint64_t)(bits + 1023) << 52);
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return sum * power;
}
