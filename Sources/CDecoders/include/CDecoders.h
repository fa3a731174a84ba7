/// Pictures that others' libraries decode: HEIC and AVIF by libheif, WebP by libwebp, TIFF by libtiff; and drawings that librsvg
/// turns into pictures. Each library is opened when
/// its first picture is read: a program that reads none pays nothing for it, and one on a machine without it starts all the same.
///
/// In C because libtiff's functions have variable arguments and libheif's throw C++ exceptions where memory is short. The few
/// functions are declared here by hand, so that no header of these libraries is needed to build.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How reading a picture ended.
typedef enum {
  WHET_DECODED,
  /// The library is not installed, or too old.
  WHET_NO_LIBRARY,
  /// The library is there, but not its part for this kind of picture.
  WHET_NO_CODEC,
  /// The bytes break off before the picture is complete.
  WHET_ENDS,
  /// The bytes contradict themselves; the library's words are in the message.
  WHET_DAMAGED,
  /// A kind of file that the library does not read; its words are in the message.
  WHET_UNSUPPORTED,
} whet_decoding;

/// What a file says of its picture before any pixel is decoded.
typedef struct {
  /// The sides in pixels. Those of HEIF are upright already.
  int64_t width, height;
  /// The orientation as EXIF counts it; 1 where nothing is to be turned.
  int orientation;
  int is_transparent;
  /// Whether colours were multiplied by their opacity.
  int is_premultiplied;
  /// Whether the samples are grey.
  int is_grey;
  /// An ICC profile, valid until the picture is closed; NULL where there is none.
  const uint8_t *profile;
  size_t profile_size;
  /// Primaries and transfer of colours by ITU-T H.273; 2, "unspecified", where the file does not say.
  int primaries, transfer;
} whet_picture_facts;

/// A file that was opened and can be decoded. Its bytes stay where they are until it is closed. Used by one thread at a time.
typedef struct whet_heif whet_heif;
typedef struct whet_tiff whet_tiff;

/// Room for a library's words.
enum { whet_message_size = 256 };

/// The first name of each library: what a message names where none was found.
extern const char *const whet_heif_library, *const whet_webp_library, *const whet_tiff_library,
  *const whet_svg_library;

/// Opens a HEIF file (HEIC, AVIF) and reads what it says of its first picture. `opened` is NULL unless WHET_DECODED.
whet_decoding whet_heif_open(
  const uint8_t *bytes, size_t count, whet_heif **opened, whet_picture_facts *facts, char *message);
/// Decodes into red, green, blue and opacity, row by row, without gaps: width × height × 4 bytes.
whet_decoding whet_heif_decode(whet_heif *opened, const whet_picture_facts *facts, uint8_t *pixels, char *message);
void whet_heif_close(whet_heif *opened);

/// Opens a TIFF file and reads what it says of its first page. No buffer larger than `most` bytes is made for its compressed data.
whet_decoding whet_tiff_open(
  const uint8_t *bytes, size_t count, int64_t most, whet_tiff **opened, whet_picture_facts *facts, char *message);
/// Decodes into red, green, blue and opacity, row by row, without gaps: width × height × 4 bytes, 4-byte aligned.
whet_decoding whet_tiff_decode(whet_tiff *opened, const whet_picture_facts *facts, uint8_t *pixels, char *message);
void whet_tiff_close(whet_tiff *opened);

/// Reads the sides of a WebP picture that is not animated, or of one picture of an animation.
whet_decoding whet_webp_sides(const uint8_t *bytes, size_t count, int *width, int *height);
/// Decodes it into red, green, blue and opacity, row by row, without gaps: width × height × 4 bytes.
whet_decoding whet_webp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels);

/// Whether there is a library to draw SVG with.
int whet_svg_is_drawable(void);
/// Draws SVG as large as the picture. Pixels are blue, green, red and opacity, premultiplied, row by row, without gaps:
/// width × height × 4 bytes, 4-byte aligned, that are 0 before.
whet_decoding whet_svg_draw(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels, char *message);

#ifdef __cplusplus
}
#endif
