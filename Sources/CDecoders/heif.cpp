// In C++ so that exceptions of libheif, which it throws where memory is short, end here.
#include <cstdlib>
#include <cstring>

#include "CDecoders.h"
#include "library.h"

namespace {

// What is used of libheif (heif.h).
struct Context;
struct Handle;
struct Image;
struct Error {
  int code, subcode;
  const char *message;
};
/// The first fields of `heif_color_profile_nclx`.
struct Colors {
  uint8_t version;
  int primaries, transfer, matrix;
};
/// The first fields of `heif_security_limits`.
struct SecurityLimits {
  uint8_t version;
  uint64_t pixels;
};

constexpr int rgb = 1, interleaved_rgba = 11, interleaved = 10;
// Codes of errors, and below them what they are about.
constexpr int unsupported_filetype = 3, unsupported_feature = 4;
constexpr int about_end_of_data = 100, about_codec = 3000, about_decoder = 6003;

struct {
  Error (*init)(void *);
  Context *(*make)();
  void (*free)(Context *);
  Error (*read)(Context *, const void *, size_t, const void *);
  Error (*primary)(Context *, Handle **);
  void (*release)(const Handle *);
  int (*width)(const Handle *);
  int (*height)(const Handle *);
  int (*has_alpha)(const Handle *);
  int (*is_premultiplied)(const Handle *);
  size_t (*profile_size)(const Handle *);
  Error (*profile)(const Handle *, void *);
  Error (*colors)(const Handle *, Colors **);
  void (*free_colors)(Colors *);
  Error (*decode)(const Handle *, Image **, int, int, const void *);
  int (*image_width)(const Image *, int);
  int (*image_height)(const Image *, int);
  const uint8_t *(*plane)(const Image *, int, int *);
  void (*release_image)(const Image *);
  void (*set_threads)(Context *, int);
  SecurityLimits *(*limits)(Context *);
} heif;

const char *const names[] = {"libheif.so.1", nullptr};

const whet_function functions[] = {
  {&heif.init, "heif_init", 1},
  {&heif.make, "heif_context_alloc", 0},
  {&heif.free, "heif_context_free", 0},
  {&heif.read, "heif_context_read_from_memory_without_copy", 0},
  {&heif.primary, "heif_context_get_primary_image_handle", 0},
  {&heif.release, "heif_image_handle_release", 0},
  {&heif.width, "heif_image_handle_get_width", 0},
  {&heif.height, "heif_image_handle_get_height", 0},
  {&heif.has_alpha, "heif_image_handle_has_alpha_channel", 0},
  {&heif.is_premultiplied, "heif_image_handle_is_premultiplied_alpha", 1},
  {&heif.profile_size, "heif_image_handle_get_raw_color_profile_size", 0},
  {&heif.profile, "heif_image_handle_get_raw_color_profile", 0},
  {&heif.colors, "heif_image_handle_get_nclx_color_profile", 1},
  {&heif.free_colors, "heif_nclx_color_profile_free", 1},
  {&heif.decode, "heif_decode_image", 0},
  {&heif.image_width, "heif_image_get_width", 0},
  {&heif.image_height, "heif_image_get_height", 0},
  {&heif.plane, "heif_image_get_plane_readonly", 0},
  {&heif.release_image, "heif_image_release", 0},
  {&heif.set_threads, "heif_context_set_max_decoding_threads", 1},
  {&heif.limits, "heif_context_get_security_limits", 1},
  {nullptr, nullptr, 0},
};

/// Finds the plugins that decode, where this version has any.
void prepare() {
  if (heif.init) heif.init(nullptr);
}

whet_library library = {names, functions, prepare, PTHREAD_MUTEX_INITIALIZER, 0};

whet_decoding outcome(const Error &error, char *message) {
  if (error.code == 0) return WHET_DECODED;
  whet_tell(message, error.message);
  if (error.subcode == about_end_of_data) return WHET_ENDS;
  if (error.subcode == about_codec || error.subcode == about_decoder) return WHET_NO_CODEC;
  if (error.code == unsupported_feature || error.code == unsupported_filetype) return WHET_UNSUPPORTED;
  return WHET_DAMAGED;
}

}  // namespace

extern const char *const whet_heif_library = names[0];

struct whet_heif {
  Context *context;
  Handle *handle;
  uint8_t *profile;
};

namespace {

/// Reads the profile of the primary picture; one larger than any camera's is left out.
void read_profile(whet_heif *opened, whet_picture_facts *facts) {
  size_t size = heif.profile_size(opened->handle);
  if (size == 0 || size > 16u << 20) return;
  opened->profile = static_cast<uint8_t *>(malloc(size));
  if (!opened->profile || heif.profile(opened->handle, opened->profile).code != 0) return;
  facts->profile = opened->profile;
  facts->profile_size = size;
}

void read_colors(whet_heif *opened, whet_picture_facts *facts) {
  Colors *colors = nullptr;
  if (!heif.colors || !heif.free_colors || heif.colors(opened->handle, &colors).code != 0 || !colors) return;
  facts->primaries = colors->primaries;
  facts->transfer = colors->transfer;
  heif.free_colors(colors);
}

whet_decoding open_file(
  const uint8_t *bytes, size_t count, whet_heif *opened, whet_picture_facts *facts, char *message) {
  opened->context = heif.make();
  if (!opened->context) return WHET_DAMAGED;
  // Photos are decoded on all processors already, each on a thread.
  if (heif.set_threads) heif.set_threads(opened->context, 0);
  whet_decoding result = outcome(heif.read(opened->context, bytes, count, nullptr), message);
  if (result == WHET_DECODED) result = outcome(heif.primary(opened->context, &opened->handle), message);
  if (result != WHET_DECODED) return result;
  *facts = {};
  facts->width = heif.width(opened->handle);
  facts->height = heif.height(opened->handle);
  facts->orientation = 1;
  facts->is_transparent = heif.has_alpha(opened->handle);
  facts->is_premultiplied = heif.is_premultiplied && heif.is_premultiplied(opened->handle);
  facts->primaries = facts->transfer = 2;
  read_profile(opened, facts);
  read_colors(opened, facts);
  return WHET_DECODED;
}

/// Copies the rows of a decoded picture, which must have the sides it was said to have.
whet_decoding copy(const Image *image, const whet_picture_facts *facts, uint8_t *pixels, char *message) {
  int stride = 0;
  const uint8_t *rows = heif.plane(image, interleaved, &stride);
  bool fits = heif.image_width(image, interleaved) == facts->width
    && heif.image_height(image, interleaved) == facts->height;
  if (!rows || !fits || stride < facts->width * 4) {
    whet_tell(message, "its picture has other sides than the file says");
    return WHET_DAMAGED;
  }
  size_t length = static_cast<size_t>(facts->width) * 4;
  for (int64_t y = 0; y < facts->height; y++) memcpy(pixels + y * length, rows + y * stride, length);
  return WHET_DECODED;
}

/// Does what may throw.
template <typename Work>
whet_decoding safely(char *message, Work work) {
  try {
    return work();
  } catch (...) {
    whet_tell(message, "memory is short for it");
    return WHET_DAMAGED;
  }
}

}  // namespace

whet_decoding whet_heif_open(
  const uint8_t *bytes, size_t count, whet_heif **result, whet_picture_facts *facts, char *message) {
  *result = nullptr;
  if (!whet_open_library(&library)) return WHET_NO_LIBRARY;
  whet_heif *opened = static_cast<whet_heif *>(calloc(1, sizeof *opened));
  if (!opened) return WHET_DAMAGED;
  whet_decoding end = safely(message, [&] { return open_file(bytes, count, opened, facts, message); });
  if (end == WHET_DECODED) *result = opened;
  else whet_heif_close(opened);
  return end;
}

whet_decoding whet_heif_decode(whet_heif *opened, const whet_picture_facts *facts, uint8_t *pixels, char *message) {
  Image *image = nullptr;
  whet_decoding end = safely(message, [&] {
    // What a tile or the coded picture may have at most: a little more than the picture, for codecs work in blocks.
    uint64_t most = static_cast<uint64_t>(facts->width) * facts->height + (1 << 20);
    if (heif.limits) {
      if (SecurityLimits *limits = heif.limits(opened->context)) limits->pixels = most;
    }
    whet_decoding result = outcome(heif.decode(opened->handle, &image, rgb, interleaved_rgba, nullptr), message);
    return result == WHET_DECODED ? copy(image, facts, pixels, message) : result;
  });
  if (image) heif.release_image(image);
  return end;
}

void whet_heif_close(whet_heif *opened) {
  if (opened->handle) heif.release(opened->handle);
  if (opened->context) heif.free(opened->context);
  free(opened->profile);
  free(opened);
}
