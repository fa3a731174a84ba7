import Foundation
import TestSupport

/// A family of cases with reference results: a folder with an index, models, and raw numbers. `WHET_FIXTURES` names another
/// than the shared one.
enum Fixtures {
  static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["WHET_FIXTURES"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return Shared.file("fixtures")
  }()

  /// Every case of the family; none where the folder is not there.
  static let all: [FixtureCase] = {
    guard let folder, let data = try? Data(contentsOf: folder.appendingPathComponent("index.json")) else { return [] }
    let decoder = JSONDecoder()
    // The index was written by Python, which writes infinities by name; JSON5 has them too.
    decoder.allowsJSON5 = true
    // Packages have tests of their own.
    do {
      return try decoder.decode(Index.self, from: data).cases.compactMap(\.value).filter {
        !$0.model.hasSuffix(".mlpackage")
      }
    } catch {
      print("the index of reference results cannot be read: \(error)")
      return []
    }
  }()

  static let areThere = !all.isEmpty

  /// Whether the cases are the shared ones: how many of them there are and what they are called is known.
  static let areShared = folder?.path == Shared.file("fixtures")?.path

  /// A file of the family; where it has none of that name, the one of the folder beside it, which `@` always means.
  static func file(_ path: String) -> URL? {
    if path.hasPrefix("@") { return shared(String(path.dropFirst())) }
    guard let own = folder?.appendingPathComponent(path) else { return nil }
    return FileManager.default.fileExists(atPath: own.path) ? own : shared(path) ?? Shared.file("fixtures/\(path)")
  }

  /// A file of the shared folder.
  static func shared(_ path: String) -> URL? { Shared.file(String(path.drop { $0 == "/" })) }

  private struct Index: Decodable { let cases: [Readable] }

  /// A case that cannot be read does not hide the others, but it is told.
  private struct Readable: Decodable {
    let value: FixtureCase?

    init(from decoder: any Decoder) throws {
      do { value = try FixtureCase(from: decoder) } catch {
        value = FixtureCase.unreadable("\(error)")
      }
    }
  }
}
