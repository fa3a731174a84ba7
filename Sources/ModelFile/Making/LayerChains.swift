import Networks

/// Layers of the general form that mean the same as one or several of the older one, and those in their place.
///
/// `copy` is the linear activation x. `clip` and `clampedReLU` without a slope hold values between two bounds: the threshold
/// max(x, least), or a rectifier, then -max(-x, -most). `reduceMean` over both axes of a map is global pooling, and a flatten
/// where the axes are dropped.
struct LayerChains {
  /// All layers, with the others in their place.
  private(set) var expanded: [LayerRecord] = []
  /// What was rewritten.
  private(set) var rewrites: [Rewrite] = []
  private var fresh: FreshNames

  init(_ records: [LayerRecord]) {
    fresh = FreshNames(besides: Set(records.flatMap { [$0.name] + $0.inputs + $0.outputs }))
    for record in records {
      guard record.inputs.count == 1, record.outputs.count == 1, let links = LayerChains.links(record) else {
        expanded.append(record)
        continue
      }
      append(links, for: record)
    }
  }

  /// One layer of a chain: the field of its type, its content, and what is said of it in a name.
  private struct Link {
    var number: Int
    var content: WireMessage
    var suffix: String
  }

  /// The chain for a layer; nil for one that stays. The first link is what the layer is said to be now.
  private static func links(_ record: LayerRecord) -> [Link]? {
    let content = record.content
    switch record.typeNumber {
    case 600: return [linear(1)]
    case 660: return bounded(from: content.float(1), to: content.float(2))
    case 1460 where content.float(1) == 0: return bounded(from: 0, to: content.float(2))
    case 1280: return average(content)
    default: return nil
    }
  }

  private static func bounded(from least: Float, to most: Float) -> [Link]? {
    guard least <= most, least.isFinite, most.isFinite else { return nil }
    return [least == 0 ? rectifier : threshold(least, scale: 1), threshold(-most, scale: -1), linear(-1)]
  }

  private static var rectifier: Link {
    var activation = WireMessage()
    activation.set(10, message: WireMessage())
    return Link(number: 130, content: activation, suffix: "bounded")
  }

  /// max(scale · x, least).
  private static func threshold(_ least: Float, scale: Float) -> Link {
    var unary = WireMessage()
    unary.set(1, LayerReader.unaryFunctions.firstIndex(of: .threshold) ?? 0)
    unary.set(2, least)
    unary.set(5, scale)
    return Link(number: 220, content: unary, suffix: scale < 0 ? "negated" : "bounded")
  }

  private static func linear(_ factor: Float) -> Link {
    var (function, activation) = (WireMessage(), WireMessage())
    function.set(1, factor)
    activation.set(5, message: function)
    return Link(number: 130, content: activation, suffix: "linear")
  }

  /// Of [samples, channels, height, width] over the last two axes.
  private static func average(_ content: WireMessage) -> [Link]? {
    let axes = Set(content[repeated: 1].integers.map { $0 < 0 ? $0 + 4 : $0 })
    guard axes == [2, 3], !content.bool(3) else { return nil }
    var pooling = WireMessage()
    pooling.set(1, 1)
    pooling.set(30, message: WireMessage())
    pooling.set(60, true)
    let link = Link(number: 120, content: pooling, suffix: "average")
    return content.bool(2) ? [link] : [link, Link(number: 301, content: WireMessage(), suffix: "vector")]
  }

  /// The last link keeps the layer's output, the first its name.
  private mutating func append(_ links: [Link], for record: LayerRecord) {
    guard let old = record.typeNumber, var source = record.inputs.first, let target = record.outputs.first else {
      return
    }
    for (index, link) in links.enumerated() {
      var wire = record.wire
      for field in [old, 4, 5] { wire.remove(field) }
      let result = index == links.count - 1 ? target : fresh.name("\(target)_\(link.suffix)")
      if index > 0 { wire.set(1, fresh.name("\(record.name)_\(link.suffix)")) }
      wire[repeated: 2].texts = [source]
      wire[repeated: 3].texts = [result]
      wire.set(link.number, message: link.content)
      expanded.append(LayerRecord(wire))
      source = result
    }
    rewrites.append(
      Rewrite(layer: record.name, from: record.type ?? "", to: LayerType.name(links[0].number)))
  }
}
