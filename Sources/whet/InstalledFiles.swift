import Glibc

/// Files that are put into Jupyter's folders, and taken out again.
enum InstalledFiles {
  /// Makes a folder and those it lies in.
  static func makeFolder(_ path: String) throws(InstallError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
      throw .folder(path: made, code: errno)
    }
  }

  /// Writes a file so that at any time there is either the old one or the new one, whole.
  static func write(_ bytes: [UInt8], to path: String) throws(InstallError) {
    let temporary = "\(path).\(getpid()).new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .file(path: path, code: errno) }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(temporary)
    throw .file(path: path, code: code)
  }

  /// Removes files that may be gone already, and then their folder, unless it holds others.
  ///
  /// - Throws: `InstallError.removal` naming the path.
  static func remove(_ names: [String], from folder: String) throws(InstallError) {
    for name in names {
      let path = "\(folder)/\(name)"
      guard unlink(path) != 0, errno != ENOENT else { continue }
      throw .removal(path: path, code: errno)
    }
    guard rmdir(folder) != 0, errno != ENOENT, errno != ENOTEMPTY, errno != EEXIST else { return }
    throw .removal(path: folder, code: errno)
  }

  /// The bytes of a small file, as far as 64 KiB; nil where it cannot be read.
  static func content(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// The names of what lies in a folder, sorted; none where there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
