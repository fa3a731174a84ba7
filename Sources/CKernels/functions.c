// Functions that a C library computes otherwise on each kind of processor: here of additions, products and quotients alone, which
// IEEE 754 rounds alike everywhere.
#include "elementary.h"
#include "CKernels.h"

#include <math.h>

double whet_exp(double x) {
  if (x > 1400) return INFINITY;
  if (x < -1400) return 0;
  if (x > 700 || x < -700) {
    const double root = exponential(x / 2);
    return root * root;
  }
  return exponential(x);
}

double whet_log(double x) {
  if (!(x > 0)) return x == 0 ? -INFINITY : NAN;
  if (x == INFINITY) return x;
  return x < 0x1p-1000 ? logarithm(x * 0x1p54, -54) : logarithm(x, 0);
}

static double whole_power(double x, long exponent) {
  double result = 1;
  for (long left = exponent < 0 ? -exponent : exponent; left > 0; left >>= 1, x *= x)
    if (left & 1) result *= x;
  return exponent < 0 ? 1 / result : result;
}

double whet_power(double x, double y) {
  if (y >= -1e6 && y <= 1e6 && y == (double)(long)y) return whole_power(x, (long)y);
  if (x == 0) return y > 0 ? 0 : y < 0 ? INFINITY : NAN;
  return whet_exp(y * whet_log(x));
}

/// sin or cos of x, which is a quarter of a turn on: x less so many quarters lies within ±π / 4.
static double sine(double x, int quarter) {
  if (!(x > -INFINITY && x < INFINITY)) return NAN;
  const double large = 0x1.8p52, turns = (x * 0x1.45f306dc9c883p-1 + large) - large;
  const double r = ((x - turns * 0x1.921fb544p0) - turns * 0x42d18469.0p-64) - turns * 0x898cc51701b839.0p-120, z = r * r;
  quarter += (int)(turns - 4 * __builtin_floor(turns / 4));
  double sum = 0;
  if (quarter & 1) {
    for (int i = 16; i > 0; i -= 2) sum = (1 - sum) * z / (i * (i - 1));
    sum = 1 - sum;
  } else {
    for (int i = 17; i > 1; i -= 2) sum = (1 - sum) * z / (i * (i - 1));
    sum = r - r * sum;
  }
  return quarter & 2 ? -sum : sum;
}

double whet_sin(double x) { return sine(x, 0); }
double whet_cos(double x) { return sine(x, 1); }

/// Of x up to 1; above 2 - √3, 30° less, so that the series has few terms.
static double small_atan(double x) {
  const int isFar = x > 0.2679491924311227;
  const double u = isFar ? (x * 1.7320508075688772 - 1) / (1.7320508075688772 + x) : x, z = u * u;
  double sum = 0;
  for (int i = 27; i > 0; i -= 2) sum = (1.0 / i) - z * sum;
  return u * sum + (isFar ? 0.5235987755982989 : 0);
}

double whet_atan(double x) {
  const double size = x < 0 ? -x : x;
  const double angle = size > 1 ? 1.5707963267948966 - small_atan(1 / size) : small_atan(size);
  return x < 0 ? -angle : x == x ? angle : x;
}
