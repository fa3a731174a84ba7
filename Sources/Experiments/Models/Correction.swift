/// A photo whose answer a reader corrected, waiting to be learnt from.
public struct Correction: Sendable {
  /// The photo, under its true class.
  public let photo: Photo
  /// What the model said.
  public let answer: String

  /// Puts it together.
  public init(photo: Photo, answer: String) {
    self.photo = photo
    self.answer = answer
  }
}
