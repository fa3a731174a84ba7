import Pictures
import Testing

@Suite struct JPEGTests {
  @Test func `a file that breaks off says after how many bytes, wherever it does`() throws {
    for name in ["JPEG 4:2:0", "JPEG progressive", "JPEG orientation 6"] {
      let file = try Reference.file(name)
      for length in 3..<file.count {
        #expect(throws: PictureError.Problem.ends(.jpeg, afterBytes: length), "\(name) cut to \(length)") {
          try Picture(bytes: Array(file.prefix(length)))
        }
      }
    }
  }

  @Test func `bytes after the end are ignored`() throws {
    let file = try Reference.file("JPEG 4:2:0")
    #expect(try Picture(bytes: file + [1, 2, 3]) == Picture(bytes: file))
  }

  @Test func `a file without a picture is damaged`() {
    #expect(throws: PictureError.Problem.damaged(.jpeg, bytes: 4, detail: "no picture in it")) {
      try Picture(bytes: [0xFF, 0xD8, 0xFF, 0xD9])
    }
  }

  @Test func `compressed data that contradicts itself is an error and no grey picture`() throws {
    var file = try Picture(width: 64, height: 64, pixels: noise(64 * 64 * 3)).jpegData(quality: 0.9).map(\.self)
    // In the middle of the compressed data: an unused marker-free run of ones is no Huffman code.
    for index in file.count / 2..<file.count / 2 + 40 { file[index] = index.isMultiple(of: 2) ? 0xFF : 0x00 }
    do {
      _ = try Picture(bytes: file)
      Issue.record("the damage went unnoticed")
    } catch {
      guard case .damaged(.jpeg, let bytes, let detail) = error else {
        Issue.record("unexpected \(error)")
        return
      }
      #expect(bytes == file.count)
      #expect(detail.hasPrefix("Corrupt JPEG data"))
    }
  }

  @Test func `no single wrong byte crashes the reader`() throws {
    for name in ["JPEG 4:2:0", "JPEG progressive", "JPEG CMYK", "JPEG orientation 8"] {
      let file = try Reference.file(name)
      for index in 2..<file.count {
        for value: UInt8 in [0x00, 0x01, 0x7F, 0xFF, 0xD9, file[index] ^ 0x80] {
          var changed = file
          changed[index] = value
          _ = try? Picture(bytes: changed, limits: Picture.Limits(fileBytes: 10_000, pixels: 100_000))
        }
      }
    }
  }

  @Test func `a picture said to be huge is refused before decoding`() throws {
    var file = try Reference.file("JPEG 4:4:4")
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(
      throws: PictureError.Problem.tooManyPixels(.jpeg, width: 65_500, height: 65_500, limit: 50_000_000)
    ) { try Picture(bytes: file) }
  }

  @Test func `samples of 12 bits are named`() throws {
    var file = try Reference.file("JPEG 4:4:4")
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[frame + 4] = 12
    #expect(throws: PictureError.Problem.unsupported(.jpeg, feature: "12 bits per sample")) {
      try Picture(bytes: file)
    }
  }

  @Test func `a written file reads back nearly the same, better with more quality`() throws {
    let picture = Picture(width: 40, height: 30, pixels: (0..<3600).map { UInt8($0 / 3 % 40 * 6) })
    var errors: [Int] = []
    for quality in [0.1, 0.5, 0.95] {
      let back = try Picture(bytes: Array(picture.jpegData(quality: quality)))
      #expect(back.sides == Sides(width: 40, height: 30))
      errors.append(zip(back.pixels, picture.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +))
    }
    #expect(errors == errors.sorted(by: >))
    #expect(errors[2] < 3600 * 2)
  }

  /// The decoder stores rows that begin at whole vectors in another way.
  @Test(arguments: [224, 225, 8, 5]) func `pixels are the same wherever they lie`(width: Int) throws {
    let file = try Array(Picture(width: width, height: 24, pixels: noise(width * 24 * 3)).jpegData(quality: 0.9))
    let first = try Picture(bytes: file).pixels
    #expect(first.count == width * 24 * 3)
    var between: [[UInt8]] = []
    for size in 0..<40 {
      between.append([UInt8](repeating: 1, count: 16 * size + 1))
      #expect(try Picture(bytes: file).pixels == first)
    }
  }

  @Test(arguments: [-1, 0, 0.001, 1, 7, .infinity, -.infinity, .nan])
  func `any quality gives a file`(quality: Double) throws {
    let picture = Picture(width: 9, height: 9, red: 200, green: 100, blue: 50)
    #expect(try Picture(bytes: Array(picture.jpegData(quality: quality))).width == 9)
  }

  @Test func `a side that JPEG cannot hold is an error`() throws {
    let picture = Picture(width: 65_501, height: 1, red: 0, green: 0, blue: 0)
    #expect(throws: PictureError.Problem.self) { try picture.jpegData() }
  }
}

/// Bytes without pattern, the same each time.
func noise(_ count: Int) -> [UInt8] {
  var state: UInt64 = 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }
}
