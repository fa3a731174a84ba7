import Pictures
import Testing

@Suite struct BMPTests {
  @Test func `runs of eight bits are unpacked, with a jump and values of their own`() throws {
    // Two rows of four, the lower first: 1 1 1 0, then from the second column 2 1 2.
    let data: [UInt8] = [3, 1, 0, 0, 0, 2, 1, 0, 0, 3, 2, 1, 2, 0, 0, 1]
    let file = bitmap(width: 4, height: 2, bits: 8, compression: 1, palette: [0, 100, 200], data: data)
    #expect(try levels(file) == [0, 200, 100, 200, 100, 100, 100, 0])
  }

  @Test func `runs of four bits are unpacked`() throws {
    let file = bitmap(
      width: 5, height: 1, bits: 4, compression: 2, palette: [0, 100, 200], data: [3, 0x12, 0, 3, 0x01, 0x20, 0, 1])
    #expect(try levels(file) == [100, 200, 100, 0, 100])
  }

  @Test func `rows from top to bottom are not turned`() throws {
    let data: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0]
    #expect(try levels(bitmap(width: 1, height: 2, bits: 8, palette: [0, 100, 200], data: data)) == [200, 100])
    #expect(try levels(bitmap(width: 1, height: -2, bits: 8, palette: [0, 100, 200], data: data)) == [100, 200])
  }

  @Test func `channels lie where the masks say, with transparency over white`() throws {
    let masks: [Int] = [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000]
    let file = bitmap(
      width: 2, height: 1, bits: 32, compression: 3, masks: masks, data: [10, 20, 30, 255, 10, 20, 30, 0])
    #expect(try Picture(bytes: file).pixels == [10, 20, 30, 255, 255, 255])
  }

  @Test func `sixteen bits are five for each channel`() throws {
    let file = bitmap(width: 2, height: 1, bits: 16, data: [0xFF, 0x7F, 0x1F, 0x00])
    #expect(try Picture(bytes: file).pixels == [255, 255, 255, 0, 0, 255])
  }

  @Test func `a file that breaks off, and one of another compression, are told`() {
    let short = bitmap(width: 100, height: 100, bits: 24, data: [1, 2, 3])
    #expect(throws: PictureError.Problem.ends(.bmp, afterBytes: short.count)) { try Picture(bytes: short) }
    let jpeg = bitmap(width: 1, height: 1, bits: 0, compression: 4, data: [])
    #expect(throws: PictureError.Problem.unsupported(.bmp, feature: "compression 4")) { try Picture(bytes: jpeg) }
    #expect(throws: PictureError.Problem.ends(.bmp, afterBytes: 4)) { try Picture(bytes: Array("BMxx".utf8)) }
  }

  private func levels(_ file: [UInt8]) throws -> [UInt8] {
    let pixels = try Picture(bytes: file).pixels
    return stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] }
  }
}

/// A BMP file with a palette of grey levels.
private func bitmap(
  width: Int, height: Int, bits: Int, compression: Int = 0, palette: [UInt8] = [], masks: [Int] = [], data: [UInt8]
) -> [UInt8] {
  func bytes(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let header = masks.isEmpty ? 40 : 56
  let start = 14 + header + 4 * palette.count
  var file = Array("BM".utf8) + bytes(start + data.count) + bytes(0) + bytes(start) + bytes(header)
  file += bytes(width) + bytes(height) + bytes(1, 2) + bytes(bits, 2) + bytes(compression) + bytes(data.count)
  file += bytes(0) + bytes(0) + bytes(palette.count) + bytes(0) + masks.flatMap { bytes($0) }
  return file + palette.flatMap { [$0, $0, $0, 0] } + data
}
