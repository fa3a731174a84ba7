import Foundation

/// What a package's `Manifest.json` says: which of its files is the model.
struct Manifest {
  /// The largest manifest that is read, in bytes: thousands of items.
  static let mostBytes = 4 << 20
  static let fileName = "Manifest.json"

  /// The model's path in the package.
  let modelPath: String

  /// - Throws: `PackageProblem.manifest`, `version`, `noRootModel` or `path`.
  init(_ bytes: [UInt8]) throws(PackageProblem) {
    guard bytes.count <= Manifest.mostBytes, let json = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let fields = json as? [String: Any]
    else { throw .manifest(field: nil) }
    guard let version = fields["fileFormatVersion"] as? String else { throw .manifest(field: "fileFormatVersion") }
    guard version.prefix(while: { $0 != "." }) == "1" else { throw .version(version) }
    guard let root = fields["rootModelIdentifier"] as? String else { throw .manifest(field: "rootModelIdentifier") }
    guard let items = fields["itemInfoEntries"] as? [String: Any] else { throw .manifest(field: "itemInfoEntries") }
    guard let entry = items[root] else { throw .noRootModel(root) }
    guard let item = entry as? [String: Any], let path = item["path"] as? String else { throw .manifest(field: "path") }
    guard let inside = PackagePath.normalized(path) else { throw .path(path) }
    modelPath = "Data/\(inside)"
  }
}

/// Paths inside a package.
enum PackagePath {
  /// The path without empty parts and `.`; nil where it leads out, or nowhere.
  static func normalized(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    let parts = path.split(separator: "/").filter { $0 != "." }
    return parts.isEmpty || parts.contains("..") ? nil : parts.joined(separator: "/")
  }
}
