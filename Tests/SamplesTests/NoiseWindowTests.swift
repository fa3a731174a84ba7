import Testing

@testable import Samples

struct NoiseWindowTests {
  @Test(arguments: [3, 4]) func `the noise of a window is the noise at each place, to its very edges`(layers: Int) {
    let noise = Noise(seed: 5)
    let weights = Array(NoiseRows.layered.prefix(layers))
    let window = NoiseWindow(noise, x: -2.5...3, y: 1...4, weights: weights[...])
    let count = 221
    let (x, y, found) = (Doubles(count), Doubles(count), Doubles(count))
    for place in 0..<count {
      x.start[place] = -2.5 + 5.5 * Double(place % 17) / 16
      y.start[place] = 1 + 3 * Double(place / 17) / 12
    }
    window.write(x: x.start, y: y.start, count: count, to: found.start)
    for place in 0..<count {
      #expect(found.start[place] == layered(noise, x.start[place], y.start[place], weights))
    }
  }
}
