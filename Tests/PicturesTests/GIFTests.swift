import Pictures
import Testing

@Suite struct GIFTests {
  /// Two pixels, black and white, of codes of three bits: clear, 0, 1, end.
  private static let small: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]

  @Test func `a file of two pixels is read`() throws {
    #expect(try Picture(bytes: Self.small).pixels == [0, 0, 0, 255, 255, 255])
  }

  @Test func `what the first picture leaves free of the screen is white`() throws {
    var file = Self.small
    file[6] = 4
    file[8] = 2
    let picture = try Picture(bytes: file)
    #expect(picture.sides == Sides(width: 4, height: 2))
    #expect(picture.pixels[3..<9] == [255, 255, 255, 255, 255, 255])
    #expect(picture.pixels[0..<3] == [0, 0, 0])
  }

  @Test func `a picture larger than its screen has its own sides`() throws {
    var file = Self.small
    file[6] = 1
    #expect(try Picture(bytes: file).sides == Sides(width: 2, height: 1))
  }

  @Test func `too few pixels, no colours and codes that are too wide are damage`() {
    var few = Self.small
    few[26] = 2
    var wide = Self.small
    wide[29] = 9
    var colourless = Self.small
    colourless[10] = 0
    colourless.removeSubrange(13..<19)
    for (file, detail) in [
      (few, "2 of 4 pixels in it"), (wide, "codes of 9 bits"), (colourless, "no colours in it"),
    ] {
      #expect(throws: PictureError.Problem.damaged(.gif, bytes: file.count, detail: detail)) {
        try Picture(bytes: file)
      }
    }
  }

  @Test func `a file without a picture breaks off`() {
    #expect(throws: PictureError.Problem.ends(.gif, afterBytes: 20)) {
      try Picture(bytes: Array(Self.small.prefix(19)) + [0x3B])
    }
  }
}
