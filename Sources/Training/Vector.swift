/// Arithmetic of long vectors in double precision; sums run in eight lanes, added up in a fixed order.
enum Vector {
  static func dot(_ first: [Double], _ second: [Double]) -> Double {
    precondition(first.count == second.count, "vectors of \(first.count) and \(second.count) numbers")
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        var lanes = SIMD8<Double>.zero
        let whole = first.count & ~7
        for start in stride(from: 0, to: whole, by: 8) {
          for lane in 0..<8 { lanes[lane] += first[start + lane] * second[start + lane] }
        }
        var sum = lanes.sum()
        for index in whole..<first.count { sum += first[index] * second[index] }
        return sum
      }
    }
  }

  static func length(_ vector: [Double]) -> Double { dot(vector, vector).squareRoot() }

  static func largest(_ vector: [Double]) -> Double { vector.reduce(0) { max($0, abs($1)) } }

  static func scaled(_ vector: [Double], by factor: Double) -> [Double] { vector.map { $0 * factor } }

  static func difference(_ first: [Double], _ second: [Double]) -> [Double] { sum(first, second, times: -1) }

  /// first + factor · second.
  static func sum(_ first: [Double], _ second: [Double], times factor: Double) -> [Double] {
    var result = first
    for index in result.indices { result[index] += factor * second[index] }
    return result
  }
}
