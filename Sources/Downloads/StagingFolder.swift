internal import Foundation

/// The hidden folder in which files wait until all of them have come: `.gestures.fetch`. One program uses it at a time.
final class StagingFolder {
  /// Where it is.
  let folder: String
  private let descriptor: Int32

  /// Makes the folder, or finds it as it was left, and keeps other programs out.
  ///
  /// - Throws: `DownloadError.busy`, or `cannotWrite`.
  init(_ folder: String) throws(DownloadError) {
    self.folder = folder
    for _ in 0..<10 {
      try Self.makeFolders(folder)
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw .cannotWrite(path: folder, code: errno) }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw .busy(folder: folder)
      }
      if Self.isSame(descriptor, folder) {
        self.descriptor = descriptor
        return
      }
      // Another program finished, and took the folder away, in just that moment.
      close(descriptor)
    }
    throw .busy(folder: folder)
  }

  deinit { close(descriptor) }

  /// Where a file waits. Folders on the way to it are made.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  func place(of file: DownloadFile) throws(DownloadError) -> String {
    let path = "\(folder)/\(file.path)"
    try Self.makeFolders((path as NSString).deletingLastPathComponent)
    return path
  }

  /// Takes the folder away, with whatever is left in it.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Takes the folder away where nothing has come into it.
  func removeUnlessUsed() {
    let all = FileManager.default.enumerator(atPath: folder)
    while let path = all?.nextObject() as? String {
      var status = stat()
      let isThere = lstat("\(folder)/\(path)", &status) == 0
      if isThere, status.st_mode & S_IFMT != S_IFDIR, status.st_size > 0 { return }
    }
    remove()
  }

  /// Makes a folder and those it lies in.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  static func makeFolders(_ path: String) throws(DownloadError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      // What may not be written may be there all the same.
      let code = errno
      guard access(made, F_OK) != 0 else { continue }
      throw .cannotWrite(path: made, code: code)
    }
  }

  /// Gives a file or folder its place.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  static func move(_ path: String, to place: String) throws(DownloadError) {
    guard rename(path, place) == 0 else { throw .cannotWrite(path: place, code: errno) }
  }

  /// Whether there is anything at a path, a link that leads nowhere included.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func isSame(_ descriptor: Int32, _ folder: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(folder, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }
}
