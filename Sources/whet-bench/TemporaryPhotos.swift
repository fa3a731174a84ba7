import Foundation

/// Files of the same photo in a folder that goes with this.
final class TemporaryPhotos {
  let files: [URL]
  private let folder: URL, data: Data

  init(_ data: Data, count: Int) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whet-bench-photos-\(getpid())")
    (self.folder, self.data) = (folder, data)
    files = (0..<count).map { folder.appending(path: "\($0).jpg") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try data.write(to: file) }
  }

  /// Lets the system drop what it keeps of the files in memory, after they are on the disk.
  func forget() {
    for file in files {
      let handle = open(file.path, O_RDONLY)
      guard handle >= 0 else { continue }
      fsync(handle)
      posix_fadvise(handle, 0, 0, Int32(POSIX_FADV_DONTNEED))
      close(handle)
    }
  }
}
