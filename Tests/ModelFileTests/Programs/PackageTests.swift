import DataFiles
import Files
import Foundation
import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct PackageTests {
  private let folder: TemporaryFolder
  private var package: URL { folder.url.appendingPathComponent("m.mlpackage") }

  init() throws { folder = try TemporaryFolder() }

  /// Of a package on disk with some of its files changed.
  private func problem(_ change: (inout [String: [UInt8]]) -> Void) throws -> ModelFileError? {
    var files = PackageBuilder.rectifier.files
    change(&files)
    try PackageBuilder.write(files, to: package)
    do throws(ModelFileError) {
      _ = try ModelFile(contentsOf: package)
      return nil
    } catch {
      return error
    }
  }

  private func problem(manifest: String) throws -> ModelFileError? {
    try problem { $0["Manifest.json"] = Array(manifest.utf8) }
  }

  @Test func `a folder and the same in an archive are one model`() throws {
    try PackageBuilder.write(PackageBuilder.rectifier.files, to: package)
    let model = try ModelFile(contentsOf: package)
    #expect(model.kind == .mlProgram)
    #expect(model.program.isPackage)
    #expect(model.program.functions == ["main"])
    let archive = folder.url.appendingPathComponent("m.zip")
    try PackageTests.pack(PackageBuilder.rectifier.files, under: "m.mlpackage/", into: archive)
    #expect(try ModelFile(contentsOf: archive) == model)
    // What a store keeps of it is the whole package.
    #expect(try ModelFile(bytes: model.bytes) == model)
    #expect(model.storage.byteCount == PackageBuilder.rectifier.files.values.reduce(0) { $0 + $1.count })
  }

  private static func pack(_ files: [String: [UInt8]], under folder: String, into archive: URL) throws {
    let file = try AtomicFile(at: archive.path)
    let writer = try ZipWriter(file)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try writer.add(file: folder + path, Data(bytes))
    }
    _ = try writer.finish()
    try file.finish()
  }

  @Test func `an archive of two packages, or of none, is refused`() throws {
    let archive = folder.url.appendingPathComponent("m.zip")
    let files = PackageBuilder.rectifier.files
    var two: [String: [UInt8]] = [:]
    for (path, bytes) in files {
      two["a/\(path)"] = bytes
      two["b/\(path)"] = bytes
    }
    for content in [two, ["photo.jpg": [1, 2, 3]]] {
      try PackageTests.pack(content, under: "", into: archive)
      #expect(throws: ModelFileError.package(.noManifest)) { _ = try ModelFile(contentsOf: archive) }
    }
  }

  @Test func `fields and files that nobody knows are kept`() throws {
    var files = PackageBuilder.rectifier.files
    var model = PackageBuilder.rectifier.model
    model.set(977, "from a later tool")
    files[PackageBuilder.modelPath] = Array(model.bytes)
    files["Data/other.bin"] = [1, 2, 3]
    let read = try ModelFile.opened(files.mapValues { PackageFile($0) })
    #expect(read.wire.text(977) == "from a later tool")
    let again = try ModelFile(bytes: read.bytes)
    #expect(again.package?.files["Data/other.bin"]?.all == [1, 2, 3])
    #expect(again == read)
  }

  @Test func `a package without a sound manifest is refused`() throws {
    #expect(try problem { $0["Manifest.json"] = nil } == .package(.noManifest))
    #expect(try problem(manifest: "{\"fileFormatVersion\": ") == .package(.manifest(field: nil)))
    #expect(try problem(manifest: "{}") == .package(.manifest(field: "fileFormatVersion")))
    let text = PackageBuilder.manifest
    #expect(
      try problem(manifest: text.replacing("\"1.0.0\"", with: "\"2.0.0\"")) == .package(.version("2.0.0")))
    #expect(try problem(manifest: text.replacing(": \"A\"", with: ": \"B\"")) == .package(.noRootModel("B")))
    #expect(
      try problem(manifest: text.replacing("/model.mlmodel\"}", with: "/gone.mlmodel\"}"))
        == .package(.missingFile("Data/com.apple.CoreML/gone.mlmodel")))
  }

  @Test(arguments: ["../../outside.mlmodel", "/etc/passwd", "a/../../../outside.mlmodel", "", "."])
  func `a manifest does not lead out of its package`(path: String) throws {
    try Data([8, 7]).write(to: folder.url.appendingPathComponent("outside.mlmodel"))
    let manifest = PackageBuilder.manifest.replacing("com.apple.CoreML/model.mlmodel\"}", with: "\(path)\"}")
    #expect(try problem(manifest: manifest) == .package(.path(path)))
  }

  @Test func `a link does not lead out of its package`() throws {
    try PackageBuilder.write(PackageBuilder.rectifier.files, to: package)
    let outside = folder.url.appendingPathComponent("outside")
    try Data([1]).write(to: outside)
    let link = package.appendingPathComponent("Data/link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
    #expect(throws: ModelFileError.package(.link("Data/link"))) { _ = try ModelFile(contentsOf: package) }
    try FileManager.default.removeItem(at: link)
    // A link to a file within the package is followed.
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: package.appendingPathComponent("Manifest.json"))
    #expect(try ModelFile(contentsOf: package).package?.files["Data/link"] != nil)
  }

  @Test func `folders within folders, deeper than any package, are refused`() throws {
    try PackageBuilder.write(PackageBuilder.rectifier.files, to: package)
    let deep = package.appendingPathComponent((0..<20).map { "\($0)" }.joined(separator: "/"))
    try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    #expect(throws: ModelFileError.package(.tooManyFiles(limit: PackageReader.mostFiles))) {
      _ = try ModelFile(contentsOf: package)
    }
  }
}
