import Glibc

/// A generator of 64-bit numbers (SplitMix64; Steele, Lea and Flood, 2014) whose sequence follows from its seed: what
/// went wrong by chance can be repeated.
public struct Dice {
  private var state: UInt64

  /// A generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including the bound, which is positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of several choices, of which there is at least one.
  public mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }
}

/// How many rounds tests by chance go on for: `WHET_FUZZ`, else as many as are done in a moment.
public enum Rounds {
  /// The number in `WHET_FUZZ`, or the one given.
  public static func fuzz(else usual: Int) -> Int {
    getenv("WHET_FUZZ").flatMap { Int(String(cString: $0)) } ?? usual
  }
}
