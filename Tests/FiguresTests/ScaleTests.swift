import Testing

@testable import Figures

@Suite struct ScaleTests {
  @Test func `a linear scale maps its ends to its ends`() {
    let scale = Scale(kind: .linear, domain: 10...20, start: 100, end: 0)
    #expect(scale.position(10) == 100)
    #expect(scale.position(20) == 0)
    #expect(scale.position(15) == 50)
  }

  @Test func `a logarithmic scale gives equal ratios equal lengths`() throws {
    let scale = Scale(kind: .logarithmic, domain: 0.1...1000, start: 0, end: 400)
    for (value, place) in [(0.1, 0.0), (1, 100), (10, 200), (100, 300), (1000, 400)] {
      #expect(abs(try #require(scale.position(value)) - place) < 1e-9)
    }
  }

  @Test(arguments: [ScaleKind.linear, .logarithmic])
  func `what cannot be drawn has no place`(kind: ScaleKind) {
    let scale = Scale(kind: kind, domain: 1...2, start: 0, end: 1)
    for value in [Double.nan, .infinity, -.infinity, 1e301] { #expect(scale.position(value) == nil) }
    #expect((scale.position(0) == nil) == (kind == .logarithmic))
    #expect((scale.position(-1) == nil) == (kind == .logarithmic))
  }

  @Test(
    arguments: [
      ([], 0...1), ([.nan, .infinity], 0...1), ([3], 0...3), ([0], -0.5...0.5), ([0, 9.7], 0...10), ([-3, 5], -4...6),
      ([2, 2], 0...2),
    ] as [([Double], ClosedRange<Double>)])
  func `an axis from zero shows all its numbers and ends at round ones`(values: [Double], domain: ClosedRange<Double>) {
    #expect(Scale.domain(of: values, .linear, includesZero: true) == domain)
  }

  @Test func `every domain holds its numbers and is never empty`() {
    var noise = Noise(state: 9)
    for count in 0...6 {
      for size in [1e-9, 1.0, 1e9, 1e299] {
        let values = (0..<count).map { _ in noise.next() * size }
        for kind in [ScaleKind.linear, .logarithmic] {
          for includesZero in [true, false] {
            let domain = Scale.domain(of: values, kind, includesZero: includesZero)
            #expect(domain.lowerBound < domain.upperBound)
            #expect(values.allSatisfy { domain.contains($0) || (kind == .logarithmic && $0 <= 0) })
            #expect(kind == .linear || domain.lowerBound > 0)
          }
        }
      }
    }
  }
}
