/// A model file whose numbers may be scores of classes that it does not name.
public struct UnlabelledFile: Sendable, Equatable {
  /// Where it is.
  public let path: String
  /// How many numbers its model gives.
  public let scores: Int
}
