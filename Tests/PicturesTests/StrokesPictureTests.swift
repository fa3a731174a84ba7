import Testing

@testable import Pictures

struct StrokesPictureTests {
  private func rows(_ pixels: [UInt8], _ width: Int = 28) -> [[UInt8]] {
    stride(from: 0, to: pixels.count, by: width).map { Array(pixels[$0..<$0 + width]) }
  }

  @Test func `a sheet is scaled by averaging: a line of 15 of 224 is two pixels of 28, not quite white`() throws {
    let rows = rows(try Strokes("M0,112 L224,112").pixels(width: 28, height: 28, isCentered: false))
    // 7.5 of the 8 rows that become one are inked: 255 · 7.5 / 8 = 239.06.
    #expect(rows[13] == [UInt8](repeating: 239, count: 28) && rows[14] == rows[13])
    #expect((rows[..<13] + rows[15...]).allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func `centred, the longer side is 20 of 28 pixels and the mass is in the middle`() throws {
    let rows = rows(try Strokes("M40,30 L40,130").pixels(width: 28, height: 28, isCentered: true))
    #expect(rows.map { $0.contains { $0 > 0 } } == (0..<28).map { (4..<24).contains($0) })
    #expect(rows.allSatisfy { $0 == $0.reversed() } && rows == rows.reversed())
  }

  @Test(arguments: [(0, 0), (37, 20), (60, 70)])
  func `centred, it does not matter where on the sheet it was drawn`(move: (x: Int, y: Int)) throws {
    func drawn(_ x: Int, _ y: Int) throws -> [UInt8] {
      try Strokes("M\(20 + x),\(20 + y) L\(100 + x),\(20 + y) \(50 + x),\(120 + y)").pixels(
        width: 28, height: 28, isCentered: true)
    }
    #expect(try drawn(move.x, move.y) == drawn(0, 0))
  }

  @Test func `a dot stays a dot`() throws {
    let pixels = try Strokes("M200,30").pixels(width: 28, height: 28, isCentered: true)
    let inked = rows(pixels).map { $0.count { $0 > 0 } }
    #expect(inked.max() == 4 && inked.count { $0 > 0 } == 4)
  }

  @Test func `nothing drawn on the sheet is black`() throws {
    for isCentered in [true, false] {
      let pixels = try Strokes("M-90,-90").pixels(width: 28, height: 20, isCentered: isCentered)
      #expect(pixels == [UInt8](repeating: 0, count: 560))
    }
  }

  @Test func `the same strokes are the same bits`() throws {
    let text = "M62,41 L70,39 101,37 150,44 149,50 121,101 94,187"
    #expect(
      try Strokes(text).pixels(width: 28, height: 28, isCentered: true)
        == Strokes(text).pixels(width: 28, height: 28, isCentered: true))
    #expect(try Strokes(text).pixels(width: 227, height: 227, isCentered: true).count == 227 * 227)
  }
}
