import Testing

@testable import Pictures

struct InkTests {
  @Test func `a dot is a disc of the pen's thickness`() throws {
    let ink = Ink(try Strokes("M112,112"))
    let area = ink.values.reduce(0, +)
    #expect(abs(area - .pi * 7.5 * 7.5) < 0.5)
    #expect(ink.values[112 * 224 + 112] == 1 && ink.values[112 * 224 + 121] == 0)
    #expect(ink.box?.rows == 104..<120 && ink.box?.columns == 104..<120)
    #expect(ink.centre == Strokes.Point(112, 112))
  }

  @Test func `a line has the pen's thickness, half a pixel soft on either side`() throws {
    let ink = Ink(try Strokes("M0,112 L224,112"))
    let column = (0..<224).map { ink.values[$0 * 224 + 100] }
    #expect(column[..<104].allSatisfy { $0 == 0 } && column[120...].allSatisfy { $0 == 0 })
    #expect(column[104] == 0.5 && column[119] == 0.5 && column[105..<119].allSatisfy { $0 == 1 })
  }

  @Test func `crossing lines are no darker than one`() throws {
    #expect(Ink(try Strokes("M20,112 L200,112 M112,20 L112,200 M112,112")).values.max() == 1)
  }

  @Test func `what is drawn off the sheet leaves nothing`() throws {
    let ink = Ink(try Strokes("M-50,-50 L-50,300 M2000,2000"))
    #expect(ink.box == nil && ink.centre == Strokes.Point(112, 112))
  }

  @Test func `averaging keeps the mean, whatever the size`() throws {
    let ink = Ink(try Strokes("M60,40 L160,40 90,190"))
    let mean = ink.values.reduce(0, +) / Float(ink.values.count)
    for (width, height) in [(28, 28), (32, 16), (13, 7), (224, 224), (227, 227), (1, 1)] {
      let small = ink.averaged(
        left: 0, top: 0, stepX: 224 / Double(width), stepY: 224 / Double(height), width: width, height: height)
      #expect(abs(small.reduce(0, +) / Float(small.count) - mean) < 1e-4)
    }
    #expect(ink.averaged(left: 0, top: 0, stepX: 1, stepY: 1, width: 224, height: 224) == ink.values)
  }

  @Test func `beyond the sheet there is no ink`() throws {
    let ink = Ink(try Strokes("M112,112"))
    #expect(
      ink.averaged(left: 500, top: -500, stepX: 8, stepY: 8, width: 3, height: 3) == [Float](repeating: 0, count: 9))
  }
}
