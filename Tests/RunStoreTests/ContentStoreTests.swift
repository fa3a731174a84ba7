import Files
import Foundation
import Testing

@testable import RunStore

@Suite struct ContentStoreTests {
  private let folder: TemporaryFolder
  private let contents: ContentStore

  init() throws {
    folder = try TemporaryFolder()
    contents = ContentStore(stateFolder: folder.url)
  }

  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: contents.folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: contents.folder.path + "/" + name, isDirectory: &isFolder)
      return !isFolder.boolValue && name != ".lock"
    }.sorted()
  }

  @Test(arguments: [Data(), Data("abc".utf8), Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })])
  func `what was put there is found under its digest`(data: Data) throws {
    let hash = try contents.put(data)
    #expect(hash == ContentHash(of: data))
    #expect(try contents.get(hash) == data)
    #expect(contents.contains(hash))
    #expect(files == ["\(hash.description.prefix(2))/\(hash.description.dropFirst(2))"])
  }

  @Test func `a file is stored as its bytes are, and once`() throws {
    let data = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try data.write(to: folder.file("photo.jpg"))
    #expect(try contents.put(contentsOf: folder.file("photo.jpg")) == contents.put(data))
    #expect(files.count == 1)
  }

  @Test func `what is not there is a fact`() throws {
    let hash = ContentHash(of: Data("abc".utf8))
    #expect(throws: ContentError.missing(hash)) { try contents.get(hash) }
    #expect(!contents.contains(hash))
    let path = folder.file("none.jpg").path
    #expect(throws: ContentError.cannotRead(path: path, code: ENOENT)) {
      try contents.put(contentsOf: URL(filePath: path))
    }
    #expect(throws: ContentError.notRegular(path: folder.url.path, kind: .folder)) {
      try contents.put(contentsOf: URL(filePath: folder.url.path))
    }
  }

  @Test(arguments: [Data(), Data("abd".utf8), Data("abcabc".utf8)])
  func `damage is seen when reading, and mended by putting it there again`(damage: Data) throws {
    let hash = try contents.put(Data("abc".utf8))
    try damage.write(to: URL(filePath: contents.path(of: hash)))
    #expect(throws: ContentError.damaged(hash)) { try contents.get(hash) }
    try contents.put(Data("abc".utf8))
    #expect(try contents.get(hash) == Data("abc".utf8))
  }

  @Test func `what nobody holds goes once it is an hour old, and not before`() throws {
    let kept = try contents.put(Data("kept".utf8))
    let loose = try contents.put(Data("loose".utf8))
    let soon = Date(timeIntervalSinceNow: 3000)
    let later = Date(timeIntervalSinceNow: 4000)
    #expect(try contents.collect(at: soon) { [kept] } == 0)
    #expect(try contents.collect(at: later) { [kept] } == 1)
    #expect(contents.contains(kept) && !contents.contains(loose))
  }

  @Test func `putting something there again makes it young`() throws {
    let hash = try contents.put(Data("abc".utf8))
    let path = contents.path(of: hash)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    try contents.put(Data("abc".utf8))
    #expect(try contents.collect { [] } == 0)
  }

  @Test func `a half-filled file of a process that ended is cleared out`() throws {
    try contents.put(Data("abc".utf8))
    try Data("ab".utf8).write(to: contents.folder.appending(path: "incoming/left-behind"))
    #expect(try contents.collect(at: Date(timeIntervalSinceNow: 4000)) { [ContentHash(of: Data("abc".utf8))] } == 1)
    #expect(files.count == 1)
  }

  @Test func `many threads putting and clearing out at once lose nothing`() throws {
    let store = try RunStore.open(folder: folder.url)
    let state = folder.url
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      let other = ContentStore(stateFolder: state)
      for round in 0..<10 {
        let hash = try? other.put(Data("\((index + round) % 16)".utf8))
        if let hash { try? store.hold([hash], for: "test \(index)") }
      }
      _ = try? other.collect(at: Date()) { () throws(StoreError) in try store.held() }
    }
    for number in 0..<16 { #expect(contents.contains(ContentHash(of: Data("\(number)".utf8)))) }
    #expect(files.count == 16)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere")) func `a folder that may not be written is a fact`()
    throws
  {
    try contents.put(Data("abc".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: contents.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: contents.folder.path) }
    #expect(throws: ContentError.self) { try contents.put(Data("other".utf8)) }
  }

  @Test func `a state folder that is a file is a fact`() throws {
    try Data().write(to: folder.file("state"))
    #expect(throws: ContentError.self) { try ContentStore(stateFolder: folder.file("state")).put(Data("abc".utf8)) }
  }
}
