import Glibc

/// What stands at a path.
public enum FileKind: Sendable, Equatable {
  case regular, folder, link, pipe, socket, characterDevice, blockDevice

  /// The kind in a mode, as `stat` gives it.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .regular
      }
  }

  /// What stands at a path itself, a link as one; nil where nothing does, or where it cannot be looked at.
  public init?(ofEntryAt path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(mode: status.st_mode)
  }

  /// What stands at a path, links followed; nil where nothing does, or where it cannot be looked at.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(mode: status.st_mode)
  }
}
