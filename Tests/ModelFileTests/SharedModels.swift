import Foundation
import ModelFile
import TestSupport
import Testing

/// The model files and reference results of the shared folder.
enum SharedModels {
  /// Every model file, by its path in the shared folder.
  static let paths: [String] = ["fixtures", "fixtures/invalid", "models"].flatMap { folder -> [String] in
    guard let url = Shared.file(folder) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".mlmodel") }.sorted().map { "\(folder)/\($0)" }
  }

  static let areThere = !paths.isEmpty

  static func url(_ path: String) throws -> URL { try #require(Shared.file(path)) }

  static func model(_ path: String) throws -> ModelFile { try ModelFile(contentsOf: url(path)) }
}
