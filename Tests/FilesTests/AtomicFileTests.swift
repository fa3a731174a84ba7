import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(of path: String, replacing: ((borrowing RegularFile) -> Bool)? = nil) -> FileWriteError? {
    do throws(FileWriteError) { try AtomicFile.write(Data("new".utf8), to: path, replacing: replacing) } catch {
      return error
    }
    return nil
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test func `a file is made, and replaced, and nothing else is left`() throws {
    let path = folder.path + "/a"
    for content in ["one", "", String(repeating: "long ", count: 300_000)] {
      try AtomicFile.write(Data(content.utf8), to: path)
      #expect(text(path) == content)
    }
    #expect(try folder.names() == ["a"])
  }

  @Test func `until it is finished the old file stands`() throws {
    let path = try folder.write("old".utf8, as: "a")
    do {
      let file = try AtomicFile(at: path)
      try Data("new".utf8).withUnsafeBytes { try file.write($0) }
      #expect(text(path) == "old")
    }
    #expect(text(path) == "old")
    #expect(try folder.names() == ["a"])
  }

  @Test func `permissions stay as they are`() throws {
    let path = try folder.write("old".utf8, as: "a")
    try #require(chmod(path, 0o640) == 0)
    try AtomicFile.write(Data("new".utf8), to: path)
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
  }

  @Test func `a link is not written through, wherever it leads`() throws {
    let target = try folder.write("old".utf8, as: "target")
    for (name, leads) in [("link", target), ("dangling", folder.path + "/none"), ("null", "/dev/null")] {
      let link = "\(folder.path)/\(name)"
      symlink(leads, link)
      #expect(refusal(of: link) == .notRegular(path: link, kind: .link))
    }
    #expect(text(target) == "old")
    #expect(try folder.names() == ["dangling", "link", "null", "target"])
  }

  @Test func `a pipe, a folder and a device stay what they are`() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(refusal(of: pipe) == .notRegular(path: pipe, kind: .pipe))
    #expect(refusal(of: folder.path) == .notRegular(path: folder.path, kind: .folder))
    #expect(refusal(of: "/dev/full") == .notRegular(path: "/dev/full", kind: .characterDevice))
    #expect(FileKind(at: "/dev/full") == .characterDevice)
    #expect(try folder.names() == ["pipe"])
  }

  @Test func `a folder that is not there is an error of the system`() {
    let path = folder.path + "/none/a"
    #expect(refusal(of: path) == .unwritable(path: path, code: ENOENT))
  }

  @Test func `the writer may be asked whether a file is its to replace`() throws {
    let path = try folder.write("old".utf8, as: "a")
    func isOld(_ file: borrowing RegularFile) -> Bool { (try? file.bytes()) == Array("old".utf8) }
    #expect(refusal(of: path, replacing: isOld) == nil)
    #expect(refusal(of: path, replacing: isOld) == .foreign(path: path))
    #expect(refusal(of: folder.path + "/b", replacing: { _ in false }) == nil)
    #expect(text(path) == "new")
  }

  @Test func `what a killed writer left is removed, what a living one holds is not`() throws {
    try folder.write("half".utf8, as: AtomicFile.prefix + "of-a-killed-writer")
    let living = try AtomicFile(at: folder.path + "/living")
    try AtomicFile.write(Data(), to: folder.path + "/a")
    let names = try folder.names()
    #expect(names.count == 2 && names[0].hasPrefix(AtomicFile.prefix) && names[1] == "a")
    try living.finish()
    #expect(try folder.names() == ["a", "living"])
  }

  @Test func `writers of one folder do not remove each other's files`() async throws {
    let path = folder.path
    await withTaskGroup(of: Bool.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<50 where (try? AtomicFile.write(Data("\(round)".utf8), to: "\(path)/\(writer)")) == nil {
            return false
          }
          return true
        }
      }
      for await isDone in group { #expect(isDone) }
    }
    #expect(try folder.names() == ["0", "1", "2", "3"])
  }
}
