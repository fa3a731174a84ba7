internal import Files
internal import Foundation

/// A folder with all that lies in it as one stretch of bytes: what the journal keeps of a folder that is replaced whole. The same
/// content gives the same bytes. Links, pipes and devices have no place in it.
enum PackedFolder {
  /// Takes bytes of a folder, piece by piece.
  typealias Sink = (UnsafeRawBufferPointer) throws(ContentError) -> Void

  /// More entries are not kept: a few times what any package of a model has.
  static let mostEntries = 10_000
  private static let mark = Array("whet folder 1\n".utf8)
  /// What an entry begins with, before its path's length, its content's length and its path.
  private static let folderEntry: UInt8 = 0
  private static let fileEntry: UInt8 = 1

  /// The digest of a folder's bytes.
  ///
  /// - Throws: `ContentError.cannotRead`, `notRegular`.
  static func hash(_ path: String) throws(ContentError) -> ContentHash {
    var hasher = Hasher256()
    try write(path) { (bytes) throws(ContentError) in hasher.add(bytes) }
    return hasher.finish()
  }

  /// Gives a folder's bytes to a sink.
  ///
  /// - Throws: `ContentError.cannotRead`, `notRegular`, and what the sink throws.
  static func write(_ path: String, to sink: Sink) throws(ContentError) {
    try give(mark, to: sink)
    for (name, kind) in try entries(of: path) {
      let isFolder = kind == .folder
      let content = isFolder ? 0 : try size("\(path)/\(name)")
      try give(
        [isFolder ? folderEntry : fileEntry] + number(name.utf8.count) + number(content) + Array(name.utf8), to: sink)
      guard !isFolder else { continue }
      var left = content
      try HashedFile.read("\(path)/\(name)") { (bytes) throws(ContentError) in
        left -= bytes.count
        try sink(bytes)
      }
      // It grew or shrank meanwhile.
      guard left == 0 else { throw .cannotRead(path: "\(path)/\(name)", code: EBUSY) }
    }
  }

  /// Fills a folder with what bytes say.
  ///
  /// - Throws: `FileWriteError`; `unwritable` with `EILSEQ` where they are not those of a folder.
  static func unpack(_ bytes: Data, into folder: AtomicFolder) throws(FileWriteError) {
    let broken = FileWriteError.unwritable(path: folder.path, code: EILSEQ)
    var rest = bytes[...]
    func take(_ count: Int) throws(FileWriteError) -> Data {
      guard count >= 0, count <= rest.count else { throw broken }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() throws(FileWriteError) -> Int {
      let value = try take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw broken }
      return number
    }
    guard try take(mark.count).elementsEqual(mark) else { throw broken }
    while !rest.isEmpty {
      let kind = try take(1).first
      let (nameLength, contentLength) = (try number(), try number())
      let name = String(decoding: try take(nameLength), as: UTF8.self)
      let content = try take(contentLength)
      if kind == folderEntry { try folder.makeFolder(name) } else { try folder.write(content, to: name) }
    }
  }

  /// What lies in a folder, by paths in it, folders before what lies in them.
  private static func entries(of root: String) throws(ContentError) -> [(name: String, kind: FileKind)] {
    var found: [(name: String, kind: FileKind)] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      let place = folder.isEmpty ? root : "\(root)/\(folder)"
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch {
        throw .cannotRead(path: place, code: EACCES)
      }
      for name in names {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        guard let kind = FileKind(ofEntryAt: "\(root)/\(path)") else {
          throw .cannotRead(path: "\(root)/\(path)", code: ENOENT)
        }
        guard kind == .regular || kind == .folder else { throw .notRegular(path: "\(root)/\(path)", kind: kind) }
        found.append((path, kind))
        guard found.count <= mostEntries else { throw .cannotRead(path: root, code: E2BIG) }
        if kind == .folder { waiting.append(path) }
      }
    }
    return found.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
  }

  private static func size(_ path: String) throws(ContentError) -> Int {
    do throws(FileReadError) { return try RegularFile(path: path).size } catch { throw ContentError(error) }
  }

  private static func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  private static func give(_ bytes: [UInt8], to sink: Sink) throws(ContentError) {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(ContentError) in try sink(bytes) } }
    try result.get()
  }
}
