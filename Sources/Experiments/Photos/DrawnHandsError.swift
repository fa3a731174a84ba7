/// Why drawn hands were not all drawn.
public enum DrawnHandsError: Error, Equatable {
  /// A photo cannot be written.
  case file(FileError)
  /// Drawing was stopped after some of so many; those stay.
  case stopped(done: Int, of: Int)
}
