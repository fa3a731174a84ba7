#include "CKernels.h"
#include "kernels.h"

#include <string.h>

// MARK: Kernels for every processor

/// Weights are not negative and their sum is 1 but for rounding: sums fit, whatever the number of taps, and only their upper
/// end needs watching.
INLINE uint8_t rounded(int32_t sum) {
  const int32_t value = sum >> places;
  return (uint8_t)(value > 255 ? 255 : value);
}

enum { block = 64, start = 1 << (places - 1) };

void whet_blend_plain(const uint8_t *const *rows, const int32_t *weights, int32_t count, size_t length, uint8_t *out) {
  for (size_t column = 0; column < length; column += block) {
    const size_t width = length - column < block ? length - column : block;
    int32_t sums[block];
    for (size_t i = 0; i < width; i++) sums[i] = start;
    for (int32_t tap = 0; tap < count; tap++)
      for (size_t i = 0; i < width; i++) sums[i] += rows[tap][column + i] * weights[tap];
    for (size_t i = 0; i < width; i++) out[column + i] = rounded(sums[i]);
  }
}

static void along_x_plain(const uint8_t *const in[2], const whet_axis *axis, uint8_t *const out[2]) {
  for (int row = 0; row < 2; row++)
    for (size_t x = 0; x < axis->length; x++) {
      const int32_t *weights = axis->weights + x * axis->stride;
      const uint8_t *from = in[row] + (size_t)axis->starts[x] * 3;
      int32_t red = start, green = start, blue = start;
      for (int32_t tap = 0; tap < axis->counts[x]; tap++, from += 3) {
        red += from[0] * weights[tap];
        green += from[1] * weights[tap];
        blue += from[2] * weights[tap];
      }
      uint8_t *to = out[row] + x * 3;
      to[0] = rounded(red), to[1] = rounded(green), to[2] = rounded(blue);
    }
}

static size_t no_table_size(const whet_axis *axis) { return (void)axis, 1; }
static void no_table(const whet_axis *axis, void *table) { (void)axis, (void)table; }
static size_t no_reach(const whet_axis *axis) { return (void)axis, 0; }

static const whet_resampling_kernels plain = {no_table_size, no_table, no_reach, along_x_plain, whet_blend_plain};

// MARK: The choice

/// An axis with more taps than the others can sum goes by the plain ones.
static const whet_resampling_kernels *kernels_for(const whet_axis *axis) {
#if defined(__x86_64__)
  if (axis && axis->taps > most_taps) return &plain;
  if (whet_instruction_set() == 2 && __builtin_cpu_supports("avx512vbmi")) return &whet_resampling_avx512;
  if (whet_instruction_set() >= 1) return &whet_resampling_avx2;
#endif
  return (void)axis, &plain;
}

size_t whet_axis_table_size(const whet_axis *axis) { return kernels_for(axis)->table_size(axis); }

void whet_axis_tabulate(const whet_axis *axis, void *table) { kernels_for(axis)->tabulate(axis, table); }

// MARK: Rows going by

/// Where things lie in the scratch memory, counted from its start.
typedef struct {
  /// Rows already resampled along x, one after the other in turns, and how far apart they lie.
  size_t rows, slots, row_step;
  /// Copies of two old rows at the end of the picture, so that reading on is harmless.
  size_t copies, copy_step;
  size_t bytes;
} workplace;

static size_t in_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/// First of all come pointers to the rows that are summed.
static workplace lay_out(size_t width, const whet_axis *x, const whet_axis *y) {
  const size_t reach = x ? kernels_for(x)->reach(x) : 0, taps = y ? (size_t)y->taps : 1;
  workplace place = {.rows = in_lines(taps * sizeof(uint8_t *)), .slots = x ? taps + 1 : 0};
  place.row_step = in_lines((x ? x->length : 0) * 3 + reach);
  place.copies = place.rows + place.slots * place.row_step;
  place.copy_step = x ? in_lines(width * 3 + reach) : 0;
  place.bytes = place.copies + 2 * place.copy_step;
  return place;
}

size_t whet_resample_scratch(size_t width, const whet_axis *x, const whet_axis *y) { return lay_out(width, x, y).bytes; }

/// The old rows, and how many of the new ones along x there are.
typedef struct {
  const uint8_t *in;
  size_t width, height, made;
  const whet_axis *x;
  const whet_resampling_kernels *kernels;
  size_t reach;
  workplace place;
  uint8_t *scratch;
} passage;

/// Where a row resampled along x lies, as long as it is needed.
static uint8_t *new_row(const passage *p, size_t row) {
  return p->scratch + p->place.rows + row % p->place.slots * p->place.row_step;
}

/// An old row with readable bytes behind it.
static const uint8_t *old_row(const passage *p, size_t row, size_t copy) {
  const size_t bytes = p->width * 3;
  const uint8_t *from = p->in + row * bytes;
  if ((p->height - 1 - row) * bytes >= p->reach) return from;
  return memcpy(p->scratch + p->place.copies + copy * p->place.copy_step, from, bytes);
}

/// Resamples rows along x, two at a time, up to this one; the last of an odd number twice.
static void make_rows(passage *p, size_t end) {
  while (p->made < end) {
    const size_t row = p->made, next = row + 1 < p->height ? row + 1 : row;
    const uint8_t *const from[2] = {old_row(p, row, 0), old_row(p, next, 1)};
    uint8_t *const to[2] = {new_row(p, row), new_row(p, next)};
    p->kernels->along_x(from, p->x, to);
    p->made = next + 1;
  }
}

void whet_resample(
    const uint8_t *in, size_t width, size_t height, const whet_axis *x, const whet_axis *y, void *scratch, uint8_t *out) {
  passage p = {.in = in, .width = width, .height = height, .x = x, .place = lay_out(width, x, y), .scratch = scratch};
  if (x) {
    p.kernels = kernels_for(x);
    p.reach = p.kernels->reach(x);
    memset(p.scratch + p.place.copies, 0, 2 * p.place.copy_step);
  }
  const whet_resampling_kernels *down = kernels_for(y);
  const uint8_t **taps = scratch;
  const size_t bytes = (x ? x->length : width) * 3, rows = y ? y->length : height;
  for (size_t row = 0; row < rows; row++, out += bytes) {
    const size_t first = y ? (size_t)y->starts[row] : row, count = y ? (size_t)y->counts[row] : 1;
    if (x) {
      if (p.made < first) p.made = first;
      make_rows(&p, first + count);
    }
    for (size_t tap = 0; tap < count; tap++) taps[tap] = x ? new_row(&p, first + tap) : in + (first + tap) * bytes;
    if (y) down->along_y(taps, y->weights + row * y->stride, (int32_t)count, bytes, out);
    else memcpy(out, taps[0], bytes);
  }
}
