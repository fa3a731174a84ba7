import Files
import Foundation
import Testing

@testable import RunStore

@Suite struct WrittenFilesTests {
  private let folder: TemporaryFolder
  private let work: String

  init() throws {
    folder = try TemporaryFolder()
    work = folder.file("work").path
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
  }

  private func journal() throws -> Journal {
    try Journal(store: RunStore.open(folder: folder.file("state")), place: "here")
  }

  @discardableResult
  private func write(
    _ text: String, to name: String, by files: WrittenFiles, _ permission: WrittenFiles.Permission = .init()
  ) throws -> Int64? {
    try files.write("\(work)/\(name)", permission, for: "save …", told: "a was replaced") {
      try $0.write(Data(text.utf8))
    }
  }

  private func refusal(
    of name: String, by files: WrittenFiles, _ permission: WrittenFiles.Permission = .init()
  ) -> WrittenFileError? {
    do { try write("refused", to: name, by: files, permission) } catch { return error as? WrittenFileError }
    return nil
  }

  private func text(_ name: String) -> String? { try? String(contentsOfFile: "\(work)/\(name)", encoding: .utf8) }
  private func put(_ text: String, as name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(work)/\(name)"))
  }

  private let any = WrittenFiles.Permission(replacingOthers: true)

  @Test func `of several files none is written before all may be, and what they replace comes back at once`() throws {
    let journal = try journal()
    let files = WrittenFiles(journal: journal)
    func writeAll(_ text: String, _ permission: WrittenFiles.Permission = .init()) throws(WrittenFileError) -> Int64? {
      try files.write(
        ["a", "b", "c"].map { ("\(work)/\($0)", Data("\(text) \($0)".utf8)) }, { _ in permission }, for: "pages",
        told: "replaced")
    }
    try put("mine", as: "b")
    do {
      _ = try writeAll("first")
      Issue.record("it replaced a file of somebody else's")
    } catch {
      #expect(error == .file(.foreign(path: "\(work)/b")))
    }
    #expect(text("a") == nil && text("b") == "mine" && text("c") == nil)
    let change = try #require(try writeAll("first", any))
    #expect(text("a") == "first a" && text("b") == "first b" && text("c") == "first c")
    #expect(try writeAll("first") == nil, "nothing is replaced by the same")
    let later = try #require(try writeAll("second"))
    try journal.undo(#require(try journal.change(later)))
    #expect(text("a") == "first a" && text("b") == "first b" && text("c") == "first c")
    try journal.undo(#require(try journal.change(change)))
    #expect(text("b") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work).sorted() == ["a", "b", "c"])
  }

  @Test func `what it wrote it replaces, also in a later session`() throws {
    for text in ["one", "two"] { try write(text, to: "a", by: WrittenFiles(journal: journal())) }
    #expect(text("a") == "two")
    // Without a store, as long as the process lives.
    let passing = WrittenFiles(journal: nil)
    for text in ["one", "two"] { try write(text, to: "b", by: passing) }
    #expect(text("b") == "two")
  }

  @Test func `somebody else's file stays, unless it may be replaced`() throws {
    let files = WrittenFiles(journal: try journal())
    try put("mine", as: "a")
    #expect(refusal(of: "a", by: files) == .file(.foreign(path: "\(work)/a")))
    #expect(text("a") == "mine")
    #expect(try write("new", to: "a", by: files, any) != nil)
    #expect(text("a") == "new")
    // What was changed since is somebody else's again.
    try put("edited", as: "a")
    #expect(refusal(of: "a", by: files) == .file(.foreign(path: "\(work)/a")))
    #expect(throws: Never.self) {
      try write("own", to: "a", by: files, .init(recognising: { (try? $0.bytes()) == Array("edited".utf8) }))
    }
  }

  @Test func `what is replaced comes back, and the program's own can be replaced after that`() throws {
    let journal = try journal()
    let files = WrittenFiles(journal: journal)
    #expect(try write("one", to: "a", by: files) == nil)
    let id = try #require(try write("two", to: "a", by: files))
    #expect(try write("two", to: "a", by: files) == nil, "the same content is no change")
    try journal.undo(try #require(try journal.change(id)))
    #expect(text("a") == "one")
    try journal.redo(try #require(try journal.change(id)))
    #expect(text("a") == "two")
    try journal.undo(try #require(try journal.change(id)))
    try write("three", to: "a", by: files)
    #expect(text("a") == "three")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["a"])
  }

  @Test func `links, pipes, folders and devices stay, whatever may be replaced`() throws {
    let files = WrittenFiles(journal: try journal())
    try put("target", as: "target")
    symlink("\(work)/target", "\(work)/link")
    mkfifo("\(work)/pipe", 0o600)
    for (name, kind) in [("link", FileKind.link), ("pipe", .pipe)] {
      #expect(refusal(of: name, by: files, any) == .file(.notRegular(path: "\(work)/\(name)", kind: kind)))
    }
    #expect(throws: WrittenFileError.file(.notRegular(path: "/dev/full", kind: .characterDevice))) {
      _ = try files.write("/dev/full", any, for: "", told: "") { try $0.write(Data()) }
    }
    #expect(text("target") == "target")
  }

  @Test func `without a journal nobody's file is replaced`() throws {
    try put("mine", as: "a")
    #expect(refusal(of: "a", by: WrittenFiles(journal: nil), any) == .noJournal)
    #expect(text("a") == "mine")
  }

  @Test func `what stops in the midst leaves what was there`() throws {
    struct Stop: Error {}
    try put("mine", as: "a")
    let files = WrittenFiles(journal: try journal())
    #expect(throws: Stop.self) {
      _ = try files.write("\(work)/a", any, for: "", told: "") {
        try $0.write(Data("half".utf8))
        throw Stop()
      }
    }
    #expect(text("a") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["a"])
  }

  // MARK: Folders

  private func writeFolder(
    _ content: [String: String], to name: String, by files: WrittenFiles, replacingOthers: Bool = false,
    recognising isOwn: @escaping (String) -> Bool = { _ in false }
  ) throws -> Int64? {
    let path = "\(work)/\(name)"
    return try files.writeFolder(
      path, for: "save …", told: "it was replaced",
      replacing: { try files.check(folder: path, replacingOthers: replacingOthers, recognising: isOwn) },
      fill: { folder in
        try folder.makeFolder("empty")
        for (name, text) in content { try folder.write(Data(text.utf8), to: name) }
      })
  }

  private func tree(_ name: String) -> [String: String] {
    var tree: [String: String] = [:]
    for path in FileManager.default.enumerator(atPath: "\(work)/\(name)")?.compactMap({ $0 as? String }) ?? [] {
      let content = FileManager.default.contents(atPath: "\(work)/\(name)/\(path)")
      tree[path] = content.map { String(decoding: $0, as: UTF8.self) } ?? "/"
    }
    return tree
  }

  @Test func `a folder is replaced whole, and undo and redo put each content in place of the other`() throws {
    let journal = try journal()
    let files = WrittenFiles(journal: journal)
    #expect(try writeFolder(["a": "1", "in/b": "2"], to: "p", by: files) == nil)
    let first = ["a": "1", "in": "/", "in/b": "2", "empty": "/"]
    #expect(tree("p") == first)
    // Its own folder is known by its content, in a later session, too.
    let later = WrittenFiles(journal: journal)
    let id = try #require(try writeFolder(["a": "3"], to: "p", by: later))
    let second = ["a": "3", "empty": "/"]
    #expect(tree("p") == second)
    let change = try #require(try journal.change(id))
    try journal.undo(change)
    #expect(tree("p") == first)
    try journal.redo(try #require(try journal.change(id)))
    #expect(tree("p") == second)
    // The same content once more is no change.
    #expect(try writeFolder(["a": "3"], to: "p", by: later) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["p"])
  }

  @Test func `somebody else's folder is replaced only where that is said, and what was added since is not undone`()
    throws
  {
    let journal = try journal()
    let files = WrittenFiles(journal: journal)
    try FileManager.default.createDirectory(atPath: "\(work)/p", withIntermediateDirectories: false)
    try put("mine", as: "p/note")
    #expect(throws: WrittenFileError.file(.foreign(path: "\(work)/p"))) {
      try writeFolder(["a": "1"], to: "p", by: files)
    }
    #expect(tree("p") == ["note": "mine"])
    let id = try #require(try writeFolder(["a": "1"], to: "p", by: files, replacingOthers: true))
    try put("more", as: "p/more")
    let change = try #require(try journal.change(id))
    #expect(throws: JournalError.self) { try journal.undo(change) }
    #expect(tree("p") == ["a": "1", "empty": "/", "more": "more"])
    try FileManager.default.removeItem(atPath: "\(work)/p/more")
    try journal.undo(change)
    #expect(tree("p") == ["note": "mine"])
    // A link could lead anywhere: such a folder could not be brought back.
    try FileManager.default.createSymbolicLink(atPath: "\(work)/p/link", withDestinationPath: work)
    #expect(throws: WrittenFileError.self) { try writeFolder(["a": "1"], to: "p", by: files, replacingOthers: true) }
    #expect(try String(contentsOfFile: "\(work)/p/note", encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["p"])
  }

  @Test func `a fill that fails leaves no folder, and the old one where it was`() throws {
    struct Failure: Error {}
    let files = WrittenFiles(journal: try journal())
    for content in [nil, ["a": "1"]] {
      if let content { _ = try writeFolder(content, to: "p", by: files) }
      #expect(throws: Failure.self) {
        _ = try files.writeFolder(
          "\(work)/p", for: "save …", told: "", replacing: {},
          fill: { folder in
            try folder.write(Data("half".utf8), to: "b")
            throw Failure()
          })
      }
      #expect(tree("p") == (content == nil ? [:] : ["a": "1", "empty": "/"]))
      #expect(try FileManager.default.contentsOfDirectory(atPath: work) == (content == nil ? [] : ["p"]))
    }
  }
}
