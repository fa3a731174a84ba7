/// One input, output or training input of a model (format message `FeatureDescription`).
public struct FeatureDescription: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// What it is, in the maker's words; often empty.
  public var shortDescription: String
  /// What it holds.
  public var type: FeatureType
  /// Whether it may be left out.
  public var isOptional: Bool

  /// Describes a feature.
  public init(name: String, shortDescription: String = "", type: FeatureType, isOptional: Bool = false) {
    self.name = name
    self.shortDescription = shortDescription
    self.type = type
    self.isOptional = isOptional
  }

  init(_ wire: WireMessage) {
    name = wire.text(1)
    shortDescription = wire.text(2)
    let type = wire.message(3) ?? WireMessage()
    self.type = FeatureType(type)
    isOptional = type.bool(1000)
  }

  func encoded(over base: WireMessage) -> WireMessage {
    var wire = base
    wire.set(1, name)
    wire.set(2, shortDescription)
    var content = type.encoded(over: base.message(3) ?? WireMessage())
    content.set(1000, isOptional)
    wire.set(3, message: type == .unspecified && !isOptional && base.message(3) == nil ? nil : content)
    return wire
  }

  /// A list of features on the ground of an earlier list: each on that of its own name.
  static func encoded(_ features: [FeatureDescription], over base: [WireMessage]) -> [WireMessage] {
    let earlier = Dictionary(base.map { ($0.text(1), $0) }) { first, _ in first }
    return features.map { $0.encoded(over: earlier[$0.name] ?? WireMessage()) }
  }
}
