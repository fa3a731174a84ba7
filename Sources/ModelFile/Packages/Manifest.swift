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

  /// A manifest that names the folder of weights as well, if it does not yet.
  static func adding(_ folder: String, to bytes: [UInt8]) -> [UInt8] {
    guard !paths(bytes).contains(folder), let json = try? JSONSerialization.jsonObject(with: Data(bytes)),
      var fields = json as? [String: Any], var items = fields["itemInfoEntries"] as? [String: Any]
    else { return bytes }
    let name = (folder as NSString).lastPathComponent
    items[identifier(bytes[...], salt: 3)] = [
      "author": "com.apple.CoreML", "description": "CoreML Model Weights", "name": name, "path": folder,
    ]
    fields["itemInfoEntries"] = items
    let data = try? JSONSerialization.data(
      withJSONObject: fields, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    return data.map(Array.init) ?? bytes
  }

  /// A UUID of version 8 made of bytes (FNV-1a; Fowler, Noll and Vo).
  static func identifier(_ bytes: Bytes, salt: UInt64) -> String {
    var digests: [UInt64] = [0xCBF2_9CE4_8422_2325 ^ salt, 0x9AE1_6A3B_2F90_404F &* salt]
    for byte in bytes {
      for index in digests.indices { digests[index] = (digests[index] ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    digests[0] = digests[0] & ~0xF000 | 0x8000
    digests[1] = digests[1] & ~(3 << 62) | 2 << 62
    let digits = digests.map { number in
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  /// The paths of all items that a manifest names, those of the weights' folder among them.
  static func paths(_ bytes: [UInt8]) -> [String] {
    guard let json = try? JSONSerialization.jsonObject(with: Data(bytes)), let fields = json as? [String: Any],
      let items = fields["itemInfoEntries"] as? [String: Any]
    else { return [] }
    return items.values.compactMap { item in
      ((item as? [String: Any])?["path"] as? String).flatMap(PackagePath.normalized)
    }.sorted()
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
