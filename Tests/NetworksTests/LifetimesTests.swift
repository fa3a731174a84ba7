import Testing

@testable import Networks

@Suite("When memory is needed, and where it lies")
struct LifetimesTests {
  private func slot(_ tensor: Int, isGradient: Bool = false) -> Lifetimes.Slot {
    Lifetimes.Slot(tensor: tensor, isGradient: isGradient)
  }

  @Test("What is needed at the same time lies apart, the largest first")
  func apart() {
    var lives = Lifetimes()
    for (tensor, times) in [(0, 0...2), (1, 2...3), (2, 1...3)] {
      for time in [times.lowerBound, times.upperBound] { lives.extend(slot(tensor), to: time) }
    }
    let (offsets, total) = lives.firstFit { [16, 48, 32][$0.tensor] }
    #expect(offsets == [slot(1): 0, slot(2): 48, slot(0): 80])
    #expect(total == 96)
  }

  @Test("A gradient takes the place of a tensor that is done with")
  func reused() {
    var lives = Lifetimes()
    for time in [0, 4] { lives.extend(slot(0), to: time) }
    for time in [1, 3] { lives.extend(slot(1), to: time) }
    for time in [5, 4] { lives.extend(slot(2, isGradient: true), to: time) }
    let (offsets, total) = lives.firstFit { _ in 64 }
    #expect(offsets == [slot(0): 0, slot(1): 64, slot(2, isGradient: true): 64])
    #expect(total == 128)
  }

  @Test("A tensor and its gradient are two pieces of memory, and the tensor comes first")
  func twoPieces() {
    var lives = Lifetimes()
    for isGradient in [true, false] { lives.extend(slot(0, isGradient: isGradient), to: 3) }
    let (offsets, total) = lives.firstFit { _ in 32 }
    #expect(offsets == [slot(0): 0, slot(0, isGradient: true): 32])
    #expect(total == 64)
  }
}
