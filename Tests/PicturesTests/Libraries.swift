import Pictures

/// The libraries that need not be installed: where one is not, the tests of its kind of picture are left out.
enum Libraries {
  private static let first = [
    "WebP": "WebP lossless", "TIFF": "TIFF raw", "HEIC": "HEIC", "AVIF": "AVIF",
  ]

  /// Whether files of a kind, the first word of a case's name, can be read here.
  static func canRead(_ name: String) -> Bool {
    let kind = String(name.prefix { $0 != " " })
    guard let example = first[kind], let file = try? Reference.file(example) else { return true }
    do {
      _ = try Picture(bytes: file)
    } catch .noLibrary, .noDecoder {
      return false
    } catch {
      return true
    }
    return true
  }
}
