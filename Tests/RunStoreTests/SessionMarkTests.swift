import Foundation
import Testing

@testable import RunStore

@Suite struct SessionMarkTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `a session is alive until it ends`() throws {
    var mark: SessionMark? = try SessionMark(stateFolder: folder.url)
    let name = try #require(mark?.name)
    #expect(SessionMark.isAlive(name, stateFolder: folder.url))
    mark = nil
    #expect(!SessionMark.isAlive(name, stateFolder: folder.url))
  }

  @Test func `the mark of a session that was killed is no sign of life, and is removed`() throws {
    _ = try SessionMark(stateFolder: folder.url)
    let name = UUID().uuidString
    try Data().write(to: folder.file("sessions/\(name)"))
    #expect(!SessionMark.isAlive(name, stateFolder: folder.url))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("sessions").path).isEmpty)
  }

  @Test(arguments: ["", "..", "../whet.sqlite", "nobody"]) func `what no session is called is not alive`(name: String) {
    #expect(!SessionMark.isAlive(name, stateFolder: folder.url))
  }

  @Test func `a state folder that is no folder is a fact`() throws {
    try Data().write(to: folder.file("state"))
    #expect(throws: StoreError.folder(path: folder.file("state/sessions").path, errorNumber: ENOTDIR)) {
      try SessionMark(stateFolder: folder.file("state"))
    }
  }
}
