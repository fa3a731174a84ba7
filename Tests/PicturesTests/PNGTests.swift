import Pictures
import Testing

@Suite struct PNGTests {
  @Test func `a written file reads back the same`() throws {
    for (width, height) in [(1, 1), (3, 2), (64, 65), (257, 3)] {
      let picture = Picture(width: width, height: height, pixels: noise(width * height * 3))
      #expect(try Picture(bytes: Array(picture.pngData())) == picture)
    }
  }

  @Test func `a file that breaks off says after how many bytes, wherever it does`() throws {
    let file = try Reference.file("PNG palette with transparency")
    for length in 8..<file.count {
      #expect(throws: PictureError.Problem.ends(.png, afterBytes: length), "cut to \(length)") {
        try Picture(bytes: Array(file.prefix(length)))
      }
    }
  }

  @Test func `a wrong checksum is damage`() throws {
    var file = try Reference.file("PNG colour")
    let data = try #require(file.indices.first { Array(file[$0...].prefix(4)) == Array("IDAT".utf8) })
    file[data + 8] ^= 0xFF
    do {
      _ = try Picture(bytes: file)
      Issue.record("the damage went unnoticed")
    } catch {
      guard case .damaged(.png, let bytes, let detail) = error else {
        Issue.record("unexpected \(error)")
        return
      }
      #expect(bytes == file.count)
      #expect(!detail.isEmpty)
    }
  }

  @Test func `no single wrong byte crashes the reader`() throws {
    for name in ["PNG colour", "PNG palette", "PNG 16 bits", "PNG orientation 6"] {
      let file = try Reference.file(name)
      for index in 8..<file.count {
        for value: UInt8 in [0x00, 0x01, 0x7F, 0xFF, file[index] ^ 0x80] {
          var changed = file
          changed[index] = value
          _ = try? Picture(bytes: changed, limits: Picture.Limits(fileBytes: 10_000, pixels: 100_000))
        }
      }
    }
  }

  @Test func `a picture said to be huge is refused before decoding`() throws {
    var file = try Reference.file("PNG colour")
    file.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    let side = 0x7FFF_FFFF
    #expect(throws: PictureError.Problem.tooManyPixels(.png, width: side, height: side, limit: 50_000_000)) {
      try Picture(bytes: file)
    }
  }
}
