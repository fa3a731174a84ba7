import Foundation
import Testing

@testable import Networks

@Suite struct LayerQuantizationTests {
  @Test func `what was written is read again`() throws {
    let layer = LayerQuantization(
      range: -1.5...3, factors: [0.25, 4], offsets: [-0.1, 7], weights: [-127, 0, 1, 127], steps: [0.01, 0.3],
      bias: [1, -2])
    let text = try JSONEncoder().encode(layer)
    #expect(try JSONDecoder().decode(LayerQuantization.self, from: text) == layer)
    #expect(text.count < 200)
  }
}
