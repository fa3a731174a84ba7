import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct AtomicFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? [] }

  private func content(_ path: String) -> [String: String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    var found: [String: String] = [:]
    for name in paths { found[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    return found
  }

  private func write(_ files: [String: String], folders: [String] = [], to path: String) throws(FileWriteError) {
    let made = try AtomicFolder(at: path)
    for folder in folders { try made.makeFolder(folder) }
    for (name, text) in files.sorted(by: { $0.key < $1.key }) { try made.write(Data(text.utf8), to: name) }
    try made.finish()
  }

  @Test func `a folder is made, and replaced whole, and nothing else is left`() throws {
    let path = folder.path + "/a"
    let first = ["Manifest": "one", "Data/inner/model": "two"]
    try write(first, folders: ["Data/empty"], to: path)
    #expect(content(path) == first && FileKind(at: path + "/Data/empty") == .folder)
    let second = ["Data/other": "three"]
    try write(second, to: path)
    #expect(content(path) == second && names == ["a"])
  }

  @Test func `nothing but a folder is replaced`() throws {
    let file = folder.path + "/file"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: FileWriteError.notRegular(path: file, kind: .regular)) { try write(["b": "1"], to: file) }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path)
    #expect(throws: FileWriteError.notRegular(path: folder.path + "/link", kind: .link)) {
      try write(["b": "1"], to: folder.path + "/link")
    }
    // What appears while the folder is filled stays, too.
    let path = folder.path + "/a"
    let made = try AtomicFolder(at: path)
    try made.write(Data("1".utf8), to: "b")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: FileWriteError.unwritable(path: path, code: EEXIST)) { try made.finish() }
    #expect(content(path).isEmpty)
  }

  @Test func `what cannot be filled leaves nothing behind`() throws {
    let path = folder.path + "/a"
    // A file in the way of a folder.
    #expect(throws: FileWriteError.self) { try write(["b": "1", "b/c": "2"], to: path) }
    #expect(names.isEmpty)
    #expect(throws: FileWriteError.unwritable(path: folder.path + "/no/a", code: ENOENT)) {
      try write(["b": "1"], to: folder.path + "/no/a")
    }
  }

  @Test func `temporary folders of killed writers are removed, those of living ones are not`() throws {
    for (name, isAlive) in [("\(AtomicFile.prefix)dead", false), ("\(AtomicFile.prefix)alive", true)] {
      let path = "\(folder.path)/\(name)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      guard isAlive else { continue }
      let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      #expect(flock(lock, LOCK_EX) == 0)
      defer { close(lock) }
      try write(["b": "1"], to: folder.path + "/a")
      #expect(names == ["\(AtomicFile.prefix)alive", "a"].sorted())
    }
  }
}
