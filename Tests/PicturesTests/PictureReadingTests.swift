import Pictures
import Testing

@Suite struct PictureReadingTests {
  @Test(arguments: try Reference.formats().filter { Libraries.canRead($0.name) })
  func `every further kind of file is decoded as by Pillow and LittleCMS`(file: Reference.Decoding) throws {
    let picture = try Picture(bytes: Array(file.file))
    #expect(picture.width == file.width)
    #expect(picture.height == file.height)
    let worst = zip(picture.pixels, file.expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= file.error ?? 0)
  }

  @Test(arguments: ["WebP lossless", "TIFF raw", "BMP colour", "GIF", "AVIF", "HEIC"].filter(Libraries.canRead))
  func `a picture with more pixels than the limit is refused, one with as many is not`(name: String) throws {
    let file = try Reference.file(name)
    let whole = try Picture(bytes: file)
    let limits = Picture.Limits(fileBytes: 10_000, pixels: whole.width * whole.height)
    #expect(try Picture(bytes: file, limits: limits) == whole)
    let less = Picture.Limits(fileBytes: 10_000, pixels: whole.width * whole.height - 1)
    do {
      _ = try Picture(bytes: file, limits: less)
      Issue.record("it was read")
    } catch {
      guard case .tooManyPixels(_, whole.width, whole.height, less.pixels) = error else {
        Issue.record("unexpected \(error)")
        return
      }
    }
  }

  @Test(
    arguments: [
      "WebP lossless", "WebP lossy transparent", "WebP animated", "TIFF tiff_lzw", "TIFF jpeg", "BMP palette",
      "GIF animated",
      "AVIF", "AVIF transparent", "HEIC",
    ].filter(Libraries.canRead))
  func `a file that breaks off is refused, unless its first picture is complete`(name: String) throws {
    let file = try Reference.file(name)
    let whole = try Picture(bytes: file)
    for length in stride(from: 16, to: file.count, by: 7) {
      if let picture = try? Picture(bytes: Array(file.prefix(length))) {
        #expect(picture == whole, "cut to \(length)")
      }
    }
  }

  @Test(
    arguments: ["WebP lossless", "TIFF tiff_lzw", "BMP palette", "GIF transparent", "AVIF", "HEIC"].filter(
      Libraries.canRead))
  func `no single wrong byte crashes the reader`(name: String) throws {
    let file = try Reference.file(name)
    let limits = Picture.Limits(fileBytes: 10_000, pixels: 100_000)
    for index in file.indices {
      for value: UInt8 in [0x00, 0x7F, 0xFF, file[index] ^ 0x80] {
        var changed = file
        changed[index] = value
        _ = try? Picture(bytes: changed, limits: limits)
      }
    }
  }
}
