public import Tensors

/// One seed for everything: the independent streams of random numbers that a training draws from.
///
/// Each purpose has a stream of its own, and within it each epoch, sample or layer another, found from the seed and
/// not from what was drawn before. So a training with augmentation shuffles as one without, adding a layer leaves the
/// first weights of the others as they were, and epoch 7 has the same order whether or not epochs 1 to 6 were run just
/// before: a paused training needs no generator written down.
///
/// A stream's own seed starts as mix(seed); then the purpose, and each index or byte of the name, is folded in by
/// word = mix(word XOR next). The mixing function is SplitMix64's (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
public struct SeedPlan: Sendable, Equatable {
  /// What random numbers are drawn for. The raw values are part of the plan: changing one changes every result.
  public enum Purpose: UInt64, Sendable, CaseIterable {
    /// First weights, one stream per layer.
    case initialization = 1
    /// The order of the samples, one stream per epoch.
    case shuffle = 2
    /// Variants of pictures, one stream per epoch and sample.
    case augmentation = 3
    /// Zeroed activations, one stream per epoch and mini-batch.
    case dropout = 4
    /// The parts of a cross-validation, one stream per repeat.
    case folds = 5
    /// Drawn training subsets, one stream per draw.
    case subsets = 6
    /// Drawn samples of a synthetic data set.
    case drawings = 7
    /// Samples drawn with replacement, one stream per resample.
    case resamples = 8
    /// The parts to train and to test on, one stream.
    case parts = 9
    /// Columns put in another order, one stream per column and repeat.
    case permutations = 10
  }

  /// The seed everything follows from.
  public let seed: UInt64

  /// The plan that belongs to a seed.
  public init(seed: UInt64) { self.seed = seed }

  /// The generator of one of a purpose's streams, at its beginning; the indices say which: an epoch, or an epoch and a
  /// sample.
  public func generator(for purpose: Purpose, _ indices: Int...) -> SeededGenerator {
    var word = Self.fold(Self.mix(seed), purpose.rawValue)
    for index in indices { word = Self.fold(word, UInt64(bitPattern: Int64(index))) }
    return SeededGenerator(seed: word)
  }

  /// The generator of a stream that belongs to a name, for example a layer's.
  public func generator(for purpose: Purpose, named name: String) -> SeededGenerator {
    var word = Self.fold(Self.mix(seed), purpose.rawValue)
    for byte in name.utf8 { word = Self.fold(word, UInt64(byte)) }
    return SeededGenerator(seed: word)
  }

  private static func fold(_ word: UInt64, _ next: UInt64) -> UInt64 {
    mix(word ^ next)
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
