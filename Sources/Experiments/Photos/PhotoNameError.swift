/// Why a word names no photo of a split.
public enum PhotoNameError: Error, Equatable {
  /// No photo's name begins like this: the names there are.
  case unknown(String, in: String, known: [String])
  /// Several photos' names begin like this.
  case ambiguous(String, in: String, [String])
  /// There are fewer photos.
  case noSuchPlace(Int, in: String, count: Int)
}
