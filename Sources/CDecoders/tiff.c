#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "CDecoders.h"
#include "library.h"

// What is used of libtiff (tiff.h, tiffio.h).
typedef struct tiff TIFF;
typedef struct options TIFFOpenOptions;
typedef ssize_t (*transfer_function)(void *, void *, ssize_t);
typedef uint64_t (*seek_function)(void *, uint64_t, int);
typedef int (*close_function)(void *);
typedef uint64_t (*size_function)(void *);
typedef int (*map_function)(void *, void **, uint64_t *);
typedef void (*unmap_function)(void *, void *, uint64_t);
typedef void (*global_handler)(const char *, const char *, va_list);
typedef int (*handler)(TIFF *, void *, const char *, const char *, va_list);

enum {
  tag_width = 256, tag_height = 257, tag_bits = 258, tag_photometric = 262, tag_orientation = 274, tag_samples = 277,
  tag_planes = 284, tag_extra_samples = 338, tag_sample_format = 339, tag_profile = 34675,
  photometric_white_is_zero = 0, photometric_black_is_zero = 1, format_unsigned = 1,
};

static struct {
  TIFF *(*open)(const char *, const char *, void *, transfer_function, transfer_function, seek_function, close_function,
    size_function, map_function, unmap_function);
  void (*close)(TIFF *);
  int (*get)(TIFF *, uint32_t, ...);
  int (*get_defaulted)(TIFF *, uint32_t, ...);
  int (*is_readable)(TIFF *, char *);
  int (*read)(TIFF *, uint32_t, uint32_t, uint32_t *, int, int);
  int (*read_row)(TIFF *, void *, uint32_t, uint16_t);
  int (*is_tiled)(TIFF *);
  ssize_t (*strip_size)(TIFF *);
  ssize_t (*tile_size)(TIFF *);
  ssize_t (*row_size)(TIFF *);
  global_handler (*set_errors)(global_handler);
  global_handler (*set_warnings)(global_handler);
  // Since 4.5: words and limits of one file.
  TIFFOpenOptions *(*options)(void);
  void (*free_options)(TIFFOpenOptions *);
  void (*limit)(TIFFOpenOptions *, ssize_t);
  void (*limit_all)(TIFFOpenOptions *, ssize_t);
  void (*errors_to)(TIFFOpenOptions *, handler, void *);
  void (*warnings_to)(TIFFOpenOptions *, handler, void *);
  TIFF *(*open_with)(const char *, const char *, void *, transfer_function, transfer_function, seek_function,
    close_function, size_function, map_function, unmap_function, TIFFOpenOptions *);
} tiff;

static const char *const names[] = {"libtiff.so.6", "libtiff.so.5", NULL};
const char *const whet_tiff_library = "libtiff.so.6";

static const whet_function functions[] = {
  {&tiff.open, "TIFFClientOpen", 0}, {&tiff.close, "TIFFClose", 0}, {&tiff.get, "TIFFGetField", 0},
  {&tiff.get_defaulted, "TIFFGetFieldDefaulted", 0}, {&tiff.is_readable, "TIFFRGBAImageOK", 0},
  {&tiff.read, "TIFFReadRGBAImageOriented", 0}, {&tiff.read_row, "TIFFReadScanline", 0},
  {&tiff.is_tiled, "TIFFIsTiled", 0}, {&tiff.strip_size, "TIFFStripSize", 0}, {&tiff.tile_size, "TIFFTileSize", 0},
  {&tiff.row_size, "TIFFScanlineSize", 0}, {&tiff.set_errors, "TIFFSetErrorHandler", 0},
  {&tiff.set_warnings, "TIFFSetWarningHandler", 0}, {&tiff.options, "TIFFOpenOptionsAlloc", 1},
  {&tiff.free_options, "TIFFOpenOptionsFree", 1}, {&tiff.limit, "TIFFOpenOptionsSetMaxSingleMemAlloc", 1},
  {&tiff.limit_all, "TIFFOpenOptionsSetMaxCumulatedMemAlloc", 1},
  {&tiff.errors_to, "TIFFOpenOptionsSetErrorHandlerExtR", 1},
  {&tiff.warnings_to, "TIFFOpenOptionsSetWarningHandlerExtR", 1}, {&tiff.open_with, "TIFFClientOpenExt", 1},
  {NULL, NULL, 0}};

/// libtiff writes its words to standard error unless told otherwise.
static void be_quiet(void) {
  tiff.set_errors(NULL);
  tiff.set_warnings(NULL);
}

static whet_library library = {names, functions, be_quiet, PTHREAD_MUTEX_INITIALIZER, 0};

struct whet_tiff {
  TIFF *file;
  const uint8_t *bytes;
  uint64_t count, place;
  /// Whether bytes were asked for that lie behind the end.
  int is_short;
  char message[whet_message_size];
};

// A file in memory, as libtiff reads it.
static ssize_t read_bytes(void *context, void *target, ssize_t wanted) {
  whet_tiff *opened = context;
  uint64_t left = opened->place < opened->count ? opened->count - opened->place : 0;
  uint64_t count = wanted < 0 ? 0 : (uint64_t)wanted;
  if (count > left) {
    opened->is_short = 1;
    count = left;
  }
  memcpy(target, opened->bytes + (count ? opened->place : 0), count);
  opened->place += count;
  return (ssize_t)count;
}

static ssize_t write_bytes(void *context, void *source, ssize_t count) {
  (void)context, (void)source, (void)count;
  return -1;
}

static uint64_t seek(void *context, uint64_t offset, int from) {
  whet_tiff *opened = context;
  uint64_t start = from == SEEK_SET ? 0 : from == SEEK_CUR ? opened->place : opened->count;
  return opened->place = start + offset;
}

static int close_bytes(void *context) {
  (void)context;
  return 0;
}

static uint64_t size_of_bytes(void *context) { return ((whet_tiff *)context)->count; }

static int map_bytes(void *context, void **start, uint64_t *size) {
  (void)context, (void)start, (void)size;
  return 0;
}

static void unmap_bytes(void *context, void *start, uint64_t size) { (void)context, (void)start, (void)size; }

/// Keeps the first error: later ones follow from it.
static int note_error(TIFF *file, void *context, const char *module, const char *format, va_list values) {
  (void)file, (void)module;
  whet_tiff *opened = context;
  if (!opened->message[0]) vsnprintf(opened->message, sizeof opened->message, format, values);
  return 1;
}

static int ignore_warning(TIFF *file, void *context, const char *module, const char *format, va_list values) {
  (void)file, (void)context, (void)module, (void)format, (void)values;
  return 1;
}

static TIFF *open_file(whet_tiff *opened, int64_t most) {
  // No memory map, and no bit order but the file's own.
  const char *mode = "rm";
  if (!tiff.options || !tiff.free_options || !tiff.open_with)
    return tiff.open("picture", mode, opened, read_bytes, write_bytes, seek, close_bytes, size_of_bytes, map_bytes,
      unmap_bytes);
  TIFFOpenOptions *options = tiff.options();
  if (!options) return NULL;
  if (tiff.limit) tiff.limit(options, most);
  if (tiff.limit_all) tiff.limit_all(options, most * 2);
  if (tiff.errors_to) tiff.errors_to(options, note_error, opened);
  if (tiff.warnings_to) tiff.warnings_to(options, ignore_warning, opened);
  TIFF *file = tiff.open_with("picture", mode, opened, read_bytes, write_bytes, seek, close_bytes, size_of_bytes,
    map_bytes, unmap_bytes, options);
  tiff.free_options(options);
  return file;
}

/// What went wrong, in the library's words.
static whet_decoding failure(whet_tiff *opened, char *message) {
  if (opened->is_short) return WHET_ENDS;
  whet_tell(message, opened->message[0] ? opened->message : "libtiff cannot read it");
  return WHET_DAMAGED;
}

static void read_facts(whet_tiff *opened, whet_picture_facts *facts) {
  uint32_t width = 0, height = 0, size = 0;
  uint16_t orientation = 1, photometric = 0, extra = 0;
  uint16_t *kinds = NULL;
  void *profile = NULL;
  tiff.get(opened->file, tag_width, &width);
  tiff.get(opened->file, tag_height, &height);
  tiff.get_defaulted(opened->file, tag_orientation, &orientation);
  tiff.get(opened->file, tag_photometric, &photometric);
  tiff.get_defaulted(opened->file, tag_extra_samples, &extra, &kinds);
  if (!tiff.get(opened->file, tag_profile, &size, &profile)) profile = NULL;
  *facts = (whet_picture_facts){
    .width = width, .height = height, .orientation = orientation, .is_transparent = extra > 0, .is_premultiplied = 1,
    .is_grey = photometric <= photometric_black_is_zero, .profile = profile, .profile_size = profile ? size : 0,
    .primaries = 2, .transfer = 2};
}

whet_decoding whet_tiff_open(
  const uint8_t *bytes, size_t count, int64_t most, whet_tiff **result, whet_picture_facts *facts, char *message) {
  *result = NULL;
  if (!whet_open_library(&library)) return WHET_NO_LIBRARY;
  whet_tiff *opened = calloc(1, sizeof *opened);
  if (!opened) return WHET_DAMAGED;
  opened->bytes = bytes;
  opened->count = count;
  opened->file = open_file(opened, most);
  if (!opened->file) {
    whet_decoding outcome = failure(opened, message);
    free(opened);
    return outcome;
  }
  read_facts(opened, facts);
  // A file that makes libtiff reserve much for a small picture is refused; versions before 4.5 set themselves no limit.
  int64_t buffer = tiff.is_tiled(opened->file) ? tiff.tile_size(opened->file) : tiff.strip_size(opened->file);
  char words[1024] = "";
  whet_decoding outcome = WHET_DECODED;
  if (buffer <= 0 || buffer > most || tiff.row_size(opened->file) > most) {
    whet_tell(message, "a strip of it is larger than the picture");
    outcome = WHET_DAMAGED;
  } else if (!tiff.is_readable(opened->file, words)) {
    words[sizeof words - 1] = 0;
    whet_tell(message, words);
    outcome = WHET_UNSUPPORTED;
  }
  if (outcome == WHET_DECODED) *result = opened;
  else whet_tiff_close(opened);
  return outcome;
}

/// Whether the samples are 16-bit grey in rows: libtiff's own conversion to 8 bits would cut them off instead of rounding.
static int is_deep_grey(TIFF *file) {
  uint16_t bits = 1, samples = 1, photometric = 9, planes = 1, format = format_unsigned;
  tiff.get_defaulted(file, tag_bits, &bits);
  tiff.get_defaulted(file, tag_samples, &samples);
  tiff.get_defaulted(file, tag_planes, &planes);
  tiff.get_defaulted(file, tag_sample_format, &format);
  tiff.get(file, tag_photometric, &photometric);
  return bits == 16 && samples == 1 && planes == 1 && format == format_unsigned
    && photometric <= photometric_black_is_zero && !tiff.is_tiled(file);
}

static int read_deep_grey(TIFF *file, const whet_picture_facts *facts, uint8_t *pixels) {
  uint16_t photometric = photometric_black_is_zero;
  tiff.get(file, tag_photometric, &photometric);
  uint16_t invert = photometric == photometric_white_is_zero ? 0xFFFF : 0;
  ssize_t size = tiff.row_size(file);
  if (size < facts->width * 2) return 0;
  uint16_t *row = malloc((size_t)size);
  int is_read = row != NULL;
  for (int64_t y = 0; is_read && y < facts->height; y++) {
    is_read = tiff.read_row(file, row, (uint32_t)y, 0) >= 0;
    for (int64_t x = 0; is_read && x < facts->width; x++, pixels += 4) {
      pixels[0] = pixels[1] = pixels[2] = (uint8_t)(((row[x] ^ invert) + 128) / 257);
      pixels[3] = 255;
    }
  }
  free(row);
  return is_read;
}

whet_decoding whet_tiff_decode(whet_tiff *opened, const whet_picture_facts *facts, uint8_t *pixels, char *message) {
  int is_read = is_deep_grey(opened->file)
    ? read_deep_grey(opened->file, facts, pixels)
    // In the orientation of the file, so that nothing is turned here.
    : tiff.read(opened->file, (uint32_t)facts->width, (uint32_t)facts->height, (uint32_t *)(void *)pixels,
        facts->orientation, 1);
  return is_read ? WHET_DECODED : failure(opened, message);
}

void whet_tiff_close(whet_tiff *opened) {
  tiff.close(opened->file);
  free(opened);
}
