import Testing

@testable import Pictures

@Suite struct EXIFTests {
  private static let little: [UInt8] =
    [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0] + [0x0F, 1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
  private static let big: [UInt8] =
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1] + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]

  @Test func `the orientation is found in both byte orders`() {
    #expect(EXIF.orientation(in: Self.little[...]) == .rightTop)
    #expect(EXIF.orientation(in: Self.big[...]) == .leftBottom)
    #expect(EXIF.orientation(in: ([9, 9] + Self.big).dropFirst(2)) == .leftBottom)
  }

  @Test func `data that breaks off anywhere counts as upright`() {
    for length in 0..<(Self.little.count - 2) {
      #expect(EXIF.orientation(in: Self.little.prefix(length)) == .topLeft, "cut to \(length)")
    }
  }

  @Test(arguments: [
    (2, 0xFF, "another kind of file"), (4, 0, "a directory within the header"),
    (5, 0xFF, "a directory beyond the data"),
    (22, 0x13, "another tag"), (24, 4, "another type"), (30, 0, "orientation 0"), (30, 9, "orientation 9"),
  ])
  func `data that contradicts itself counts as upright`(index: Int, value: UInt8, what: String) {
    var data = Self.little
    data[index] = value
    #expect(EXIF.orientation(in: data[...]) == .topLeft, "\(what)")
  }

  @Test func `each orientation turns the corners to where they belong`() {
    // Stored pixels: 1 2 3 / 4 5 6.
    let stored = Picture(width: 3, height: 2, pixels: (1...6).flatMap { [$0, $0, $0] })
    let expected: [Orientation: [[UInt8]]] = [
      .topLeft: [[1, 2, 3], [4, 5, 6]], .topRight: [[3, 2, 1], [6, 5, 4]], .bottomRight: [[6, 5, 4], [3, 2, 1]],
      .bottomLeft: [[4, 5, 6], [1, 2, 3]], .leftTop: [[1, 4], [2, 5], [3, 6]], .rightTop: [[4, 1], [5, 2], [6, 3]],
      .rightBottom: [[6, 3], [5, 2], [4, 1]], .leftBottom: [[3, 6], [2, 5], [1, 4]],
    ]
    for orientation in Orientation.allCases {
      let upright = stored.upright(orientation)
      let rows = (0..<upright.height).map { y in
        (0..<upright.width).map { upright.pixels[(y * upright.width + $0) * 3] }
      }
      #expect(rows == expected[orientation], "\(orientation)")
    }
  }
}
