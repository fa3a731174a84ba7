/// The vector kernels of the engine, in C because Swift cannot compile one function for several processors.
///
/// Maps lie as [y][x][channel]; a "step" or "stride" counts floats. Every kernel exists for plain processors, for AVX2
/// with FMA and for AVX-512; the first call picks. One sum is always taken in one order, whatever the tiling and the length of
/// vectors, and every fused product is written out (vectors.inc): so the bits of a result depend neither on the processor nor on
/// how the work was cut into pieces. The matrix unit's are others, but for whole numbers, and are only made where they
/// are asked for (`whet_has_tiles`).
#pragma once
#include <stddef.h>
#include <stdint.h>

/// 0 for plain vectors, 1 for AVX2 with FMA, 2 for AVX-512: what this processor runs; less where the environment variable
/// WHET_VECTORS is "avx2" or "plain". Where it is set to anything, whole numbers are summed in vectors, too.
int whet_instruction_set(void);

/// Asks the system to back memory with large pages, where it has them to spare. A wish: nothing depends on it.
void whet_ask_for_large_pages(void *memory, size_t bytes);
/// So many bytes of zeros at a multiple of a power of two, at least a page; NULL where there is no room. To be given up by as many.
void *whet_reserve_pages(size_t bytes, size_t alignment);
void whet_give_up_pages(void *memory, size_t bytes);

/// Asks for numbers that are read soon.
static inline void whet_bring_nearer(const float *numbers, size_t count) {
  for (size_t i = 0; i < count; i += 16) __builtin_prefetch(numbers + i);
}

/// Tells the processor that this thread is waiting for another.
static inline void whet_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Lets this thread take numbers too small for full precision (below 1.2e-38) for 0, as reading them costs a hundred times the
/// arithmetic; returns what `whet_denormals_restore` takes back.
static inline uint64_t whet_denormals_flush(void) {
#if defined(__x86_64__)
  const unsigned mode = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode | 0x8040);
  return mode;
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | 1 << 24));
  return mode;
#else
  return 0;
#endif
}
static inline void whet_denormals_restore(uint64_t mode) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((unsigned)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#else
  (void)mode;
#endif
}

#include "drawing.h"
#include "elementwise.h"
#include "functions.h"
#include "quantized.h"
#include "windows.h"
#include "winograd.h"

// MARK: products.c — matrix products

/// C(i, j) (+)= Σ over k of A(i, k) · B(k, j), where A(i, k) lies at a[i * a_row + k * a_column] and k runs over
/// `blocks` blocks of `depth`, `a_block` and `b_block` floats apart. Rows of B and C are contiguous. B must be readable for 15 floats
/// beyond its last. Where it descends, C holds weights, which the product is the gradient of: C −= rate · (product + decay · C).
typedef struct {
  const float *a, *b;
  float *c;
  int rows, columns, depth, blocks;
  ptrdiff_t a_row, a_column, a_block, b_row, b_block, c_row;
  int accumulate, descend;
  float rate, decay;
} whet_product;
void whet_multiply(const whet_product *product);

/// C(i, j) = bias(j) + Σ over k of A(i, k) · B(j, k), both rows contiguous; negative results become 0 if `rectify`.
void whet_multiply_rows(
    const float *a, ptrdiff_t a_row, const float *b, ptrdiff_t b_row, const float *bias, float *c, ptrdiff_t c_row,
    int rows, int columns, int depth, int rectify);

// MARK: tiles.c — matrix products on a matrix unit

/// Whether this processor has one, the system lends it, and the environment variable WHET_ARITHMETIC asks for it by "bfloat16x3", not
/// "exact": sums of products in three parts have other bits than those of vectors. The others of this part are only to be called if so.
int whet_has_tiles(void);

/// Whether the system lends its registers, which it does once asked (1, else 0). Sums of whole numbers are the same on it: those are
/// left to it unasked (quantized.c).
int whet_borrow_matrix_unit(void);

/// How vectors are cut into tiles of 16 vectors × 32 numbers of the inner axis, in three parts each.
typedef struct {
  /// How many vectors, and how long they are: the inner axis.
  int vectors, depth;
  /// From one vector to the next, and from one number of it to the next; one of them is 1.
  ptrdiff_t vector_step, depth_step;
  /// From one tile to the next along the vectors, to the next along the inner axis, and to the next part: in numbers of 16 bits.
  ptrdiff_t tile_step, block_step, part_step;
} whet_tiling;
/// Tiles of the left factor, each [vector][pair]; what does not exist is 0.
void whet_tile_left(const whet_tiling *tiling, const float *from, uint16_t *to);
/// Tiles of the right factor, each [pair][vector]; what does not exist is 0.
void whet_tile_right(const whet_tiling *tiling, const float *from, uint16_t *to);

/// C(i, j) (+)= Σ over blocks and their 32 numbers of left(i, k) · right(j, k), to single precision. A sum is taken in one order,
/// whatever the rows and columns computed with it.
typedef struct {
  const uint16_t *left, *right;
  /// From one tile of 16 rows to the next, and from one part to the next; a row of a tile lies 32 numbers after the last one.
  ptrdiff_t left_tile_step, left_part_step;
  /// The place of each block's tile from the first's, and how many blocks there are. On the right, and where nothing is given, they
  /// lie one after the other, a block's parts together.
  const ptrdiff_t *blocks;
  int block_count;
  /// From one tile of 16 columns to the next.
  ptrdiff_t right_tile_step;
  int rows, columns;
  float *c;
  ptrdiff_t c_row;
  /// One number for each column, or of a turned product for each row; or none.
  const float *bias;
  /// Whether it is added to what is there, whether negative results become 0, and whether C lies as [column][row].
  int accumulate, rectify, turns;
  /// Where `run` is not 0, rows come in runs of so many, of which the first `kept` are stored, and the next run's lie `c_run` further.
  int run, kept;
  ptrdiff_t c_run;
  /// How many products of this kind there are, and from one to the next.
  int repeats;
  ptrdiff_t left_repeat, right_repeat, c_repeat;
} whet_tile_product;
/// What the vector units do while the matrix unit multiplies: nothing, cut a left factor whose numbers lie side by side or a right
/// one whose vectors do, or a step of Adam.
enum { WHET_IDLE = 0, WHET_CUT_LEFT = 1, WHET_CUT_RIGHT = 2, WHET_ADAM = 3 };
/// Work that has nothing to do with the product; when that is done, so is this.
typedef struct {
  int kind;
  /// Cut as `whet_tile_left` and `whet_tile_right` do.
  whet_tiling tiling;
  const float *from;
  uint16_t *to;
  /// Moved as `whet_adam` does.
  float *w, *m, *v;
  const float *gradient;
  size_t count;
  whet_adam_step step;
} whet_overlapped_work;
void whet_multiply_tiles(const whet_tile_product *product, const whet_overlapped_work *overlapped);

// MARK: pooling.c

/// What a pooling window takes: the maximum, the sum, or the root of the sum of squares.
enum { WHET_MAXIMUM = 0, WHET_SUM = 1, WHET_ROOT_OF_SQUARES = 2 };

/// A row of windows on a map. Window i covers the columns i * stride - before ..< i * stride - before + kernel, as far as
/// they lie in 0 ..< width, and all rows of the window.
typedef struct {
  /// From one row to the next, from one pixel to the next.
  ptrdiff_t row_step, pixel_step;
  /// Rows in a window, columns of the map.
  int height, width;
  int kernel, stride, before;
  /// Windows in the row; channels of the map.
  int count, channels;
} whet_pool_row;

/// Takes the statistic of every window and channel; sums are multiplied by the window's factor. `map` is the first pixel of
/// the windows' first row. Where `positions` is given, it gets the place of each maximum, counted row by row in the part of
/// the window that lies on the map; of equals the first.
void whet_pool(
    const whet_pool_row *row, int statistic, const float *map, const float *factors, float *output,
    ptrdiff_t output_step, int32_t *positions);
/// Takes the maximum of every window and channel of a map of bytes.
void whet_pool_bytes(const whet_pool_row *row, const uint8_t *map, uint8_t *output, ptrdiff_t output_step);
/// Adds each window's gradient at the place of its maximum; where the map is `fresh`, writes it there and 0 elsewhere.
void whet_unpool_maximum(
    const whet_pool_row *row, const float *gradient, ptrdiff_t gradient_step, const int32_t *positions, float *map,
    int fresh);

// MARK: pooled.c — convolutions that feed a 2 × 2 maximum

/// `whet_windows`, of which only the largest of each 2 × 2 is kept; `rows` and `columns` count those.
typedef struct {
  const float *input;
  float *output;
  /// Where given, [row][column][output]: which of its four windows each maximum came from, row by row; of equals the first;
  /// 4 where the rectifier made it 0.
  uint8_t *places;
  const float *packed, *bias;
  const ptrdiff_t *taps;
  int tap_count;
  int channels, outputs, rows, columns;
  /// From one window to the one below and to the one on its right; from one maximum to the next.
  ptrdiff_t input_row_step, input_step, output_row_step, output_step;
  int rectify;
} whet_pooled_windows;
void whet_convolve_pooled(const whet_pooled_windows *windows);

/// The same of sums that are there: the largest of each 2 × 2, with its bias. `rows` and `columns` count those; a pixel's sums are
/// readable in whole vectors.
typedef struct {
  const float *sums;
  ptrdiff_t row_step, step;
  float *output;
  uint8_t *places;
  const float *bias;
  int outputs, rows, columns;
  ptrdiff_t output_row_step, output_step;
  int rectify;
} whet_sums_to_pool;
void whet_pool_sums(const whet_sums_to_pool *work);

// MARK: pooledback.c — the way back through them

/// The way back through `whet_convolve_pooled` for one sample, whose map has its channels without gaps.
typedef struct {
  /// The maxima's gradient, and where each came from.
  const float *gradient;
  const uint8_t *places;
  ptrdiff_t gradient_row_step, gradient_step;
  int rows, columns, outputs;
  /// Channels of the map; rows of the kernel; how many numbers, and how many rounded up to 16, lie in a row of the kernel.
  int channels, kernel_rows, run, run_step;
  /// The outputs rounded up to 16.
  int outputs_step;
  /// From one window to the one below and to the next; from one row of the map to the next.
  ptrdiff_t row_step, step, map_row_step;
  /// So many numbers that are read next, asked for meanwhile; or none.
  const float *ahead;
  int ahead_count;
} whet_pooled_gradient;

/// Kernels of up to so many weights, with less than 16 numbers from one window to the next, have their sums with the outputs
/// side by side.
enum { WHET_FEW_WEIGHTS = 27 };
/// sums(o, r, i) += Σ over maxima of gradient · input, biases(o) += Σ gradient, and map += Σ gradient · weight. Sums lie as
/// [output][kernel row][run_step], those of few weights as [kernel row · run][outputs_step]; weights as [output][kernel row][run].
/// Either the sums with the biases or the map with the weights may be missing. The input is read up to 15 numbers too far.
void whet_pooled_backward(
    const whet_pooled_gradient *work, const float *input, float *sums, float *biases, const float *weights, float *map);

// MARK: distances.c — sums in double precision

/// Σ (x − y)², and Σ x · y.
double whet_squared_distance(const float *x, const float *y, size_t count);
double whet_wide_dot(const float *x, const float *y, size_t count);

// MARK: moments.c — numbers brought to mean 0 and variance 1

/// The mean of rows of numbers, at least one, and Σ (x - mean)².
void whet_moments(const float *x, ptrdiff_t row_step, int rows, int columns, double *mean, double *squares);
/// y = (x - mean) · scale, elementwise; x and y may be the same.
void whet_standardize(const float *x, float mean, float scale, float *y, size_t count);

// MARK: averaged.c — rectified convolutions of single pixels, averaged over the map

/// How many pixels' marks lie in a byte.
enum { WHET_MARKS = 6 };
/// How many floats lie in a vector.
int whet_vector_length(void);
/// averages(c) = factor · Σ over pixels of map(pixel, c). Where `marks` is given, [group of six pixels][channel], bit i of a
/// byte says whether the number at pixel i of the group is above 0. The map is read up to a whole vector of channels.
void whet_average_marks(
    const float *map, ptrdiff_t pixel_step, int pixels, int channels, float factor, float *averages, uint8_t *marks,
    ptrdiff_t group_step);

/// One sample's part of a gradient: of a vector of input channels, and of every output.
typedef struct {
  const float *input;
  ptrdiff_t pixel_step;
  const uint8_t *marks;
  ptrdiff_t group_step;
  int pixels, outputs;
  /// The gradient at each output's marked pixels.
  const float *factors;
} whet_marked;
/// sums(o, lane) += factor(o) · Σ over marked pixels of input(pixel, lane); sums lie as [output][whet_vector_length], aligned.
void whet_add_marked(const whet_marked *work, float *sums);
/// sums(i) += factors(i) · the number of marks.
void whet_count_marks(
    const uint8_t *marks, ptrdiff_t group_step, int groups, int count, const float *factors, float *sums);
/// map(pixel, c) = factors(c) where marked, otherwise 0.
void whet_spread_marked(
    const uint8_t *marks, ptrdiff_t group_step, int pixels, int channels, const float *factors, float *map);

// MARK: bytes.c — products of vectors of bytes, a coarse first look at many distances

/// Whether this processor multiplies bytes faster than numbers; the others of this part are only to be called if so.
int whet_has_byte_products(void);
/// The largest magnitude of a query's numbers.
int whet_most_of_query(void);

/// Samples that lie side by side in a tile of bytes, [quad of positions][sample][position], and queries scored together.
enum { WHET_BYTE_TILE = 32, WHET_BYTE_ROWS = 12 };

/// A vector less a centre as bytes: low + step · byte.
typedef struct {
  float low, step;
  /// Its squared length in single precision.
  float squared_length;
  /// The length of what the bytes miss of it.
  float missed;
} whet_byte_sample;
/// Turns up to 32 vectors of `count` numbers into a tile of bytes, which is zeroed where there is nothing.
void whet_pack_bytes(
    const float *vectors, const float *centre, int vectors_count, int count, uint8_t *bytes, whet_byte_sample *samples);

/// Tiles of samples one after another, and what is made of a dot product of bytes: offset + factor · (low · total + step · product).
typedef struct {
  const uint8_t *bytes;
  const float *lows, *steps, *offsets;
  /// Positions in fours.
  int quads;
} whet_byte_tiles;
typedef struct {
  /// The sum of its bytes, what one of them is worth in a score, and which scores are of interest: up to this one.
  float total, factor, bound;
} whet_byte_query;
/// Samples of a tile, a bit each, that are of interest to a query.
typedef struct {
  int tile, row;
  uint32_t samples;
} whet_byte_hit;
/// Scores up to 12 queries, [query][quads · 4], against some tiles from `first` on. Returns how many hits there are, at most one for
/// each query and tile; tiles are counted from `first`. Where `scores` is given, [tile][query][32], all are written.
int whet_find_in_bytes(
    const whet_byte_tiles *work, ptrdiff_t first, int tiles, const int8_t *queries, const whet_byte_query *query, int rows,
    float *scores, whet_byte_hit *found);

// MARK: mapping.c — functions of single numbers that take many steps each

typedef enum {
  /// e^ax; tanh x; 1 / (1 + e^-x); x / (1 + e^-ax); erf x.
  WHET_EXPONENTIAL = 0,
  WHET_TANGENT,
  WHET_SIGMOID,
  WHET_GATED,
  WHET_ERROR,
  /// x times the normal distribution's Φ(x), exactly and by tanh; a · (e^x - 1) below 0.
  WHET_GELU,
  WHET_GELU_TANGENT,
  WHET_ELU,
  /// x times 1 / (1 + e^-x), which is rounded before.
  WHET_SWISH,
} whet_function;

/// Rows of numbers, `step` apart, and where the results go, which may be the same; `a` is the function's own.
typedef struct {
  const float *numbers;
  float *results;
  size_t count;
  int rows;
  ptrdiff_t step;
  double a;
} whet_mapped;

/// y = f(x) for each number. Computed in double precision, rounded once; the gated one and GELU in single precision.
void whet_map(whet_function function, const whet_mapped *mapped);

// MARK: pixels.c

/// One row of 8-bit pixels to floats: output(x, c) = scale · pixel(x, order[c]) + bias[c]; `from` and `to` channels per
/// pixel.
void whet_convert_pixels(
    const uint8_t *pixels, int from, float *output, ptrdiff_t pixel_step, int to, int count, const int *order,
    float scale, const float *bias);
