/// What is wrong with packed data.
enum UnpackingError: Error, Equatable {
  /// It ends in the middle.
  case truncated
  /// It breaks the format's rules.
  case malformed
  /// It would become longer than allowed.
  case tooLong
  /// Whoever takes what is unpacked wants no more.
  case unwanted
}
