public import JupyterWire

/// One output in several forms, by MIME type; the front end shows the richest form it trusts.
///
/// Every bundle should hold `text/plain`: it is what consoles, untrusted notebooks and text tools show.
public struct MIMEBundle: Sendable, Equatable {
  /// The forms by MIME type. Texts are strings, binary forms such as `image/png` base64 strings, JSON types any value.
  public var data: JSONObject
  /// Remarks by MIME type, for example the size of a picture.
  public var metadata: JSONObject

  /// A bundle of the given forms.
  public init(_ data: JSONObject, metadata: JSONObject = [:]) {
    self.data = data
    self.metadata = metadata
  }

  /// A bundle of plain text and, where given, the same as HTML and as an SVG picture.
  public init(plainText: String, html: String? = nil, svg: String? = nil) {
    data = ["text/plain": .string(plainText)]
    metadata = [:]
    if let html { data["text/html"] = .string(html) }
    if let svg { data["image/svg+xml"] = .string(svg) }
  }
}
