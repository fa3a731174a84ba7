import Foundation
import ModelFile
import Testing

@Suite struct ModelFileTests {
  @Test(.enabled(if: SharedModels.areThere, "the shared folder is not there"), arguments: SharedModels.paths)
  func `every model file is written back byte for byte`(path: String) throws {
    let model = try SharedModels.model(path)
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mlmodel")
    defer { try? FileManager.default.removeItem(at: copy) }
    try model.write(to: copy)
    #expect(try Data(contentsOf: copy) == Data(contentsOf: SharedModels.url(path)))
  }
}
