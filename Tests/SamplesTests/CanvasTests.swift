import Testing

@testable import Samples

struct CanvasTests {
  @Test func `a canvas that was given back is lent again`() {
    let stock = CanvasStock(side: 4)
    let first = stock.lend { ObjectIdentifier($0) }
    #expect(stock.lend { ObjectIdentifier($0) } == first)
  }

  @Test func `two at once have one each`() {
    let stock = CanvasStock(side: 4)
    stock.lend { one in stock.lend { other in #expect(one !== other) } }
  }

  @Test func `the order of pictures changes none of them`() {
    let hands = DrawnHands(seed: 5, side: 24)
    let pictures = (0..<4).map { hands.picture(of: .paper, number: $0) }
    #expect((0..<4).reversed().map { hands.picture(of: .paper, number: $0) } == pictures.reversed())
  }
}
