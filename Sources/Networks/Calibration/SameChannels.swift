import Operations

/// Which channels of a network's tensors are the same, passed on by concats, maxima and what changes no number.
struct SameChannels {
  private let shapes: [String: MapShape]
  private var known: [String: [Int]] = [:]
  private var count = 0

  init(_ definition: NetworkDefinition, _ shapes: [String: MapShape]) {
    self.shapes = shapes
    for layer in definition.layers where Self.passesChannels(layer) {
      let passed = layer.inputs.flatMap { channels(of: $0) }
      for output in layer.outputs where shapes[output]?.channels == passed.count { known[output] = passed }
    }
  }

  /// A number for each channel of a tensor: equal ones are the same channel.
  mutating func channels(of tensor: String) -> [Int] {
    if let channels = known[tensor] { return channels }
    let own = Array(count..<count + (shapes[tensor]?.channels ?? 0))
    count += own.count
    known[tensor] = own
    return own
  }

  /// Whether bytes could go through a layer as they are, each to the same channel.
  private static func passesChannels(_ layer: LayerDefinition) -> Bool {
    switch layer.kind {
    case .concat, .dropout, .flatten: true
    case .pooling(let pooling): pooling.statistic == .max
    case .operation(let operation): operation.isUnchanging && operation.inputs.count == 1
    default: false
    }
  }
}
