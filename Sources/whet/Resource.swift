import CResources

/// A file that is part of the program.
enum Resource {
  /// Its bytes.
  ///
  /// Precondition: there is a file of that name.
  static func bytes(_ name: String) -> [UInt8] {
    var length = 0
    guard let start = whet_resource(name, &length) else { preconditionFailure("no resource is called \(name)") }
    return Array(UnsafeBufferPointer(start: start, count: length))
  }
}
