/// What can be the matter with what a page says of an act.
enum TouchDiagnostic {
  /// It is none of the questions and acts there are.
  case unknown
  /// A text or a list beyond what an act takes; the most there may be.
  case tooLong(String, most: Int)
  /// Too many acts wait to be done.
  case tooMany(Int)
  /// A photo that a page sent.
  case upload(Upload)
  /// A photo that is not in a split, or not of the class that the page shows.
  case photoIsGone(String, split: String)
  /// A way of varying photos that is none.
  case noVariation(String)

  /// What can be the matter with a photo that a page sends.
  enum Upload {
    /// A piece is missing, or does not fit the others.
    case broken
    /// It has more bytes than this.
    case tooLarge(Int)
    /// So many wait already.
    case tooMany(Int)
    /// It cannot be written into this folder.
    case notWritten(String)
  }
}
