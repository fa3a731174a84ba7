// e^x and ln x in as few steps as a vector can take, for one number and for eight; see functions.c.
#pragma once
#include <stdint.h>

typedef double eight_doubles __attribute__((ext_vector_type(8)));
typedef uint64_t eight_naturals __attribute__((ext_vector_type(8)));
typedef int64_t eight_integers __attribute__((ext_vector_type(8)));

/// ln 2 in two parts; products of the first with whole numbers up to 2^15 are exact.
#define LN2_HIGH 0x1.62e42fefap-1
#define LN2_LOW 0x39ef35793c7673.0p-93
/// Added to a number so large, what is smaller is rounded to whole ones, which are then its last bits.
#define LARGE 0x1.8p52

// exponential: e^x for x in -700 ... 700, and what is not a number for what is none: e^(k · ln 2 + r) = 2^k · Σ rⁱ / i!, with |r| up
// to ln 2 / 2.
// logarithm: ln(2^shift · x) of a normal x above 0: ln(2^k · (1 + f)) = k · ln 2 + 2 artanh s, with s = f / (2 + f) and 1 + f from √½
// to √2.
#define ELEMENTARY(exponential, logarithm, real, natural, integer)                                       \
  static inline __attribute__((always_inline)) void exponential(real *number) {                          \
    const real x = *number;                                                                              \
    const real shifted = x * 0x1.71547652b82fep0 + LARGE, k = shifted - LARGE;                           \
    const real r = (x - k * LN2_HIGH) - k * LN2_LOW;                                                     \
    real sum = 1.0 / 6227020800;                                                                         \
    sum = sum * r + 1.0 / 479001600;                                                                     \
    sum = sum * r + 1.0 / 39916800;                                                                      \
    sum = sum * r + 1.0 / 3628800;                                                                       \
    sum = sum * r + 1.0 / 362880;                                                                        \
    sum = sum * r + 1.0 / 40320;                                                                         \
    sum = sum * r + 1.0 / 5040;                                                                          \
    sum = sum * r + 1.0 / 720;                                                                           \
    sum = sum * r + 1.0 / 120;                                                                           \
    sum = sum * r + 1.0 / 24;                                                                            \
    sum = sum * r + 1.0 / 6;                                                                             \
    sum = sum * r + 0.5;                                                                                 \
    sum = 1 + (r + r * r * sum);                                                                         \
    natural bits;                                                                                        \
    __builtin_memcpy(&bits, &shifted, sizeof bits);                                                      \
    bits = (bits + 1023) << 52;                                                                          \
    real power;                                                                                          \
    __builtin_memcpy(&power, &bits, sizeof power);                                                       \
    *number = sum * power;                                                                               \
  }                                                                                                      \
                                                                                                         \
  static inline __attribute__((always_inline)) void logarithm(real *number, double shift) {              \
    const real x = *number;                                                                              \
    integer bits;                                                                                        \
    __builtin_memcpy(&bits, &x, sizeof bits);                                                            \
    /* Powers of two are counted from √½ on; they become real numbers as the last bits of LARGE. */      \
    integer power = (bits - 0x3fe6a09e667f3bcd) >> 52;                                                   \
    bits -= power * ((int64_t)1 << 52);                                                                  \
    power += 0x4338000000000000;                                                                         \
    real fraction, k;                                                                                    \
    __builtin_memcpy(&fraction, &bits, sizeof fraction);                                                 \
    __builtin_memcpy(&k, &power, sizeof k);                                                              \
    k = shift + (k - LARGE);                                                                             \
    const real f = fraction - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;                         \
    real sum = 2.0 / 23;                                                                                 \
    sum = sum * z + 2.0 / 21;                                                                            \
    sum = sum * z + 2.0 / 19;                                                                            \
    sum = sum * z + 2.0 / 17;                                                                            \
    sum = sum * z + 2.0 / 15;                                                                            \
    sum = sum * z + 2.0 / 13;                                                                            \
    sum = sum * z + 2.0 / 11;                                                                            \
    sum = sum * z + 2.0 / 9;                                                                             \
    sum = sum * z + 2.0 / 7;                                                                             \
    sum = sum * z + 2.0 / 5;                                                                             \
    sum = sum * z + 2.0 / 3;                                                                             \
    /* 2 artanh s = f - (f² / 2 - s · (f² / 2 + z · sum)): so the largest term is exact. */              \
    *number = k * LN2_HIGH - ((half - (s * (half + z * sum) + k * LN2_LOW)) - f);                        \
  }

ELEMENTARY(replace_by_exponential, replace_by_logarithm, double, uint64_t, int64_t)
ELEMENTARY(replace_by_exponentials, replace_by_logarithms, eight_doubles, eight_naturals, eight_integers)

#undef ELEMENTARY

/// e^x of numbers that are rounded to single precision afterwards: the same series, summed in pairs of terms instead of one after the
/// other, so that no number waits for so many others.
static inline __attribute__((always_inline)) void replace_by_rounded_exponentials(eight_doubles *number) {
  const eight_doubles x = *number, shifted = x * 0x1.71547652b82fep0 + LARGE, k = shifted - LARGE;
  const eight_doubles r = (x - k * LN2_HIGH) - k * LN2_LOW, z = r * r, w = z * z;
  const eight_doubles low = (0.5 + r * (1.0 / 6)) + z * (1.0 / 24 + r * (1.0 / 120));
  const eight_doubles middle = (1.0 / 720 + r * (1.0 / 5040)) + z * (1.0 / 40320 + r * (1.0 / 362880));
  const eight_doubles high = (1.0 / 3628800 + r * (1.0 / 39916800)) + z * (1.0 / 479001600 + r * (1.0 / 6227020800));
  const eight_doubles sum = 1 + (r + z * (low + w * (middle + w * high)));
  eight_naturals bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 1023) << 52;
  eight_doubles power;
  __builtin_memcpy(&power, &bits, sizeof power);
  *number = sum * power;
}

static inline double exponential(double x) {
  replace_by_exponential(&x);
  return x;
}

static inline double logarithm(double x, double shift) {
  replace_by_logarithm(&x, shift);
  return x;
}

#undef LARGE
