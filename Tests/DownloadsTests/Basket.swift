import Foundation
import RunStore

@testable import Downloads

/// A folder that goes away with the test, and what is to be downloaded into it: two small files.
final class Basket {
  let folder: URL
  /// The content of `a.bin`: more than a connection carries at once.
  static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  /// The content of `deep/✊ b.txt`.
  static let second = Array("the second file".utf8)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "whet ✊ \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// What is in a file; nil where it is not there.
  func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } }

  /// All files below the folder, hidden ones too.
  var tree: [String] {
    let all = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
    return (all?.allObjects as? [String] ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], to name: String) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The file `a.bin`, from these servers.
  static func file(_ servers: LoopbackServer...) -> DownloadFile {
    DownloadFile(
      path: "a.bin", size: content.count, digest: ContentHash(of: content),
      sources: servers.map { "\($0.address)/a.bin" })
  }

  /// Both files as a collection, from one server.
  static func collection(_ server: LoopbackServer, isWhole: Bool = true) -> DownloadCollection {
    guard let mirror = Mirror("\(server.address)/") else { preconditionFailure("a server of ours is a mirror") }
    return DownloadCollection(
      name: "pair", summary: "two files", folder: "data/pair", isWhole: isWhole, licence: "none", page: "nowhere",
      example: "print 1", standIn: "print 2",
      files: [
        DownloadFile(path: "a.bin", size: content.count, digest: ContentHash(of: content), sources: []),
        DownloadFile(path: "deep/✊ b.txt", size: second.count, digest: ContentHash(of: second), sources: []),
      ]
    ).mirrored(at: mirror)
  }

  /// Both files on a good server.
  static func serve(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    switch request.target {
    case "/data/pair/a.bin", "/a.bin": LoopbackServer.content(content, for: request)
    case "/data/pair/deep/%E2%9C%8A%20b.txt": LoopbackServer.content(second, for: request)
    default: LoopbackServer.status("404 Not Found")
    }
  }
}
