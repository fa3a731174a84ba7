public import Files

extension FileKind {
  /// What stands at a path where a regular file was expected: `a named pipe`.
  public var phrase: String {
    switch self {
    case .regular: "a regular file"
    case .folder: "a folder"
    case .link: "a link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    }
  }
}
