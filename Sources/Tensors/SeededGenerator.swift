/// A random number generator whose whole sequence follows from its seed, on every machine.
///
/// The algorithm is xoshiro256** by Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2018), its
/// four words of state filled by SplitMix64. The state is part of the value, so a paused training can be written down
/// and taken up again with the same bits.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Equatable, Codable {
  /// The four words of state.
  public private(set) var state: [UInt64]

  /// Starts the sequence that belongs to a seed.
  public init(seed: UInt64) {
    var word = seed
    state = (0..<4).map { _ in
      word &+= 0x9E37_79B9_7F4A_7C15
      var mixed = word
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    let product = state[1] &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state[1] << 17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << 45) | (state[3] >> 19)
    return result
  }

  /// A number from the uniform distribution over `lower ..< upper`, made of the top 24 bits of one draw.
  public mutating func uniform(_ lower: Float, _ upper: Float) -> Float {
    lower + (upper - lower) * (Float(next() >> 40) * 0x1p-24)
  }

  /// A whole number from `0 ..< bound`, without bias (Lemire's multiply-and-reject).
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a random number below \(bound) does not exist")
    let range = UInt64(bound)
    var product = next().multipliedFullWidth(by: range)
    if product.low < range {
      let threshold = (0 &- range) % range
      while product.low < threshold { product = next().multipliedFullWidth(by: range) }
    }
    return Int(product.high)
  }

  /// The numbers `0 ..< count` in random order (Fisher and Yates, from the end).
  public mutating func permutation(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, below(last + 1)) }
    return order
  }
}
