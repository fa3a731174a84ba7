import Files
import Foundation
import ModelFile
import Testing

/// A folder of its own for one test, removed at the end.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("whet-\(UUID())", isDirectory: true)

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.sorted() ?? [] }
}

@Suite struct ModelFileDiskTests {
  private let folder: TemporaryFolder
  private let model: ModelFile
  private var file: URL { folder.url.appendingPathComponent("m.mlmodel") }

  init() throws {
    folder = try TemporaryFolder()
    model = try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: 175))
  }

  @Test func `what is written is read`() throws {
    try model.write(to: file)
    #expect(try ModelFile(contentsOf: file) == model)
    #expect(folder.names == ["m.mlmodel"])
  }

  @Test func `a missing file, a missing folder and a broken one are told apart`() throws {
    #expect(throws: ModelFileError.cannotRead(path: file.path, code: ENOENT)) { _ = try ModelFile(contentsOf: file) }
    let elsewhere = folder.url.appendingPathComponent("no/m.mlmodel")
    #expect(throws: ModelFileError.cannotWrite(path: elsewhere.path, code: ENOENT)) { try model.write(to: elsewhere) }
    let inside = file.appendingPathComponent("m.mlmodel")
    try model.write(to: file)
    #expect(throws: ModelFileError.cannotWrite(path: inside.path, code: ENOTDIR)) { try model.write(to: inside) }
  }

  @Test(arguments: [
    ("a.mlmodelc", [], ModelForm.compiled),
    ("a", ["coremldata.bin"], .compiled), ("a.mlmodel", [], .folder),
  ])
  func `models in other forms are recognised`(name: String, contents: [String], form: ModelForm) throws {
    let path = folder.url.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    for content in contents { try Data().write(to: path.appendingPathComponent(content)) }
    #expect(throws: ModelFileError.otherForm(path: path.path, form)) { _ = try ModelFile(contentsOf: path) }
    #expect(throws: ModelFileError.notRegular(path: path.path, .folder)) { try model.write(to: path) }
  }

  @Test func `a device is no file`() {
    let device = URL(fileURLWithPath: "/dev/zero")
    #expect(throws: ModelFileError.notRegular(path: "/dev/zero", .characterDevice)) {
      _ = try ModelFile(contentsOf: device)
    }
  }

  @Test func `writing keeps the permissions of the file that is there`() throws {
    try model.write(to: file)
    for permissions in [0o600, 0o640, 0o755] {
      #expect(chmod(file.path, mode_t(permissions)) == 0)
      try model.write(to: file)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test func `nothing is written through a link`() throws {
    try model.write(to: file)
    let link = folder.url.appendingPathComponent("link.mlmodel")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    var changed = model
    changed.specificationVersion = 9
    #expect(throws: ModelFileError.notRegular(path: link.path, .link)) { try changed.write(to: link) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try ModelFile(contentsOf: link) == model)
  }

  /// In a process of its own, which can give up being the superuser, to whom nothing is read-only.
  @Test func `a read-only file or folder is left as it was`() async throws {
    try model.write(to: file)
    chmod(file.path, 0o444)
    chmod(folder.url.path, 0o555)
    defer { chmod(folder.url.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      if geteuid() == 0 { seteuid(65_534) }
      let file = URL(fileURLWithPath: path)
      let model = try ModelFile(contentsOf: file)
      #expect(throws: ModelFileError.cannotWrite(path: path, code: EACCES)) { try model.write(to: file) }
      let other = file.deletingLastPathComponent().appendingPathComponent("other.mlmodel")
      #expect(throws: ModelFileError.cannotWrite(path: other.path, code: EACCES)) { try model.write(to: other) }
    }
    #expect(folder.names == ["m.mlmodel"])
    #expect(try ModelFile(contentsOf: file) == model)
  }

  @Test func `a file that may not be read is a fact`() async throws {
    try model.write(to: file)
    chmod(file.path, 0o000)
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      if geteuid() == 0 { seteuid(65_534) }
      #expect(throws: ModelFileError.cannotRead(path: path, code: EACCES)) {
        _ = try ModelFile(contentsOf: URL(fileURLWithPath: path))
      }
    }
  }

  @Test func `a pipe that nobody fills is not waited for`() throws {
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: ModelFileError.notRegular(path: file.path, .pipe)) { _ = try ModelFile(contentsOf: file) }
    #expect(throws: ModelFileError.notRegular(path: file.path, .pipe)) { try model.write(to: file) }
  }

  @Test func `a device is not written over`() {
    #expect(throws: ModelFileError.notRegular(path: "/dev/null", .characterDevice)) {
      try model.write(to: URL(fileURLWithPath: "/dev/null"))
    }
  }

  /// In a process of its own, since the limit is one of the whole process.
  @Test func `a limit reached in the middle of writing changes nothing`() async throws {
    try model.write(to: file)
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      var large = try ModelFile(contentsOf: URL(fileURLWithPath: path))
      var description = large.description
      description.metadata.license = String(repeating: "long ", count: 40_000)
      large.description = description
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: ModelFileError.cannotWrite(path: path, code: EFBIG)) {
        try large.write(to: URL(fileURLWithPath: path))
      }
    }
    #expect(folder.names == ["m.mlmodel"])
    #expect(try ModelFile(contentsOf: file) == model)
  }
}
