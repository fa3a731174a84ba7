/// What a variable may be called: a letter or `_`, then letters, digits and `_`, of any script.
public enum VariableName {
  /// Whether a variable can have this name.
  public static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.isEmpty && length(in: bytes, from: 0) == bytes.count
  }

  /// The length in bytes of the name that begins at an offset, 0 if none does.
  static func length(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let length = bytes[end].scalarLength
      guard continues(bytes[end..<end + length], isFirst: end == start) else { break }
      end += length
    }
    return end - start
  }

  private static func continues(_ character: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else { return false }
    switch scalar {
    case "a"..."z", "A"..."Z", "_": return true
    case "0"..."9": return !isFirst
    case _ where scalar.isASCII: return false
    default: return isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue
    }
  }
}
