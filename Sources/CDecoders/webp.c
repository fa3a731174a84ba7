#include "CDecoders.h"
#include "library.h"

// libwebp's simple functions (decode.h), which have been the same since its version 0.1.
static struct {
  int (*info)(const uint8_t *, size_t, int *, int *);
  uint8_t *(*decode)(const uint8_t *, size_t, uint8_t *, size_t, int);
} webp;

static const char *const names[] = {"libwebp.so.7", "libwebp.so.6", NULL};
const char *const whet_webp_library = "libwebp.so.7";

static const whet_function functions[] = {
  {&webp.info, "WebPGetInfo", 0}, {&webp.decode, "WebPDecodeRGBAInto", 0}, {NULL, NULL, 0}};
static whet_library library = {names, functions, NULL, PTHREAD_MUTEX_INITIALIZER, 0};

whet_decoding whet_webp_sides(const uint8_t *bytes, size_t count, int *width, int *height) {
  if (!whet_open_library(&library)) return WHET_NO_LIBRARY;
  return webp.info(bytes, count, width, height) ? WHET_DECODED : WHET_DAMAGED;
}

whet_decoding whet_webp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels) {
  if (!whet_open_library(&library)) return WHET_NO_LIBRARY;
  size_t size = (size_t)width * (size_t)height * 4;
  return webp.decode(bytes, count, pixels, size, width * 4) ? WHET_DECODED : WHET_DAMAGED;
}
