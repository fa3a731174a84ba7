#include <zlib.h>

// zlib's own reader and writer of ZIP archives.
#include <minizip/unzip.h>
#include <minizip/zip.h>

/// Begins to unpack gzip data, whatever window it was packed with. The header's own name for this is a macro, which Swift
/// does not import.
static inline int whet_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

/// Begins to pack data by the frequency of its bytes alone, without looking for repetitions.
static inline int whet_deflate_frequencies(z_stream *stream) {
  return deflateInit2(stream, 1, Z_DEFLATED, MAX_WBITS, 9, Z_HUFFMAN_ONLY);
}

/// Begins to unpack data of zlib's own format; a macro in the header, too.
static inline int whet_inflate_zlib(z_stream *stream) { return inflateInit(stream); }
