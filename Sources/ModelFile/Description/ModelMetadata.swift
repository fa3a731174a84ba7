/// Who made a model and what for (format message `Metadata`).
public struct ModelMetadata: Sendable, Equatable {
  /// What the model does.
  public var shortDescription: String
  /// The model's own version.
  public var version: String
  /// Who made it.
  public var author: String
  /// What may be done with it.
  public var license: String
  /// Anything else, by key.
  public var userDefined: [String: String]

  /// Says who made a model and what for.
  public init(
    shortDescription: String = "", version: String = "", author: String = "", license: String = "",
    userDefined: [String: String] = [:]
  ) {
    self.shortDescription = shortDescription
    self.version = version
    self.author = author
    self.license = license
    self.userDefined = userDefined
  }

  init(_ wire: WireMessage) {
    shortDescription = wire.text(1)
    version = wire.text(2)
    author = wire.text(3)
    license = wire.text(4)
    userDefined = Dictionary(wire[repeated: 100].messages.map { ($0.text(1), $0.text(2)) }) { _, last in last }
  }

  /// New entries are written in the order of their keys, so that the same metadata are the same bytes.
  func encoded(over base: WireMessage) -> WireMessage {
    var wire = base
    wire.set(1, shortDescription)
    wire.set(2, version)
    wire.set(3, author)
    wire.set(4, license)
    guard userDefined != ModelMetadata(base).userDefined else { return wire }
    wire[repeated: 100].messages = userDefined.sorted { $0.key < $1.key }.map { entry in
      var wire = WireMessage()
      wire.replace(1, with: [.bytes(Bytes(entry.key.utf8))])
      wire.replace(2, with: [.bytes(Bytes(entry.value.utf8))])
      return wire
    }
    return wire
  }
}
