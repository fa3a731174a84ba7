extension String {
  /// The text with every control character but line ends and tabs as a sign that can be seen: a terminal would obey what a
  /// label, a name or a model's description says otherwise (ECMA-48, 5.2 and 5.3).
  var controlsShown: String {
    guard utf8.contains(where: Self.mayBegin) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars { shown.append(Self.isObeyed(scalar) ? Self.sign(of: scalar) : scalar) }
    return String(shown)
  }

  /// Whether a byte may begin a control character: those of ASCII have one byte, all others begin with 0xC2 (U+0080 to U+009F).
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte < 0x20 ? byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t") : byte == 0x7F || byte == 0xC2
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }

  /// Unicode's picture of a control character, such as ␛; the replacement character for those that have none.
  private static func sign(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let picture = scalar.value < 0x20 ? 0x2400 + scalar.value : scalar.value == 0x7F ? 0x2421 : 0xFFFD
    return Unicode.Scalar(picture) ?? "\u{FFFD}"
  }
}
