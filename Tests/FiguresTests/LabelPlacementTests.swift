import Testing

@testable import Figures

@Suite struct LabelPlacementTests {
  @Test(
    arguments: [
      ([], []), ([50], [50]), ([50, 80], [50, 80]), ([50, 50], [42.5, 57.5]), ([57, 50], [61, 46]),
      ([0, 0, 0], [5, 20, 35]),
      ([100, 99], [95, 80]), ([10, 12, 90], [5, 20, 90]),
    ] as [([Double], [Double])])
  func `labels move apart as little as needed`(wishes: [Double], places: [Double]) {
    #expect(LabelPlacement.spread(wishes, spacing: 15, within: 5...95) == places)
  }

  @Test func `labels keep their distance, their order and the field`() {
    var noise = Noise(state: 4)
    for count in 1...6 {
      for _ in 0..<200 {
        let wishes = (0..<count).map { _ in 50 + 60 * noise.next() }
        let places = LabelPlacement.spread(wishes, spacing: 15, within: 5...95)
        let order = wishes.indices.sorted { wishes[$0] < wishes[$1] }
        for (upper, lower) in zip(order, order.dropFirst()) { #expect(places[lower] - places[upper] > 14.999) }
        #expect(places.allSatisfy { (4.999...95.001).contains($0) })
      }
    }
  }
}
