import Tensors
import Training

/// Vectors in clusters, with a spectrum that falls slowly, as a stand-in for features of pictures.
///
/// A thousand centres; a vector lies around one of them, 0.7 times as far from it as centres lie from the middle. Along the i-th
/// of 384 directions numbers vary with 1/√i, so that the first 64 directions hold three quarters of the variance. The directions are
/// none of the axes: three rounds of changed signs, exchanged places and Hadamard's transform turn them.
enum Embeddings {
  static let dimension = 384
  private static let centres = 1000

  /// So many, [count, dimension], row-major.
  static func drawn(_ count: Int, seed: UInt64) -> [Float] {
    let turn = Turn()
    let pieces = Parallel.map((count + 9999) / 10_000) { piece in
      var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(piece))
      return (piece * 10_000..<min(count, (piece + 1) * 10_000)).flatMap { _ in
        vector(around: generator.below(centres), &generator, turn)
      }
    }
    return pieces.flatMap { $0 }
  }

  private static func vector(around centre: Int, _ generator: inout SeededGenerator, _ turn: Turn) -> [Float] {
    var middle = SeededGenerator(seed: UInt64(centre))
    var numbers = (0..<dimension).map { place in
      (normal(&middle) + 0.7 * normal(&generator)) / Float(place + 1).squareRoot()
    }
    turn.apply(to: &numbers)
    return numbers
  }

  /// Nearly normal: the sum of four even ones.
  private static func normal(_ generator: inout SeededGenerator) -> Float {
    (0..<4).reduce(Float(0)) { sum, _ in sum + generator.uniform(-0.866, 0.866) }
  }

  private struct Turn {
    private let signs: [[Float]], places: [[Int]]

    init() {
      var generator = SeededGenerator(seed: 3)
      signs = (0..<3).map { _ in (0..<dimension).map { _ in generator.below(2) == 0 ? -1 : 1 } }
      places = (0..<3).map { _ in generator.permutation(dimension) }
    }

    func apply(to numbers: inout [Float]) {
      for round in 0..<3 {
        var mixed = places[round].indices.map {
          numbers[places[round][$0]] * signs[round][$0] / Float(128).squareRoot()
        }
        for block in stride(from: 0, to: dimension, by: 128) {
          var half = 1
          while half < 128 {
            for first in block..<block + 128 where (first - block) & half == 0 {
              let (one, other) = (mixed[first], mixed[first + half])
              (mixed[first], mixed[first + half]) = (one + other, one - other)
            }
            half *= 2
          }
        }
        numbers = mixed
      }
    }
  }
}
