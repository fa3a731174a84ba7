import Tensors

extension SeededGenerator {
  /// A number from the uniform distribution over `lower ..< upper`, made of the top 53 bits of one draw.
  mutating func between(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * (Double(next() >> 11) * 0x1p-53)
  }
}
